--- Books and sites of other programs: recognised by their files, and read into one tree of pages.
--
-- A page is `{ title?, file?, name, pages = {…} }`: `file` below the folder of the source, absent
-- of a part that is only a heading, and `name` what its address is made of.
local lfs = require("lfs")
local addresses = require("data.transfer.addresses")
local derive = require("data.import.derive")
local hidden = require("data.transfer.hidden")
local kinds = require("data.transfer.kinds")
local loose = require("data.transfer.settings")
local links = require("data.import.links")
local tables = require("base.tables")

local sources = {}

local Source = {}
Source.__index = Source

--- Symbolic links on one path that are followed.
local MOST_LINKS = 8

--- The file that a path leads to, without links in it; nil where it leads to none, or out of the
-- folder of the source: others made it, and what lies outside is not for them to publish.
function Source:real(path)
  local parts, ahead, links_left = {}, {}, MOST_LINKS
  local function go(way)
    local names = {}
    for name in way:gmatch("[^/]+") do
      names[#names + 1] = name
    end
    for i = #names, 1, -1 do
      ahead[#ahead + 1] = names[i]
    end
  end
  go(path)
  local mode
  while #ahead > 0 do
    local name = table.remove(ahead)
    if name == ".." then
      if #parts == 0 then return nil end
      parts[#parts] = nil
    elseif name ~= "." then
      parts[#parts + 1] = name
      local whole = self.folder .. "/" .. table.concat(parts, "/")
      mode = lfs.symlinkattributes(whole, "mode")
      if mode == "link" then
        local target = lfs.symlinkattributes(whole, "target")
        if links_left == 0 or target:sub(1, 1) == "/" then return nil end
        links_left, parts[#parts] = links_left - 1, nil
        go(target)
      elseif mode ~= (#ahead == 0 and "file" or "directory") then
        return nil
      end
    end
  end
  return mode == "file" and table.concat(parts, "/") or nil
end

--- The bytes of a file of the source; nil where there is none.
function Source:read(file)
  local real = self:real(file)
  local handle <close> = real and io.open(self.folder .. "/" .. real, "rb") or nil
  return handle and handle:read("a")
end

local function entries(folder)
  local names = {}
  if lfs.attributes(folder, "mode") ~= "directory" then return names end
  for name in lfs.dir(folder) do
    if not name:find("^[.~]") then names[#names + 1] = name end
  end
  local function natural(name)
    return (name:gsub("%d+", function(digits) return ("0"):rep(9 - #digits) .. digits end))
  end
  table.sort(names, function(a, b) return natural(a) < natural(b) end)
  return names
end

--- Folders without pages.
local SKIPPED = tables.set { "node_modules", "build", "public", "target", "themes", "layouts" }

--- True for a folder without pages: what its program makes, or reads beside them.
local function is_skipped(source, name)
  local known = source.collections
  return SKIPPED[name] or known and name:find("^_") and not known[name:sub(2)]
end

local function is_page(name)
  return name:find("%.mdx?$") ~= nil or name:find("%.markdown$") ~= nil
end

local function stem_of(name) return (name:gsub("%.%w+$", "")) end

--- True for the name of a file that is the text of its folder.
local function is_index(name) return is_page(name) and addresses.INDEX[stem_of(name):lower()] end

--- The place among its neighbours that a text states, under the names that programs have for it.
local function position_of(fields)
  for _, name in ipairs { "sidebar_position", "weight", "nav_order", "order", "position" } do
    local number = tonumber(fields[name])
    if number then return number end
  end
end

--- The addresses that a text states, under the names that programs have for them, as paths; those
-- that are not from the top of the site are of its folder.
function Source:addresses_of(file, fields)
  local stem = stem_of(file)
  local folder = stem:match("^(.*)/[^/]*$") or ""
  if is_index(file:match("[^/]*$")) then folder = folder:match("^(.*)/[^/]*$") or "" end
  local found = {}
  local aliases = loose.member(fields, "aliases")
  local stated = { fields.permalink or fields.url or fields.slug }
  for _, address in ipairs(tables.append(stated, type(aliases) == "table" and aliases or {})) do
    if
      type(address) == "string"
      and address:find("%w")
      and not address:find("://", 1, true)
    then
      local path = address:gsub("^/+", ""):gsub("/+$", ""):gsub("%.html$", "")
      if address:find("^/") then found[#found + 1] = path end
      found[#found + 1] = (address:find("^/") and self.docs or folder) .. "/" .. path
    end
  end
  return found
end

--- True for a file, and for a link to one that is no page by itself.
function Source:is_own(file, mode)
  local real = mode == "link" and self:real(file)
  local below = self.docs == "" and "" or self.docs .. "/"
  return mode == "file" or real and real:sub(1, #below) ~= below
end

--- Tells of the source as a whole.
function Source:note(...) table.insert(self.notes, (...):format(select(2, ...))) end

--- The pages below a folder, as they lie, ordered by the numbers that they state, then by name.
-- `cascade` is what the folders above hand down.
function Source:scan(folder, seen, cascade)
  local pages, index = {}, nil
  local text = self:read((folder == "" and "" or folder .. "/") .. "_index.md")
  cascade = hidden.cascade(loose.front_matter(text or ""), cascade)
  for _, name in ipairs(entries(self.folder .. "/" .. folder)) do
    local file = folder == "" and name or folder .. "/" .. name
    local mode = lfs.symlinkattributes(self.folder .. "/" .. file, "mode")
    if mode == "directory" and not is_skipped(self, name) then
      local below, own = self:scan(file, seen, cascade)
      local category = loose.yaml(self:read(file .. "/_category_.json") or "")
        or loose.yaml(self:read(file .. "/_category_.yml") or "")
      category = type(category) == "table" and category or {}
      if own or #below > 0 then
        local page = own or { pages = {} }
        page.name, page.pages, page.folder = name, below, file
        page.title = category.label or page.title
        page.position = tonumber(category.position) or page.position
        pages[#pages + 1] = page
      end
    elseif is_page(name) and not seen[file] and self:is_own(file, mode) then
      seen[file] = true
      local fields = loose.front_matter(self:read(file) or "")
      local page = { file = file, name = stem_of(name), pages = {}, cascade = cascade }
      page.position, page.addresses = position_of(fields), self:addresses_of(file, fields)
      if is_index(name) and index and index.name:lower() == "readme" then
        pages[#pages + 1], index = index, page
      elseif is_index(name) and not index then
        index = page
      else
        pages[#pages + 1] = page
      end
    end
  end
  for i, page in ipairs(pages) do
    page.place = i
  end
  table.sort(pages, function(a, b)
    local x, y = a.position or math.huge, b.position or math.huge
    if x ~= y then return x < y end
    return a.place < b.place
  end)
  return pages, index
end

--- Pages without the headings of parts that have none.
local function without_empty(pages)
  local kept = {}
  for _, page in ipairs(pages) do
    page.pages = without_empty(page.pages)
    if page.file or #page.pages > 0 then kept[#kept + 1] = page end
  end
  return kept
end

--- The pages of a list in Markdown whose items are links or headings of parts.
function Source:listed(text, base)
  local root = { pages = {}, indent = -1 }
  local open = { root }
  for line in (text .. "\n"):gmatch("([^\n]*)\n") do
    local indent, item = line:match("^([ \t]*)[-*+][ \t]+(.*)$")
    local plain = not indent and line:match("^%[.*%]%(.*%)[ \t]*$") and line
    if item or plain then
      local depth = indent and #(indent:gsub("\t", "    ")) or 0
      while plain and #open > 1 or open[#open].indent >= depth do
        open[#open] = nil
      end
      local title, target = (item or plain):match("^%[(.*)%]%(<?([^)>]*)>?%)")
      local file = target and target ~= "" and links.resolve(base, (target:gsub("[#?].*$", "")))
      if file and not (is_page(file) and self:read(file)) then file = nil end
      if file or not target then
        local page = { title = title or item, file = file, pages = {}, indent = depth }
        page.title = page.title:gsub("[`*]", "")
        page.name = file and stem_of(file:match("[^/]*$")) or page.title
        if file and is_index(file:match("[^/]*$")) and file:find("/") then
          page.name = file:match("([^/]*)/[^/]*$")
        end
        table.insert(open[#open].pages, page)
        open[#open + 1] = page
      end
    end
  end
  return without_empty(root.pages)
end

--- The pages of the `nav` of mkdocs.yml.
function Source:navigated(nav)
  local pages = {}
  for _, entry in ipairs(nav) do
    local title, value = nil, entry
    if type(entry) == "table" then
      title = entry[1]
      value = entry[title]
    end
    if type(value) == "table" then
      pages[#pages + 1] = { title = title, name = title, pages = self:navigated(value) }
    elseif type(value) == "string" and is_page(value) then
      local file = self.docs .. "/" .. value
      if self:read(file) then
        local name = stem_of(value:match("[^/]*$"))
        if addresses.INDEX[name:lower()] and value:find("/") then
          name = value:match("([^/]*)/[^/]*$")
        end
        pages[#pages + 1] = { title = title, file = file, name = name, pages = {} }
      end
    end
  end
  return pages
end

local function collect_files(pages, seen)
  for _, page in ipairs(pages) do
    if page.file then seen[page.file] = true end
    collect_files(page.pages, seen)
  end
  return seen
end

local PLAIN = { name = "Markdown" }

--- The repository on GitHub that the folder is a clone of, by its address without a user.
function Source:origin()
  local config = self:read(".git/config") or ""
  local name = config:match("url = [^\n]*github%.com[:/]([%w._-]+/[%w._-]+)%s")
  return name and "https://github.com/" .. name:gsub("%.git$", "")
end

--- Recognises a source and reads its pages.
-- @tparam string folder
-- @treturn table|nil `{ folder, kind, docs, title, language?, repository?, authors?,
-- has_definitions?, is_titled, pages, index?, notes }` and `read(file)`, `index` being the page of
-- the whole; nil where there is no folder
-- @treturn string|nil why not
function sources.open(folder)
  folder = folder:gsub("/+$", "")
  if lfs.attributes(folder, "mode") ~= "directory" then
    return nil, ("%s: is no folder; give that of a book or site"):format(folder)
  end
  local source = setmetatable({ folder = folder, docs = "", kind = PLAIN, notes = {} }, Source)
  local pages, is_open = {}, true
  for _, kind in ipairs(kinds) do
    local names = type(kind.file) == "table" and kind.file or { kind.file }
    for _, name in ipairs(names) do
      local text = source.kind == PLAIN and source:read(name)
      if text then
        source.kind = kind
        pages, is_open = kind.read(source, text, name)
      end
    end
  end
  source.repository = source.repository or source:origin()
  local seen = collect_files(pages, {})
  if is_open then
    local more, index = source:scan(source.docs, seen, {})
    tables.append(pages, more)
    source.index = index
  end
  for i, page in ipairs(pages) do
    local own = page.file and page.file:match("[^/]*$")
    local is_top = own and page.file == (source.docs == "" and own or source.docs .. "/" .. own)
    if is_top and is_index(own) and not source.index then
      source.index = page
      table.remove(pages, i)
      table.move(page.pages, 1, #page.pages, #pages + 1, pages)
      break
    end
  end
  source.pages = pages
  local index = source.index and source:read(source.index.file)
  local heading = index and derive.heading((select(2, loose.front_matter(index))))
  for _, name in ipairs { "title", "language", "repository" } do
    if type(source[name]) ~= "string" then source[name] = nil end
  end
  source.is_titled = source.title ~= nil or not heading
  source.title = source.title
    or heading and heading.text
    or derive.title_of_name(folder:match("[^/]*$"))
  return source
end

return sources
