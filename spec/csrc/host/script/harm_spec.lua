--- A folder of routes that tries to harm the service (spec/support/service/harm): what it does
-- changes no answer of another route, and none of its acts outlives its budget.

local client = require("spec.support.service.client")
local forge = require("spec.support.publication.forge")
local server = require("spec.support.service.server")

--- What other routes answer, and how that is asked for.
local PROBES = {
  { "/v1" },
  { "/v1?unknown=1" },
  { "/v1", method = "POST", body = "{}" },
  { "/v1/search?query=quadratic" },
  { "/v1/content?ref=asset:en:material:mathematics:quadratic-equations" },
  { "/v1/taxonomy" },
  { "/v1/quran/2?from_verse=255" },
  { "/openapi.json" },
  { "/" },
  { "/docs" },
  { "/en/material/mathematics/quadratic-equations" },
  { "/nowhere" },
  { "/harm/seen" },
  {
    "/mcp",
    method = "POST",
    accept = "application/json, text/event-stream",
    body = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
  },
  {
    "/mcp",
    method = "POST",
    accept = "application/json, text/event-stream",
    body = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"svc_get_taxonomy"}}',
  },
}

--- Fields that differ from one answer to the next.
local VARYING = { date = true, ratelimit = true }

local function shown(answer)
  local lines = {}
  for name, value in pairs(answer.headers) do
    if not VARYING[name] then lines[#lines + 1] = name .. ": " .. value end
  end
  table.sort(lines)
  return ("%d\n%s\n\n%s"):format(answer.status, table.concat(lines, "\n"), answer.body)
end

local function probe(svcd, each)
  return shown(svcd:request(each[1], {
    method = each.method,
    body = each.body,
    headers = {
      ["Accept"] = each.accept,
      ["Content-Type"] = each.body and "application/json" or nil,
      ["X-Request-Id"] = "probe",
    },
  }))
end

local function probe_all(svcd)
  local all = {}
  for i, each in ipairs(PROBES) do
    all[i] = probe(svcd, each)
  end
  return all
end

--- The kinds of acts, by the size of the cache: what works or grows does so with any.
local KINDS = {
  ["64M"] = { "reach", "keep", "escape", "hang", "exhaust", "desk" },
  ["0"] = { "reach", "keep" },
}

--- Seconds of processor time that an act may take: those after which it is counted, those of its
-- budget, and what a single step in C may last.
local BOUND = (0.004 + 0.1 + 0.05) * (server.sanitized and 3 or 1)

--- Seconds of processor time that a process has taken.
local function processor_time(pid)
  local file <close> = assert(io.open(("/proc/%d/schedstat"):format(pid)))
  return tonumber(file:read("a"):match("^%d+")) / 1e9
end

--- The names of the acts of a kind, as its file declares them.
local function names_of(kind)
  local names = {}
  for line in io.lines("spec/support/service/harm/" .. kind .. ".lua") do
    names[#names + 1] = line:match('^acts%["([%w-]+)"%] = ')
      or line:match("^function acts%.(%w+)")
  end
  return names
end

for cache_size, kinds in pairs(KINDS) do
  describe("a route that harms, with a cache of " .. cache_size .. ",", function()
    local svcd, before, secret
    setup(function()
      secret = os.tmpname()
      forge.write(secret, ("harm"):rep(8))
      assert(os.execute("chmod 600 " .. secret))
      svcd = server.start({
        routes = { "default", "spec/support/service/harm" },
        publication = "build/demo.svp",
        trust = "build/demo.trust",
        quota_limit = 100000,
        secrets = "harm=" .. secret,
        cache_size = cache_size,
      })
      before = probe_all(svcd)
      assert.same(before, probe_all(svcd))
    end)
    teardown(function()
      os.remove(secret)
      local log = svcd:errors()
      assert.is_true(svcd:stop())
      assert.falsy(log:find("harmharm", 1, true))
      assert.falsy(log:find("a secret is there to be read", 1, true))
    end)

    for _, kind in ipairs(kinds) do
      for _, name in ipairs(names_of(kind)) do
        it(("changes no answer of others: %s %s"):format(kind, name), function()
          local workers = svcd:workers()
          local taken
          for _ = 1, 3 do -- a machine that others use takes longer for the same
            local start = processor_time(workers[1])
            svcd:raw(client.format(("/harm/%s/%s"):format(kind, name)))
            taken = math.min(taken or math.huge, processor_time(workers[1]) - start)
            if taken < BOUND then break end
          end
          assert.is_true(taken < BOUND, ("%.3f s"):format(taken))
          for i, each in ipairs(PROBES) do
            assert.equal(before[i], probe(svcd, each))
          end
          assert.same(workers, svcd:workers(), svcd:errors())
        end)
      end
    end
  end)
end
