--- The wire guard in the real svcd: hostile and odd requests, and the one answer each must get.
-- After the bytes of a refused request stands a well-formed one, which must never be answered:
-- nothing is smuggled.

local cjson = require("cjson")
local client = require("spec.support.client")
local requests = require("spec.support.guard_requests")
local server = require("spec.support.server")

local HEALTH, line, with, chunked = requests.HEALTH, requests.line, requests.with, requests.chunked
local CODES = {
  [400] = "INVALID_REQUEST", [404] = "ENDPOINT_NOT_FOUND", [405] = "METHOD_NOT_ALLOWED",
  [413] = "CONTENT_TOO_LARGE", [414] = "URI_TOO_LONG", [415] = "UNSUPPORTED_MEDIA_TYPE",
  [417] = "EXPECTATION_FAILED", [431] = "HEADERS_TOO_LARGE", [501] = "NOT_IMPLEMENTED",
  [505] = "HTTP_VERSION_NOT_SUPPORTED",
}

local MEMBERS = {
  "code", "detail", "instance", "request_id", "resolution", "status", "title", "type",
}

local function check_problem(answer)
  assert.equal("application/problem+json", answer.headers["content-type"])
  local body = cjson.decode(answer.body)
  local names = {}
  for name in pairs(body) do
    names[#names + 1] = name
  end
  table.sort(names)
  assert.same(MEMBERS, names)
  assert.same({ CODES[answer.status], answer.status, answer.headers["x-request-id"] },
    { body.code, body.status, body.request_id })
end

local function statuses(answers)
  local list = {}
  for i, answer in ipairs(answers) do
    list[i] = answer.status
  end
  return list
end

describe("the wire guard", function()
  local svcd, cases = nil, 0

  setup(function()
    svcd = server.start()
  end)
  teardown(function()
    assert.is_true(svcd:stop())
    assert.is_true(cases >= 250)
  end)

  local function check(row)
    local expected = { table.unpack(row, 3) }
    local bytes = row[2]
    local refused = expected[#expected] >= 400 and expected[#expected] ~= 404
    local text, ending = svcd:raw(refused and bytes .. HEALTH or bytes, { half = true })
    assert.equal("closed", ending)
    local answers, reason = client.parse(text, row.methods)
    assert(answers, reason)
    return expected, answers, refused
  end

  for name, rows in pairs(requests.groups) do
    for _, row in ipairs(rows) do
      cases = cases + 1
      it(("answers %d to %s: %s"):format(row[#row], name, row[1]), function()
        local expected, answers = check(row)
        local first = {}
        for i = 1, #expected do
          first[i] = answers[i] and answers[i].status
        end
        assert.same(expected, first)
        -- What an application refuses leaves the connection usable, unlike what the guard refuses.
        local more = #answers > #expected and answers[#expected].headers.connection ~= "close"
        assert(#answers == #expected or more, "a second answer was smuggled")
        for _, answer in ipairs(answers) do
          assert.truthy(answer.headers["x-request-id"])
          if answer.status >= 400 then check_problem(answer) end
          if answer.status == 405 then assert.truthy(answer.headers.allow) end
        end
      end)
    end
  end

  it("names the path in `instance` once it was read", function()
    local text = svcd:raw("GET /v1/health?x HTTP/1.1\r\nHost: a\r\nbad\r\n\r\n")
    assert.equal("/v1/health", cjson.decode(client.parse(text)[1].body).instance)
    text = svcd:raw("GET  /v1/health HTTP/1.1\r\n\r\n")
    assert.equal("/", cjson.decode(client.parse(text)[1].body).instance)
  end)

  it("takes an absolute form without a path for the root", function()
    local function status(target)
      local text = svcd:raw(line("GET " .. target .. " HTTP/1.1"), { half = true })
      return client.parse(text)[1].status
    end
    assert.equal(status("/"), status("http://a"))
  end)

  it("sends 100 Continue only while the body is awaited", function()
    local connection = client.connect(svcd.port)
    connection:send("GET /v1/health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
      .. "Expect: 100-continue\r\nContent-Length: 5\r\n\r\n")
    assert.equal("HTTP/1.1 100 Continue", connection:receive("*l"))
    connection:receive("*l")
    connection:send("hello")
    local answers = client.parse((client.drain(connection)))
    assert.same({ 200 }, statuses(answers))
    local refused = client.parse((svcd:raw("GET / HTTP/1.1\r\nHost: a\r\n"
      .. "Expect: 100-continue\r\nContent-Length: 99999\r\n\r\n")))
    assert.same({ 413 }, statuses(refused))
  end)

  it("gives the same answers however the bytes are cut in two", function()
    local bytes = chunked("5;a=b\r\nhello\r\n0\r\nX: y\r\n\r\n") .. with("Connection: close")
    for cut = 1, #bytes - 1 do
      local text = svcd:raw({ bytes:sub(1, cut), bytes:sub(cut + 1) }, { pause = 0.001 })
      assert.same({ 200, 200 }, statuses(assert(client.parse(text))))
    end
  end)

  it("gives the same answers byte by byte", function()
    local pieces = {}
    for byte in (HEALTH .. with("Connection: close")):gmatch(".") do
      pieces[#pieces + 1] = byte
    end
    local text = svcd:raw(pieces)
    assert.same({ 200, 200 }, statuses(assert(client.parse(text))))
  end)

  for _, count in ipairs { 50, 2000 } do
    it("answers " .. count .. " pipelined requests of one segment", function()
      local text = svcd:raw(HEALTH:rep(count - 1) .. with("Connection: close"))
      assert.equal(count, #assert(client.parse(text)))
    end)
  end

  it("answers fifty pipelined requests of fifty sends", function()
    local pieces = {}
    for i = 1, 49 do
      pieces[i] = HEALTH
    end
    pieces[50] = with("Connection: close")
    assert.equal(50, #assert(client.parse((svcd:raw(pieces)))))
  end)

  it("answers 49 good requests and a bad one, and not what follows", function()
    local text = svcd:raw(HEALTH:rep(49) .. "GET / HTTP/1.1\r\nHost: a b\r\n\r\n" .. HEALTH)
    local answers = assert(client.parse(text))
    assert.equal(50, #answers)
    assert.equal(400, answers[50].status)
  end)

  it("keeps a well-formed request id and replaces any other", function()
    local function id(...)
      return client.parse((svcd:raw(with("Connection: close", ...))))[1].headers["x-request-id"]
    end
    local uuid = "^%x+%-%x+%-4%x+%-[89ab]%x+%-%x+$"
    assert.equal("Az09._-", id("X-Request-Id: Az09._-"))
    assert.equal(("a"):rep(64), id("X-Request-Id: " .. ("a"):rep(64)))
    assert.truthy(id():match(uuid))
    assert.truthy(id("X-Request-Id: " .. ("a"):rep(65)):match(uuid))
    assert.truthy(id("X-Request-Id: a b"):match(uuid))
    assert.truthy(id("X-Request-Id:"):match(uuid))
    assert.truthy(id("X-Request-Id: a", "X-Request-Id: b"):match(uuid))
    assert.truthy(id("X-Request-Id: a", "bad"):match(uuid))
  end)
end)
