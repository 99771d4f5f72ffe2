--- Strict TOML, as front matter between lines of `+++` has it: keys with texts, numbers, truth
-- values, days, and arrays of them, in tables. It gives the nodes of `data.import.yaml`, so the
-- same shapes read both. Inline tables, arrays of tables and texts of several lines are refused.
local message = require("base.message")

local toml = {}

--- The bounds: bytes of a text, values in an array.
local LONGEST, MOST = 65536, 256

local function refuse(line, ...) error({ line = line, message = message.fill(...) }, 0) end

local ESCAPES = { b = "\b", t = "\t", n = "\n", f = "\f", r = "\r", ['"'] = '"', ["\\"] = "\\" }

--- A text between quotation marks, its escapes read.
local function unescape(text, line)
  return (
    text:gsub("\\(u?)(.?)(%x?%x?%x?)", function(unicode, first, rest)
      if unicode == "u" then
        local code = first:find("%x") and tonumber(first .. rest, 16)
        if not code or #rest < 3 or code >= 0xD800 and code <= 0xDFFF then
          refuse(line, "has a \\u that is no character; write it out")
        end
        return utf8.char(code)
      end
      if not ESCAPES[first] then refuse(line, "has the escape \\%s, which is none", first) end
      return ESCAPES[first] .. rest
    end)
  )
end

local Reader = {}
Reader.__index = Reader

--- Takes what a pattern finds here; nil where it finds nothing.
function Reader:take(pattern)
  local _, last, found = self.text:find("^" .. pattern, self.at)
  if not last then return nil end
  local _, lines = self.text:sub(self.at, last):gsub("\n", "")
  self.at, self.line = last + 1, self.line + lines
  return found or ""
end

--- Blanks, and between values also ends of lines and comments.
function Reader:skip(lines)
  self:take("[ \t]*")
  while lines and self:take("[\n#]") do
    self.at = self.at - 1
    self:take("#[^\n]*")
    self:take("[ \t\n]*")
  end
end

function Reader:node(value) return { kind = "text", line = self.line, value = value } end

function Reader:array()
  local items, line = {}, self.line
  self:skip(true)
  while not self:take("%]") do
    if #items == MOST then refuse(self.line, "has more than %d values", MOST) end
    items[#items + 1] = self:value(true)
    self:skip(true)
    if not self:take(",") and self.text:sub(self.at, self.at) ~= "]" then
      refuse(self.line, "has an array that does not end; close it with ]")
    end
    self:skip(true)
  end
  return { kind = "list", line = line, value = items }
end

--- A value: an array only where it stands in none.
function Reader:value(inside)
  if self:take('"""') or self:take("'''") then
    refuse(self.line, "has a text of several lines; write it on one")
  end
  local quoted = self:take('"([^"\\\n]*)"')
  if quoted then return self:node(quoted) end
  if self:take('"') then
    local from = self.at
    while self:take('[^"\\\n]+') or self:take("\\.") do
    end
    local text = self.text:sub(from, self.at - 1)
    if not self:take('"') then
      refuse(self.line, 'has a text that does not end; close it with "')
    end
    return self:node(unescape(text, self.line))
  end
  local literal = self:take("'([^'\n]*)'")
  if literal then return self:node(literal) end
  if self:take("%[") then
    if inside then refuse(self.line, "has an array in an array; write one list") end
    return self:array()
  end
  local word = self:take("([%w+-][%w+:._-]*)")
  if not word then
    refuse(self.line, "has a value that is none; put a text in quotation marks")
  end
  return self:node(word)
end

--- A key; each part but the last names a table.
function Reader:key(map)
  local name
  repeat
    self:skip()
    local part = self:take("([%w_-]+)")
      or self:take('"([^"\\\n]*)"')
      or self:take("'([^'\n]*)'")
    if not part then refuse(self.line, "has a line that is neither key = value nor [table]") end
    if name then map = self:table_in(map, name) end
    name = part
    self:skip()
  until not self:take("%.")
  return map, name
end

--- A table; `entries` has those of its list by their keys.
local function new_map(line) return { kind = "map", line = line, value = {}, entries = {} } end

local function add(map, entry)
  table.insert(map.value, entry)
  map.entries[entry.key] = entry
end

--- The table of a name in another one, made where there is none.
function Reader:table_in(map, name)
  local entry = map.entries[name]
  if not entry then
    entry = { key = name, line = self.line, node = new_map(self.line) }
    add(map, entry)
  end
  local node = entry.node.tables and entry.node.value[#entry.node.value] or entry.node
  if node.kind ~= "map" then refuse(self.line, "key %q is given twice; keep one", name) end
  return node
end

--- A new table at the end of the list of tables with a name.
function Reader:next_table(map, name)
  local entry = map.entries[name]
  if not entry then
    local list = { kind = "list", line = self.line, value = {}, tables = true }
    entry = { key = name, line = self.line, node = list }
    add(map, entry)
  end
  local list = entry.node
  if not list.tables then refuse(self.line, "key %q is given twice; keep one", name) end
  if #list.value == MOST then refuse(self.line, "has more than %d values", MOST) end
  list.value[#list.value + 1] = new_map(self.line)
  return list.value[#list.value]
end

function Reader:read_line(root, map)
  if self:take("%[%[") then
    local parent, name = self:key(root)
    if not self:take("%]%]") then refuse(self.line, "has a table's name that does not end") end
    return self:next_table(parent, name)
  end
  if self:take("%[") then
    local parent, name = self:key(root)
    if not self:take("%]") then refuse(self.line, "has a table's name that does not end") end
    return self:table_in(parent, name)
  end
  local own, name = self:key(map)
  if not self:take("=") then refuse(self.line, "has no = behind the key %q", name) end
  self:skip()
  if own.entries[name] then refuse(self.line, "key %q is given twice; keep one", name) end
  local line = self.line
  add(own, { key = name, line = line, node = self:value() })
  return map
end

--- Reads a text.
-- @tparam string text valid UTF-8
-- @treturn table a node of kind "map"; lines count from 0. Raises `{ line, message }`
function toml.parse(text)
  local reader = setmetatable({ text = text, at = 1, line = 0 }, Reader)
  local root = new_map(0)
  if #text > LONGEST then refuse(0, "has more than %d bytes; shorten it", LONGEST) end
  local map = root
  reader:skip(true)
  while reader.at <= #text do
    map = reader:read_line(root, map)
    reader:skip()
    reader:take("#[^\n]*")
    if reader.at <= #text and not reader:take("\n") then
      refuse(reader.line, "has more behind a value; begin a new line")
    end
    reader:skip(true)
  end
  return root
end

return toml
