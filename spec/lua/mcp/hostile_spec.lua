--- No request makes the MCP endpoint fail: each member of each request of the table, replaced by
-- each of these values, gets an answer that is not the server's fault.
local app = require("web.app")
local application = require("spec.support.service.application")
local requests = require("spec.support.mcp.mcp_requests")

-- stylua: ignore
local VALUES = {
  "null", "true", "0", "-1.5", "1e300", '""', '"x"', '"\\u0000"', "{}", "[]", '{"a":1}', "[1,[2]]",
  '"' .. ("y"):rep(600) .. '"',
}

local faults = {}
local handler = application.joined(app.new({
  routes = require("routes"),
  config = application.config,
  log = function(_, text) faults[#faults + 1] = text end,
}))

local function send(headers, body)
  local request = application.request("POST /mcp")
  for name, value in pairs(headers) do
    request.headers[name:lower()] = value
  end
  request.body = body
  return handler.handle(request)
end

--- The body with the value behind `at`, a colon, replaced.
local function replace(body, at, value)
  local rest = body:sub(at + 1)
  local old = rest:match("^%b{}")
    or rest:match("^%b[]")
    or rest:match('^"[^"]*"')
    or rest:match("^[^,}%]]*")
  return body:sub(1, at) .. value .. rest:sub(#old + 1)
end

describe("the MCP endpoint is not brought down", function()
  local tried = 0

  for _, row in ipairs(requests) do
    local request = row[2]
    if request.body and #request.body < 2000 then
      it("by another value in " .. row[1], function()
        for at in request.body:gmatch('"[%w_/.]+"():') do
          for _, value in ipairs(VALUES) do
            local body = replace(request.body, at, value)
            local response = send(request.headers, body)
            assert.is_true(response.status < 500, body)
            tried = tried + 1
          end
        end
        assert.same({}, faults)
      end)
    end
  end

  it("by any of ten thousand requests", function() assert.is_true(tried > 10000) end)
end)
