--- The routes that the guide for their authors shows: the only home of the examples.

local document = require("spec.support.house.document")
local forge = require("spec.support.publication.forge")

local guide_routes = { path = "lua/site/assets/routes.md" }

--- Writes the examples into a new folder: each block of Lua begins with the name of its file.
-- @treturn string the folder, which the caller removes
-- @treturn {string,...} the names of the files
function guide_routes.write()
  local folder, names = forge.folder(), {}
  for _, block in ipairs(document.blocks(guide_routes.path)) do
    local name = block.language == "lua" and block.lines[1]:match("^%-%-%- ([%w_]+%.lua): ")
    if name then
      forge.write(folder .. "/" .. name, table.concat(block.lines, "\n") .. "\n")
      names[#names + 1] = name
    end
  end
  return folder, names
end

return guide_routes
