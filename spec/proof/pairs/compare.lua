--- When two answers to the same request are the same.

local compare = {}

--- Fields that differ between any two answers: the time, and the counter.
local OWN = { date = true, ratelimit = true }

--- An answer without the time; a request that the guard refused has an id that is made up.
local function stable(answer, request)
  local body = answer.body:gsub('"timestamp":%d+', '"timestamp":0')
  if not request.closes then return body, answer.headers end
  local headers = setmetatable({ ["x-request-id"] = "" }, { __index = answer.headers })
  return body:gsub('"request_id":"[^"]*"', '"request_id":""'), headers
end

local function other_header(answer, expected, of_answer, of_expected)
  for _, side in ipairs { answer, expected } do
    for name in pairs(side.headers) do
      local found, wanted = of_answer[name] or "", of_expected[name] or ""
      if not OWN[name] and found ~= wanted then
        return ("%s: %q, not %q"):format(name, found, wanted)
      end
    end
  end
end

--- The difference between an answer and the expected one.
-- @tparam table request of generate.lua
-- @tparam table expected of line.lua
-- @tparam table answer
-- @treturn string|nil nil when nothing does
function compare.difference(request, expected, answer)
  if expected.status ~= answer.status then
    return ("status %d, not %d"):format(answer.status, expected.status)
  end
  local a, of_expected = stable(expected, request)
  local b, of_answer = stable(answer, request)
  local header, at = other_header(answer, expected, of_answer, of_expected), 1
  if header or a == b then return header end
  while a:byte(at) == b:byte(at) do
    at = at + 1
  end
  return ("the body at byte %d: %q, not %q"):format(at, b:sub(at, at + 60), a:sub(at, at + 60))
end

return compare
