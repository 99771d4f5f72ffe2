--- The problems of an operator, of the file problems.lua of a folder of routes.
local own_problems = require("host.own_problems")
local problem = require("web.problem")

local function sold_out(members)
  local entry = {
    code = "SOLD_OUT",
    status = 409,
    detail = "There is none left.",
    resolution = "Ask again tomorrow.",
  }
  for name, value in pairs(members or {}) do
    entry[name] = value
  end
  return entry
end

describe("a problem of an operator", function()
  after_each(problem.reset)

  it("is like those of the service", function()
    assert.is_nil(own_problems.add({ sold_out() }))
    assert.equal("Sold out", problem.new("SOLD_OUT").title)
    assert.equal(409, problem.of_slug("sold-out").status)
  end)

  it("stands in the list by its status", function()
    own_problems.add({ sold_out() })
    local last = 0
    for _, entry in ipairs(problem.list) do
      assert.is_true(entry.status >= last)
      last = entry.status
    end
  end)

  it("is forgotten with the routes that it was for", function()
    local count = #problem.list
    own_problems.add({ sold_out() })
    problem.reset()
    assert.equal(count, #problem.list)
    assert.is_nil(problem.of_slug("sold-out"))
  end)

  -- stylua: ignore
  local faulty = {
    { sold_out({ code = "RATE_LIMITED" }), "there is a problem RATE_LIMITED already" },
    { sold_out({ code = "SoldOut" }), "its `code` is not in capital letters" },
    { sold_out({ code = "SOLD__OUT" }), "its `code` has two underscores in a row" },
    { sold_out({ code = ("A"):rep(65) }), "its `code` is not in capital letters" },
    { sold_out({ status = 200 }), "its `status` is no whole number from 400 to 599" },
    { sold_out({ status = 600 }), "its `status` is no whole number from 400 to 599" },
    { sold_out({ status = "409" }), "its `status` is no whole number from 400 to 599" },
    { sold_out({ detail = "" }), "its `detail` is no text of 1 to 2048 bytes" },
    { sold_out({ detail = "a\nb" }), "its `detail` is no line of UTF-8" },
    { sold_out({ title = ("x"):rep(129) }), "its `title` is no text of 1 to 128 bytes" },
    { sold_out({ resolutoin = "x" }), "it has a member `resolutoin`" },
    { sold_out({ headers = { "Retry-After" } }), "its `headers` are no pairs" },
    { sold_out({ headers = { { "X", "a\r\nb" } } }), "its `headers` are no pairs" },
    { { code = "X_Y", status = 400, detail = "X." }, "it has no `resolution`" },
    { 7, "it is no table" },
  }
  for _, case in ipairs(faulty) do
    it("is refused where it is faulty: " .. case[2], function()
      local fault = own_problems.add({ case[1] })
      assert.truthy(fault:find("problem 1: " .. case[2], 1, true), fault)
    end)
  end
end)
