--- The files of a content tree: found below its folders and read, each within bounds. Nothing is
-- followed that leaves the tree; what is neither a text nor an image is left alone.
local lfs = require("lfs")
local derive = require("data.import.derive")
local findings = require("data.findings")
local images = require("data.import.images")
local tables = require("base.tables")

local tree = {}
tree.__index = tree

--- The bounds of a tree. Sizes in bytes; depth in folders below a section.
tree.LIMITS = { file = 1024 * 1024, depth = 12, files = 100000 }

--- The names of a file whose text is that of its folder, the first of those that there are.
local INDEX = { "_index.md", "index.md", "README.md", "readme.md" }

--- The files below a folder.
-- @tparam string folder
-- @tparam[opt] table known the bytes of files that are known to be as they were, by their names;
-- those that are read are added
-- @treturn table `{ folder, findings }`
function tree.new(folder, known)
  return setmetatable({ folder = folder, findings = findings.new(), known = known }, tree)
end

--- A function that enters findings of one file under one rule.
-- @tparam string name of the file
-- @tparam string id of the rule
-- @treturn function `report(line, message, …)`
function tree:reporter(name, id) return self.findings:reporter(name, id) end

--- Enters a finding of a whole file or folder.
-- @tparam string id of the rule
-- @tparam string name
-- @tparam string fault
-- @param ... its values
function tree:tell(id, name, fault, ...) self.findings:add(id, name, 1, fault, ...) end

--- The meaning of a name.
-- @tparam string name below the folder
-- @treturn string|nil "file", "directory", "link" …; nil where there is nothing
function tree:mode(name) return lfs.symlinkattributes(self.folder .. "/" .. name, "mode") end

--- The bytes of a regular file.
-- @tparam string name
-- @treturn string|nil nil when told
function tree:bytes(name)
  if self.known and self.known[name] then return self.known[name] end
  local mode, most = self:mode(name), tree.LIMITS.file
  if not mode then return self:tell("file-kind", name, "is missing; create it") end
  if mode ~= "file" then
    return self:tell("file-kind", name, "is a %s; only regular files are read", mode)
  end
  local file <close> = assert(io.open(self.folder .. "/" .. name, "rb"))
  local text = file:read(most + 1) or ""
  if #text <= most then
    if self.known then self.known[name] = text end
    return text
  end
  self:tell("file-size", name, "is larger than %d bytes; split it", most)
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

--- True when the names of a folder differ in more than case; tells those that do not.
function tree:names_differ(folder, names)
  local seen, differ = {}, true
  for _, name in ipairs(names) do
    local other = seen[name:lower()]
    if other then
      differ = false
      local fault = "differs from %q only in case; rename one"
      self:tell("file-name", folder .. "/" .. name, fault, other)
    end
    seen[name:lower()] = name
  end
  return differ
end

--- The file of the text of a folder.
-- @tparam {string,...} names of the folder
-- @treturn string|nil
function tree.index(names)
  for _, name in ipairs(INDEX) do
    if tables.contains(names, name) then return name end
  end
end

--- The kind of an entry of a folder, "folder", "text" or "image", and its name in ids; nil when
-- told.
function tree:kind(name, entry, depth)
  local place = name .. "/" .. tree.plain(entry)
  local function leave(why) return self:tell("left-alone", place, why) end
  if entry:find("^[.~]") or entry:find("~$") then return leave("is hidden and left alone") end
  local mode, kind, stem = self:mode(name .. "/" .. entry), "folder", entry
  if mode == "directory" and depth >= tree.LIMITS.depth then
    local fault = "lies deeper than %d folders; move it up"
    return self:tell("file-place", place, fault, tree.LIMITS.depth)
  elseif mode ~= "directory" then
    if mode ~= "file" then
      local fault = "is a %s; only folders and regular files are read"
      return self:tell("file-kind", place, fault, mode)
    end
    stem = entry:match("^(.*)%.%w+$") or ""
    kind = entry:find("%.md$") and "text" or images.is_image(entry) and "image"
    if not kind then return leave("is neither a .md file nor an image, and left alone") end
  end
  local kebab = derive.kebab(stem)
  if not kebab then
    return self:tell("file-name", place, "has no letter or digit; rename it")
  end
  if kebab ~= stem and kind ~= "image" then
    self:tell("name-derived", place, "is addressed as %q", kebab)
  end
  return kind, kebab
end

--- Calls `visit(parts, name, kind)` for each folder, text and image below `name`: the folder first,
-- then its files in the order of their names. The text of a folder has the folder's parts.
-- @tparam string name of a folder
-- @tparam {string,...} parts of the path so far
-- @tparam function visit what it gives for a folder is not gone into where that is false
function tree:walk(name, parts, visit)
  local names = self:names(name)
  if not self:names_differ(name, names) then return end
  local index = tree.index(names)
  if visit(parts, name, "folder", index and name .. "/" .. index) == false then return end
  for _, entry in ipairs(names) do
    if tables.contains(INDEX, entry) then
      local kind = entry == index and #parts > 0 and self:mode(name .. "/" .. entry) == "file"
      if kind then
        visit(parts, name .. "/" .. entry, "index")
      else
        self:tell("left-alone", name .. "/" .. entry, "is left alone; no page shows it")
      end
    else
      local kind, kebab = self:kind(name, entry, #parts)
      local below = name .. "/" .. entry
      local path = tables.append(tables.append({}, parts), { kebab })
      if kind == "folder" then
        self:walk(below, path, visit)
      elseif kind then
        visit(path, below, kind)
      end
    end
  end
end

return tree
