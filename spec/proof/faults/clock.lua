--- The time of day jumps, and the machine sleeps, while the service runs.

local client = require("spec.support.service.client")
local report = require("spec.proof.faults.report")
local socket = require("socket")
local stage = require("spec.proof.faults.stage")

local DAY, YEAR = 86400, 31557600
local LEEWAY = 3 -- seconds

local MONTHS = {
  Jan = 1,
  Feb = 2,
  Mar = 3,
  Apr = 4,
  May = 5,
  Jun = 6,
  Jul = 7,
  Aug = 8,
  Sep = 9,
  Oct = 10,
  Nov = 11,
  Dec = 12,
}

local function seconds_of(date)
  local day, month, year, hour, minute, second = (date or ""):match(
    "^%a+, (%d+) (%a+) (%d+) (%d+):(%d+):(%d+) GMT$"
  )
  if not day then return nil end
  local utc =
    os.time { year = year, month = MONTHS[month], day = day, hour = 12, min = 0, sec = 0 }
  local noon = os.date("!*t", utc)
  local shift = (noon.hour - 12) * 3600 + noon.min * 60
  return utc - shift - 12 * 3600 + hour * 3600 + minute * 60 + second
end

-- Answers tell the shifted time, and are right otherwise.
local function tells(svcd, real)
  local answer = client.request(svcd.port, "/v1/health")
  local date = seconds_of(answer.headers.date)
  local expected = os.time() + real
  if not date or math.abs(date - expected) > LEEWAY then
    return ("Date is %s, %d seconds off"):format(answer.headers.date, (date or 0) - expected)
  end
  local stamp = tonumber(answer.body:match('"timestamp":(%-?%d+)'))
  if not stamp or math.abs(stamp // 1000 - expected) > LEEWAY then
    return "the timestamp of health is " .. tostring(stamp)
  end
end

local function real_jumps(row)
  for _, jump in ipairs { -DAY, -10 * YEAR, 3600, 13 * YEAR, 100 * YEAR, 0 } do
    local svcd <close> = assert(stage.start { watch = true })
    svcd:healthy()
    stage.plan:shift(jump, 0)
    local defect = tells(svcd, jump) or svcd:healthy()
    svcd:signal("HUP")
    socket.sleep(0.3)
    defect = defect or svcd:crash() or svcd:healthy() or svcd:finish()
    row:point(defect, false, jump .. " s")
    stage.plan:shift(0, 0)
  end
end

-- A quota is of elapsed time: the time of day changes nothing, a sleep of the machine ends it.
local function quota(row)
  local svcd <close> = assert(stage.start { quota_limit = 2, quota_window = 60 })
  local function status()
    local answer = client.request(svcd.port, "/v1/taxonomy?locale=en")
    local wait = tonumber(answer.headers["retry-after"])
    if wait and (wait < 1 or wait > 60) then return "Retry-After: " .. wait end
    return answer.status
  end
  status()
  status()
  stage.plan:shift(YEAR, 0)
  local late = status()
  stage.plan:shift(-YEAR, 0)
  local early = status()
  stage.plan:shift(0, 61)
  local after = status()
  stage.plan:shift(0, 0)
  local seen = ("%s %s %s"):format(late, early, after)
  row:point(seen ~= "429 429 200" and seen or svcd:finish(), false, "quota")
end

-- Connections that waited over a sleep of the machine end in order, and new ones are served.
local function sleeps(row)
  for _, jump in ipairs { 5, 3600, 50 * DAY, 1000 * DAY } do
    local svcd <close> = assert(stage.start())
    svcd:healthy()
    local idle, begun = client.connect(svcd.port), client.connect(svcd.port)
    begun:send("GET /v1 HTTP/1.1\r\n")
    socket.sleep(0.05)
    stage.plan:shift(0, jump)
    local defect = svcd:healthy()
    if jump > 60 then
      local text = client.drain(begun)
      if not text:find("^HTTP/1.1 408 ") then
        defect = defect or "no 408: " .. text:sub(1, 40)
      end
      if client.drain(idle) ~= "" then defect = defect or "an idle connection was answered" end
    end
    idle:close()
    begun:close()
    row:point(defect or svcd:crash() or svcd:finish(), false, jump .. " s of sleep")
    stage.plan:shift(0, 0)
  end
end

return function()
  local row = report.row("the clocks jump")
  real_jumps(row)
  quota(row)
  sleeps(row)
  row:finish()
end
