--- Deadlines of the real svcd, which bound whole heads and whole bodies, not pauses. The clients of
-- all rows are held at once, so that the file takes as long as the longest deadline. The whole
-- flood of 1 000 slow heads, 1 000 slow bodies and 500 who never read is that of
--
--   FLOOD=1000 spec/support/run spec/csrc/host/wire/deadline_spec.lua

local cjson = require("cjson")
local client = require("spec.support.service.client")
local server = require("spec.support.service.server")
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
  {
    "trailers that drip",
    HEAD .. "Transfer-Encoding: chunked\r\n\r\n0\r\n",
    "X: y\r\n",
    408,
    15,
  },
}
--- On a listener that asks for PROXY headers, and closes without a word what sends none in time.
local headless = {
  { "a connection that sends nothing", "", nil, "", 10 },
  { "a PROXY header that drips", "PROXY UNKNOWN ", "x", "", 10 },
  { "a PROXY header that stops", "\r\n\r\n\0\r\nQUIT\n\33\17\0\12", nil, "", 10 },
}
local COPIES = 25

--- How many of each kind a process of flood.lua holds, and how many such processes there are.
local FLOOD = tonumber(os.getenv("FLOOD") or "20")
local FLOODS = { header = 2, body = 2, deaf = 1 }

local function tell(format, ...)
  if os.getenv("FLOOD") then io.stderr:write(format:format(...), "\n") end
end

--- Starts a flood. @treturn function that waits for its figures, one list a kind
local function start_floods(port)
  local pipes = {}
  for kind, processes in pairs(FLOODS) do
    for _ = 1, processes do
      local line = ("'%s' lua spec/support/service/flood.lua %d %s %d"):format(
        os.getenv("SVC_SVCD") or "build/svcd",
        port,
        kind,
        FLOOD // 2
      )
      table.insert(pipes, { kind = kind, pipe = assert(io.popen(line)) })
    end
  end
  return function()
    local found = { header = {}, body = {}, deaf = {} }
    for _, each in ipairs(pipes) do
      table.insert(found[each.kind], cjson.decode(each.pipe:read("a")))
      each.pipe:close()
    end
    return found
  end
end

describe("a deadline", function()
  local svcd, outcome = nil, {}

  local function open(row)
    local connection = client.connect(row[4] == "" and svcd.addresses[2] or svcd.port)
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
    svcd = server.start({
      routes = "spec/support/service/faulty",
      listen = { "127.0.0.1:0", "127.0.0.1:0?proxy" },
    })
    local await_floods = start_floods(svcd.port)
    local all, delays, deaf = {}, {}, client.connect(svcd.port)
    deaf:setoption("recv-buffer-size", 4096)
    deaf:send(client.format("/big", { keep = true }))
    for _, list in ipairs({ rows, headless }) do
      for _, row in ipairs(list) do
        outcome[row[1]] = {}
        for i = 1, COPIES do
          all[#all + 1] = open(row)
          outcome[row[1]][i] = all[#all]
        end
      end
    end
    local limit, busy = socket.gettime() + 18, true
    while busy and socket.gettime() < limit do
      busy = false
      local now = socket.gettime()
      for _, held in ipairs(all) do
        busy = step(held, now) or busy
      end
      for _ = 1, 20 do
        now = socket.gettime()
        svcd:request("/fine")
        delays[#delays + 1] = socket.gettime() - now
        socket.sleep(0.02)
      end
    end
    table.sort(delays)
    outcome.p99, outcome.deaf = delays[#delays * 99 // 100], deaf
    outcome.floods = await_floods()
  end)
  teardown(function() assert.is_true(svcd:stop()) end)

  for _, row in ipairs(rows) do
    it(("answers %d to %s, after %d seconds in all"):format(row[4], row[1], row[5]), function()
      for _, held in ipairs(outcome[row[1]]) do
        assert.truthy(held.ended)
        assert.is_true(held.ended > row[5] - 1 and held.ended < row[5] + 2.5)
        local answers = assert(client.parse(held.text))
        assert.equal(1, #answers)
        assert.same(
          { row[4], "REQUEST_TIMEOUT" },
          { answers[1].status, cjson.decode(answers[1].body).code }
        )
      end
    end)
  end

  for _, row in ipairs(headless) do
    it(
      ("closes %s after %d seconds in all, without an answer"):format(row[1], row[5]),
      function()
        for _, held in ipairs(outcome[row[1]]) do
          assert.truthy(held.ended)
          assert.is_true(held.ended > row[5] - 1 and held.ended < row[5] + 2.5)
          assert.equal("", held.text)
        end
      end
    )
  end

  it("ends an answer that nobody reads", function()
    outcome.deaf:settimeout(1)
    local text, ending = client.drain(outcome.deaf)
    assert.is_true(#text < 4 << 20)
    assert.not_equal("timeout", ending)
  end)

  local floods = {
    { "header", "slow heads after 10 seconds", 10, true },
    { "body", "slow bodies after 15 seconds", 15, true },
    { "deaf", "answers that nobody reads after 15 seconds", 17, false },
  }
  for _, row in ipairs(floods) do
    it(("ends a flood of %s"):format(row[2]), function()
      for _, found in ipairs(outcome.floods[row[1]]) do
        assert.equal(FLOOD // 2, found.ended)
        if row[4] then assert.equal(FLOOD // 2, found.answered) end
        tell("%s: %.1f to %.1f s", row[2], found.first, found.last)
        assert.is_true(found.first > row[3] - 1)
      end
    end)
  end

  it("holds up nobody else", function()
    tell("p99 of the others: %.1f ms", outcome.p99 * 1e3)
    assert.is_true(outcome.p99 < 0.5)
  end)
end)
