--- Fuzz target: values from JSON text. What is refused is what check_json refuses, in the same
-- words; what is accepted are the values that lua-cjson reads, and their canonical text means the
-- same.
local cjson = require("cjson")
local svc = require("svc")

--- True when a value is that of lua-cjson, to which all numbers are floats, and {} and [] the same.
local function same(ours, theirs)
  if type(ours) == "number" then
    return math.type(theirs) == "float" and ours + 0.0 == theirs
  end
  if type(ours) ~= "table" or type(theirs) ~= "table" then return rawequal(ours, theirs) end
  for name, value in pairs(ours) do
    if not same(value, theirs[name]) then return false end
  end
  for name in pairs(theirs) do
    if ours[name] == nil then return false end
  end
  return true
end

return function(input)
  local value, reason, offset = svc.parse_json(input)
  local good, expected, place = svc.check_json(input)
  if not good then
    assert(value == nil and reason == expected and offset == place, reason)
    return
  end
  assert(same(value, cjson.decode(input)), "lua-cjson reads another value")
  local written = svc.json(value)
  assert(svc.json(svc.parse_json(written)) == written, written)
  if type(value) == "table" then
    assert(svc.is_array(value) == (input:find("^%s*%[") ~= nil), "an array is not known as one")
  end
end
