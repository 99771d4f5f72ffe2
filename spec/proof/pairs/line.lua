--- One connection on which requests are sent ahead and their answers read in order.

local client = require("spec.support.service.client")
local generate = require("spec.proof.pairs.generate")

local line = {}
line.__index = line

--- @tparam number port
function line.open(port) return setmetatable({ port = port }, line) end

local function bodiless(request, status)
  return request.method == "HEAD" or status == 204 or status == 304
end

local function read_answer(connection, request)
  local first = assert(connection:receive("*l"))
  local answer =
    { status = tonumber(first:match("^HTTP/1%.1 (%d%d%d) ")), headers = {}, body = "" }
  for text in function() return assert(connection:receive("*l")) end do
    if text == "" then break end
    local name, value = text:match("^([%w-]+): (.*)$")
    name = name:lower()
    local former = answer.headers[name]
    answer.headers[name] = former and former .. ", " .. value or value
  end
  local length = tonumber(answer.headers["content-length"] or "0")
  if not bodiless(request, answer.status) and length > 0 then
    answer.body = assert(connection:receive(length))
  end
  return answer
end

--- Reads as many answers as there are requests from `first` to `last`.
local function read_answers(self, requests, first, last, answers)
  for i = first, last do
    local good, answer = pcall(read_answer, self.connection, requests[i])
    if not good then
      error(("no answer to\n%s\n%s"):format(generate.bytes(requests[i]), answer), 0)
    end
    answers[i] = answer
    if answer.headers.connection == "close" then
      assert(requests[i].closes, "the connection ended behind\n" .. generate.bytes(requests[i]))
    end
  end
end

--- Sends the requests from `first` to the next that ends the connection. @treturn number the last
local function send(self, requests, first)
  local last, bytes = first, {}
  while last < #requests and not requests[last].closes do
    last = last + 1
  end
  for i = first, last do
    bytes[#bytes + 1] = generate.bytes(requests[i])
  end
  self.connection = self.connection or client.connect(self.port, 30)
  self.connection:send(table.concat(bytes))
  return last
end

--- Sends requests, each behind the one before it. One that ends the connection is the last on its.
-- @tparam {table,...} requests of generate.lua
-- @treturn function that waits for their answers and gives them: `{status, headers, body}`;
-- repeated headers are joined
function line:begin(requests)
  local sent = send(self, requests, 1)
  return function()
    local answers, first = {}, 1
    while true do
      read_answers(self, requests, first, sent, answers)
      if requests[sent].closes then self:close() end
      if sent == #requests then return answers end
      first = sent + 1
      sent = send(self, requests, first)
    end
  end
end

--- Sends requests and waits for their answers, as `begin` gives them.
function line:ask(requests) return self:begin(requests)() end

function line:close()
  if self.connection then self.connection:close() end
  self.connection = nil
end

return line
