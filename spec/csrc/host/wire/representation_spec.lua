--- The representation of an answer is settled once: that is the key of what is kept, and nothing
-- else of a request reaches another client.

local server = require("spec.support.service.server")
local client = require("spec.support.service.client")
local sample = require("spec.support.publication.sample")

local folder = os.tmpname()
os.remove(folder)
assert(os.execute("mkdir -p " .. folder .. "/routes " .. folder .. "/phased"))

local function write(path, text)
  local file <close> = assert(io.open(folder .. "/" .. path, "w"))
  file:write(text)
end

-- Each answer says how often its handler ran: what is kept says the same again.
write(
  "routes/init.lua",
  [[
local params = require("web.params")
local respond = require("web.respond")
local runs = 0

local function count()
  runs = runs + 1
  return tostring(runs)
end

local function route(path, handle, more)
  local made = { method = "GET", path = path, handle = handle, cache = "publication" }
  for name, value in pairs(more or {}) do made[name] = value end
  return made
end

local function reading(read)
  return function(call) return count() .. " " .. tostring(read(call)) end
end

local function saying(...)
  local headers = { ... }
  return function() return respond.new(200, headers, count()) end
end

local locale = { locale = params.locale() }

return {
  route("/settled/{name}", reading(function(call)
    return call.params.locale .. call.captures.name .. call.type
  end), { params = locale, counted = true, produces = { "text/plain", "application/json" } }),
  route("/strict", reading(function(call) return call.params.locale end), { params = locale }),
  route("/header", reading(function(call) return call.request.headers["User-Agent"] end)),
  route("/address", reading(function(call) return call.request.address end)),
  route("/query", reading(function(call) return call.request.query end),
    { produces = { "text/plain" } }),
  route("/path", reading(function(call) return call.request.path end)),
  route("/id", reading(function(call) return call.request.id end)),
  route("/clock", reading(function(call) return call.now() end)),
  route("/quota", reading(function(call) return call.limits[2][2] end), { counted = true }),
  route("/private", saying({ "cache-control", "private, max-age=60" })),
  route("/no-store", saying({ "CACHE-CONTROL", "no-store" })),
  route("/other-age", saying({ "Cache-Control", "public, max-age=1" })),
  route("/cookie", saying({ "set-cookie", "a=b" })),
  route("/vary", saying({ "vary", "Accept, user-agent" })),
  route("/vary-all", saying({ "Vary", "*" })),
  route("/same-age", saying({ "cache-control", "public, max-age=60" },
    { "vary", "ACCEPT-ENCODING, accept" })),
  route("/created", function() return respond.new(201, {}, count()) end),
  route("/none", count, { cache = "none" }),
  route("/guarded", count),
  { method = "POST", path = "/guarded", handle = count, access = function() end },
  route("/long", function() return respond.new(200, { { "content-type", "text/plain" },
    { "vary", "accept" } }, ("long "):rep(400)) end),
}
]]
)

write(
  "phased/init.lua",
  [[
local runs = 0
local routes = { { method = "GET", path = "/plain", cache = "publication", handle = function()
  runs = runs + 1
  return tostring(runs)
end } }
routes.phases = { access = function() end }
return routes
]]
)

local svcd, phased, content

setup(function()
  local files = { publication = folder .. "/p.svp", trust = folder .. "/p.trust" }
  sample.write(files.publication, files.trust)
  local function start(more)
    local options = { quota_limit = 0, admin_listen = "127.0.0.1:0", log = "debug" }
    for _, side in ipairs { files, more } do
      for name, value in pairs(side) do
        options[name] = value
      end
    end
    return server.start(options)
  end
  svcd = start { routes = folder .. "/routes", quota_limit = 1000 }
  phased = start { routes = folder .. "/phased" }
  content = start {}
end)

teardown(function()
  for _, each in pairs { svcd, phased, content } do
    each:stop()
  end
  os.execute("rm -r " .. folder)
end)

local function metric(of, name)
  local admin = of:admin_port()
  local text = client.request(admin, "/metrics").body
  return tonumber(text:match("\nsvc_cache_" .. name .. "_total (%d+)"))
end

local function hits(of) return metric(of, "hits") end

--- Asks twice. @treturn boolean whether the second answer was kept of the first
local function kept(first, second, of)
  of = of or svcd
  first = of:request(first[1], first)
  second = of:request(second[1], second)
  assert.equal(first.status, second.status)
  return first.body == second.body
end

describe("a coding", function()
  local function ask(...) return content:request("/openapi.json", { headers = { ... } }) end

  it("of repeated header lines reaches nobody who did not ask for it", function()
    local coded = ask("Accept-Encoding: br", "accept-encoding: gzip")
    assert.equal("br", coded.headers["content-encoding"])
    local plain = ask()
    assert.is_nil(plain.headers["content-encoding"])
    assert.equal("{", plain.body:sub(1, 1))
  end)

  it("is the same for header lines as for the one that they are joined to", function()
    local joined = ask("Accept-Encoding: br;q=0.1, zstd;q=0.5")
    local lines = ask("Accept-Encoding: br;q=0.1", "Accept-Encoding: zstd;q=0.5")
    assert.equal("zstd", joined.headers["content-encoding"])
    assert.equal(joined.headers.etag, lines.headers.etag)
  end)

  it(
    "is refused where the lines exclude every form together",
    function()
      assert.equal(406, ask("Accept-Encoding: br;q=0", "Accept-Encoding: *;q=0").status)
    end
  )

  it("is told to caches whatever the letters of the names in a route's own headers", function()
    local answer = svcd:request("/long", { headers = { ["Accept-Encoding"] = "gzip" } })
    assert.equal("gzip", answer.headers["content-encoding"])
    local vary = {}
    for _, header in ipairs(answer.list) do
      if header[1]:lower() == "vary" then vary[#vary + 1] = header[2]:lower() end
    end
    assert.equal("accept, accept-encoding", table.concat(vary, ", "))
  end)
end)

describe("what is kept", function()
  local PAGE = "/id/quran/2?tafsir=true"
  local same = {
    { "a parameter that is not declared", PAGE .. "&zN=1" },
    { "parameters in another order", "/id/quran/2?zN=1&tafsir=true" },
    { "an encoded parameter", "/id/quran/2?t%61fsir=true" },
    { "an encoded path", "/id/qur%61n/2?tafsir=true" },
    { "empty pieces of the query", "/id/quran/2?&&tafsir=true&" },
    { "an absolute target", "http://localhost" .. PAGE },
    { "a type with parameters", PAGE, { "Accept: text/html;v=3" } },
    { "several types", PAGE, { "Accept: application/json, text/html;q=0.3" } },
    { "a repeated Accept", PAGE, { "Accept: image/png", "ACCEPT: text/*" } },
    { "a declared media type", PAGE, { "Content-Type: application/json" } },
    { "a declared media type with parameters", PAGE, { "content-type: application/json;a=b" } },
    { "a body", PAGE, { "Content-Type: application/json" }, "{}" },
    { "a condition that the page does not know", PAGE, { 'If-None-Match: "x"' } },
    { "codings that are not served", PAGE, { "Accept-Encoding: deflate, compress" } },
    { "other headers", PAGE, { "User-Agent: x", "Cookie: a=b", "Accept-Language: id" } },
    {
      "a decorated address of a Markdown form",
      "/id/quran/2.md?z=1",
      {},
      nil,
      "/id/quran/2.md",
    },
    { "a default that is spelled out", "/v1/taxonomy?locale=en", {}, nil, "/v1/taxonomy" },
  }
  for _, row in ipairs(same) do
    it("answers also a request with " .. row[1], function()
      local plain = content:request(row[5] or PAGE)
      for _ = 1, 2 do
        local before = hits(content)
        local answer = content:request(row[2], { headers = row[3], body = row[4] })
        assert.equal(before + 1, hits(content))
        assert.same({ plain.status, plain.body }, { answer.status, answer.body })
      end
    end)
  end

  it("is found without a script by a request that came before, and by eight at once", function()
    local function ask(from, to)
      for i = from, to do
        content:request("/id/quran/3?again=" .. i)
      end
    end
    ask(1, 9)
    local before = metric(content, "recalls")
    ask(9, 9)
    ask(2, 8)
    assert.equal(before, metric(content, "recalls"))
    ask(1, 1)
    assert.equal(before + 1, metric(content, "recalls"))
  end)

  it("is found so for as long as it is asked for, whatever others ask", function()
    local own = "/id/quran/4?own=1"
    content:request(own)
    for i = 1, 30 do
      content:request("/id/quran/4?others=" .. i)
      local before = metric(content, "recalls")
      content:request(own)
      assert.equal(before, metric(content, "recalls"))
    end
  end)

  it("answers a condition on the contract", function()
    local etag = content:request("/openapi.json").headers.etag
    local before = hits(content)
    local answer = content:request("/openapi.json", { headers = { ["If-None-Match"] = etag } })
    assert.same({ 304, etag, "" }, { answer.status, answer.headers.etag, answer.body })
    assert.is_nil(answer.headers["content-type"])
    local other = content:request("/openapi.json", { headers = { ["If-None-Match"] = '"x"' } })
    assert.same({ 200, etag }, { other.status, other.headers.etag })
    assert.equal(before + 2, hits(content))
  end)

  it("is kept of a conditional request as well", function()
    local gzip = { ["Accept-Encoding"] = "gzip", ["If-None-Match"] = "*" }
    local hits_before, made_before = hits(content), metric(content, "misses")
    for _ = 1, 3 do
      assert.equal(304, content:request("/openapi.json", { headers = gzip }).status)
    end
    assert.equal(made_before + 1, metric(content, "misses"))
    assert.equal(hits_before + 2, hits(content))
  end)

  local settled = {
    { "/settled/a?locale=de", what = "a parameter" },
    { "/settled/b", what = "a part of the path" },
    { "/settled/a", what = "the media type", headers = { Accept = "application/json" } },
  }
  for _, row in ipairs(settled) do
    it("is another answer for " .. row.what, function()
      assert.is_true(kept(row, row))
      assert.is_false(kept({ "/settled/a" }, row))
    end)
  end

  it("is counted against the quota, decorated or not", function()
    local function remaining(target)
      return tonumber(svcd:request(target).headers.ratelimit:match("r=(%d+)"))
    end
    local first = remaining("/settled/counted")
    assert.same({ first - 1, first - 2, first - 3 }, {
      remaining("/settled/counted?a=1"),
      remaining("/settled/counted?a=1"),
      remaining("/settled/counted?a=2"),
    })
  end)

  it("is never the answer to what must be refused", function()
    svcd:request("/strict?locale=de")
    assert.equal(400, svcd:request("/strict?locale=de&zN=1").status)
    assert.equal(
      406,
      svcd:request("/strict?locale=de", { headers = { Accept = "a/b" } }).status
    )
    local typed = { ["Content-Type"] = "text/plain" }
    assert.equal(415, svcd:request("/strict?locale=de", { headers = typed }).status)
  end)
end)

describe("what a handler reads beyond what is settled", function()
  for _, what in ipairs { "header", "address", "query", "path", "id", "clock", "quota" } do
    it(
      "makes its answer its client's own: " .. what,
      function() assert.is_false(kept({ "/" .. what }, { "/" .. what })) end
    )
  end

  it("is told to the route's author, with the place", function()
    svcd:request("/header")
    assert.match(
      "GET /header is not kept: [^\n]-init.lua:%d+ reads call.request",
      svcd:errors()
    )
  end)

  it("finds a header by its name in any letters", function()
    local answer = svcd:request("/header", { headers = { "uSER-aGENT: me" } })
    assert.match(" me$", answer.body)
  end)
end)

describe("what a response says of itself", function()
  for _, what in ipairs {
    "private",
    "no-store",
    "other-age",
    "cookie",
    "vary",
    "vary-all",
    "created",
    "none",
  } do
    it(
      "keeps it out of the cache: " .. what,
      function() assert.is_false(kept({ "/" .. what }, { "/" .. what })) end
    )
  end

  it(
    "lets it be kept where that is what its class says",
    function() assert.is_true(kept({ "/same-age" }, { "/same-age" })) end
  )
end)

describe("svcd routes", function()
  it("says which routes with a class are never kept, and why", function()
    local function routes(name)
      local command = "%s routes --routes %s/%s"
      local pipe <close> = assert(io.popen(command:format(os.getenv("SVC_SVCD"), folder, name)))
      return pipe:read("a")
    end
    local own = routes("routes")
    assert.match("\nGET /guarded is never kept: its path has an access function", own)
    assert.is_nil(own:find("/none is never", 1, true) or own:find("/plain is never", 1, true))
    assert.match("\nGET /plain is never kept: an access phase", routes("phased"))
  end)
end)

describe("an access phase", function()
  it(
    "is asked before every answer",
    function() assert.is_false(kept({ "/plain" }, { "/plain" }, phased)) end
  )

  it(
    "of another method at the path is asked before every answer",
    function() assert.is_false(kept({ "/guarded" }, { "/guarded" })) end
  )
end)
