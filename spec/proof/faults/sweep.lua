--- The n-th call fails, for n from 1 on: while the service starts, loads anew, and answers. As many
-- points as FAULTS_POINTS allows, spread evenly, or every one (FAULTS_POINTS=0).

local lfs = require("lfs")
local faults = require("spec.support.house.faults")
local golden = require("spec.proof.faults.golden")
local report = require("spec.proof.faults.report")
local stage = require("spec.proof.faults.stage")

local sweep = {}

local EVERY = faults.NEVER
local POINTS = tonumber(os.getenv("FAULTS_POINTS")) -- the Makefile's
local SOME = { index = true, search = true, ["verses, br"] = true }

--- The points from 1 to `count`: a quarter of them from the first on, then evenly.
-- @tparam number count
-- @tparam[opt] number share of FAULTS_POINTS, such as 0.5
-- @treturn {number,...}
function sweep.points(count, share)
  local most, list, last = POINTS * (share or 1), {}, 0
  for i = 1, count do
    local wanted = most == 0
      or count <= most
      or i <= most / 4
      or i - last >= count / (most * 0.75)
    if wanted then
      list[#list + 1] = i
      last = i
    end
  end
  return list
end

local function fault_of(kind, n)
  return {
    call = kind.call,
    error = kind.error,
    process = kind.process,
    first = n,
    last = kind.every and EVERY or n,
  }
end

--- The name of a row.
function sweep.named(kind, when)
  return ("%s %s%s%s, %s"):format(
    kind.call,
    kind.error or "ENOMEM",
    kind.every and " from then on" or "",
    kind.process and ", " .. kind.process or "",
    when
  )
end

-- A refusal names what failed: one line at least, which is more than a bare error of the system.
local function refusal(outcome)
  if not outcome.status then
    return "it neither starts nor ends: " .. outcome.message:sub(-200)
  end
  if outcome.status > 125 then
    return ("ended by signal %d: %s"):format(outcome.status - 128, outcome.message:sub(-200))
  end
  if outcome.status == 0 then return "status 0 without having served" end
  if not outcome.message:find("%a+[^\n]*%a+ %a+") then
    return "no reason is given: '" .. outcome.message .. "'"
  end
end

-- A service that could not load its publication says so, answers 503, and loads it when told to.
local function started(svcd)
  stage.plan:disarm()
  local empty = svcd:errors():find("serving without content", 1, true) ~= nil
  if empty and svcd:order("POST /reload") == nil then svcd:signal("HUP") end
  local defect = svcd:crash() or svcd:healthy(SOME)
  return defect or svcd:finish(), empty
end

--- Sweeps the start of the service.
-- @tparam table kind `call`, `error`, `process` as of plan:arm; `every`: all later calls fail too
-- @tparam[opt] table options of the service
-- @tparam[opt] number share of the points
function sweep.start(kind, options, share)
  local row = report.row(sweep.named(kind, "start"))
  stage.plan:arm(fault_of(kind, EVERY))
  local svcd = assert(stage.start(options))
  svcd:worker()
  svcd:healthy(SOME)
  local _, count = stage.plan:disarm()
  svcd:finish()
  for _, n in ipairs(sweep.points(count, share)) do
    stage.plan:arm(fault_of(kind, n))
    local fresh, outcome = stage.start(options)
    local defect, empty
    if fresh then
      defect, empty = started(fresh)
    else
      defect = refusal(outcome)
    end
    stage.plan:disarm()
    row:point(defect, empty or not fresh, kind.call .. " " .. n)
  end
  row:finish()
end

-- Loads everything anew: a publication whose file has not changed would be left as it is.
local function reload(svcd)
  lfs.touch(stage.publication)
  return svcd:order("POST /reload")
end

-- Blocks in use of the processes that stay, after the scripts were loaded anew. Lua's garbage comes
-- and goes with the order of its tables: 250 of 20 000 in every other look.
local function blocks(svcd)
  reload(svcd)
  svcd:healthy()
  local held = stage.plan:results().blocks
  return { master = held.master, worker = held.worker }
end

local USUAL, LOOKS = 4, 24 -- to learn what is usual; to see that nothing leaked
local NOISE = 60 -- blocks

-- The most of a few looks.
local function usual(svcd)
  local most = {}
  for _ = 1, USUAL do
    for process, now in pairs(blocks(svcd)) do
      most[process] = math.max(most[process] or now, now)
    end
  end
  return most
end

-- The least of many looks tells: what leaked does not come back.
local function leaked(svcd, most)
  local least, leak = {}, nil
  for _ = 1, LOOKS do
    leak = nil
    for process, now in pairs(blocks(svcd)) do
      least[process] = math.min(least[process] or now, now)
      local grown = least[process] - most[process]
      if grown > NOISE then
        leak = ("%d blocks more are in use by the %s"):format(grown, process)
      end
    end
    if not leak then return nil end
  end
  return leak
end

--- Runs `visit(svcd, row)` on a service of its own, and sees whether memory or descriptors leaked.
local function watched(title, options, visit)
  local row = report.row(title)
  local svcd <close> = assert(stage.start(options))
  local worker = svcd:worker()
  local before = usual(svcd)
  local open = { stage.descriptors(svcd.pid), stage.descriptors(worker) }
  local function leaks()
    visit(svcd, row)
    local same = svcd:worker() == worker
    svcd:healthy()
    if same then return leaked(svcd, before) end
  end
  local leak = leaks()
  if leak then -- or is it what a process keeps once? All is repeated: what leaks grows again
    worker, before = svcd:worker(), usual(svcd)
    leak = leaks()
  end
  local now = { stage.descriptors(svcd.pid), stage.descriptors(svcd:worker() or 0) }
  if now[1] > open[1] or now[2] > open[2] then
    leak = ("descriptors: %d and %d, before %d and %d"):format(now[1], now[2], open[1], open[2])
  end
  row:point(leak or svcd:crash() or svcd:finish(), false, "afterwards")
  row:finish()
end

-- True when an answer to an order to reload says that all parts were.
local function reloaded(said)
  return said:find('"reloaded":true', 1, true) and not said:find('"reloaded":false', 1, true)
end

--- Sweeps loading publication and routes anew. Once nothing fails any more, both load again.
function sweep.reload(kind, options, share)
  watched(sweep.named(kind, "reload"), options, function(svcd, row)
    stage.plan:arm(fault_of(kind, EVERY))
    reload(svcd)
    local _, count = stage.plan:disarm()
    for _, n in ipairs(sweep.points(count, share)) do
      stage.plan:arm(fault_of(kind, n))
      local said = reload(svcd)
      stage.plan:disarm()
      local good = said and reloaded(said)
      local defect
      if said and not good and not said:find('"reason":"[^"]*%a+ %a+') and #said > 0 then
        defect = "no reason is given: " .. said
      elseif not good then
        local again = reload(svcd) or "no answer"
        if not reloaded(again) then defect = "nothing fails, and yet: " .. again end
      end
      row:point(svcd:crash() or defect or svcd:healthy(SOME), not good, kind.call .. " " .. n)
      if svcd:ended() then break end
    end
  end)
end

-- A worker that ends for want of what failed is followed by one that lacks nothing.
local function ask_at(svcd, kind, request, n)
  kind.process = svcd:worker(true)
  stage.plan:arm(fault_of(kind, n))
  local answer, reason = golden.ask(svcd.port, request)
  local failed, count = stage.plan:disarm()
  local defect, refused = golden.judge(stage.known[request[1]], answer, reason)
  return defect, refused, failed, count
end

--- Sweeps each of the golden requests.
-- @tparam table kind
-- @tparam[opt] table options
-- @tparam[opt] number share
function sweep.requests(kind, options, share)
  watched(sweep.named(kind, "each route"), options, function(svcd, row)
    for _, request in ipairs(golden.requests) do
      ask_at(svcd, kind, request, EVERY)
      local _, _, _, count = ask_at(svcd, kind, request, EVERY)
      for _, n in ipairs(sweep.points(count, share)) do
        local defect, refused, failed = ask_at(svcd, kind, request, n)
        if failed or defect then
          defect = defect or svcd:crash()
          if refused then svcd:worker() end
          if refused and not defect then defect = svcd:healthy({ [request[1]] = true }) end
          row:point(defect, refused, ("%s, %s %d"):format(request[1], kind.call, n))
        end
      end
    end
  end)
end

return sweep
