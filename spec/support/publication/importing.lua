--- Books and sites of other programs that a spec writes and imports.
local content_tree = require("spec.support.publication.content_tree")
local files = require("base.files")
local transfer = require("data.transfer")

local importing = {}

local folders = {}

--- A folder of files.
-- @tparam table sources path → text
-- @treturn string
function importing.folder_of(sources)
  local folder = os.tmpname()
  os.remove(folder)
  folders[#folders + 1] = folder
  for name, text in pairs(sources) do
    content_tree.write(folder .. "/" .. name, text)
  end
  return folder
end

--- Removes all folders.
function importing.clean()
  for _, folder in ipairs(folders) do
    os.execute("rm -rf '" .. folder .. "'")
  end
  folders = {}
end

--- Imports a source.
-- @tparam table sources path → text
-- @tparam[opt] table options of `transfer.run`
-- @treturn table what `transfer.run` gives
-- @treturn function reads a file of the tree
-- @treturn string the tree
function importing.import(sources, options)
  local out = importing.folder_of {}
  options = options or {}
  options.from, options.out = importing.folder_of(sources), out
  local done = assert(transfer.run(options))
  return done, function(name) return files.read(out .. "/" .. name) end, out
end

--- The lines that an import told, as one text.
function importing.told(done) return table.concat(done.told, "\n") end

return importing
