--- A store of the quota that answers with what never ends:
--   lua5.4 spec/support/service/bad_store.lua SOCKET KIND
local unix = require("socket.unix")

--- How the answer of each kind begins, and what then follows without an end.
local answers = {
  list = { "*2000000000\r\n", "$-1\r\n" },
  nested = { "", "*1\r\n" },
  text = { "$2000000000\r\n", "x" },
  line = { "+", "x" },
  unasked = { "", ":1\r\n" },
}

local answer = answers[arg[2]]
local listener = assert(unix.stream())
assert(listener:bind(arg[1]))
assert(listener:listen(16))
local more = answer[2]:rep(65536 // #answer[2])
while true do
  local client = assert(listener:accept())
  client:settimeout(10)
  client:receive("*l")
  client:send(answer[1])
  repeat
    local sent = client:send(more)
  until not sent
  client:close()
end
