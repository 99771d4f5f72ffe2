--- The files of a content tree: found below its folders and read, each within bounds. Nothing is
-- followed that leaves the tree.
local lfs = require("lfs")
local frontmatter = require("data.import.frontmatter")
local images = require("data.import.images")
local message = require("base.message")
local tables = require("base.tables")

local tree = {}
tree.__index = tree

--- The bounds of a tree. Sizes in bytes; depth in folders below a section.
tree.LIMITS = { file = 1024 * 1024, depth = 4, files = 100000 }

--- The files below a folder.
-- @tparam string folder
-- @treturn table `{folder, faults}`: to the faults, `FILE:LINE: message`, the methods add
function tree.new(folder) return setmetatable({ folder = folder, faults = {} }, tree) end

--- A function that enters faults of one file.
-- @tparam string name of the file
-- @tparam[opt] integer first the number that counts as line 0
-- @treturn function `report(line, message, …)`
function tree:reporter(name, first) return message.reporter(self.faults, name, first) end

--- Enters a fault of a whole file or folder.
-- @tparam string name
-- @tparam string fault
-- @param ... its values
function tree:refuse(name, fault, ...) self:reporter(name)(1, fault, ...) end

--- The meaning of a name.
-- @tparam string name below the folder
-- @treturn string|nil "file", "directory", "link" …; nil where there is nothing
function tree:mode(name) return lfs.symlinkattributes(self.folder .. "/" .. name, "mode") end

--- The text of a regular file.
-- @tparam string name
-- @treturn string|nil nil when reported
function tree:text(name)
  local mode, most = self:mode(name), tree.LIMITS.file
  if not mode then return self:refuse(name, "is missing; create it") end
  if mode ~= "file" then
    return self:refuse(name, "is a %s; only regular files are read", mode)
  end
  local file <close> = assert(io.open(self.folder .. "/" .. name, "rb"))
  local text = file:read(most + 1) or ""
  if #text <= most then return text end
  self:refuse(name, "is larger than %d bytes; split it", most)
end

--- The names in a folder, sorted.
-- @tparam[opt] string name the tree's own folder where there is none
-- @treturn {string,...}
function tree:names(name)
  local names = {}
  for entry in lfs.dir(name and self.folder .. "/" .. name or self.folder) do
    if entry ~= "." and entry ~= ".." then names[#names + 1] = entry end
  end
  table.sort(names)
  return names
end

--- A name as a message shows it.
-- @tparam string name
-- @treturn string
function tree.plain(name) return (name:gsub("[%c\127-\255]", "?")) end

--- True when the names of a folder differ in more than case; reports those that do not.
function tree:names_differ(folder, names)
  local seen, differ = {}, true
  for _, name in ipairs(names) do
    local other = seen[name:lower()]
    if other then
      differ = false
      self:refuse(folder .. "/" .. name, "differs from %q only in case; rename one", other)
    end
    seen[name:lower()] = name
  end
  return differ
end

--- The kind of an entry of a folder, "folder", "text" or "image"; nil when reported.
function tree:kind(name, entry, depth)
  local function refuse(...) return self:refuse(name .. "/" .. tree.plain(entry), ...) end
  local mode = self:mode(name .. "/" .. entry)
  if mode == "directory" then
    if depth >= tree.LIMITS.depth then
      return refuse("lies deeper than %d folders; move it up", tree.LIMITS.depth)
    end
    if not frontmatter.is_kebab(entry) then
      return refuse("is no kebab name; rename the folder")
    end
    return "folder"
  end
  if mode ~= "file" then
    return refuse("is a %s; only folders and regular files are read", mode)
  end
  local stem, extension = entry:match("^(.*)%.(%w+)$")
  local kind = extension == "md" and "text" or images.is_image(entry) and "image"
  if not kind then
    return refuse("is neither a .md file nor an image; move it out of the content tree")
  end
  if not frontmatter.is_kebab(stem) then return refuse("is no kebab name; rename the file") end
  return kind
end

--- Calls `visit(parts, name, kind)` for each text and image below `name`, in the order of their
-- names.
-- @tparam string name of a folder
-- @tparam {string,...} parts of the path so far
-- @tparam function visit
function tree:walk(name, parts, visit)
  local names = self:names(name)
  if not self:names_differ(name, names) then return end
  for _, entry in ipairs(names) do
    local kind, below = self:kind(name, entry, #parts), name .. "/" .. entry
    local path = tables.append(tables.append({}, parts), { (entry:gsub("%.md$", "")) })
    if kind == "folder" then
      self:walk(below, path, visit)
    elseif kind then
      visit(path, below, kind)
    end
  end
end

return tree
