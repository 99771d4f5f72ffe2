--- What the log tells an author of a route that fails: which route, where, and what of its answer.

local client = require("spec.support.service.client")
local cjson = require("cjson")
local server = require("spec.support.service.server")

local ROUTES = "spec/support/service/failing"

describe("the log of a route that fails", function()
  local svcd, lines
  setup(function()
    svcd = server.start({ routes = ROUTES, log = "debug", script_memory = "32M" })
    lines = {}
    for line in io.lines(ROUTES .. "/init.lua") do
      lines[#lines + 1] = line
    end
  end)
  teardown(function() assert.is_true(svcd:stop()) end)

  --- The line of the route file that holds a text.
  local function line_of(text)
    for number, line in ipairs(lines) do
      if line:find(text, 1, true) then return number end
    end
    error("no line holds " .. text)
  end

  --- What was logged of a request to a path.
  local function logged(path)
    local answer = svcd:request(path)
    local id = answer.headers["x-request-id"]:gsub("%-", "%%-")
    local told = server.await(
      function() return svcd:errors():match("request " .. id .. "[^\n]*") end
    )
    return told, answer
  end

  -- stylua: ignore
  local faults = {
    { "/nan", "answer.items[2].score: NaN" },
    { "/bytes", "answer.title: a string is not UTF-8" },
    { "/hole", "answer.list: a table must be a list 1..n or have only string keys" },
    { "/cycle", "answer.itself.itself" },
    { "/function", "answer.run: a value has no JSON form" },
    { "/reason", "beside nil, returned a string; return a value, a response, or nil and "
      .. "problem.new(CODE)" },
    { "/status", "a response has no status of 200 to 599" },
    { "/many", "a response has more than 40 headers" },
    { "/name", "`X A` is no name of a header field" },
    { "/split", "without control bytes" },
    { "/framing", "the header field Transfer-Encoding is the host's own" },
    { "/date", "the header field Date is the host's own" },
    { "/table", "the body of a response is a table, but no list; return it for JSON" },
    { "/thrown", [[{"code":"TEAPOT","list":[1,2]}]] },
    { "/memory", "not enough memory for 1048" },
    { "/joined", "exceeded its budget of 100 ms of processor time" },
    { "/loop", "exceeded its budget of 2000000 instructions" },
  }
  for _, row in ipairs(faults) do
    local path, reason = row[1], row[2]
    it("names route, place and reason: " .. path, function()
      local told, answer = logged(path)
      told = cjson.decode('"' .. told:match('^(.-)"}$') .. '"')
      assert.same({ 500, "application/problem+json" }, {
        answer.status,
        answer.headers["content-type"],
      })
      local place = ("GET %s of %s/init.lua:%d: "):format(
        path,
        ROUTES,
        line_of('"' .. path .. '"')
      )
      assert.truthy(told:find(place, 1, true), told)
      assert.truthy(told:find(reason, 1, true), told)
    end)
  end

  it("names the line at which memory ran out, or a budget was used up", function()
    for path, text in pairs({ ["/memory"] = ":rep(1 << 20)", ["/loop"] = "-- endless" }) do
      local place = ("%s/init.lua:%d: "):format(ROUTES, line_of(text))
      local told = logged(path)
      assert.truthy(told:find(place, 1, true), told)
    end
  end)

  local streams = {
    ["/send"] = "bad argument #1 to 'send' (string expected, got number)",
    ["/wait"] = "bad argument #1 to 'wait' (number expected, got string)",
    ["/torn"] = [[{"reason":"torn"}]],
    ["/yields"] = "it yielded something else than by send and wait",
  }
  for path, reason in pairs(streams) do
    it("names request, reason and traceback of a stream: " .. path, function()
      local headers = { ["X-Request-Id"] = "stream-" .. path:sub(2) }
      local text = svcd:raw(client.format(path, { headers = headers }))
      assert.truthy(text:find("half", 1, true), text)
      local pattern = "the stream of request stream%-" .. path:sub(2) .. ' failed: ([^\n]*)"}'
      local told = server.await(function() return svcd:errors():match(pattern) end)
      told = cjson.decode('"' .. told .. '"')
      assert.truthy(told:find(reason, 1, true), told)
      local place = ("%s/init.lua:%d:"):format(ROUTES, line_of("-- " .. path))
      assert.is_true(path == "/yields" or told:find(place, 1, true) ~= nil, told)
    end)
  end

  it("has what a route prints, where all is logged", function()
    svcd:request("/print")
    assert.truthy(svcd:errors():find([["level":"debug",[^\n]*"message":"seen\t1\tnil"]]))
  end)
end)
