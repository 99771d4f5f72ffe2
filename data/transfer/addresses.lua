--- The pages of a source by what links call them: their files, and the addresses that their own
-- program gives them.
local tables = require("base.tables")

local addresses = {}
addresses.__index = addresses

--- Names of files that are the text of their folder.
addresses.INDEX = tables.set { "readme", "index", "_index" }

--- A path as programs make addresses of it: in small letters, with hyphens in place of blanks and
-- without the endings of files; Docusaurus leaves numbers at the front of names out.
function addresses:key(path)
  local key = path:lower():gsub("%s+", "-"):gsub("/+$", "")
  key = key:gsub("%.html?$", ""):gsub("%.mdx?$", ""):gsub("%.markdown$", "")
  local folder, name = key:match("^(.-)/?([^/]*)$")
  if addresses.INDEX[name] then key = folder end
  if self.kind.is_numbered then key = ("/" .. key):gsub("/%d+[-_.]+", "/"):sub(2) end
  return key
end

--- A path of the source as it may be written: with an ending of pages, of a folder, or without.
local function candidates(path)
  local stem = path:gsub("%.html?$", ""):gsub("/$", "")
  return {
    path,
    stem,
    stem .. ".md",
    stem .. ".mdx",
    stem .. "/README.md",
    stem .. "/index.md",
    stem .. "/readme.md",
    stem .. "/_index.md",
    stem .. "/index.mdx",
    path:gsub("%.md$", ".mdx"),
  }
end

--- The addresses of pages, of none at first.
-- @tparam table kind of the source: of data/transfer/kinds.lua
-- @treturn table with the methods `add` and `find`
function addresses.new(kind)
  return setmetatable({ kind = kind, exact = {}, loose = {} }, addresses)
end

--- Enters a page; what is taken stays as it is.
function addresses:add(page)
  local paths = { page.file or page.folder, page.folder }
  for _, path in ipairs(tables.append(paths, page.addresses or {})) do
    self.exact[path] = self.exact[path] or page
    local key = self:key(path)
    self.loose[key] = self.loose[key] or page
  end
end

--- The page that the first of some paths leads to which leads to any: by its very name, else as its
-- program would find it.
-- @tparam {string,...} paths
-- @treturn table|nil
function addresses:find(paths)
  for _, path in ipairs(paths) do
    for _, each in ipairs(candidates(path)) do
      if self.exact[each] then return self.exact[each] end
    end
  end
  for _, path in ipairs(paths) do
    local found = self.loose[self:key(path)]
    if found then return found end
  end
end

return addresses
