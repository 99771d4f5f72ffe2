--- Strict TOML, as front matter between lines of `+++` and settings of other programs have it. It
-- gives the nodes of `data.import.yaml`, so the same shapes read both: numbers, truth values and
-- days are texts as they are written.
local message = require("base.message")

local toml = {}

--- The bounds: bytes of a text, values in an array, arrays and tables in one another.
local LONGEST, MOST, DEEPEST = 65536, 256, 16

local function refuse(line, ...) error({ line = line, message = message.fill(...) }, 0) end

local ESCAPES = { b = "\b", t = "\t", n = "\n", f = "\f", r = "\r", ['"'] = '"', ["\\"] = "\\" }

--- The hexadecimal digits of the escapes of characters by their code.
local DIGITS = { u = 4, U = 8 }

--- A text between quotation marks, its escapes read; a backslash at the end of a line joins it with
-- the next that is not blank.
local function unescape(text, line)
  local out, at = {}, 1
  while true do
    local slash = text:find("\\", at, true)
    out[#out + 1] = text:sub(at, (slash or 0) - 1)
    if not slash then break end
    local sign = text:sub(slash + 1, slash + 1)
    local joined = text:match("^[ \t]*\n[ \t\n]*()", slash + 1)
    local digits = DIGITS[sign]
    if joined then
      at = joined
    elseif digits then
      local code = text:match("^%x+", slash + 2) or ""
      local value = #code >= digits and tonumber(code:sub(1, digits), 16)
      if not value or value > 0x10FFFF or value >= 0xD800 and value <= 0xDFFF then
        refuse(line, "has a \\%s that is no character; write it out", sign)
      end
      out[#out + 1], at = utf8.char(value), slash + 2 + digits
    elseif ESCAPES[sign] then
      out[#out + 1], at = ESCAPES[sign], slash + 2
    else
      refuse(line, "has the escape \\%s, which is none", sign)
    end
  end
  return table.concat(out)
end

--- A table; `entries` has those of its list by their keys.
local function new_map(line) return { kind = "map", line = line, value = {}, entries = {} } end

local function add(map, entry)
  table.insert(map.value, entry)
  map.entries[entry.key] = entry
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
  while lines and self.text:find("^[\n#]", self.at) do
    self:take("#[^\n]*")
    self:take("[ \t\n]*")
  end
end

function Reader:node(value) return { kind = "text", line = self.line, value = value } end

function Reader:array(depth)
  local items, line = {}, self.line
  self:skip(true)
  while not self:take("%]") do
    if #items == MOST then refuse(self.line, "has more than %d values", MOST) end
    items[#items + 1] = self:value(depth + 1)
    self:skip(true)
    if not self:take(",") and self.text:sub(self.at, self.at) ~= "]" then
      refuse(self.line, "has an array that does not end; close it with ]")
    end
    self:skip(true)
  end
  return { kind = "list", line = line, value = items }
end

--- A table on one line, as TOML 1.1 has it also on several, with a comma behind the last.
function Reader:inline_table(depth)
  local map = new_map(self.line)
  self:skip(true)
  while not self:take("}") do
    self:pair(map, depth + 1)
    self:skip(true)
    if not self:take(",") and self.text:sub(self.at, self.at) ~= "}" then
      refuse(self.line, "has a table that does not end; close it with }")
    end
    self:skip(true)
  end
  map.is_closed = true
  return map
end

--- What ends texts of several lines: their mark, what may stand before it, and whether backslashes
-- mean themselves.
local BASIC = { mark = '"""', stop = '["\\]', run = '^"+' }
local LITERAL = { mark = "'''", stop = "'", run = "^'+", is_literal = true }

--- What stands between three marks and the next three; up to two more of them are of the text.
function Reader:lines_between(kind)
  local line = self.line
  self:take("\n")
  local first, at = self.at, self.at
  while true do
    local found = self.text:find(kind.stop, at)
    if not found then
      local fault = "has a text of several lines that does not end; close it with %s"
      refuse(line, fault, kind.mark)
    end
    local marks = self.text:match(kind.run, found) or ""
    if #marks >= 3 then
      local last = found + math.min(#marks, 5) - 4
      local said = self.text:sub(first, last)
      self.at, self.line = last + 4, self.line + select(2, said:gsub("\n", ""))
      return self:node(kind.is_literal and said or unescape(said, line))
    end
    at = found + (marks ~= "" and #marks or 2)
  end
end

--- A value that stands in `depth` others.
function Reader:value(depth)
  if depth > DEEPEST then refuse(self.line, "is nested deeper than %d levels", DEEPEST) end
  if self:take('"""') then return self:lines_between(BASIC) end
  if self:take("'''") then return self:lines_between(LITERAL) end
  local quoted = self:take('"([^"\\\n]*)"')
  if quoted then return self:node(quoted) end
  if self:take('"') then
    local from = self.at
    while self:take('[^"\\\n]+') or self:take("\\[^\n]") do
    end
    local text = self.text:sub(from, self.at - 1)
    if not self:take('"') then
      refuse(self.line, 'has a text that does not end; close it with "')
    end
    return self:node(unescape(text, self.line))
  end
  local literal = self:take("'([^'\n]*)'")
  if literal then return self:node(literal) end
  if self:take("%[") then return self:array(depth) end
  if self:take("{") then return self:inline_table(depth) end
  -- A blank may stand between a day and its time.
  local word = self:take("(%d%d%d%d%-%d%d%-%d%d %d%d:[%d:.+Zz-]+)")
    or self:take("([%w+-][%w+:._-]*)")
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

--- The table of a name in another one, made where there is none.
function Reader:table_in(map, name)
  local entry = map.entries[name]
  if not entry then
    entry = { key = name, line = self.line, node = new_map(self.line) }
    add(map, entry)
  end
  local node = entry.node.tables and entry.node.value[#entry.node.value] or entry.node
  if node.kind ~= "map" or node.is_closed then
    refuse(self.line, "key %q is given twice; keep one", name)
  end
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

--- A key with its value, of a table.
function Reader:pair(map, depth)
  local own, name = self:key(map)
  if not self:take("=") then refuse(self.line, "has no = behind the key %q", name) end
  self:skip()
  if own.entries[name] then refuse(self.line, "key %q is given twice; keep one", name) end
  local line = self.line
  add(own, { key = name, line = line, node = self:value(depth) })
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
  self:pair(map, 1)
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
