--- Fuzz target: the MCP endpoint of the real application over a small publication. The input is
-- header lines, an empty line and the body. No input makes the service fail, and what it answers is
-- JSON, or events of JSON.
local svc = require("svc")
local app = require("web.app")
local application = require("spec.support.service.application")

local handler = app.new({
  routes = require("routes"),
  config = application.config,
  log = function(_, text) error(text, 0) end,
  now = function() return 1000 end,
})

local function check_body(body)
  if type(body) == "table" then body = table.concat(body) end
  if not body or body == "" then return end
  local good, reason = svc.check_json(body)
  assert(good, reason)
end

local function check_stream(stream)
  local texts = {}
  stream(function(text) texts[#texts + 1] = text end, function() end)
  for data in table.concat(texts):gmatch("data: ([^\n]*)\n") do
    assert(svc.check_json(data))
  end
end

return function(input)
  local head, body = input:match("^(.-\n)\n(.*)$")
  local request = application.request("POST /mcp")
  for name, value in (head or ""):gmatch("([%w-]+): *([^\n]*)\n") do
    request.headers[name:lower()] = value
  end
  request.body = body or input
  local response = handler.handle(request)
  assert(response.status < 500, response.body)
  check_body(response.body)
  if response.stream then check_stream(response.stream) end
end
