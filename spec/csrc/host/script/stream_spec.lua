--- Streamed answers of the real svcd: how they end, and what a client that cannot take chunks gets.

local cjson = require("cjson")
local client = require("spec.support.service.client")
local server = require("spec.support.service.server")

local ROUTES = "spec/support/service/streams"

--- A connection on which the stream at `target` has sent its first line.
local function open_stream(svcd, target, version)
  local connection = client.connect(svcd.port)
  local format = client.format(target, { keep = version == nil })
  connection:send((format:gsub("HTTP/1%.1", version or "%0")))
  repeat
    local line = assert(connection:receive("*l"))
  until line == "begun"
  return connection
end

--- How many sockets the only worker has open.
local function open_sockets(svcd)
  local list <close> = assert(io.popen(("ls -l /proc/%d/fd"):format(svcd:workers()[1])))
  return select(2, list:read("a"):gsub("socket:", ""))
end

describe("a stream", function()
  local svcd
  setup(function() svcd = server.start({ routes = ROUTES }) end)
  teardown(function() assert.is_true(svcd:stop()) end)

  local departures = {
    { "closes", function(connection) connection:close() end },
    { "ends its side", function(connection) connection:shutdown("send") end },
    {
      "resets",
      function(connection)
        connection:setoption("linger", { on = true, timeout = 0 })
        connection:close()
      end,
    },
  }
  for _, target in ipairs { "/waiting", "/between", "/sending", "/nothing" } do
    for _, row in ipairs(departures) do
      it(("at %s ends when its client %s"):format(target, row[1]), function()
        local before = open_sockets(svcd)
        local connection = open_stream(svcd, target)
        assert.equal(before + 1, open_sockets(svcd))
        row[2](connection)
        assert.is_true(server.await(function() return open_sockets(svcd) == before end))
      end)
    end
  end

  it("that sends nothing for ever leaves others their answers", function()
    local connection = open_stream(svcd, "/nothing")
    for _ = 1, 20 do
      assert.equal("one, two", svcd:request("/brief").body)
    end
    connection:close()
  end)

  it("goes without chunks to a client of HTTP/1.0, for whom the close is the end", function()
    local text, ending = svcd:raw("GET /brief HTTP/1.0\r\n\r\n")
    local head, body = text:match("^(.-)\r\n\r\n(.*)$")
    assert.same({ "one, two", "closed" }, { body, ending })
    assert.is_nil(head:lower():find("transfer-encoding", 1, true))
    assert.is_nil(head:lower():find("content-length", 1, true))
  end)

  local heads = { "HEAD /brief HTTP/1.1\r\nHost: a\r\n\r\n", "HEAD /brief HTTP/1.0\r\n\r\n" }
  for _, bytes in ipairs(heads) do
    it(
      "is not run for " .. bytes:match("^(.-)\r"):gsub("/brief ", "") .. ", nor sent",
      function()
        local before = svcd:request("/begun").body
        local text, ending = svcd:raw(bytes)
        assert.equal("closed", ending)
        assert.truthy(text:find("^HTTP/1%.1 200 [^\n]*\n.*Content%-Type: text/plain\r\n"))
        assert.equal(#text - 3, text:find("\r\n\r\n", 1, true))
        assert.equal(before, svcd:request("/begun").body)
      end
    )
  end

  it("is made anew for every request, where the route is cacheable too", function()
    assert.equal("one, two", svcd:request("/kept").body)
    assert.equal("one, two", svcd:request("/kept").body)
  end)
end)

describe("a stream at the drain", function()
  --- Lets `svcd` drain while a client has the stream at `target`.
  -- @treturn string the bytes that were still received
  -- @treturn boolean true when the connection was reset
  local function drained(target, version)
    local svcd = server.start({ routes = ROUTES })
    local connection = open_stream(svcd, target, version)
    svcd:signal("TERM")
    local text = client.drain(connection)
    local _, refused = connection:send("x")
    connection:close()
    assert.is_true(svcd:stop())
    return text, refused == "closed"
  end

  for _, target in ipairs { "/waiting", "/between", "/sending", "/nothing" } do
    it(
      "ends at once, without its last chunk: " .. target,
      function() assert.is_nil(drained(target):find("0\r\n\r\n", 1, true)) end
    )

    it(
      "is reset, for a client of HTTP/1.0 to whom a close would be the end: " .. target,
      function()
        local _, reset = drained(target, "HTTP/1.0")
        assert.is_true(reset)
      end
    )
  end

  it("does not wait for a client that takes nothing", function()
    local svcd = server.start({ routes = ROUTES })
    local connection = open_stream(svcd, "/sending")
    assert.is_true(svcd:stop())
    connection:close()
  end)
end)

describe("the access log", function()
  local function status_of(finish)
    local path = os.tmpname()
    local svcd = server.start({ routes = ROUTES, access_log = path })
    finish(svcd, open_stream(svcd, "/waiting"))
    local line = server.await(function()
      local file <close> = io.open(path)
      return file:read("l")
    end)
    svcd:stop()
    os.remove(path)
    local entry = cjson.decode(line)
    return { entry.status, entry.body_bytes_sent }
  end

  it("has the status and the bytes of a stream that the service cut", function()
    assert.same({ 200, 6 }, status_of(function(svcd) svcd:signal("TERM") end))
  end)

  it("has 499 for a stream whose client went", function()
    assert.same({ 499, 0 }, status_of(function(_, connection) connection:close() end))
  end)
end)
