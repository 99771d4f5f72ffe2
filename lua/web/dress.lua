--- Header fields that the config gives to answers by their paths. They are put on when an answer is
-- made, problems included; a kept answer has them already, as its key tells its path.

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

--- What puts the fields on.
-- @tparam {table,...}|nil rules of host/answer_rules.lua, in order
-- @treturn function|nil from a response and the decoded path of its request; nil without rules
function dress.new(rules)
  if not rules or #rules == 0 then return nil end
  return function(response, path)
    local headers = response.headers
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
