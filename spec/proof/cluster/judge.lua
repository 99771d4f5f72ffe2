--- Judges what the clients of a scene saw.

local oracle = require("spec.support.service.quota_oracle")

local judge = {}

local LIMIT, WINDOW = oracle.options.quota_limit, oracle.options.quota_window

--- Requests that a replica answered from an older publication than one that had arrived from it
-- before they were sent.
local function count_back(requests)
  local ended, back, newest = {}, 0, {}
  for i, request in ipairs(requests) do
    ended[i] = request
  end
  table.sort(ended, function(a, b) return a.done < b.done end)
  local at = 1
  for _, request in ipairs(requests) do
    while ended[at] and ended[at].done <= request.sent do
      local one = ended[at]
      newest[one.replica] = math.max(newest[one.replica] or 0, one.edition)
      at = at + 1
    end
    if request.edition < (newest[request.replica] or 0) then back = back + 1 end
  end
  return back
end

--- The fault of the quota of each client: over it, far over it, or refused below it.
local function count_quota(told, clients, most)
  for _, own in pairs(clients) do
    local fault = oracle.judge(own, LIMIT, WINDOW)
    if fault == "admitted beyond the limit" then
      told.over = told.over + 1
      if oracle.judge(own, most, WINDOW) == fault then told.far_over = told.far_over + 1 end
    elseif fault then
      told.wrong = told.wrong + 1
    end
  end
end

--- The verdict on the requests of a scene.
-- @tparam {table,...} requests that were answered or failed
-- @tparam number most requests that a client may be let in where the store fails
-- @treturn table `failed`, `over`, `far_over`, `wrong`, `mixed`, `back`, and `times`, a sorted list
-- of milliseconds
function judge.requests(requests, most)
  local told = { failed = 0, over = 0, far_over = 0, wrong = 0, mixed = 0, times = {} }
  local clients, published = {}, {}
  table.sort(requests, function(a, b) return a.sent < b.sent end)
  for _, request in ipairs(requests) do
    if request.status == 200 or request.status == 429 then
      clients[request.address] = clients[request.address] or {}
      table.insert(clients[request.address], request)
      table.insert(told.times, (request.done - request.sent) * 1000)
    else
      told.failed = told.failed + 1
    end
    if request.mixed then told.mixed = told.mixed + 1 end
    if request.edition then published[#published + 1] = request end
  end
  count_quota(told, clients, most)
  told.back = count_back(published)
  table.sort(told.times)
  return told
end

return judge
