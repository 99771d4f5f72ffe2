--- The wire guard in the real svcd: hostile and odd requests, and the one answer each must get.
-- After the bytes of a refused request stands a well-formed one, which must never be answered:
-- nothing is smuggled.

local cjson = require("cjson")
local client = require("spec.support.service.client")
local node = require("spec.support.web.node")
local requests = require("spec.support.service.guard_requests")
local server = require("spec.support.service.server")

local HEALTH, line, head = requests.HEALTH, requests.line, requests.head
local with, chunked = requests.with, requests.chunked
-- stylua: ignore
local CODES = {
  [400] = "INVALID_REQUEST", [404] = "ENDPOINT_NOT_FOUND", [405] = "METHOD_NOT_ALLOWED",
  [413] = "CONTENT_TOO_LARGE", [414] = "URI_TOO_LONG", [415] = "UNSUPPORTED_MEDIA_TYPE",
  [417] = "EXPECTATION_FAILED", [431] = "HEADERS_TOO_LARGE", [501] = "NOT_IMPLEMENTED",
  [505] = "HTTP_VERSION_NOT_SUPPORTED",
}

-- stylua: ignore
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
  assert.same(
    { CODES[answer.status], answer.status, answer.headers["x-request-id"] },
    { body.code, body.status, body.request_id }
  )
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

  setup(function() svcd = server.start() end)
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

  --- What is refused, the path that its answer names, and what its detail says.
  -- stylua: ignore
  local told = {
    { line('GET /v1/search?query="a" HTTP/1.1'), "/v1/search",
      "Byte 7 of the query is 0x22: send it percent-encoded, as %22." },
    { line("GET /v1/search?query=a b HTTP/1.1"), "/v1/search",
      "Byte 8 of the query is 0x20: send it percent-encoded, as %20." },
    { line("GET /v1/a|b?c HTTP/1.1"), "/v1/a%7Cb",
      "Byte 6 of the path is 0x7C: send it percent-encoded, as %7C." },
    { line("GET http://a/\xc3\xa4?x HTTP/1.1"), "/%C3%A4",
      "Byte 2 of the path is 0xC3: send it percent-encoded, as %C3." },
    { line("GET /v1/%4g HTTP/1.1"), "/v1/%4g",
      "Byte 5 of the path is a percent sign without two hexadecimal digits behind it." },
    { line("GET /v1%00 HTTP/1.1"), "/v1%00",
      "Byte 4 of the path stands for NUL, which is not accepted." },
    { line("GET /%41a%ff HTTP/1.1"), "/%41a%ff",
      "Byte 6 of the path begins what is not UTF-8 when it is decoded." },
    { line("GET ftp://a/b HTTP/1.1"), "/",
      'The request target must be a path beginning with "/", or an http URL.' },
    { with("bad"), "/v1/health", "Header line 2 has no colon." },
    { with("X: y", ": z"), "/v1/health", "Header line 3 has no name." },
    { with("X: y", " z"), "/v1/health",
      "Header line 3 begins with a blank: line folding is obsolete." },
    { with("X Y: z"), "/v1/health", "Header line 2 has the byte 0x20 at place 2, in its name." },
    { with("X: \ta\x01"), "/v1/health",
      "Header line 2 has the byte 0x01 at place 6, in its value." },
    { "GET /v1/health HTTP/1.1\r\nHost: a\n\r\n", "/v1/health",
      "Byte 33 of the request is LF (0x0A) without CR before it." },
    { chunked("0\r\nX\x02: y\r\n\r\n"), "/v1/health",
      "A trailer line has the byte 0x02 at place 2, in its name." },
    { chunked("5\n"), "/v1/health", "A line of the chunked body ends in LF without CR." },
    { line("GET  HTTP/1.1"), "/", "The request target is missing." },
    { "GET /v1/a[] HTTP/1.1\r\n\r\n", "/v1/a%5B%5D",
      "Byte 6 of the path is 0x5B: send it percent-encoded, as %5B." },
  }
  for _, row in ipairs(told) do
    it("tells the byte, its place and the path: " .. row[3], function()
      local body = cjson.decode(client.parse((svcd:raw(row[1])))[1].body)
      assert.same({ row[2], row[3] }, { body.instance, body.detail })
    end)
  end

  it("keeps the client's request id in what it refuses", function()
    -- stylua: ignore
    local refused = {
      line('GET /" HTTP/1.1'), line("GET /a b HTTP/1.1"), line("CONNECT a:80 HTTP/1.1"),
      with("bad"), with("Content-Length: x"), with("Expect: more"), head("Host: a b"), head("A: b"),
      "GET /v1/health HTTP/1.1\r\n\r\n", "HEAD /| HTTP/1.1\r\nHost: a\r\n\r\n",
    }
    for _, bytes in ipairs(refused) do
      local named = bytes:gsub("\r\n\r\n$", "\r\nX-Request-Id: mine\r\n\r\n")
      local method = bytes:match("^%u+")
      local answers = client.parse((svcd:raw(named .. HEALTH)), { method })
      assert.equal(1, #answers)
      assert.equal("mine", answers[1].headers["x-request-id"], bytes)
      if method ~= "HEAD" then
        assert.equal("mine", cjson.decode(answers[1].body).request_id)
      end
    end
  end)

  it("names the accepted parameters to whoever sends one with brackets", function()
    local text = svcd:raw(line("GET /v1/health?page[]=1 HTTP/1.1"), { half = true })
    local body = cjson.decode(client.parse(text)[1].body)
    assert.same({
      "The parameter `page[]` is not known here.",
      "Send no parameters: this operation accepts none.",
    }, { body.detail, body.resolution })
  end)

  it("takes in a query every byte that fetch leaves as it is", function()
    local demo <close> = server.demo()
    local output, status = node.run("spec/support/service/fetch_queries.mjs " .. demo.port)
    assert.equal(0, status, output)
    local left = output:match("^[^\n]*")
    assert.is_true(#left > 80, output)
    for byte in left:gmatch(".") do
      local text = svcd:raw(line("GET /nowhere?x" .. byte .. "x HTTP/1.1"), { half = true })
      assert.same({ 404 }, statuses(client.parse(text)), byte)
    end
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
    connection:send(
      "GET /v1/health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
        .. "Expect: 100-continue\r\nContent-Length: 5\r\n\r\n"
    )
    assert.equal("HTTP/1.1 100 Continue", connection:receive("*l"))
    connection:receive("*l")
    connection:send("hello")
    local answers = client.parse((client.drain(connection)))
    assert.same({ 200 }, statuses(answers))
    local refused = client.parse(
      (
        svcd:raw(
          "GET / HTTP/1.1\r\nHost: a\r\n"
            .. "Expect: 100-continue\r\nContent-Length: 99999\r\n\r\n"
        )
      )
    )
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
  end)
end)
