--- The response cache and the content codings of the real svcd: never another answer than a script
-- would have given.

local sample = require("spec.support.publication.sample")
local server = require("spec.support.service.server")
local svc = require("svc")

local files = os.tmpname()
local svcd

--- What a shell command writes, given `bytes`.
local function filter(command, bytes)
  local path = files .. ".in"
  local file = assert(io.open(path, "wb"))
  file:write(bytes)
  file:close()
  local pipe <close> = assert(io.popen(command .. " <" .. path .. " 2>/dev/null"))
  return pipe:read("a")
end

local function metric(name, of)
  local admin = (of or svcd):admin_port()
  local client = require("spec.support.service.client")
  return tonumber(client.request(admin, "/metrics").body:match("\n" .. name .. " (%d+)"))
end

setup(function()
  sample.write(files .. ".svp", files .. ".trust")
  svcd = server.start({
    publication = files .. ".svp",
    trust = files .. ".trust",
    quota_limit = 0,
    admin_listen = "127.0.0.1:0",
  })
end)

teardown(function()
  svcd:stop()
  for _, suffix in ipairs { "", ".svp", ".trust", ".in" } do
    os.remove(files .. suffix)
  end
end)

describe("the response cache", function()
  local function essence(answer)
    local headers = {}
    for name, value in pairs(answer.headers) do
      if name ~= "x-request-id" and name ~= "date" then headers[name] = value end
    end
    return { answer.status, headers, answer.body }
  end

  it("gives the bytes and headers of the first answer again, each with its own id", function()
    local first = svcd:request("/v1/taxonomy?locale=de")
    local second = svcd:request("/v1/taxonomy?locale=de")
    assert.same(essence(first), essence(second))
    assert.not_equal(first.headers["x-request-id"], second.headers["x-request-id"])
  end)

  it("answers every request under its own id, the caller's or a new one", function()
    local seen = {}
    for i = 1, 300 do
      local own = i % 3 == 0 and { ["X-Request-Id"] = ("r"):rep(i % 60 + 1) .. i } or nil
      local id = svcd:request("/v1/taxonomy", { headers = own }).headers["x-request-id"]
      assert.is_nil(seen[id])
      if own then assert.equal(own["X-Request-Id"], id) end
      seen[id] = true
    end
  end)

  it("answers under distinct ids also on many connections at once", function()
    local client = require("spec.support.service.client")
    local connections, seen, count = {}, {}, 0
    for i = 1, 32 do
      connections[i] = client.connect(svcd.port)
      connections[i]:send(
        client.format("/v1/taxonomy", { keep = true }):rep(49) .. client.format("/v1/taxonomy")
      )
    end
    for _, connection in ipairs(connections) do
      for _, answer in ipairs(assert(client.parse((client.drain(connection))))) do
        if not seen[answer.headers["x-request-id"]] then count = count + 1 end
        seen[answer.headers["x-request-id"]] = true
      end
    end
    assert.equal(32 * 50, count)
  end)

  it("answers HEAD as GET, without the body", function()
    local get = svcd:request("/v1/taxonomy")
    local head = svcd:request("/v1/taxonomy", { method = "HEAD" })
    assert.equal("", head.body)
    assert.equal(get.headers["content-length"], head.headers["content-length"])
  end)

  -- After a cached GET, each of these must still be refused.
  local refusals = {
    { "an Accept that excludes it", { headers = { Accept = "text/html" } }, 406 },
    { "a declared media type", { headers = { ["Content-Type"] = "text/plain" } }, 415 },
    { "another method", { method = "DELETE" }, 405 },
    { "an unknown parameter", { target = "/v1/taxonomy?x=1" }, 400 },
    { "an empty query with a parameter sign", { target = "/v1/taxonomy?locale=" }, 422 },
  }
  for _, row in ipairs(refusals) do
    it("is not used for " .. row[1], function()
      svcd:request("/v1/taxonomy")
      assert.equal(row[3], svcd:request(row[2].target or "/v1/taxonomy", row[2]).status)
    end)
  end

  it("is not used for a conditional request", function()
    local etag = svcd:request("/openapi.json").headers.etag
    local answer = svcd:request("/openapi.json", { headers = { ["If-None-Match"] = etag } })
    assert.same({ 304, etag, "" }, { answer.status, answer.headers.etag, answer.body })
  end)

  it("knows its size: at most the one it is given, and nothing once all is let go", function()
    local size, path = 256 * 1024, os.tmpname()
    sample.write(path, path .. ".trust")
    local own <close> = server.start({
      publication = path,
      trust = path .. ".trust",
      quota_limit = 0,
      admin_listen = "127.0.0.1:0",
      cache_size = size,
    })
    -- A worker tells it once a second.
    local function bytes_of_cache(is_told)
      return server.await(function()
        local bytes = metric("svc_cache_bytes", own)
        return is_told(bytes) and bytes
      end)
    end
    local ways = { "t", "%74", "a", "%61", "x", "%78", "o", "%6f", "n", "%6e", "o", "%6f" }
    for i = 0, 63 do -- more spellings of a target than are kept
      local spelled = {}
      for letter = 0, 5 do
        spelled[letter + 1] = ways[2 * letter + 1 + (i >> letter & 1)]
      end
      assert.equal(200, own:request("/v1/" .. table.concat(spelled) .. "my").status)
    end
    for i = 1, 200 do
      assert.equal(200, own:request("/v1/search?query=word" .. i).status)
    end
    local full = bytes_of_cache(function(bytes) return bytes > size / 2 end)
    assert.is_true(full and full <= size, full)
    sample.write(path, path .. ".trust")
    own:signal("HUP")
    assert.equal(0, bytes_of_cache(function(bytes) return bytes == 0 end))
    os.remove(path)
    os.remove(path .. ".trust")
  end)

  it("keeps nothing but successes", function()
    local before = metric("svc_cache_hits_total")
    svcd:request("/v1/content?ref=nothing")
    svcd:request("/v1/content?ref=nothing")
    assert.equal(before, metric("svc_cache_hits_total"))
  end)
end)

describe("content coding", function()
  local decoders = { gzip = "gzip -dc", zstd = "zstd -dc" }

  local rows = {
    { "nothing", nil, nil },
    { "gzip", "gzip", "gzip" },
    { "x-gzip", "x-gzip", "gzip" },
    { "GZIP", "GZIP", "gzip" },
    { "zstd", "zstd", "zstd" },
    { "br", "br", "br" },
    { "everything of equal quality", "gzip, deflate, br, zstd", "br" },
    { "the better quality", "br;q=0.5, gzip;q=0.8", "gzip" },
    { "a quality of zero", "br;q=0, gzip", "gzip" },
    { "anything", "*", "br" },
    { "anything but one", "*, br;q=0", "zstd" },
    { "the plain form", "identity", nil },
    { "the plain form best", "gzip;q=0.5, identity;q=0.9", nil },
    { "an empty list", "", nil },
    { "an unknown coding", "deflate", nil },
    { "a malformed quality", "gzip;q=2", nil },
    { "a quality of four digits", "gzip;q=0.1234", "gzip" },
    { "a quality without its zero", "gzip;q=.2", "gzip" },
    { "a quality a thousandth beyond one", "gzip;q=1.001", nil },
    { "a quality without its point", "gzip;q=05", nil },
    { "a quality with a letter", "gzip;q=0.x", nil },
    { "a quality without a number", "gzip;q=", nil },
    { "a parameter that is no quality", "gzip;r=1", nil },
    { "a parameter of one letter", "gzip;q", nil },
    { "the least quality", "gzip;q=0.001", "gzip" },
    { "blanks around it", " gzip ; q=1.000 ", "gzip" },
  }
  for _, row in ipairs(rows) do
    it(("for %s is %s"):format(row[1], row[3] or "none"), function()
      local answer =
        svcd:request("/openapi.json", { headers = { ["Accept-Encoding"] = row[2] } })
      assert.same({ 200, row[3] }, { answer.status, answer.headers["content-encoding"] })
      assert.equal("Accept, Accept-Encoding", answer.headers.vary)
      assert.equal('"' .. svc.sha256(answer.body) .. '"', answer.headers.etag)
    end)
  end

  for name, decoder in pairs(decoders) do
    it("in " .. name .. " decodes to the plain bytes", function()
      local plain = svcd:request("/openapi.json").body
      local coded =
        svcd:request("/openapi.json", { headers = { ["Accept-Encoding"] = name } }).body
      assert.is_true(#coded < #plain / 3)
      assert.equal(plain, filter(decoder, coded))
    end)
  end

  it("in br decodes to the plain bytes", function()
    local plain = svcd:request("/openapi.json").body
    local coded =
      svcd:request("/openapi.json", { headers = { ["Accept-Encoding"] = "br" } }).body
    assert.equal(
      plain,
      filter(
        'node -e \'process.stdout.write(require("zlib")'
          .. '.brotliDecompressSync(require("fs").readFileSync(0)))\'',
        coded
      )
    )
  end)

  it("is revalidated each by its own validator", function()
    local function ask(coding, etag)
      return svcd:request(
        "/openapi.json",
        { headers = { ["Accept-Encoding"] = coding, ["If-None-Match"] = etag } }
      ).status
    end
    local gzip = svcd:request("/openapi.json", { headers = { ["Accept-Encoding"] = "gzip" } })
    assert.equal(304, ask("gzip", gzip.headers.etag))
    assert.equal(200, ask("br", gzip.headers.etag))
  end)

  for _, value in ipairs { "identity;q=0", "*;q=0", "identity;q=0, deflate" } do
    it("refuses what excludes every form: " .. value, function()
      local headers = { ["Accept-Encoding"] = value }
      assert.equal(406, svcd:request("/openapi.json", { headers = headers }).status)
    end)
  end

  it("leaves short answers as they are", function()
    local answer = svcd:request("/v1/health", { headers = { ["Accept-Encoding"] = "gzip" } })
    assert.is_nil(answer.headers["content-encoding"])
  end)
end)
