--- How the work of a piece of code grows with the size of its input, in instructions that callgrind
-- counts: no clock, so no other load on the machine changes it.
--
--     svcd lua spec/support/house/growth.lua MODULE N…  runs each Nth case of modules: to count
--     lua5.4 spec/support/house/growth.lua --table      counts all and prints them (`make growth`)
--
-- A case is `{name, worst = function(n) -> input, run = function(input), size = n}`: the worst
-- input of about `n` bytes, what runs it, and a quarter of the greatest size that is tried.

local client = require("spec.support.service.client")
local forge = require("spec.support.publication.forge")
local server = require("spec.support.service.server")

local growth = {}

--- Fewer instructions than this are not looked at: nobody notices them.
local UNNOTICED = 50000

--- The part of the work at the greatest size that may grow with the square of the size. Work that
-- grows with n log n, as sorting does, seems to have one of a tenth; a square has 1, a cube more.
local MOST = 0.25

--- The work at twice the size, in times of the work at once.
local DOUBLED = 2.25

--- The sizes that are tried, in times of the least.
local TIMES = { 1, 2, 4 }

--- Requests before those that are counted: what is made once is made then.
local WARM = 3

--- The part of the work that grows with the square, at the greatest of three sizes n, 2n and 4n.
-- @tparam {number,...} counts the work at each
-- @treturn number
local function square_part(counts)
  local square = ((counts[3] - counts[2]) - 2 * (counts[2] - counts[1])) / 6
  return 16 * square / counts[3]
end

--- True when work does not grow faster than n log n, told from three sizes n, 2n and 4n. Where the
-- least size takes another way than the others, an answer instead of a refusal, the curve says
-- nothing, and the last doubling decides.
-- @tparam {number,...} counts the work at each
-- @treturn boolean
function growth.is_linear(counts)
  return counts[3] < UNNOTICED
    or counts[3] <= DOUBLED * counts[2]
    or square_part(counts) <= MOST
end

--- The instructions that callgrind counted, in the order in which it wrote them.
-- @tparam string prefix of the files
-- @treturn {number,...}
function growth.read(prefix)
  local counts = {}
  while true do
    local file <close> = io.open(("%s.%d"):format(prefix, #counts + 1))
    if not file then return counts end
    counts[#counts + 1] = assert(tonumber(file:read("a"):match("\ntotals: (%d+)")), prefix)
  end
end

--- The words before a program that is counted.
-- @tparam string prefix of the files to write; callgrind appends a number to each
-- @tparam string options of callgrind
-- @treturn string
local function callgrind(prefix, options)
  return ("LD_BIND_NOW=1 valgrind --quiet --tool=callgrind --callgrind-out-file=%s %s "):format(
    prefix,
    options
  )
end

--- The counts of each case by its name, from those of all sizes in turn.
local function by_name(cases, counts, first)
  local found = {}
  for i, case in ipairs(cases) do
    found[case.name] =
      table.move(counts, first + (i - 1) * #TIMES, first + i * #TIMES - 1, 1, {})
  end
  return found
end

--- Each `every`th case of a module.
-- @tparam string module whose value is a list of cases
-- @tparam integer every
-- @treturn table
function growth.cases(module, every)
  local chosen = {}
  for i, case in ipairs(require(module)) do
    if i % every == 0 then chosen[#chosen + 1] = case end
  end
  return chosen
end

--- Runs the cases of modules, all in one process, as callgrind is slow to start.
-- @tparam {{string,integer},...} chosen each a module whose value is a list of cases, and how many
-- of them are one that is run
-- @treturn table by module the counts of each case by its name, as `growth.is_linear` takes them
function growth.count(chosen)
  local folder, words, total = forge.folder(), {}, 0
  for i, row in ipairs(chosen) do
    words[i] = ("%s %d"):format(table.unpack(row))
    total = total + #TIMES * #growth.cases(table.unpack(row))
  end
  local prefix = folder .. "/count"
  local line = callgrind(prefix, "--zero-before=difftime --dump-before=clock")
    .. ("%s lua spec/support/house/growth.lua %s 2>&1"):format(
      os.getenv("SVC_PLAIN"),
      table.concat(words, " ")
    )
  local output <close> = assert(io.popen(line))
  local said, counts = output:read("a"), growth.read(prefix)
  forge.remove(folder)
  assert(#counts >= total, said)
  local found, first = {}, 1
  for _, row in ipairs(chosen) do
    local cases = growth.cases(table.unpack(row))
    found[row[1]] = by_name(cases, counts, first)
    first = first + #TIMES * #cases
  end
  return found
end

--- Sends a request on a connection that lives on, and reads its answer.
local function exchange(connection, bytes)
  assert(connection:send(bytes))
  local length, line = 0, assert(connection:receive("*l"))
  while line ~= "" do
    length = tonumber(line:lower():match("^content%-length: (%d+)")) or length
    line = assert(connection:receive("*l"))
  end
  assert(length == 0 or connection:receive(length))
end

--- Sends the cases of a module to a real svcd, one after the other on one connection. Callgrind
-- counts from the end of one request to the end of the next.
-- @tparam string module whose value is a list of cases without `run`
-- @treturn table the counts of each case by its name
function growth.serve(module)
  local folder, cases = forge.folder(), require(module)
  local program = forge.write(
    folder .. "/counted",
    ('#!/bin/sh\nexec env %s%s "$@"\n'):format(
      callgrind(folder .. "/count.%p", "--dump-before=guard_next"),
      os.getenv("SVC_PLAIN")
    )
  )
  assert(os.execute("chmod +x " .. program))
  local svcd = server.start(
    { quota_limit = 0, sandbox = "false", trusted_proxies = "127.0.0.0/8,10.0.0.0/8" },
    nil,
    { program = program }
  )
  local worker, connection = svcd:workers()[1], client.connect(svcd.port, 60)
  for _ = 1, WARM do
    exchange(connection, client.format("/v1/health", { keep = true }))
  end
  for _, case in ipairs(cases) do
    for _, times in ipairs(TIMES) do
      exchange(connection, case.worst(case.size * times))
    end
  end
  connection:close()
  svcd:stop()
  local counts = growth.read(folder .. "/count." .. worker)
  forge.remove(folder)
  assert(#counts >= WARM + #TIMES * #cases, "requests are missing")
  return by_name(cases, counts, WARM + 1)
end

--- Runs the cases of a module each as inputs of a fuzz target (spec/proof/growth/target.c), which
-- the folder of the build has.
-- @tparam string module whose value is a list of cases with `target`
-- @treturn table the counts of each case by its name
function growth.targets(module)
  local found, build = {}, os.getenv("BUILD")
  for _, case in ipairs(require(module)) do
    local folder, paths = forge.folder(), {}
    for i, times in ipairs(TIMES) do
      paths[i] = forge.write(("%s/%d"):format(folder, i), case.worst(case.size * times))
    end
    local line = callgrind(folder .. "/count", "--zero-before=difftime --dump-before=clock")
      .. ("%s/growth/%s %s 2>&1"):format(build, case.target, table.concat(paths, " "))
    local output <close> = assert(io.popen(line))
    local said, counts = output:read("a"), growth.read(folder .. "/count")
    forge.remove(folder)
    assert(#counts >= #TIMES, case.name .. ": " .. said)
    found[case.name] = table.move(counts, 1, #TIMES, 1, {})
  end
  return found
end

--- Runs the cases. Callgrind counts from `os.difftime` to `os.clock`: functions of the C library
-- that nothing else calls.
local function run(cases)
  for _, case in ipairs(cases) do
    case.run(case.worst(case.size // 4)) -- what is made once is made here
    for _, times in ipairs(TIMES) do
      local input = case.worst(case.size * times)
      collectgarbage()
      collectgarbage("stop")
      os.difftime(0, 0)
      case.run(input)
      os.clock()
      collectgarbage("restart")
    end
  end
end

--- The modules of cases, and how those are counted that a state of Lua does not run: as requests
-- to a real svcd, or by fuzz targets.
local MODULES =
  { "content", "corpus", "import", "parsers", "requests", "served", "wire", "targets" }
local COUNTED = { wire = growth.serve, targets = growth.targets }

--- Prints, for what each parser reads, the greatest number of instructions a byte at n, 2n and 4n,
-- and the case that has it. @treturn boolean true when none grows
local function print_table()
  local good = true
  print("what is read, at n, 2n and 4n, instructions a byte of the worst case, cases")
  for _, name in ipairs(MODULES) do
    local module = "spec.proof.growth." .. name
    local count = COUNTED[name]
    local counts = count and count(module) or growth.count({ { module, 1 } })[module]
    local groups, order = {}, {}
    for _, case in ipairs(require(module)) do
      local key = case.name:match("^(.-):") or case.name:match("^(.-) of ") or "a request"
      local group, found = groups[key], counts[case.name]
      local each = found[#TIMES] / (case.size * TIMES[#TIMES])
      if not group then
        group = { count = 0, each = 0 }
        groups[key], order[#order + 1] = group, key
      end
      group.count = group.count + 1
      if each > group.each then
        group.each, group.case, group.found = each, case, found
      end
      if not growth.is_linear(found) then
        good = false
        print(("not ok %s grows: %.0f, %.0f, %.0f"):format(case.name, table.unpack(found)))
      end
    end
    for _, key in ipairs(order) do
      local group, parts = groups[key], {}
      for i, times in ipairs(TIMES) do
        parts[i] = ("%7.0f"):format(group.found[i] / (group.case.size * times))
      end
      local line = "%-22s %s  %3d  %s"
      print(line:format(key:sub(1, 22), table.concat(parts, " "), group.count, group.case.name))
    end
  end
  return good
end

if arg and arg[0]:find("spec/support/house/growth%.lua$") then
  if arg[1] == "--table" then os.exit(print_table()) end
  for i = 1, #arg, 2 do
    run(growth.cases(arg[i], tonumber(arg[i + 1])))
  end
end

return growth
