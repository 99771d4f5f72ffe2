--- Routes that fail, each in a way of its own (spec/csrc/host/script/diagnosis_spec.lua).
-- luacheck: ignore 311 511

local respond = require("web.respond")

local TEXT = { { "Content-Type", "text/plain" } }

local function stream(run)
  local response = respond.new(200, TEXT)
  response.stream = function(send, wait)
    send("half")
    run(send, wait)
  end
  return response
end

local endless = {}
endless.itself = endless

local routes = {}
local function route(path)
  return function(handle) routes[#routes + 1] = { method = "GET", path = path, handle = handle } end
end

route "/nan"(function() return { items = { { score = 1 }, { score = 0 / 0 } } } end)
route "/bytes"(function() return { title = "\255" } end)
route "/hole"(function() return { list = { 1, nil, 3 } } end)
route "/cycle"(function() return endless end)
route "/function"(function() return { run = print } end)
route "/reason"(function() return nil, "sold out" end)
route "/status"(function()
  local response = respond.new(200, TEXT, "")
  response.status = 99
  return response
end)
route "/many"(function()
  local headers = {}
  for i = 1, 60 do
    headers[i] = { "X-" .. i, "y" }
  end
  return respond.new(200, headers, "")
end)
route "/name"(function() return respond.new(200, { { "X A", "y" } }, "") end)
route "/framing"(function() return respond.new(200, { { "Transfer-Encoding", "x" } }, "") end)
route "/date"(function() return respond.new(200, { { "Date", "x" } }, "") end)
route "/split"(function() return respond.new(200, { { "X-A", "y\r\nX-B: z" } }, "") end)
route "/table"(function() return respond.new(200, TEXT, { a = 1 }) end)
route "/thrown"(function() error({ code = "TEAPOT", list = { 1, 2 } }) end)
route "/memory"(function()
  local list = {}
  while true do
    list[#list + 1] = ("x"):rep(1 << 20)
  end
end)
route "/joined"(function()
  local a, b = ("x"):rep(1 << 20), nil
  while true do
    b = a .. a .. a
  end
  return b
end)
route "/loop"(function()
  while true do -- endless
  end
end)

route "/send"(function()
  return stream(function(send) send(7) end) -- /send
end)
route "/wait"(function()
  return stream(function(_, wait) wait("1") end) -- /wait
end)
route "/torn"(function()
  return stream(function() error({ reason = "torn" }) end) -- /torn
end)
route "/yields"(function()
  return stream(function() coroutine.yield({}) end) -- /yields
end)
route "/print"(function()
  print("seen", 1, nil)
  return {}
end)

return routes
