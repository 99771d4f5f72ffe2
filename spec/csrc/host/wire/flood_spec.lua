--- Connections that wait for their client never cost others theirs: the real svcd with little room,
-- and clients who are told apart by PROXY headers, as all of them are on this machine.

local client = require("spec.support.service.client")
local measure = require("spec.proof.bench.measure")
local server = require("spec.support.service.server")
local socket = require("socket")

local ROOM, CROWD = 100, 300
local HEAD = "GET /v1/search?query=verse HTTP/1.1\r\nHost: a\r\n"
local WHOLE = HEAD .. "Connection: close\r\n\r\n"
local OTHER = "203.0.113.9"

--- Sanitizers keep memory that was freed.
local PLAIN = { program = os.getenv("SVC_PLAIN") }

--- All connections of a test, which are closed after it.
local held = {}

local function close_all()
  for _, connection in ipairs(held) do
    connection:close()
  end
  held = {}
end

--- An address of this machine besides loopback, without which nobody is told apart on a listener
-- that knows no PROXY header. Nothing is sent. @return nil where there is none
local function own_address()
  local datagrams = socket.udp()
  local address = datagrams:setpeername("192.0.2.1", 9) and datagrams:getsockname()
  datagrams:close()
  return address
end

--- Opens a connection as the client of an address, and sends bytes.
-- @param address nil: without a PROXY header
local function open(svcd, address, bytes)
  local connection = client.connect(svcd.addresses[1])
  if address then
    local family = address:find(":") and 6 or 4
    connection:send(("PROXY TCP%d %s %s 1 2\r\n"):format(family, address, address))
  end
  connection:send(bytes or "")
  held[#held + 1] = connection
  return connection
end

--- Reads the line of an answer. @return its status; nil: the connection was closed
local function status_of(connection)
  local first = connection:receive("*l")
  return tonumber(first and first:match("^HTTP/1.1 (%d+)"))
end

--- The status of the answer to one request of a client.
local function ask(svcd, address, bytes) return status_of(open(svcd, address, bytes or WHOLE)) end

--- Waits until the server ends a connection without a word.
local function is_closed(connection) return select(2, connection:receive(1)) == "closed" end

--- One connection of each of so many clients. @return the first, and the last
local function crowd(svcd, count, bytes, bare)
  local first = #held + 1
  for i = 1, count do
    open(svcd, not bare and ("10.9.%d.%d"):format(i >> 8, i & 255) or nil, bytes)
  end
  return held[first], held[#held]
end

describe("a flood of connections", function()
  local svcd
  before_each(
    function()
      svcd = server.demo({ listen = "127.0.0.1:0?proxy", connections = ROOM, cache_size = 0 })
    end
  )
  after_each(function()
    close_all()
    assert.is_true(svcd:stop())
  end)

  local kinds = {
    { "that stay silent", "" },
    { "that send one byte of a request", "G" },
    { "that send half a head", HEAD },
    { "that send half a body", "POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{" },
    { "that wait between two requests", HEAD .. "\r\n" },
    { "that do not end after their answer", WHOLE },
    { "that send no PROXY header", "", bare = true },
  }
  for _, row in ipairs(kinds) do
    it(row[1] .. " leaves others their answers, which no cache holds", function()
      for _ = 1, CROWD // 20 do
        crowd(svcd, 20, row[2], row.bare)
        assert.equal(200, ask(svcd, OTHER))
      end
    end)
  end

  it("of half-sent requests gives up the oldest first, and answers the youngest", function()
    local first, last = crowd(svcd, CROWD, HEAD)
    assert.is_true(is_closed(first))
    last:send("\r\n")
    assert.equal(200, status_of(last))
  end)

  it("of silent ones gives up the oldest first, and answers the youngest", function()
    local first, last = crowd(svcd, CROWD, "")
    assert.is_true(is_closed(first))
    last:send(WHOLE)
    assert.equal(200, status_of(last))
  end)

  for _, row in ipairs({ kinds[1], kinds[3], kinds[4], kinds[6] }) do
    it(row[1] .. " leaves a client who is between two requests its connection", function()
      local own = open(svcd, OTHER, "GET /v1/health HTTP/1.1\r\nHost: a\r\n\r\n")
      assert.equal(200, status_of(own))
      crowd(svcd, CROWD, row[2])
      own:send(WHOLE)
      local text = client.drain(own)
      assert.truthy(text:find("HTTP/1.1 200 OK\r\n", 1, true))
    end)
  end

  it("that stay silent leaves who has just begun a request the time to end it", function()
    local own = open(svcd, OTHER, HEAD)
    crowd(svcd, ROOM + 20, "")
    own:send("\r\n")
    assert.equal(200, status_of(own))
  end)
end)

describe("a process whose connections are all in use", function()
  it("answers what is vital, and nothing else until one is free", function()
    local svcd = server.start({ routes = "spec/support/service/streams", connections = 40 })
    finally(function()
      close_all()
      svcd:stop("KILL")
    end)
    local function begin()
      local connection = client.connect(svcd.port)
      connection:send(client.format("/waiting"))
      held[#held + 1] = connection
      return status_of(connection)
    end
    for _ = 1, 34 do
      assert.equal(200, begin())
    end
    assert.equal(200, svcd:request("/begun").status)
    assert.equal(200, begin())
    local answer = svcd:request("/begun")
    assert.same({ 503, "5" }, { answer.status, answer.headers["retry-after"] })
    assert.equal(200, svcd:request("/vital").status)
    held[1]:close()
    assert.is_true(server.await(function() return svcd:request("/begun").status == 200 end))
  end)
end)

describe("the bound of connections of one client", function()
  local svcd
  after_each(function()
    close_all()
    if svcd then assert.is_true(svcd:stop()) end
    svcd = nil
  end)

  local function start(options)
    options.listen = "127.0.0.1:0?proxy"
    svcd = server.demo(options)
  end

  --- Answers to `count` clients that keep their connections; 0 stands for one that was closed.
  local function statuses(count, address)
    local list = {}
    for i = 1, count do
      list[i] = ask(svcd, address(i), HEAD .. "\r\n") or 0
    end
    return list
  end

  it("is 256 by default, and leaves the others theirs", function()
    start({})
    for _ = 1, 256 do
      assert.equal(200, ask(svcd, "198.51.100.1", HEAD .. "\r\n"))
    end
    assert.is_nil(ask(svcd, "198.51.100.1"))
    assert.equal(200, ask(svcd, OTHER))
  end)

  it("holds where the connection itself names the client", function()
    local address = own_address()
    if not address then return pending("this machine has no address besides loopback") end
    svcd = server.demo({ listen = "0.0.0.0:0", connections_per_address = 4 })
    local answered = 0
    for _ = 1, 200 do
      local connection = client.connect(address .. ":" .. svcd.port)
      held[#held + 1] = connection
      connection:send(HEAD .. "\r\n")
      if status_of(connection) then answered = answered + 1 end
    end
    assert.equal(4, answered)
    assert.equal(200, svcd:request("/v1/health").status)
  end)

  it("counts the addresses of one /64 as one client", function()
    start({ connections_per_address = 2 })
    local function address(i) return "2001:db8::" .. ("%x:1"):format(i * 4096) end
    assert.same({ 200, 200, 0 }, statuses(3, address))
    assert.equal(200, ask(svcd, "2001:db8:0:1::1"))
  end)

  it("gives a place free when its connection ends", function()
    start({ connections_per_address = 2 })
    assert.same({ 200, 200, 0 }, statuses(3, function() return OTHER end))
    held[1]:close()
    assert.truthy(server.await(function() return ask(svcd, OTHER) end))
  end)

  it("does not hold for loopback and trusted proxies, behind whom are many", function()
    start({ connections_per_address = 1, trusted_proxies = "198.51.100.0/24" })
    for _, address in ipairs({ "127.0.0.1", "127.9.9.9", "::1", "198.51.100.7" }) do
      assert.same({ 200, 200, 200 }, statuses(3, function() return address end))
    end
    assert.same({ 200, 0 }, statuses(2, function() return "198.51.101.7" end))
  end)
end)

describe("answers that nobody takes", function()
  local LARGE = "GET /large HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
  local svcd

  before_each(
    function()
      svcd = server.start({
        listen = "127.0.0.1:0?proxy",
        routes = "spec/support/service/streams",
        workers = 1,
      }, PLAIN)
    end
  )
  after_each(function()
    close_all()
    assert.is_true(svcd:stop())
  end)

  --- Has clients ask for 3 MiB each, and take nothing.
  local function leave(count, address_of)
    for i = 1, count do
      open(svcd, address_of(i), LARGE)
    end
    assert.equal(
      200,
      ask(svcd, OTHER, "GET /begun HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    )
  end

  --- Sanitized, memory says nothing: a worker keeps for a while what was freed.
  local function fits(mebibytes)
    return server.sanitized or measure.memory(svcd:workers()) < mebibytes << 20
  end

  it("take no more memory of a worker than is set aside for them", function()
    leave(100, function(i) return "10.9.0." .. i end)
    assert.is_true(fits(160))
  end)

  it("take a part of it for one client, and leave others theirs", function()
    local own = open(svcd, OTHER, LARGE)
    leave(40, function() return "10.9.0.1" end)
    assert.is_true(fits(96))
    assert.is_true(#client.drain(own) > 3 << 20)
  end)
end)
