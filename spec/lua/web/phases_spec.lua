--- What the phases of a list of routes are given: what the router sees.

local app = require("web.app")
local application = require("spec.support.service.application")
local params = require("web.params")
local problem = require("web.problem")

--- A handler whose phases note what they see of each request.
local function watched(phases)
  local seen = {}
  local function note(call)
    seen[#seen + 1] = {
      path = call.request.path,
      raw = call.request.raw_path,
      route = call.route and call.route.path,
      params = call.params,
    }
  end
  return app.new({
    config = application.config,
    phases = phases or { access = note, header = note },
    routes = {
      { method = "GET", path = "/plain", handle = function() return {} end },
      {
        method = "GET",
        path = "/items/{id}",
        params = {
          id = params.integer({ from = "path", min = 1 }),
          limit = params.integer({ min = 1, max = 9, default = 3 }),
        },
        handle = function(call) return { id = call.params.id } end,
      },
    },
  }),
    seen
end

describe("the access phase", function()
  it("sees the route and its parameters, typed", function()
    local handler, seen = watched()
    handler.handle(application.request("/items/7?limit=2"))
    assert.same({ id = 7, limit = 2 }, seen[1].params)
    assert.equal("/items/{id}", seen[1].route)
  end)

  it("sees no parameters where they are faulty, which are then refused", function()
    local handler, seen = watched()
    assert.equal(400, handler.handle(application.request("/items/x")).status)
    assert.same({ "/items/{id}", nil }, { seen[1].route, seen[1].params })
  end)

  it("sees no route where none has the method", function()
    local handler, seen = watched()
    assert.equal(405, handler.handle(application.request("POST /plain")).status)
    assert.same({ "/plain", nil }, { seen[1].path, seen[1].route })
  end)

  for _, path in ipairs { "/pl%61in", "/%70lain", "/%70%6c%61%69%6e" } do
    it("sees the decoded path of " .. path .. ", and the path as it was sent", function()
      local handler, seen = watched()
      assert.equal(200, handler.handle(application.request(path)).status)
      assert.same({ "/plain", path }, { seen[1].path, seen[1].raw })
    end)
  end

  it("cannot be passed by another spelling of a path", function()
    local handler = watched({
      access = function(call)
        if call.request.path == "/plain" then return nil, problem.new("EDGE_GUARD_REJECTED") end
      end,
    })
    for _, path in ipairs { "/plain", "/pl%61in", "/%50lain", "/plain?x", "/pl%61in?x=%61" } do
      assert.not_equal(200, handler.handle(application.request(path)).status, path)
    end
  end)

  it("cannot put another route in the place of the one that answers", function()
    local handler = watched({
      access = function(call)
        call.route, call.params, call.captures = nil, { id = 8, limit = 1 }, { id = "9" }
      end,
    })
    assert.equal(200, handler.handle(application.request("/plain")).status)
  end)
end)

describe("a problem", function()
  it("names the path as it was sent", function()
    local handler = watched({ access = function() return nil, problem.new("RATE_LIMITED") end })
    local body = handler.handle(application.request("/pl%61in")).body
    assert.truthy(body:find('"instance":"/pl%61in"', 1, true), body)
  end)
end)
