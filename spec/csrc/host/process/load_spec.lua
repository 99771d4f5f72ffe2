--- Reloads of the real svcd under load. The suite runs them briefly; the whole claims are
--
--   RELOAD_SECONDS=10 SWAPS=10000 spec/support/run spec/csrc/host/process/load_spec.lua
--
-- and then the figures are printed to standard error.

local cjson = require("cjson")
local client = require("spec.support.service.client")
local forge = require("spec.support.publication.forge")
local load = require("spec.support.service.load")
local server = require("spec.support.service.server")
local socket = require("socket")
local svc = require("svc")
local unix = require("socket.unix")

local SECONDS = tonumber(os.getenv("RELOAD_SECONDS") or "0.25")
local SWAPS = tonumber(os.getenv("SWAPS") or "60")
--- Seconds between an answer and the next request of its connection: in the suite so many that each
-- reload meets some requests, and that these are not most of its cost.
local PAUSE = os.getenv("SWAPS") and 0.004 or 0.02

--- A sanitized build is slow and keeps what was freed for a while; one that counts lines is slow.
local BUILD = os.getenv("BUILD") or ""
local sanitized = BUILD:find("asan") ~= nil
local slow = sanitized or BUILD:find("coverage") ~= nil

local function tell(format, ...)
  if os.getenv("RELOAD_SECONDS") or os.getenv("SWAPS") then
    io.stderr:write(format:format(...), "\n")
  end
end

--- Orders over the control socket that are answered while the load goes on.
local function open_control(path)
  local control = assert(unix.stream())
  assert(control:connect(path))
  control:settimeout(0)
  return { socket = control, text = "", outcomes = {} }
end

local function order(control, path)
  assert(control.socket:send(client.format(path, { method = "POST", keep = true })))
end

local function take_outcomes(control)
  local text, _, rest = control.socket:receive("*a")
  control.text = control.text .. (text or rest)
  for outcome in control.text:gmatch("\r\n\r\n(%b{})\n") do
    table.insert(control.outcomes, outcome)
  end
  control.text = control.text:gsub("^.*\r\n\r\n%b{}\n", "")
  return #control.outcomes
end

--- Moves a new file over the old, so that none is read half written.
local function replace(path, bytes)
  forge.write(path .. ".new", bytes)
  assert(os.rename(path .. ".new", path))
end

local function resident(pids)
  local total = 0
  for _, pid in ipairs(pids) do
    total = total
      + tonumber(forge.read(("/proc/%d/status"):format(pid)):match("VmRSS:%s+(%d+)"))
  end
  return total
end

local function median(values)
  table.sort(values)
  return values[(#values + 1) // 2]
end

local function metric(svcd, name)
  local text = client.raw(svcd:admin_port(), client.format("/metrics"))
  return tonumber(text:match("\n" .. name .. " (%d+)"))
end

--- Starts svcd on what `folder` holds, and opens its control socket.
local function open_service(folder, options)
  options.workers, options.quota_limit = 2, 0
  options.control, options.admin_listen = folder .. "/control", "127.0.0.1:0"
  return server.start(options), open_control(options.control)
end

local function close_service(folder, svcd, control, loaded)
  if loaded then loaded:stop() end
  control.socket:close()
  assert.is_true(svcd:stop())
  forge.remove(folder)
end

describe("a hundred reloads per second under load", function()
  local BEHIND = 4
  local folder, svcd, control, loaded

  local GENERATION = 'return { method = "GET", path = "/generation", cache = "publication",'
    .. " handle = function() return { generation = %d } end }"

  local function write_generation(number)
    replace(folder .. "/routes/generation.lua", GENERATION:format(number))
  end

  setup(function()
    folder = forge.folder()
    assert(os.execute("cp -r routes " .. folder))
    local list = forge.read("routes/init.lua"):gsub('  "health",\n', '%0  "generation",\n')
    forge.write(folder .. "/routes/init.lua", list)
    write_generation(0)
    svcd, control = open_service(folder, { routes = folder .. "/routes" })
  end)
  teardown(function() close_service(folder, svcd, control, loaded) end)

  it("fails no request, and every connection sees generations in their order", function()
    local wrong, generations, seen = {}, 0, {}
    loaded = load.start(svcd.port, {
      pause = PAUSE,
      targets = { "/generation", "/v1", "/v1/health" },
      seen = function(answer, own)
        if answer.status ~= 200 then wrong[#wrong + 1] = answer.status end
        local number = tonumber(answer.body:match('"generation":(%d+)'))
        if not number then return end
        if number < (own.last or 0) then wrong[#wrong + 1] = number end
        own.last = number
        if not seen[number] then
          generations, seen[number] = generations + 1, true
        end
      end,
    })
    --- Goes on with the load until so many orders are carried out. A machine too slow for the rate
    -- is asked for less.
    local function await(count)
      local late = socket.gettime() + 4 * client.PATIENCE
      while take_outcomes(control) < count and socket.gettime() < late do
        loaded:pump(socket.gettime() + 0.002)
      end
    end
    local asked, began = math.tointeger(100 * SECONDS), socket.gettime()
    for i = 1, asked do
      write_generation(i)
      order(control, "/reload/routes")
      loaded:pump(began + i / 100)
      await(i - BEHIND)
    end
    await(asked)
    local took = socket.gettime() - began
    tell(
      "%d reloads in %.2f s, %d distinct generations seen in %d answers",
      #control.outcomes,
      took,
      generations,
      loaded.answers
    )
    assert.same({}, wrong)
    assert.equal(0, loaded.lost)
    assert.equal(asked, metric(svcd, "svc_routes_reloaded_total"))
    assert.same({ generation = asked }, cjson.decode(svcd:request("/generation").body))
    for _, outcome in ipairs(control.outcomes) do
      assert.truthy(outcome:find('"routes":{"reloaded":true,', 1, true), outcome)
    end
  end)
end)

describe("publications that are swapped under load", function()
  local EDITIONS, DOCUMENTS, WARM_UP = 16, 12, 50
  local LOOKS, LEAST_LEAK = 21, 1024 -- KiB; memory comes and goes by more, its median does not
  local folder, svcd, control, loaded
  local key, root = forge.key(), forge.key()

  --- A publication in which every text names the edition, the remainder of its sequence.
  local function make(sequence)
    local number = sequence % EDITIONS
    local builder = svc.builder()
    for i = 1, DOCUMENTS do
      builder:document({
        id = "asset:en:material:physics:part-" .. i,
        concept = "concept:physics:part-" .. i,
        lens = "lens:material:physics",
        route = "material/physics/part-" .. i,
        title = ("Part %d of edition-%d"):format(i, number),
        description = ("From edition-%d"):format(number),
        text = ("# Part %d\n\nText of edition-%d.\n"):format(i, number),
      })
    end
    builder:label({ kind = "category", locale = "en", id = "edition-" .. number, label = "X" })
    return forge.signed(builder, key, { sequence = sequence })
  end

  setup(function()
    folder = forge.folder()
    forge.write(
      folder .. "/trust",
      forge.trust({
        expires = 4000000000,
        root = { threshold = 1, keys = { root } },
        publication = { threshold = 1, keys = { key } },
      }, { root })
    )
    replace(folder .. "/live.svp", make(EDITIONS))
    svcd, control =
      open_service(folder, { publication = folder .. "/live.svp", trust = folder .. "/trust" })
  end)
  teardown(function() close_service(folder, svcd, control, loaded) end)

  it("fail no request, mix in no answer, and leave no memory behind", function()
    local swaps, wrong = 0, {}
    --- An answer that was made just before a swap may be read after the next one has begun.
    local function current(number)
      local age = (swaps - number) % EDITIONS
      return age <= 2 or age == EDITIONS - 1
    end
    loaded = load.start(svcd.port, {
      targets = {
        "/v1/search?query=part&locale=en",
        "/v1/search?locale=en",
        "/v1/content?ref=asset:en:material:physics:part-7",
        "/v1/taxonomy?locale=en",
      },
      pause = PAUSE,
      seen = function(answer)
        local first
        for number in answer.body:gmatch("edition%-(%d+)") do
          first = first or number
          if number ~= first then wrong[#wrong + 1] = answer.body end
        end
        if answer.status ~= 200 or not current(tonumber(first or "-9")) then
          wrong[#wrong + 1] = ("swap %d: %d, edition %s"):format(swaps, answer.status, first)
        end
      end,
    })
    local pids = svcd:workers()
    table.insert(pids, svcd.pid)
    local early, late = {}, {} -- what was resident, at the end of each part
    for i = 1, WARM_UP + SWAPS do
      replace(folder .. "/live.svp", make(EDITIONS + i))
      swaps = i
      order(control, "/reload/publication")
      local end_of_wait = socket.gettime() + 2 * client.PATIENCE
      repeat
        loaded:pump(socket.gettime() + 0.002)
      until take_outcomes(control) == i or socket.gettime() > end_of_wait
      if i > WARM_UP - LOOKS and i <= WARM_UP then table.insert(early, resident(pids)) end
      if i > WARM_UP + SWAPS - LOOKS then table.insert(late, resident(pids)) end
    end
    local grown = median(late) - median(early)
    tell(
      "%d swaps, %d answers, %d KiB resident in all, %+d KiB after %d more swaps",
      swaps,
      loaded.answers,
      median(late),
      grown,
      SWAPS
    )
    assert.same({}, wrong)
    assert.equal(0, loaded.lost)
    assert.is_true(metric(svcd, "svc_publication_reloaded_total") >= swaps)
    for _, outcome in ipairs(control.outcomes) do
      assert.truthy(outcome:find('"publication":{"reloaded":true,', 1, true), outcome)
    end
    assert.is_true(sanitized or grown < LEAST_LEAK, ("%d KiB were left behind"):format(grown))
  end)
end)

describe("a route that never ends, asked again and again", function()
  local svcd, loops, others
  setup(
    function()
      svcd =
        server.start({ routes = "spec/support/service/faulty", workers = 1, quota_limit = 0 })
    end
  )
  teardown(function()
    for _, each in ipairs({ loops, others }) do
      each:stop()
    end
    assert.is_true(svcd:stop())
  end)

  --- Milliseconds of processor time a process has used.
  local function used(pid)
    return tonumber(forge.read(("/proc/%d/schedstat"):format(pid)):match("^%d+")) / 1e6
  end

  it("takes at most 20 ms of its worker each time, which serves others in between", function()
    local worker, statuses = svcd:workers()[1], {}
    local function count(answer) statuses[answer.status] = (statuses[answer.status] or 0) + 1 end
    local before = used(worker)
    loops = load.start(svcd.port, { connections = 2, targets = { "/loop" }, seen = count })
    others = load.start(svcd.port, { connections = 4, targets = { "/fine" }, seen = count })
    assert.is_true(server.await(function()
      loops:pump(0)
      others:pump(0)
      return loops.answers >= 50
    end, 4 * client.PATIENCE))
    assert.same({ [200] = others.answers, [500] = loops.answers }, statuses)
    assert.is_true(others.answers >= 50)
    local each = (used(worker) - before) / (loops.answers + 2)
    tell("%.1f ms of processor time for each endless route", each)
    assert.is_true(slow or each <= 20, each .. " ms")
  end)
end)
