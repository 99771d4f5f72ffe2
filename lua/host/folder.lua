--- Folders by what they are: one folder has many paths, absolute and relative ones, through links,
-- with and without a slash at the end.

local lfs = require("lfs")

local folder = {}

--- What a path leads to; the path itself where it leads nowhere.
local function identity(path)
  local found = lfs.attributes(path)
  return found and ("%d:%d"):format(found.dev, found.ino) or path
end

--- The first of a list that is the same folder as another path.
-- @tparam {string,...} list paths
-- @tparam string path
-- @treturn string|nil as the list spells it; nil where none is
function folder.find(list, path)
  local wanted = identity(path)
  for _, each in ipairs(list) do
    if identity(each) == wanted then return each end
  end
end

--- The fault of a list that names a folder twice.
-- @tparam {string,...} list paths
-- @treturn string|nil
function folder.repeated(list)
  local spelled = {}
  for _, path in ipairs(list) do
    local wanted = identity(path)
    local former = spelled[wanted]
    if former then
      return former == path and ("%s is named twice; name it once"):format(path)
        or ("%s and %s are one folder; name it once"):format(former, path)
    end
    spelled[wanted] = path
  end
end

return folder
