--- Fuzz target: every route over a small publication. The input is a request target and header
-- lines. No request makes the service fail; a refusal is a problem in JSON, or a page if the client
-- says what it accepts; types are declared.
local svc = require("svc")
local app = require("web.app")
local application = require("spec.support.service.application")

local handler = app.new({
  routes = require("routes"),
  config = application.config,
  log = function(_, text) error(text, 0) end,
  now = function() return 1000 end,
})

return function(input)
  local target, head = input:match("^([^\n]*)\n?(.*)$")
  -- The guard lets through no other bytes (spec/proof/fuzz/uri.c).
  target = "/" .. target:gsub("[^\x21-\x7e]", "")
  local request = application.request(target)
  for name, value in head:gmatch("([%w-]+): *([^\n]*)") do
    request.headers[name:lower()] = value
  end
  local response = handler.handle(request)
  assert(response.status < 500, response.body)
  local media_type = application.header(response, "Content-Type")
  local body = type(response.body) == "table" and table.concat(response.body) or response.body
  if media_type and media_type:find("json", 1, true) then assert(svc.check_json(body)) end
  local refused = media_type == "application/problem+json"
    or request.headers.accept and media_type == "text/html; charset=utf-8"
  assert(response.status < 400 or refused, media_type)
end
