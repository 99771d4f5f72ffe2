--- An operator adds an endpoint with one file and one line, and has parameters, problems,
-- negotiation and methods with it.
local cjson = require("cjson")
local server = require("spec.support.service.server")

local ROUTE = [[
--- Greets.
local params = require("web.params")

return {
  method = "GET",
  path = "/v1/greeting/{name}",
  params = {
    name = params.string({ from = "path", max_bytes = 20, description = "Whom to greet." }),
    times = params.integer({ min = 1, max = 3, default = 1, description = "How often." }),
  },

  handle = function(call)
    return { greeting = ("Hello, %s! "):format(call.params.name):rep(call.params.times) }
  end,
}
]]

local folder = os.tmpname()
local subject

local function ask(target, options)
  local answer = subject:request(target, options)
  return answer, answer.body ~= "" and cjson.decode(answer.body)
end

setup(function()
  os.remove(folder)
  assert(os.execute("cp -r routes " .. folder))
  local file = assert(io.open(folder .. "/greeting.lua", "w"))
  file:write(ROUTE)
  file:close()
  assert(
    os.execute(('sed -i \'s/^  "health",$/&\\n  "greeting",/\' %s/init.lua'):format(folder))
  )
  subject = server.start({ routes = folder })
end)

teardown(function()
  if subject then subject:stop() end
  os.execute("rm -r " .. folder)
end)

describe("an endpoint of one file and one line", function()
  it("answers", function()
    local answer, body = ask("/v1/greeting/J%C3%B6rg?times=2")
    assert.equal(200, answer.status)
    assert.equal("Hello, Jörg! Hello, Jörg! ", body.greeting)
  end)

  local refused = {
    { "/v1/greeting/a?times=0", 422, "UNPROCESSABLE_REQUEST" },
    { "/v1/greeting/a?times=x", 400, "INVALID_REQUEST" },
    { "/v1/greeting/a?loud=1", 400, "INVALID_REQUEST" },
    { "/v1/greeting/" .. ("a"):rep(21), 422, "UNPROCESSABLE_REQUEST" },
    { "/v1/greeting/", 404, "ENDPOINT_NOT_FOUND" },
  }
  for _, case in ipairs(refused) do
    it("refuses " .. case[1] .. " with " .. case[2], function()
      local answer, body = ask(case[1])
      assert.equal(case[2], answer.status)
      assert.equal(case[3], body.code)
    end)
  end

  it("answers OPTIONS, and refuses other methods and types", function()
    assert.equal(204, ask("/v1/greeting/a", { method = "OPTIONS" }).status)
    assert.equal(405, ask("/v1/greeting/a", { method = "POST" }).status)
    assert.equal(406, ask("/v1/greeting/a", { headers = { Accept = "text/html" } }).status)
  end)

  it("leaves the others as they were", function() assert.equal(200, ask("/v1").status) end)
end)
