--- Deadlines of the real svcd, which bound whole heads and whole bodies, not pauses. The clients of
-- all rows are held at once, so that the file takes as long as the longest deadline.

local cjson = require("cjson")
local client = require("spec.support.client")
local server = require("spec.support.server")
local socket = require("socket")

local HEAD = "POST /v1/health HTTP/1.1\r\nHost: a\r\n"

--- What each client sends first, and again every half second; how it ends, and when, in seconds.
local rows = {
  { "a head that drips", HEAD, "X: y\r\n", 408, 10 },
  { "a head that stops", HEAD, nil, 408, 10 },
  { "a request line that drips", "GET /", "a", 408, 10 },
  { "empty lines that stop", "\r\n", nil, 408, 10 },
  { "a body that drips", HEAD .. "Content-Length: 1000\r\n\r\n", "x", 408, 15 },
  { "a body that stops", HEAD .. "Content-Length: 1000\r\n\r\n", nil, 408, 15 },
  { "chunks that drip", HEAD .. "Transfer-Encoding: chunked\r\n\r\n", "1\r\nx\r\n", 408, 15 },
  { "trailers that drip", HEAD .. "Transfer-Encoding: chunked\r\n\r\n0\r\n", "X: y\r\n", 408, 15 },
}
local COPIES = 25

describe("a deadline", function()
  local svcd, outcome = nil, {}

  local function open(row)
    local connection = client.connect(svcd.port)
    connection:send(row[2])
    connection:settimeout(0)
    return { row = row, socket = connection, text = "", begun = socket.gettime() }
  end

  local function step(held, now)
    if held.ended then return false end
    local _, reason, rest = held.socket:receive("*a")
    held.text = held.text .. (rest or _ or "")
    if reason ~= "timeout" then
      held.ended = now - held.begun
      return false
    end
    if held.row[3] then held.socket:send(held.row[3]) end
    return true
  end

  setup(function()
    svcd = server.start({ routes = "spec/support/faulty" })
    local all, slowest, deaf = {}, 0, client.connect(svcd.port)
    deaf:setoption("recv-buffer-size", 4096)
    deaf:send(client.format("/big", { keep = true }))
    for _, row in ipairs(rows) do
      outcome[row[1]] = {}
      for i = 1, COPIES do
        all[#all + 1] = open(row)
        outcome[row[1]][i] = all[#all]
      end
    end
    local limit, busy = socket.gettime() + 18, true
    while busy and socket.gettime() < limit do
      busy = false
      local now = socket.gettime()
      for _, held in ipairs(all) do
        busy = step(held, now) or busy
      end
      now = socket.gettime()
      svcd:request("/fine")
      slowest = math.max(slowest, socket.gettime() - now)
      socket.sleep(0.4)
    end
    outcome.slowest, outcome.deaf = slowest, deaf
  end)
  teardown(function() assert.is_true(svcd:stop()) end)

  for _, row in ipairs(rows) do
    it(("answers %d to %s, after %d seconds in all"):format(row[4], row[1], row[5]), function()
      for _, held in ipairs(outcome[row[1]]) do
        assert.truthy(held.ended)
        assert.is_true(held.ended > row[5] - 1 and held.ended < row[5] + 2.5)
        local answers = assert(client.parse(held.text))
        assert.equal(1, #answers)
        assert.same({ row[4], "REQUEST_TIMEOUT" },
          { answers[1].status, cjson.decode(answers[1].body).code })
      end
    end)
  end

  it("ends an answer that nobody reads", function()
    outcome.deaf:settimeout(1)
    local text, ending = client.drain(outcome.deaf)
    assert.is_true(#text < 4 << 20)
    assert.not_equal("timeout", ending)
  end)

  it("holds up nobody else", function()
    assert.is_true(outcome.slowest < 0.5)
  end)
end)
