--- What an operator's Prometheus reads of the real svcd, and the sample of alert rules for it.

local cjson = require("cjson")
local client = require("spec.support.service.client")
local exposition = require("spec.support.service.exposition")
local lyaml = require("lyaml")
local sample = require("spec.support.publication.sample")
local server = require("spec.support.service.server")

local RULES = "data/prometheus/alerts.yml"

local function scrape(svcd) return client.request(svcd:admin_port(), "/metrics").body end

local function metric(svcd, name, labels)
  return exposition.value(exposition.parse(scrape(svcd)), name, labels)
end

--- Waits until a metric has a value: an answer is counted a moment after its client has it.
local function reaches(svcd, expected, name, labels)
  local found
  server.await(function()
    found = metric(svcd, name, labels)
    return found == expected
  end)
  assert.equal(expected, found, name)
end

local function counted(svcd, expected, route, class)
  reaches(svcd, expected, "svc_route_responses_total", { route = route, class = class })
end

--- Runs a command with standard input. @treturn string what it wrote @treturn boolean success
local function run(command, input)
  local path = os.tmpname()
  local file = assert(io.open(path, "wb"))
  file:write(input)
  file:close()
  local pipe = assert(io.popen(("%s <%s 2>&1"):format(command, path)))
  local output = pipe:read("a")
  local good = pipe:close()
  os.remove(path)
  return output, good
end

local has_promtool = os.execute("command -v promtool >/dev/null")

local function with_promtool(title, check)
  if has_promtool then
    it(title, check)
  else
    pending(title .. " (promtool is not installed)")
  end
end

describe("the metrics", function()
  local files, svcd = os.tmpname(), nil
  setup(function()
    sample.write(files .. ".svp", files .. ".trust")
    svcd = server.start({
      publication = files .. ".svp",
      trust = files .. ".trust",
      workers = 2,
      admin_listen = "127.0.0.1:0",
    })
  end)
  teardown(function()
    assert.is_true(svcd:stop())
    for _, suffix in ipairs { "", ".svp", ".trust" } do
      os.remove(files .. suffix)
    end
  end)

  it("count answers by route and class of status, refusals and HEAD included", function()
    for _ = 1, 3 do
      svcd:request("/v1/health")
    end
    svcd:request("/v1/health", { method = "HEAD" })
    svcd:request("/v1/health?x=1")
    counted(svcd, 4, "getSvcApiHealth", "2xx")
    counted(svcd, 1, "getSvcApiHealth", "4xx")
  end)

  it("count answers of the cache for their route", function()
    local before = metric(svcd, "svc_cache_hits_total")
    for _ = 1, 8 do
      svcd:request("/v1/taxonomy")
    end
    counted(svcd, 8, "getSvcTaxonomy", "2xx")
    assert.is_true(metric(svcd, "svc_cache_hits_total") > before)
  end)

  it("count under one name whatever no route answers", function()
    svcd:request("/nowhere")
    svcd:request("/v1/health", { method = "DELETE" })
    svcd:raw("BAD\r\n\r\n")
    counted(svcd, 3, "other", "4xx")
  end)

  it("tell what was built", function()
    local info = exposition.parse(scrape(svcd)).svc_build_info.samples
    local status = cjson.decode(client.request(svcd:admin_port(), "/status").body)
    assert.same({ 1, 1, status.version }, { #info, info[1].value, info[1].labels.version })
    assert.truthy(info[1].labels.lua:find("^5%.4%.%d+$"))
    assert.truthy(info[1].labels.libmicrohttpd:find("^%d+%.%d+%.%d+"))
  end)

  it("tell which publication is served", function()
    local families = exposition.parse(scrape(svcd))
    local facts = cjson.decode(client.request(svcd:admin_port(), "/status").body).publication
    assert.equal(
      1,
      exposition.value(
        families,
        "svc_publication_info",
        { id = facts.id, digest = facts.digest }
      )
    )
    assert.same({ facts.sequence, facts.created, facts.expires }, {
      exposition.value(families, "svc_publication_sequence"),
      exposition.value(families, "svc_publication_created_time_seconds"),
      exposition.value(families, "svc_publication_expires_time_seconds"),
    })
  end)

  it("tell the memory of each process", function()
    local page = tonumber((run("getconf PAGESIZE", "")))
    local function bytes_of(pid)
      local file <close> = assert(io.open(("/proc/%d/statm"):format(pid)))
      return tonumber(file:read("a"):match("^%d+ (%d+)")) * page
    end
    --- The bytes of the master, then of the workers in order.
    local function bytes()
      local workers = svcd:workers()
      local list = { bytes_of(workers[1]), bytes_of(workers[2]) }
      table.sort(list)
      return { bytes_of(svcd.pid), list[1], list[2] }
    end
    local function told()
      local families, list = exposition.parse(scrape(svcd)), {}
      for i, process in ipairs { "master", "worker 1", "worker 2" } do
        list[i] = exposition.value(families, "svc_resident_bytes", { process = process })
      end
      return { list[1], math.min(list[2], list[3]), math.max(list[2], list[3]) }
    end
    assert.is_true(server.await(function()
      local before, found, after = bytes(), told(), bytes()
      for i = 1, 3 do
        if found[i] < before[i] or found[i] > after[i] then return false end
      end
      return true
    end))
  end)

  it("tell how long ago each worker gave a sign of life", function()
    local function age(process)
      return metric(svcd, "svc_worker_heartbeat_age_seconds", { process = process })
    end
    local function older() return age("worker 1") > 2 and 1 or age("worker 2") > 2 and 2 end
    local stopped = svcd:workers()[1]
    svcd:signal("STOP", stopped)
    local number = server.await(older)
    svcd:signal("CONT", stopped)
    assert.truthy(number)
    assert.is_true(server.await(function() return age("worker " .. number) < 2 end))
  end)

  it("tell how many workers there should be, and how many there are", function()
    assert.equal(2, metric(svcd, "svc_workers_wanted"))
    reaches(svcd, 2, "svc_workers_running")
    -- One that falls again and again is started later and later.
    assert.is_true(server.await(function()
      svcd:signal("KILL", svcd:workers()[1])
      return metric(svcd, "svc_workers_running") < 2
    end))
    reaches(svcd, 2, "svc_workers_running")
  end)

  it("are well formed", function()
    local families = exposition.parse(scrape(svcd))
    assert.equal("histogram", families.svc_response_seconds.type)
  end)

  with_promtool("pass the check of promtool", function()
    local output, good = run("promtool check metrics", scrape(svcd))
    assert.is_true(good, output)
    assert.equal("", output)
  end)
end)

describe("the parser of this spec", function()
  local head = "# HELP a_total A.\n# TYPE a_total counter\n"
  local buckets = "# HELP h H.\n# TYPE h histogram\n" .. 'h_bucket{le="1"} 2\n'
  local faults = {
    { "the last line has no end", head .. "a_total 1" },
    { "no value", head .. "a_total\n" },
    { "no value", head .. "a_total 1 2 3\n" },
    { "occurs twice", head .. "a_total 1\na_total 2\n" },
    { "occurs twice", head .. 'a_total{x="1",y="2"} 1\na_total{y="2",x="1"} 2\n' },
    { "occurs twice", head .. 'a_total{x="1",x="2"} 1\n' },
    { "unknown escape", head .. 'a_total{x="\\q"} 1\n' },
    { "does not end", head .. 'a_total{x="} 1\n' },
    { "no comma", head .. 'a_total{x="1"y="2"} 1\n' },
    { "of another family", head .. "b_total 1\n" },
    { "of another family", "a_total 1\n" },
    { "has no help", "# TYPE a_total counter\na_total 1\n" },
    { "not in one piece", head .. "a_total 1\n" .. head },
    { "does not end in _total", "# HELP a A.\n# TYPE a counter\na 1\n" },
    { "out of order", buckets .. 'h_bucket{le="+Inf"} 1\nh_sum 1\nh_count 1\n' },
    { "counts other answers", buckets .. 'h_bucket{le="+Inf"} 3\nh_sum 1\nh_count 2\n' },
    { "counts other answers", buckets .. "h_sum 1\nh_count 2\n" },
  }
  for i, row in ipairs(faults) do
    it(("refuses text %d: %s"):format(i, row[1]), function()
      local good, reason = pcall(exposition.parse, row[2])
      assert.is_false(good)
      assert.truthy(reason:find(row[1], 1, true), reason)
    end)
  end
end)

describe("the metrics without a publication", function()
  it("name none, and are well formed", function()
    local svcd <close> = server.start({ admin_listen = "127.0.0.1:0" })
    local families = exposition.parse(scrape(svcd))
    assert.is_nil(families.svc_publication_info)
    assert.equal(0, exposition.value(families, "svc_publication_served"))
  end)
end)

describe("the metrics of a route that fails", function()
  it("count its failures as its own, and no others", function()
    local svcd <close> = server.start({
      routes = "spec/support/service/faulty",
      script_memory = "32M",
      admin_listen = "127.0.0.1:0",
    })
    for _, path in ipairs { "/error", "/loop", "/greedy" } do
      assert.equal(500, svcd:request(path).status)
      svcd:raw("BAD\r\n\r\n")
    end
    for _, path in ipairs { "/error", "/loop", "/greedy" } do
      counted(svcd, 1, path, "5xx")
    end
    counted(svcd, 3, "other", "4xx")
  end)
end)

describe("the metrics of requests in flight", function()
  it("count those whose answer is not whole yet", function()
    local svcd <close> =
      server.start({ routes = "spec/support/service/streams", admin_listen = "127.0.0.1:0" })
    assert.equal(0, metric(svcd, "svc_requests_in_flight"))
    local connection = client.connect(svcd.port)
    connection:send(client.format("/waiting"))
    reaches(svcd, 1, "svc_requests_in_flight")
    connection:close()
    reaches(svcd, 0, "svc_requests_in_flight")
  end)
end)

describe("the metrics of the quota", function()
  it("count the requests it refused", function()
    local svcd <close> = server.start({ quota_limit = 1, admin_listen = "127.0.0.1:0" })
    for _ = 1, 3 do
      svcd:request("/v1/taxonomy")
    end
    reaches(svcd, 2, "svc_quota_refused_total")
  end)
end)

describe("the metrics of quota stores", function()
  it("tell stores apart whose long names begin alike", function()
    local key, stores = os.tmpname(), {}
    local file = assert(io.open(key, "wb"))
    file:write(("0a"):rep(16), "\n")
    file:close()
    for i, name in ipairs({ "first", "second" }) do
      stores[i] = ("unix:/%s/%s.sock"):format(("a"):rep(80), name)
    end
    local svcd <close> = server.start({
      quota_store = table.concat(stores, ","),
      quota_store_key_file = key,
      admin_listen = "127.0.0.1:0",
    })
    for _, store in ipairs(stores) do
      assert.equal(0, metric(svcd, "svc_quota_store_workers", { store = store }))
    end
    os.remove(key)
  end)
end)

describe("the metrics of routes that were reloaded", function()
  local folder
  local function write(paths)
    local file <close> = assert(io.open(folder .. "/init.lua", "wb"))
    file:write("return {\n")
    for _, path in ipairs(paths) do
      file:write(('{method="GET",path=%q,handle=function() return {} end},\n'):format(path))
    end
    file:write("}\n")
  end

  it("are in whole characters, however long their names are", function()
    folder = os.tmpname()
    os.remove(folder)
    assert(os.execute("mkdir " .. folder))
    local path = "/a" .. ("\u{E9}"):rep(40)
    write { path }
    local svcd <close> = server.start({ routes = folder, admin_listen = "127.0.0.1:0" })
    assert.equal(200, svcd:request("/a" .. ("%C3%A9"):rep(40)).status)
    counted(svcd, 1, path:sub(1, 70), "2xx")
    assert.is_truthy(utf8.len(scrape(svcd)))
    os.execute("rm -r " .. folder)
  end)

  it("go on under the same names, wherever those now stand in the list", function()
    folder = os.tmpname()
    os.remove(folder)
    assert(os.execute("mkdir " .. folder))
    write { "/first", "/second" }
    local svcd <close> = server.start({ routes = folder, admin_listen = "127.0.0.1:0" })
    svcd:request("/first")
    svcd:request("/second")
    write { '/quoted"name\\', "/second", "/first" }
    assert(
      os.execute(
        ("%s reload routes --control %s/control >%s/reload"):format(
          os.getenv("SVC_SVCD"),
          svcd.folder,
          svcd.folder
        )
      )
    )
    assert.equal(200, svcd:request("/first").status)
    assert.equal(200, svcd:request("/quoted%22name%5C").status)
    counted(svcd, 2, "/first", "2xx")
    counted(svcd, 1, "/second", "2xx")
    counted(svcd, 1, '/quoted"name\\', "2xx")
    assert.is_true(metric(svcd, "svc_route_seconds_total", { route = "/second" }) > 0)
    os.execute("rm -r " .. folder)
  end)
end)

describe("the counts of a worker", function()
  it("are not lost with it when it is killed", function()
    local svcd <close> = server.start({ workers = 1, admin_listen = "127.0.0.1:0" })
    local worker = svcd:workers()[1]
    for _ = 1, 30 do
      assert.equal(200, svcd:request("/v1/health").status)
    end
    os.execute("kill -KILL " .. worker)
    assert.is_true(server.await(function() return svcd:workers()[1] ~= worker end))
    local families = exposition.parse(scrape(svcd))
    assert.is_true(exposition.value(families, "svc_connections_accepted_total") >= 30)
  end)
end)

describe("the alert rules", function()
  local groups
  setup(function()
    local file <close> = assert(io.open(RULES))
    groups = lyaml.load(file:read("a")).groups
  end)

  local function each_rule(visit)
    for _, group in ipairs(groups) do
      for _, rule in ipairs(group.rules) do
        visit(rule)
      end
    end
  end

  it("name only metrics that there are", function()
    local svcd <close> = server.demo({ admin_listen = "127.0.0.1:0" })
    local families, named = exposition.parse(scrape(svcd)), 0
    each_rule(function(rule)
      for name in rule.expr:gmatch("svc_[%w_]+") do
        named = named + 1
        assert.truthy(families[name] or families[name:gsub("_bucket$", "")], name)
      end
    end)
    assert.is_true(named > 10)
  end)

  it("each say how grave it is, what happened and what to do", function()
    local seen = {}
    each_rule(function(rule)
      assert.is_nil(seen[rule.alert], rule.alert)
      seen[rule.alert] = true
      assert.truthy(
        rule.labels.severity == "page" or rule.labels.severity == "ticket",
        rule.alert
      )
      assert.truthy(#rule.annotations.summary > 0 and #rule.annotations.action > 0, rule.alert)
    end)
  end)

  with_promtool("pass the check of promtool", function()
    local output, good = run("promtool check rules " .. RULES, "")
    assert.is_true(good, output)
  end)
end)
