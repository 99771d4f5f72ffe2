--- The scripts of the fuzz target `script`, in the place of lua/host/boot.lua: a body is a
-- program that makes its answer, any value of Lua, with what the host gives to scripts.
--
-- Each byte of a program is an order over a stack of values; OPS has them. What an order raises is
-- passed over, as a route might.

local MOST = 400 -- orders of a program

--- The parts of answers, so that an order of two bytes names one.
local NAMES = {
  "status",
  "headers",
  "body",
  "stream",
  "counted",
  "key",
  "recalled",
  "kept_for",
  "unmodified",
  "Content-Type",
  "text/plain",
  "Content-Length",
  "a\r\nb",
  "\0",
  "",
  "x",
}

--- Functions of texts whose work is bounded.
local TEXTS = { "find", "match", "gmatch", "gsub", "format", "pack", "unpack", "rep", "lower" }

--- A stream of the items of a list: a text is sent, a number waited for; others are faults of
-- scripts.
local function stream_of(items)
  return function(send, wait)
    for _, item in ipairs(items) do
      if type(item) == "string" then
        send(item)
      elseif type(item) == "number" then
        wait(item)
      elseif item == true then
        while true do
        end
      elseif item == false then
        error("a fault of the stream")
      else
        coroutine.yield(item)
      end
    end
  end
end

--- Orders: a function of the stack, of what gives the next byte, and of the host.
local OPS = {
  function(stack) stack[#stack + 1] = { status = 200, headers = {}, body = "" } end,
  function(stack, byte) stack[#stack + 1] = NAMES[byte() % #NAMES + 1] end,
  function(stack, byte) stack[#stack + 1] = byte() end,
  function(stack, byte) stack[#stack + 1] = byte() * 256 + byte() end,
  function(stack, byte) stack[#stack + 1] = (byte() - 128) / 4 end,
  function(stack) stack[#stack + 1] = math.mininteger end,
  function(stack) stack[#stack + 1] = 0 / 0 end,
  function(stack) stack[#stack + 1] = true end,
  function(stack) stack[#stack + 1] = false end,
  function(stack) stack[#stack + 1] = {} end,
  function(stack, byte)
    local bytes = {}
    for i = 1, byte() do
      bytes[i] = string.char(byte())
    end
    stack[#stack + 1] = table.concat(bytes)
  end,
  function(stack, byte) stack[#stack] = stack[#stack]:rep(byte() * byte()) end,
  function(stack) -- list, value -> list
    local list, value = stack[#stack - 1], table.remove(stack)
    list[#list + 1] = value
  end,
  function(stack) -- table, key, value -> table
    local value, key = table.remove(stack), table.remove(stack)
    stack[#stack][key] = value
  end,
  function(stack) stack[#stack] = stream_of(stack[#stack]) end,
  function(stack) stack[#stack] = coroutine.create(stack[#stack]) end,
  function(stack) stack[#stack] = setmetatable({}, stack[#stack]) end,
  function(stack) stack[#stack + 1] = stack[#stack] end,
  function(stack) table.remove(stack) end,
  function(stack)
    stack[#stack], stack[#stack - 1] = stack[#stack - 1], stack[#stack]
  end,
  function(_, byte) error({ byte() }) end,
  function(stack, byte, host) -- values, their number and a function of the host -> what it gives
    local given, name = byte() % 5, host.names[byte() % #host.names + 1]
    local values = table.move(stack, math.max(#stack - given + 1, 1), #stack, 1, {})
    stack[#stack + 1] = (host.functions[name](table.unpack(values)))
  end,
  function(stack, byte) -- texts and a function over them -> what it gives
    local name, given = TEXTS[byte() % #TEXTS + 1], byte() % 4 + 1
    local values = table.move(stack, math.max(#stack - given + 1, 1), #stack, 1, {})
    stack[#stack + 1] = (string[name](table.unpack(values)))
  end,
}

local RAISES = 21 -- the order whose error is the route's

local function run(program, host)
  local stack, at = {}, 0
  local function byte()
    at = at + 1
    return program:byte(at) or 0
  end
  for _ = 1, MOST do
    if at >= #program then break end
    local order = byte() % #OPS + 1
    if order == RAISES then
      OPS[order](stack, byte)
    else
      pcall(OPS[order], stack, byte, host)
    end
  end
  return stack[#stack]
end

--- The functions of the host, by name and in order.
local function functions_of(host)
  local found = { functions = {}, names = {} }
  for _, from in ipairs({ host, host.shared }) do
    for name, value in pairs(from) do
      if type(value) == "function" then found.functions[name] = value end
    end
  end
  for name in pairs(found.functions) do
    found.names[#found.names + 1] = name
  end
  table.sort(found.names)
  return found
end

return function(host)
  local functions = functions_of(host)
  return {
    job_count = 0,
    handle = function(request) return run(request.body, functions) end,
    refuse = function(_, request)
      return { status = 500, headers = { { "X-Id", request.id } }, body = request.id }
    end,
    log = function(request, answer) return #request.body + answer.bytes end,
  }
end
