--- The pictures of `make cluster`: how long answers took, second by second, and the rates.

local measure = require("spec.proof.bench.measure")
local plot = require("spec.proof.bench.plot")

local pictures = {}

local SHARES = { { "p50", 0.5 }, { "p99", 0.99 }, { "longest", 1 } }

--- Milliseconds of the answers, by the second of the run in which they were asked for.
local function by_second(scenes)
  local seconds, first = {}, nil
  for _, scene in ipairs(scenes) do
    for _, request in ipairs(scene.requests) do
      first = first or request.sent
      local second = math.floor(request.sent - first)
      seconds[second] = seconds[second] or {}
      table.insert(seconds[second], (request.done - request.sent) * 1000)
    end
  end
  return seconds
end

local function latency(scenes)
  local series, order, seconds = {}, {}, by_second(scenes)
  for second, times in pairs(seconds) do
    order[#order + 1] = second
    table.sort(times)
  end
  table.sort(order)
  for i, share in ipairs(SHARES) do
    series[i] = { name = share[1], points = {} }
    for _, second in ipairs(order) do
      local times = seconds[second]
      table.insert(series[i].points, { second, times[math.ceil(#times * share[2])] })
    end
  end
  return plot.lines({
    title = "Answers while one thing after another fails",
    x = { label = "seconds" },
    y = { label = "milliseconds", log = true },
    series = series,
  })
end

local function rate(measured)
  local points = {}
  for count, found in ipairs(measured) do
    points[count] = { count, found.rate }
  end
  return plot.lines({
    title = "Counted answers through the balancer, on two processors",
    x = { label = "replicas" },
    y = { label = "requests a second" },
    series = { { name = "svcd", points = points } },
  })
end

--- Writes them into a folder.
-- @tparam string folder
-- @tparam {table,...} scenes `{requests}`
-- @tparam {table,...} measured rates by the number of replicas; none: no picture of them
function pictures.write(folder, scenes, measured)
  assert(os.execute("mkdir -p " .. folder))
  measure.write(folder .. "/cluster-latency.svg", latency(scenes))
  if measured[1] then measure.write(folder .. "/cluster-rate.svg", rate(measured)) end
end

return pictures
