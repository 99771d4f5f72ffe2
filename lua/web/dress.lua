--- Header fields that the config gives to answers by their paths. They are put on when an answer is
-- made, problems included; a kept answer has them already, as its key tells its path and, where an
-- answer is not for every origin, the origin.

local dress = {}

--- True when a path is that of a rule, or below it.
-- @tparam string prefix the path of the rule
-- @tparam string path
-- @treturn boolean
function dress.covers(prefix, path)
  local length = #prefix
  if path:sub(1, length) ~= prefix then return false end
  return #path == length or prefix:sub(-1) == "/" or path:sub(length + 1, length + 1) == "/"
end

--- Takes the fields of a name out of a list.
local function remove(headers, name)
  for i = #headers, 1, -1 do
    if headers[i][1]:lower() == name then table.remove(headers, i) end
  end
end

local ALLOWED = "access-control-allow-origin"

--- Says who may read an answer from another origin. Its answers differ by Origin, also the one
-- without any.
local function share(rules, headers, path, origin)
  for _, rule in ipairs(rules) do
    if dress.covers(rule.path, path) then
      remove(headers, ALLOWED)
      if rule.all then origin = "*" end
      if origin then headers[#headers + 1] = { "Access-Control-Allow-Origin", origin } end
      if rule.origins then headers[#headers + 1] = { "Vary", "Origin" } end
      return
    end
  end
end

--- Makes the function that adds the fields.
-- @tparam {table,...}|nil rules of header fields, of host/answer_rules.lua
-- @tparam {table,...}|nil shared its rules of origins
-- @treturn function|nil from a response, the decoded path of its request and its origin, if that is
-- allowed; nil without rules
function dress.new(rules, shared)
  if not rules and not shared then return nil end
  rules = rules or {}
  return function(response, path, origin)
    local headers = response.headers
    if shared then share(shared, headers, path, origin) end
    for i = 1, #rules do
      local rule = rules[i]
      if dress.covers(rule.path, path) then
        if rule.act ~= "append" then remove(headers, rule.name:lower()) end
        if rule.value then headers[#headers + 1] = { rule.name, rule.value } end
      end
    end
  end
end

return dress
