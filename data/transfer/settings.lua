--- YAML and TOML of other programs as plain values: what a content tree would refuse, such as tags,
-- is passed over, since only a few known keys are read.
local events = require("yaml")
local frontmatter = require("data.import.frontmatter")
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

--- The value of a YAML text: texts, lists, and maps, whose keys stand in them as a list too.
-- @tparam string text
-- @treturn table|string|nil nil where it is no YAML
function loose.yaml(text)
  local ok, value = pcall(function()
    local next_event = events.parser(text)
    next_event()
    if next_event().type == "STREAM_END" then return nil end
    return build(next_event, next_event(), 1)
  end)
  return ok and value or nil
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
function loose.toml(text)
  local ok, node = pcall(toml.parse, text)
  return ok and plain(node) or nil
end

--- The front matter of a text of another program, and the body behind it.
-- @tparam string source
-- @treturn table empty where there is none that can be read
-- @treturn string the body
-- @treturn boolean|nil true where there is one that cannot be read, which the body is without
function loose.front_matter(source)
  source = frontmatter.clean(source)
  local fence = source:match("^([-+][-+][-+])[ \t]*\n")
  local ending = fence and source:find("\n" .. fence:gsub("[-+]", "%%%0") .. "[ \t]*\n", 4)
  if not ending then
    local ends = fence and source:find("\n" .. fence:gsub("[-+]", "%%%0") .. "[ \t]*$", 4)
    if not ends then return {}, source end
    ending = ends
  end
  local head = source:sub(source:find("\n", 1, true) + 1, ending)
  local rest = source:sub((source:find("\n", ending + 1, true) or #source) + 1)
  local fields = fence == "---" and loose.yaml(head) or fence == "+++" and loose.toml(head)
  if type(fields) ~= "table" then
    local is_lost = fence == "---" and head:find(":") ~= nil
    return {}, is_lost and rest or source, is_lost
  end
  return fields, rest
end

return loose
