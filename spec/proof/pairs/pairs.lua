--- Finds answers that depend on who asked before: pairs of requests go to a service
-- that keeps answers, and the second of each to one that keeps none. The two must say the same. The
-- room for answers is small, so that most are made anew now and then.

local client = require("spec.support.service.client")
local compare = require("spec.proof.pairs.compare")
local generate = require("spec.proof.pairs.generate")
local line = require("spec.proof.pairs.line")
local sample = require("spec.support.publication.sample")
local server = require("spec.support.service.server")

local run = {}

--- Bytes of the cache that is tested: an answer takes an eighth at most.
local ROOM = 512 * 1024

--- Pairs that are sent ahead of their answers.
local BATCH = 25

--- Requests that are remembered, to find the one that spoilt an answer.
local MEMORY = 4000

local ROUTES = { own = "routes", readers = "spec/proof/pairs/routes" }

local Service = {}
Service.__index = Service

local function start(self, room)
  return server.start({
    publication = self.folder .. "/p.svp",
    trust = self.folder .. "/p.trust",
    routes = self.routes,
    quota_limit = 0,
    cache_size = room,
    admin_listen = "127.0.0.1:0",
    access_log = "none",
    base_url = "http://localhost",
    site_url = "http://site.test",
  })
end

--- A service under test and the one that keeps nothing, over the same routes.
local function open_service(routes, folder)
  local self = setmetatable({ routes = routes, folder = folder }, Service)
  self:begin()
  return self
end

--- Begins with an empty cache, and nothing remembered.
function Service:begin()
  self.kept, self.fresh, self.asked = start(self, ROOM), start(self, 0), {}
  self.answers, self.expected = line.open(self.kept.port), line.open(self.fresh.port)
end

function Service:close()
  self.answers:close()
  self.expected:close()
  self.kept:stop()
  self.fresh:stop()
end

--- How often the cache gave an answer, and how often it kept one.
function Service:counts()
  local admin = self.kept:admin_port()
  local text = client.request(admin, "/metrics").body
  return tonumber(text:match("\nsvc_cache_hits_total (%d+)")),
    tonumber(text:match("\nsvc_cache_misses_total (%d+)"))
end

function Service:remember(request)
  self.asked[#self.asked + 1] = request
  if #self.asked > 2 * MEMORY then
    self.asked = table.move(self.asked, MEMORY + 1, #self.asked, 1, {})
  end
end

--- Sends pairs. @treturn number|nil the first whose second answer is not the expected one
function Service:ask(batch)
  local both, seconds = {}, {}
  for i, pair in ipairs(batch) do
    both[2 * i - 1], both[2 * i], seconds[i] = pair.first, pair.second, pair.second
  end
  local answers_of, expected_of = self.answers:begin(both), self.expected:begin(seconds)
  local answers, expected = answers_of(), expected_of()
  for i, pair in ipairs(batch) do
    local difference = compare.difference(pair.second, expected[i], answers[2 * i])
    self:remember(pair.first)
    if difference then return i end
    self:remember(pair.second)
  end
end

--- The fault of the answer to a request behind others, on a service that begins anew.
local function difference_behind(service, others, request)
  service:close()
  service:begin()
  for at = 1, #others, 100 do
    service.answers:ask(table.move(others, at, math.min(at + 99, #others), 1, {}))
  end
  local answer, expected = service.answers:ask({ request }), service.expected:ask({ request })
  return compare.difference(request, expected[1], answer[1])
end

--- The shortest part of some requests behind which another is still answered otherwise.
local function culprits(service, others, request)
  local last = { others[#others] }
  if difference_behind(service, last, request) then return last end
  while #others > 1 do
    local middle = #others // 2
    local early = table.move(others, 1, middle, 1, {})
    local late = table.move(others, middle + 1, #others, 1, {})
    if difference_behind(service, late, request) then
      others = late
    elseif difference_behind(service, early, request) then
      others = early
    else
      break
    end
  end
  return others
end

--- Copies of a request that lack one thing each.
local function smaller(request)
  local list = {}
  local function add(change)
    local copy = {}
    for name, value in pairs(request) do
      copy[name] = type(value) == "table" and { table.unpack(value) } or value
    end
    change(copy)
    list[#list + 1] = copy
  end
  for i, text in ipairs(request.headers) do
    local is_id = text:find("^X%-Request%-Id:")
    if not is_id then add(function(copy) table.remove(copy.headers, i) end) end
  end
  for i = 1, #(request.query or {}) do
    add(function(copy)
      table.remove(copy.query, i)
      if #copy.query == 0 then copy.query = nil end
    end)
  end
  if request.body and request.method ~= "POST" then add(function(copy) copy.body = nil end) end
  if request.method == "HEAD" then add(function(copy) copy.method = "GET" end) end
  return list
end

--- Takes from a request what is not needed for `fails(request)`.
local function shrink(request, fails)
  for _, candidate in ipairs(smaller(request)) do
    if fails(candidate) then return shrink(candidate, fails) end
  end
  return request
end

--- The smallest requests that show the fault, and what it is.
local function explain(service, request)
  local others = culprits(service, service.asked, request)
  if not difference_behind(service, others, request) then
    return ("it was seen once, and not again behind the last %d requests"):format(#others)
  end
  if #others == 1 then
    others[1] = shrink(
      others[1],
      function(candidate) return difference_behind(service, { candidate }, request) end
    )
  end
  request = shrink(
    request,
    function(candidate) return difference_behind(service, others, candidate) end
  )
  local parts = {
    ("behind %d request%s, of which the last is"):format(#others, #others == 1 and "" or "s"),
    generate.bytes(others[#others]),
    "this is answered otherwise:",
    generate.bytes(request),
    difference_behind(service, others, request),
  }
  return table.concat(parts, "\n")
end

--- Values of If-None-Match: those that are current, and others.
local function tags_of(service)
  local tags = { "*", '"x"', "", 'W/"x", "y"', '"own"' }
  for _, coding in ipairs { "br", "gzip", "zstd", "identity" } do
    for _, path in ipairs { "/openapi.json", "/revalidated" } do
      local request =
        { method = "GET", path = path, headers = { "Accept-Encoding: " .. coding } }
      tags[#tags + 1] = service.expected:ask({ request })[1].headers.etag
    end
  end
  return tags
end

--- Runs pairs.
-- @tparam number count
-- @tparam number seed
-- @tparam[opt] table options `progress`, called with the number of pairs that are done; `readers`,
-- a folder of routes in place of those beside this file
-- @treturn table `{pairs, seed, hits, made, fault}`: `hits`, answers that were kept ones; `made`,
-- answers that were kept; `fault`, nil or the smallest requests that show one
function run.pairs(count, seed, options)
  options = options or {}
  local folder = os.tmpname()
  os.remove(folder)
  assert(os.execute("mkdir " .. folder))
  sample.write(folder .. "/p.svp", folder .. "/p.trust")
  local services, tags, batches = {}, {}, {}
  for name, routes in pairs(ROUTES) do
    services[name], batches[name] = open_service(options[name] or routes, folder), {}
  end
  for _, name in ipairs { "own", "readers" } do
    table.move(tags_of(services[name]), 1, 20, #tags + 1, tags)
  end
  local result = { pairs = 0, seed = seed, hits = 0, made = 0 }
  local function flush(name)
    local batch = batches[name]
    batches[name] = {}
    local wrong = services[name]:ask(batch)
    result.pairs = result.pairs + #batch
    if wrong then
      result.fault = ("pair %d of seed %d: %s"):format(
        batch[wrong].index,
        seed,
        explain(services[name], batch[wrong].second)
      )
    end
    if options.progress then options.progress(result.pairs) end
  end
  for index = 1, count do
    local name, first, second = generate.pair(seed, index, tags)
    table.insert(batches[name], { index = index, first = first, second = second })
    if #batches[name] == BATCH then flush(name) end
    if result.fault then break end
  end
  for name, service in pairs(services) do
    if not result.fault and #batches[name] > 0 then flush(name) end
    local hits, made = service:counts()
    result.hits, result.made = result.hits + hits, result.made + made
    service:close()
  end
  os.execute("rm -r " .. folder)
  return result
end

return run
