--- What the MCP endpoint of the real svcd answers, request by request.
local cjson = require("cjson")
local requests = require("spec.support.mcp.mcp_requests")
local server = require("spec.support.service.server")
local svc = require("svc")

local subject

setup(function() subject = server.sample() end)

teardown(function()
  if subject then subject:stop() end
end)

local function list(value) return type(value) == "table" and value or { value } end

--- The error of an answer, checked to have the form of JSON-RPC.
local function check_error(answer, code)
  assert.equal("application/json", answer.headers["content-type"])
  local body = cjson.decode(answer.body)
  assert.is_nil(body.result)
  assert.equal(code, body.error.code)
  assert.is_true(#body.error.message > 10, "a message says what is wrong")
end

--- Each kind of expectation, by its name in the row.
local checks = {
  body = function(answer, body) assert.equal(body, answer.body) end,
  code = check_error,
  has = function(answer, texts)
    for _, text in ipairs(list(texts)) do
      assert.is_truthy(answer.body:find(text, 1, true), text .. " in " .. answer.body)
    end
  end,
  header = function(answer, header) assert.equal(header[2], answer.headers[header[1]]) end,
  id = function(answer, id) assert.equal(id or nil, svc.json_member(answer.body, "id")) end,
  lacks = function(answer, text) assert.is_nil(answer.body:find(text, 1, true)) end,
}

local function check(answer, expected)
  if type(expected) == "number" then return check_error(answer, expected) end
  if type(expected) == "string" then
    assert.equal("application/problem+json", answer.headers["content-type"])
    return assert.equal(expected, cjson.decode(answer.body).code)
  end
  for kind, value in pairs(expected) do
    checks[kind](answer, value)
  end
end

describe("the MCP endpoint answers", function()
  for _, row in ipairs(requests) do
    it(("%s with %d"):format(row[1], row[3]), function()
      local request = row[2]
      local answer = subject:request("/mcp", {
        method = request.method or "POST",
        headers = request.headers,
        body = request.body,
        host = request.host,
      })
      assert.equal(row[3], answer.status, answer.body)
      assert.is_nil(answer.headers["mcp-session-id"])
      check(answer, row[4])
    end)
  end

  it("at least a hundred different requests", function()
    local titles = {}
    for _, row in ipairs(requests) do
      assert.is_nil(titles[row[1]], row[1])
      titles[row[1]] = true
    end
    assert.is_true(#requests >= 100)
  end)
end)
