--- An HTTP client over a plain socket: it sends exactly the bytes it is told to, and reads answers
-- strictly, so that a doubled head, a stray byte or a wrong length is seen.

local socket = require("socket")
local unix = require("socket.unix")

local client = {}

--- Seconds that anything may take which is not told otherwise; more in PATIENCE, for a program
-- that is emulated or sanitized.
client.PATIENCE = tonumber(os.getenv("PATIENCE") or 15)

local function dial(place)
  local path = tostring(place):match("^unix:(.*)$")
  if path then
    local connection = assert(unix.stream())
    return assert(connection:connect(path)) and connection
  end
  local host, port = tostring(place):match("^%[?(.-)%]?:(%d+)$")
  local connection = assert(socket.connect(host or "127.0.0.1", port or place))
  connection:setoption("tcp-nodelay", true)
  return connection
end

--- Connects to this machine.
-- @tparam number|string place a port, or an address as svcd tells it: `[::1]:80`, `unix:/a`
-- @tparam[opt] number timeout in seconds, for each step (default: client.PATIENCE)
-- @return the socket
function client.connect(place, timeout)
  local connection = dial(place)
  connection:settimeout(timeout or client.PATIENCE)
  return connection
end

--- Everything the peer sends until it ends, or until the time is over.
-- @treturn string bytes
-- @treturn string "closed", "timeout" or another reason of lua-socket
function client.drain(connection)
  local parts = {}
  while true do
    local part, reason, rest = connection:receive(8192)
    parts[#parts + 1] = part or rest
    if not part then return table.concat(parts), reason end
  end
end

--- Sends bytes and collects everything that comes back.
-- @tparam number|string port as of `connect`
-- @tparam string|{string,...} bytes pieces are sent one by one
-- @tparam[opt] table options `half`: end the sending side afterwards; `timeout` in seconds;
-- `pause`: seconds between pieces
-- @treturn string bytes
-- @treturn string "closed" or "timeout"
function client.raw(port, bytes, options)
  options = options or {}
  local connection = client.connect(port, options.timeout)
  for _, piece in ipairs(type(bytes) == "table" and bytes or { bytes }) do
    connection:send(piece)
    if options.pause then socket.sleep(options.pause) end
  end
  if options.half then connection:shutdown("send") end
  local answer, reason = client.drain(connection)
  connection:close()
  return answer, reason
end

local function read_head(text, at)
  local stop = text:find("\r\n\r\n", at, true)
  if not stop then return nil, "no end of the head" end
  local head = text:sub(at, stop + 1)
  local status, rest = head:match("^HTTP/1%.1 (%d%d%d) [^\r\n]*\r\n(.*)$")
  if not status then return nil, "no status line: " .. head:sub(1, 60) end
  local answer = { status = tonumber(status), headers = {}, list = {} }
  for line in rest:gmatch("(.-)\r\n") do
    local name, value = line:match("^([%w%-]+): (.*)$")
    if not name then return nil, "no header line: " .. line end
    answer.headers[name:lower()] = value
    answer.list[#answer.list + 1] = { name, value }
  end
  return answer, stop + 4
end

local function read_chunks(text, at)
  local parts = {}
  while true do
    local size, after = text:match("^(%x+)\r\n()", at)
    if not size then return nil, "no chunk size" end
    local length = tonumber(size, 16)
    if length == 0 then return table.concat(parts), after + 2 end
    parts[#parts + 1] = text:sub(after, after + length - 1)
    at = after + length + 2
  end
end

local function bodiless(answer, method)
  local status = answer.status
  return method == "HEAD" or status < 200 or status == 204 or status == 304
end

--- Reads all answers in `text`, which must be nothing else.
-- @tparam string text
-- @tparam[opt] {string,...} methods of the requests, in order; GET where absent
-- @treturn {table,...}|nil `{status, headers (by lower-case name), list, body}`
-- @treturn string|nil what is wrong
function client.parse(text, methods)
  local answers, at, request = {}, 1, 1
  while at <= #text do
    local answer, after = read_head(text, at)
    if not answer then return nil, after end
    answer.body = ""
    if bodiless(answer, methods and methods[request]) then
      at = after
    elseif answer.headers["transfer-encoding"] == "chunked" then
      answer.body, at = read_chunks(text, after)
      if not answer.body then return nil, at end
    else
      local length = tonumber(answer.headers["content-length"] or "0")
      answer.body = text:sub(after, after + length - 1)
      if #answer.body < length then return nil, "the body is cut off" end
      at = after + length
    end
    if answer.status >= 200 then request = request + 1 end
    answers[#answers + 1] = answer
  end
  return answers
end

--- The bytes of one request.
-- @tparam string target
-- @tparam[opt] table options `method` (GET), `headers` (list of lines or map), `body`, `host`,
-- `keep` (true: without Connection: close)
function client.format(target, options)
  options = options or {}
  local lines = { ("%s %s HTTP/1.1"):format(options.method or "GET", target) }
  lines[#lines + 1] = "Host: " .. (options.host or "localhost")
  for name, value in pairs(options.headers or {}) do
    lines[#lines + 1] = math.type(name) and value or name .. ": " .. value
  end
  if options.body then lines[#lines + 1] = "Content-Length: " .. #options.body end
  if not options.keep then lines[#lines + 1] = "Connection: close" end
  return table.concat(lines, "\r\n") .. "\r\n\r\n" .. (options.body or "")
end

--- One request on a connection of its own.
-- @tparam number|string port as of `connect`
-- @tparam string target
-- @tparam[opt] table options of `client.format`, and `timeout`
-- @treturn table answer `{status, headers, list, body}`; raises when there is not exactly one
function client.request(port, target, options)
  options = options or {}
  local text, ending = client.raw(port, client.format(target, options), options)
  local answers, reason = client.parse(text, { options.method })
  if not answers or #answers ~= 1 then
    error(
      ("%s: %s answers, %s (%s)"):format(
        target,
        answers and #answers or "no readable",
        ending,
        reason or ""
      ),
      2
    )
  end
  return answers[1]
end

return client
