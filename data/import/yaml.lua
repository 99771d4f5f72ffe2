--- Strict YAML: mappings, lists and text, each with the line it stands on.
--
-- Only what a person writes in front matter is accepted. Every scalar is text (a date stays a
-- date, `no` stays a word); anchors, aliases, tags, several documents and repeated keys are
-- refused. `shape` functions turn nodes into plain values and report what is wrong, where, and
-- what is accepted.
--
-- A node is `{ kind = "text"|"list"|"map", line = n, value = … }`: a string, a list of nodes, or a
-- list of `{ key = string, line = n, node = node }`.
local events = require("yaml")
local date = require("base.date")
local message = require("base.message")
local tables = require("base.tables")
local trim = require("base.text").trim

local yaml = { shape = {} }

local MAX_DEPTH = 8

local function refuse(event, ...)
  error({ line = event.start_mark.line, message = message.fill(...) }, 0)
end

local build

local function build_list(next_event, depth)
  local items = {}
  local event = next_event()
  while event.type ~= "SEQUENCE_END" do
    items[#items + 1] = build(next_event, event, depth)
    event = next_event()
  end
  return items
end

local function build_map(next_event, depth)
  local entries, seen = {}, {}
  local key = next_event()
  while key.type ~= "MAPPING_END" do
    if key.type ~= "SCALAR" then refuse(key, "a key must be plain text") end
    if seen[key.value] then
      refuse(
        key,
        "key %q is given twice (first on line %d); keep one",
        key.value,
        seen[key.value]
      )
    end
    seen[key.value] = key.start_mark.line + 1
    local line = key.start_mark.line
    entries[#entries + 1] =
      { key = key.value, line = line, node = build(next_event, next_event(), depth) }
    key = next_event()
  end
  return entries
end

function build(next_event, event, depth)
  if event.type == "ALIAS" or event.anchor then
    refuse(event, "anchors and aliases are not accepted; write the value out")
  end
  if event.tag then refuse(event, "tags are not accepted; write plain text") end
  if depth > MAX_DEPTH then refuse(event, "nested deeper than " .. MAX_DEPTH .. " levels") end
  local line = event.start_mark.line
  if event.type == "SCALAR" then return { kind = "text", line = line, value = event.value } end
  if event.type == "SEQUENCE_START" then
    return { kind = "list", line = line, value = build_list(next_event, depth + 1) }
  end
  return { kind = "map", line = line, value = build_map(next_event, depth + 1) }
end

local function build_document(text)
  local next_event = events.parser(text)
  next_event() -- STREAM_START
  local start = next_event()
  if start.type == "STREAM_END" then refuse(start, "is empty; a mapping is expected") end
  local root = build(next_event, next_event(), 1)
  next_event() -- DOCUMENT_END
  local rest = next_event()
  if rest.type ~= "STREAM_END" then refuse(rest, "holds a second document; keep one") end
  return root
end

--- A reader of text that remembers the nodes, which nobody changes.
-- @tparam table|nil memo of data/memo.lua
-- @treturn function|nil for `yaml.read`
function yaml.kept(memo)
  return memo
    and function(text)
      return memo:of("nodes", text, function() return build_document(text) end)
    end
end

local QUOTE = "has a colon and a blank in a value; put the value in quotation marks: %s"

--- A line of a text, counted from 1.
local function line_of(text, number)
  local at = 1
  for _ = 2, number do
    at = (text:find("\n", at, true) or #text) + 1
  end
  return text:sub(at, (text:find("\n", at, true) or #text + 1) - 1)
end

--- The fault that a reader raised; `text` is what was read.
local function fault_of(err, text)
  if type(err) == "table" then return err.line, err.message end
  local reason, line = tostring(err):match("^(.-) at document: %d+, line: (%d+)")
  line = tonumber(line) or 1
  if reason and reason:find("mapping values are not allowed", 1, true) then
    local key, value = line_of(text, line):match("^([^:]+): (.*)$")
    local cure = 'key: "a: b"'
    if key then cure = ('%s: "%s"'):format(key, trim(value):gsub('[\\"]', "\\%0")) end
    return line - 1, message.fill(QUOTE, cure)
  end
  return line - 1, "is not YAML: " .. (reason or tostring(err))
end

--- Reads one YAML document.
-- @tparam string text valid UTF-8
-- @tparam function shape one of `yaml.shape`
-- @tparam function report called as `report(line, message, …)` for each fault, with lines that
-- count from 0 (lua/base/message.lua)
-- @tparam[opt] function parse another reader of text that gives such nodes (data/import/toml.lua)
-- @return the value the shape makes of it, or nil when anything was reported
function yaml.read(text, shape, report, parse)
  local ok, result = pcall(parse or build_document, text)
  if not ok then
    report(fault_of(result, text))
    return nil
  end
  local sound = true
  local value = shape(result, function(...)
    sound = false
    report(...)
  end)
  return sound and value or nil
end

local shape = yaml.shape

local KINDS = { text = "a text", list = "a list", map = "a mapping" }

local function expect(node, kind, report)
  if node.kind == kind then return true end
  report(node.line, "is %s; %s is expected", KINDS[node.kind], KINDS[kind])
  return false
end

--- One line of text.
-- @tparam integer max its greatest length in bytes
-- @tparam[opt] function accepts tells whether a value is accepted
-- @tparam[opt] string example what is accepted, for the message
-- @treturn function a shape that yields the string
function shape.text(max, accepts, example)
  return function(node, report)
    if not expect(node, "text", report) then return nil end
    local value = node.value
    if value:match("^%s*$") then
      report(node.line, "is empty; write a text or remove the key")
    elseif #value > max then
      report(node.line, "has %d bytes; at most %d are accepted", #value, max)
    elseif value:find("[%c]") or value:find("^%s") or value:find("%s$") then
      report(node.line, "must be one line without space at its ends")
    elseif accepts and not accepts(value) then
      report(node.line, "is %q; accepted is %s", value, example)
    end
    return value
  end
end

--- A day, `YYYY-MM-DD`.
-- @treturn string
function shape.date(node, report)
  local value = shape.text(40)(node, report)
  value = value and value:match("^(%d%d%d%d%-%d%d%-%d%d)[Tt ]%d%d:%d%d[%d:.+Zz -]*$") or value
  local fault = value and select(2, date.day(value))
  if fault then report(node.line, fault) end
  return value
end

--- Marks a field of `shape.record` as one that may be missing.
function shape.optional(inner) return { optional = inner } end

local function named(report, name)
  return function(line, ...) report(line, "%q %s", name, message.fill(...)) end
end

--- A mapping of exactly these keys.
-- @tparam table fields name → shape or `shape.optional(shape)`
-- @tparam[opt] table stray gets `{ line, key }` of each key that is unknown, and capitals in keys
-- do not count; without it unknown keys are refused
-- @treturn function a shape that yields a table name → value
function shape.record(fields, stray)
  local accepted = table.concat(tables.keys(fields), ", ")
  return function(node, report)
    if not expect(node, "map", report) then return nil end
    local record = {}
    for _, entry in ipairs(node.value) do
      local key = stray and not fields[entry.key] and entry.key:lower() or entry.key
      local field = fields[key]
      if not field and stray then
        stray[#stray + 1] = { line = entry.line, key = entry.key }
      elseif not field then
        report(entry.line, "unknown key %q; accepted: %s", entry.key, accepted)
      else
        local check = type(field) == "table" and field.optional or field
        if record[key] ~= nil then
          report(entry.line, "key %q is given twice; keep one", key)
        end
        record[key] = check(entry.node, named(report, entry.key))
      end
    end
    for _, name in ipairs(tables.keys(fields)) do
      if record[name] == nil and type(fields[name]) == "function" then
        report(node.line, "key %q is missing", name)
      end
    end
    return record
  end
end

--- A mapping from names that `accepts` lets pass to values of one shape.
-- @treturn function a shape that yields a table name → value
function shape.map(accepts, example, inner)
  return function(node, report)
    if not expect(node, "map", report) then return nil end
    local map = {}
    for _, entry in ipairs(node.value) do
      if not accepts(entry.key) then
        report(entry.line, "key %q is not accepted; expected is %s", entry.key, example)
      else
        map[entry.key] = inner(entry.node, named(report, entry.key))
      end
    end
    return map
  end
end

--- A list of values of one shape, or one such value.
-- @treturn function a shape that yields a list
function shape.one_or_more(inner)
  return function(node, report)
    local all = node
    if node.kind ~= "list" then all = { kind = "list", line = node.line, value = { node } } end
    return shape.list(inner)(all, report)
  end
end

--- A list of values of one shape; each table in it gets its `line` (counted from 0).
function shape.list(inner)
  return function(node, report)
    if not expect(node, "list", report) then return nil end
    local list = {}
    for i, item in ipairs(node.value) do
      list[i] = inner(item, report)
      if type(list[i]) == "table" then list[i].line = item.line end
    end
    return list
  end
end

return yaml
