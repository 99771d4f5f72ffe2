--- Shared by the benchmarks: running programs, reading the cost of a process, and writing figures
-- for report.lua.

local cjson = require("cjson")
local socket = require("socket")

local measure = {}

--- True for a short run while developing: `BENCH_QUICK=1`.
measure.quick = (os.getenv("BENCH_QUICK") or "") ~= ""

--- The output of a command.
-- @tparam string command
-- @treturn string
function measure.run(command)
  local pipe <close> = assert(io.popen(command))
  return pipe:read("a")
end

--- The whole of a file, or "" when there is none.
-- @tparam string path
-- @treturn string
function measure.read(path)
  local file <close> = io.open(path, "rb")
  return file and file:read("a") or ""
end

--- Writes a file. @tparam string path @tparam string text
function measure.write(path, text)
  local file <close> = assert(io.open(path, "wb"))
  file:write(text)
end

--- A folder of its own, which `body` gets; it is removed when `body` ends, whatever the way.
-- @tparam function body
function measure.in_folder(body)
  local folder = os.tmpname()
  os.remove(folder)
  assert(os.execute("mkdir " .. folder .. " && chmod 755 " .. folder))
  local good, reason = xpcall(body, debug.traceback, folder)
  os.execute("rm -r " .. folder)
  if not good then error(reason, 0) end
end

--- The value behind `--name` on the command line.
-- @tparam {string,...} arguments
-- @tparam string name
-- @treturn string|nil
function measure.option(arguments, name)
  for i, word in ipairs(arguments) do
    if word == "--" .. name then return arguments[i + 1] end
  end
end

--- @tparam {number,...} list
-- @treturn number the middle one; of an even number, the lower of the two
function measure.median(list)
  local sorted = table.move(list, 1, #list, 1, {})
  table.sort(sorted)
  return sorted[(#sorted + 1) // 2]
end

--- A process and all below it.
-- @tparam number pid
-- @treturn {number,...}
function measure.tree(pid)
  local list, i = { pid }, 1
  while list[i] do
    for child in measure.run("pgrep -P " .. list[i]):gmatch("%d+") do
      list[#list + 1] = tonumber(child)
    end
    i = i + 1
  end
  return list
end

--- True while a process runs; one that ended and was not waited for does not.
-- @tparam number pid
-- @treturn boolean
function measure.alive(pid)
  local state = measure.read(("/proc/%d/stat"):format(pid)):match("%) (%a)")
  return state ~= nil and state ~= "Z"
end

--- Processor time that the threads of processes have used, to the nanosecond.
-- @tparam {number,...} pids
-- @treturn number seconds
function measure.cpu(pids)
  local total = 0
  for _, pid in ipairs(pids) do
    local threads = measure.run(("cat /proc/%d/task/*/schedstat 2>/dev/null"):format(pid))
    for nanoseconds in threads:gmatch("(%d+) %d+ %d+\n") do
      total = total + tonumber(nanoseconds)
    end
  end
  return total / 1e9
end

--- Resident memory of processes, each shared page counted once.
-- @tparam {number,...} pids
-- @treturn number bytes
function measure.memory(pids)
  local total = 0
  for _, pid in ipairs(pids) do
    local kibibytes =
      measure.read(("/proc/%d/smaps_rollup"):format(pid)):match("\nPss:%s+(%d+)")
    total = total + (tonumber(kibibytes) or 0)
  end
  return total * 1024
end

--- A port of this machine that nobody listens on.
-- @treturn integer
function measure.free_port()
  local listener = assert(socket.bind("127.0.0.1", 0))
  local _, port = listener:getsockname()
  listener:close()
  return math.tointeger(tonumber(port))
end

local MILLISECONDS = { us = 1e-3, ms = 1, s = 1e3, m = 6e4 }

--- Reads what `wrk --latency` printed.
-- @tparam string text
-- @treturn table `requests`, `rate` a second, `p50` and `p99` in milliseconds; raises when an
-- answer was an error
function measure.parse_wrk(text)
  assert(not text:find("Non%-2xx") and not text:find("Socket errors"), text)
  local function percentile(share)
    local value, unit = text:match(share .. "%%%s+([%d.]+)(%a+)")
    return tonumber(value) * MILLISECONDS[unit]
  end
  return {
    requests = tonumber(text:match("(%d+) requests in")),
    rate = tonumber(text:match("Requests/sec:%s+([%d.]+)")),
    p50 = percentile(50),
    p99 = percentile(99),
  }
end

--- Seconds of one closed loop. Opening a thousand connections takes some hundredths of one, which a
-- rate of kept ones should not feel.
local WINDOW = measure.quick and 1 or 4

--- One closed loop of wrk, which has the second processor.
-- @tparam string url
-- @tparam integer connections
-- @tparam {integer,...} pids of the server
-- @tparam[opt] string script of wrk, which chooses the requests
-- @treturn table of parse_wrk, and `cpu`: microseconds of the server's processor time a request
function measure.load(url, connections, pids, script)
  local command =
    "ulimit -n 16384; taskset -c 1 wrk --latency -t1 -c%d -d%ds --timeout 20s %s '%s'"
  local before = measure.cpu(pids)
  local found = measure.parse_wrk(
    measure.run(command:format(connections, WINDOW, script and "-s " .. script or "", url))
  )
  found.cpu = (measure.cpu(pids) - before) / found.requests * 1e6
  return found
end

--- The bound of a goal of spec/proof/bench/metrics.json.
-- @tparam string metric
-- @tparam string of what is measured
-- @tparam string|nil against what it is compared with
-- @tparam[opt] number|string at where on the metric's axis; anywhere where it is nil
-- @treturn number
function measure.goal(metric, of, against, at)
  for _, section in ipairs(cjson.decode(measure.read("spec/proof/bench/metrics.json"))) do
    for _, goal in ipairs(section.goals) do
      local here = at == nil or goal.at == at
      if here and goal.metric == metric and goal.of == of and goal.against == against then
        return goal.most or goal.least
      end
    end
  end
  error(("metrics.json has no goal of %s for %s against %s"):format(metric, of, against))
end

local figures = {}
figures.__index = figures

--- A list of figures to be filled.
-- @treturn table with `add` and `save`
function measure.figures() return setmetatable({ list = {} }, figures) end

--- Adds one figure.
-- @tparam string metric a name of spec/proof/bench/metrics.json
-- @tparam string of what was measured, such as "svcd"
-- @tparam number|string|nil at where on the metric's axis
-- @tparam number value in the metric's unit
function figures:add(metric, of, at, value)
  self.list[#self.list + 1] = { metric = metric, of = of, at = at, value = value }
end

--- Writes the figures as JSON where the command line says `--json FILE`.
-- @tparam {string,...} arguments
function figures:save(arguments)
  local path = measure.option(arguments, "json")
  if path then measure.write(path, cjson.encode({ figures = self.list }) .. "\n") end
end

return measure
