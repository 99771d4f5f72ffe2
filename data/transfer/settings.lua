--- YAML and TOML of other programs as plain values: what a content tree would refuse, such as tags,
-- is passed over, since only a few known keys are read.
local events = require("yaml")
local frontmatter = require("data.import.frontmatter")
local svc = require("svc")
local toml = require("data.import.toml")

local loose = {}

local DEPTH = 32

local function build(next_event, event, depth)
  if depth > DEPTH then error("too deep", 0) end
  if event.type == "SEQUENCE_START" then
    local list, item = {}, next_event()
    while item.type ~= "SEQUENCE_END" do
      list[#list + 1] = build(next_event, item, depth + 1) or false
      item = next_event()
    end
    return list
  elseif event.type == "MAPPING_START" then
    local map, key = {}, next_event()
    while key.type ~= "MAPPING_END" do
      local name = build(next_event, key, depth + 1)
      local value = build(next_event, next_event(), depth + 1)
      if type(name) == "string" and value ~= nil then
        map[name] = value
        map[#map + 1] = name -- the keys in their order
      end
      key = next_event()
    end
    return map
  end
  return event.value
end

--- The reason of a reader that raised it, on one line.
local function reason_of(fault)
  if type(fault) == "table" then return ("line %d %s"):format(fault.line + 1, fault.message) end
  local reason, line = tostring(fault):match("^(.-) at document: %d+, line: (%d+)")
  if not reason then return (tostring(fault):gsub("%s+", " ")) end
  return ("line %s: %s"):format(line, reason)
end

--- The value of a YAML text: texts, lists, and maps, whose keys stand in them as a list too.
-- @tparam string text
-- @treturn table|string|nil nil where it is no YAML, or empty
-- @treturn string|nil why it is no YAML
function loose.yaml(text)
  local ok, value = pcall(function()
    local next_event = events.parser(text)
    next_event()
    if next_event().type == "STREAM_END" then return nil end
    return build(next_event, next_event(), 1)
  end)
  if ok then return value end
  return nil, "YAML, " .. reason_of(value)
end

local function plain(node)
  if node.kind == "text" then return node.value end
  local value = {}
  for i, item in ipairs(node.value) do
    if node.kind == "list" then
      value[i] = plain(item)
    else
      value[item.key] = plain(item.node)
      value[#value + 1] = item.key
    end
  end
  return value
end

--- The same of a TOML text.
-- @tparam string text
-- @treturn table|nil
-- @treturn string|nil why it is no TOML
function loose.toml(text)
  local ok, node = pcall(toml.parse, text)
  if ok then return plain(node) end
  return nil, "TOML, " .. reason_of(node)
end

--- What a reader gave where it is a mapping; else nil and why not.
local function mapping(language, value, reason)
  local first = type(value) == "table" and value[1]
  local is_map = type(value) == "table" and (first == nil or value[first] ~= nil)
  if is_map then return value end
  return nil, reason or language .. ", it is no mapping"
end

--- The settings of a file, which its ending says the language of.
-- @tparam string name
-- @tparam string text
-- @treturn table empty where they cannot be read
-- @treturn string|nil why they cannot
function loose.settings(name, text)
  if not text:find("%S") then return {} end
  local is_toml = name:find("%.toml$") ~= nil
  local value, reason =
    mapping(is_toml and "TOML" or "YAML", (is_toml and loose.toml or loose.yaml)(text))
  return value or {}, reason
end

--- A member of a mapping, whose names Hugo reads without a difference of capitals.
-- @tparam any map
-- @tparam string name in small letters
-- @treturn any nil where there is none
function loose.member(map, name)
  for _, key in ipairs(type(map) == "table" and map or {}) do
    if type(key) == "string" and key:lower() == name then return map[key] end
  end
end

--- The readers of front matter by the line before it.
local READERS = { ["---"] = { loose.yaml, "YAML" }, ["+++"] = { loose.toml, "TOML" } }

--- Braces at the ends of lines that may close front matter in JSON.
local MOST_BRACES = 64

--- Front matter in JSON, which stands in braces at the top of a text.
local function json_matter(source)
  local tried = 0
  for last in (source:find('^{%s*"') and source or ""):gmatch("}()[ \t]*%f[\n\0]") do
    tried = tried + 1
    if tried > MOST_BRACES then break end
    local matter = source:sub(1, last - 1)
    local fields = svc.check_json(matter) and mapping("JSON", loose.yaml(matter))
    if fields then return fields, (source:sub(last):gsub("^[ \t]*\n", "")) end
  end
  return {}, source
end

--- The front matter of a text of another program, and the body behind it.
-- @tparam string source
-- @treturn table empty where there is none that can be read
-- @treturn string the body
-- @treturn string|nil why the front matter cannot be read, which the body is without
function loose.front_matter(source)
  source = frontmatter.clean(source)
  local fence, head = source:match("^([-+][-+][-+])[ \t]*\n()")
  local read = READERS[fence]
  if not read then return json_matter(source) end
  local ending, rest =
    source:match("()\n" .. fence:gsub("[-+]", "%%%0") .. "[ \t]*%f[\n\0]\n?()", head - 1)
  if not ending then return {}, source end
  local matter, body = source:sub(head, ending), source:sub(rest)
  if not matter:gsub("#[^\n]*", ""):find("%S") then return {}, body end
  -- Its lines are counted from the fence.
  local fields, reason = mapping(read[2], read[1]("\n" .. matter))
  if fields then return fields, body end
  -- Lines between two rules are a text.
  if fence == "---" and not matter:find(":", 1, true) then return {}, source end
  return {}, body, reason
end

return loose
