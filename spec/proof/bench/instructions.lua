--- Instructions that the host takes for a request, and that libmicrohttpd takes for the same bytes
-- without it (bare.c), counted by callgrind: a figure that no other load on the machine changes.
--
--     SVC_SVCD=$PWD/build/svcd build/svcd lua spec/proof/bench/instructions.lua BARE [--json FILE]
--
-- Each program serves a few requests and then more; the difference is what the latter took.

local client = require("spec.support.service.client")
local load = require("spec.support.service.load")
local measure = require("spec.proof.bench.measure")
local sample = require("spec.support.publication.sample")
local server = require("spec.support.service.server")
local socket = require("socket")
local tables = require("base.tables")
local upstream = require("spec.support.service.upstream")

local FEW, MORE = 200, measure.quick and 700 or 2200
-- Of cheap answers more are asked for: what a process does each second counts as little then.
local MANY = measure.quick and MORE or 10200
local SEARCH = "/v1/search?query=quadratic&locale=en"
local CONTENT = "/v1/content?ref=asset:en:material:mathematics:quadratic-equations"
local VERSE = "/v1/quran/112?from_verse=2"
local LESSON = "/en/material/mathematics/quadratic-equations"

--- A call of the tool that searches. Answers of calls are kept by the framework: each is another,
-- in spaces behind the phrasing and in a limit that is not reached.
local function call(n)
  local asked = '"arguments":{"query":["quadratic%s"],"locale":"en","limit":%d},'
  local body = ('{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":'):format(n)
    .. '"svc_search_content",'
    .. asked:format((" "):rep(n % 400), 10 - n // 400)
    .. '"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",'
    .. '"io.modelcontextprotocol/clientInfo":{"name":"bench","version":"1"},'
    .. '"io.modelcontextprotocol/clientCapabilities":{}}}}'
  return client.format("/mcp", {
    body = body,
    headers = {
      ["Content-Type"] = "application/json",
      Accept = "application/json, text/event-stream",
      ["MCP-Protocol-Version"] = "2026-07-28",
      ["Mcp-Method"] = "tools/call",
      ["Mcp-Name"] = "svc_search_content",
    },
    keep = true,
    method = "POST",
  })
end

--- The requests, and the parts of the host that each passes.
local ROWS = {
  { "bare libmicrohttpd", "the same body from one prepared answer" },
  { "cached search", "guard, quota, access log, response cache", SEARCH, more = MANY },
  {
    "cached search, rules",
    "the same with header fields, access, 5 000 redirects and quotas of paths",
    SEARCH,
    rules = true,
    more = MANY,
  },
  {
    "script",
    "guard, access log, the smallest route in Lua under its budget",
    "/fine",
    routes = "spec/support/service/faulty",
  },
  { "script, upstreams", "the same where routes may call upstreams", "/plain", held = 0 },
  {
    "script, 64 calls wait",
    "the same while 64 slow answers are waited for",
    "/plain",
    held = 64,
  },
  { "fresh index", "guard, access log, the index in Lua", "/v1", cache = 0 },
  { "fresh search", "guard, access log, the search and its items in Lua", SEARCH, cache = 0 },
  { "fresh content", "guard, access log, the item and its links in Lua", CONTENT, cache = 0 },
  { "fresh verse", "guard, access log, the verse and its links in Lua", VERSE, cache = 0 },
  { "fresh lesson", "guard, access log, the page of a lesson", LESSON, cache = 0, page = true },
  {
    "fresh tools/call",
    "guard, access log, MCP, the same search",
    "/mcp",
    cache = 0,
    call = true,
  },
}

--- A program that runs another under callgrind, with its arguments.
local function wrap(folder, program)
  local path = folder .. "/counted"
  measure.write(
    path,
    (
      "#!/bin/sh\nexec valgrind --quiet --tool=callgrind"
      .. ' --callgrind-out-file=%s/count.%%p %s "$@"\n'
    ):format(folder, program)
  )
  assert(os.execute("chmod +x " .. path))
  return path
end

local function counted(folder, pid)
  return server.await(
    function()
      return tonumber(
        measure.read(("%s/count.%d"):format(folder, pid)):match("\nsummary: (%d+)")
      )
    end,
    30
  )
end

--- Sends requests, one after the other, on one connection.
local function ask(port, target, count, row)
  local loaded = load.start(port, {
    connections = 1,
    pause = 0,
    targets = { target },
    formatted = row and row.call and call or nil,
    headers = row and row.page and { Accept = "text/html" } or nil,
    seen = function(answer) assert(answer.status == 200, answer.status) end,
  })
  local last = socket.gettime() + 120
  while loaded.answers < count and socket.gettime() < last do
    loaded:pump(socket.gettime() + 0.001)
  end
  loaded:stop()
  assert(loaded.answers >= count, "the server is too slow")
  return loaded.answers
end

--- Runs a server for so many requests. @treturn number answers @treturn number instructions
local starters = {}

function starters.bare(folder, _, count, program)
  local line = ("%s %s/search >%s/out & echo $!"):format(wrap(folder, program), folder, folder)
  local pid = tonumber((measure.run(line)))
  local port = server.await(
    function() return tonumber(measure.read(folder .. "/out"):match(":(%d+)\n")) end,
    30
  )
  local answers = ask(port, "/", count)
  os.execute("kill " .. pid)
  return answers, counted(folder, pid)
end

--- Rules as operators have them: none of them ends the request that is asked.
local function rules(folder)
  local lines = {}
  for i = 1, 5000 do
    lines[i] = ("/moved/%d /docs"):format(i)
  end
  measure.write(folder .. "/redirects", table.concat(lines, "\n") .. "\n")
  return {
    headers = { "/ Strict-Transport-Security: max-age=31536000", "/docs -Link" },
    access = { "allow from 10.0.0.0/8 path /docs", "deny path /docs", "deny agent *badbot*" },
    redirects = folder .. "/redirects",
    quota_routes = { "/docs 30/60", "/v1/taxonomy none" },
    quota_exempt = { "10.0.0.0/8" },
  }
end

--- Has requests wait for an upstream that does not answer.
local function hold(svcd, far, count)
  local waiting = {}
  for i = 1, count do
    waiting[i] = client.connect(svcd.port)
    waiting[i]:send(client.format("/call/held?timeout=600"))
  end
  assert(server.await(function() return far:waiting() == count end, 60), "no call waits")
end

--- Options of a row, and the upstream that its routes call.
local function options_of(folder, row)
  if row.rules then return rules(folder) end
  if not row.held then return nil end
  local far = upstream.start()
  local named = ("local %s in_flight=128 timeout=60"):format(far.url)
  return { routes = "spec/support/service/calling", upstreams = { named } }, far
end

function starters.svcd(folder, row, count)
  local own, far = options_of(folder, row)
  local svcd = server.start(
    tables.merge({
      publication = folder .. "/sample.svp",
      trust = folder .. "/trust",
      quota_limit = 100000,
      access_log = folder .. "/access.log",
      sandbox = "false",
      load_timeout = 600,
      heartbeat_timeout = 600,
      script_instructions = 200000000, -- callgrind is so slow that a request is late otherwise
      cache_size = row.cache,
      routes = row.routes or "routes",
    }, own),
    nil,
    { program = wrap(folder, os.getenv("SVC_SVCD")) }
  )
  local worker = svcd:workers()[1]
  if far then hold(svcd, far, row.held) end
  local answers = ask(svcd.port, row[3], count, row)
  if far then
    far:ask("release")
    far:stop()
  end
  assert(svcd:stop())
  return answers, counted(folder, worker)
end

local function each_request(folder, row, bare)
  local start = row[3] and starters.svcd or starters.bare
  local few, before = start(folder, row, FEW, bare)
  local more, after = start(folder, row, row.more or MORE, bare)
  return (after - before) / (more - few)
end

measure.in_folder(function(folder)
  local figures = measure.figures()
  sample.write(folder .. "/sample.svp", folder .. "/trust")
  local svcd =
    server.start({ publication = folder .. "/sample.svp", trust = folder .. "/trust" })
  measure.write(folder .. "/search", svcd:request(SEARCH).body)
  svcd:stop()
  local least
  print(("%-20s %12s %12s  %s"):format("answer", "instructions", "over bare", "on the way"))
  for _, row in ipairs(ROWS) do
    local value = each_request(folder, row, arg[1])
    least = least or value
    print(("%-20s %12.0f %12.0f  %s"):format(row[1], value, value - least, row[2]))
    figures:add("host.instructions", row[1], nil, value)
    if row[3] then figures:add("host.over", row[1], nil, value - least) end
  end
  figures:save(arg)
end)
