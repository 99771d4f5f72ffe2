--- What the functions of routes may return: what authors mean is done, and what means nothing names
-- their file and what is accepted.

local app = require("web.app")
local application = require("spec.support.service.application")
local problem = require("web.problem")
local respond = require("web.respond")

local function nothing() return {} end

--- The answer of a route with such members, or of phases.
local function answer(members, phases, headers)
  local route = { method = "GET", path = "/x", handle = nothing }
  for name, value in pairs(members) do
    route[name] = value
  end
  local made = app.new({
    config = application.config,
    routes = { route },
    phases = phases,
  })
  return made.handle(application.request("/x", headers))
end

local function header(response, name)
  for _, pair in ipairs(response.headers) do
    if pair[1] == name then return pair[2] end
  end
end

local function missing() return problem.new("SURAH_NOT_FOUND") end

--- A function that returns the values.
local function giving(...)
  local values = table.pack(...)
  return function() return table.unpack(values, 1, values.n) end
end

describe("what is returned", function()
  local HANDLER = "return a value, a response, or nil and problem.new(CODE)"
  local ACCESS =
    "return nil to let the client in, else nil and problem.new(CODE), or a response"
  local FIELDS = "a list of { name, value }, or a table name = value, of texts and numbers"

  -- Each: of which function, the function, and what is told.
  -- stylua: ignore
  local faults = {
    { "handle", giving(), "returned nothing; " .. HANDLER },
    { "handle", giving(nil, "text"), "beside nil, returned a string; " .. HANDLER },
    { "handle", giving(nil, true), "beside nil, returned a boolean; " .. HANDLER },
    { "handle", giving(nil, 404), "beside nil, returned a number; " .. HANDLER },
    { "handle", giving(nil, { code = "SURAH_NOT_FOUND" }), "returned a table; " .. HANDLER },
    { "handle", giving(nil, print), "beside nil, returned a function; " .. HANDLER },
    { "access", giving(true), "returned a boolean; " .. ACCESS },
    { "access", giving("no"), "returned a string; " .. ACCESS },
    { "access", giving(403), "returned a number; " .. ACCESS },
    { "access", giving({}), "returned a table; " .. ACCESS },
    { "access", giving(nil, "no"), "returned a string; " .. ACCESS },
    { "access", giving(nil, true), "returned a boolean; " .. ACCESS },
    { "access", giving(true, problem.new("SURAH_NOT_FOUND")), "returned a boolean; " .. ACCESS },
    { "phase access", giving(true), "returned a boolean; " .. ACCESS },
    { "phase access", giving("no"), "returned a string; " .. ACCESS },
    { "phase access", giving(nil, "no"), "returned a string; " .. ACCESS },
  }
  for i, case in ipairs(faults) do
    it(("that means nothing names its file: %s, case %d"):format(case[1], i), function()
      local phase = case[1]:match("^phase (.*)$")
      local good, reason =
        pcall(answer, phase and {} or { [case[1]] = case[2] }, phase and { [phase] = case[2] })
      assert.is_false(good)
      assert.truthy(reason:find(case[3], 1, true), reason)
      assert.matches("^spec/lua/web/outcome_spec%.lua:%d+: ", reason)
    end)
  end

  -- stylua: ignore
  local meant = {
    { { handle = function() return nil, missing() end }, 404 },
    { { handle = missing }, 404 },
    { { access = missing }, 404 },
    { { access = function() return nil, missing() end }, 404 },
    { { access = function() return false, missing() end }, 404 },
    { { access = function() return respond.new(204) end }, 204 },
    { { access = function() return nil end }, 200 },
    { { access = function() return 1 > 2 and missing() end }, 200 },
    { {}, 404, { access = missing } },
    { {}, 404, { access = function() return nil, missing() end } },
    { {}, 204, { access = function() return respond.new(204) end } },
  }
  for i, case in ipairs(meant) do
    it(
      "is done where it can mean one thing: case " .. i,
      function() assert.equal(case[2], answer(case[1], case[3]).status) end
    )
  end

  -- Header fields in the forms that authors write, at each place where they do.
  -- stylua: ignore
  local forms = {
    { { "X-A", "b" } }, { ["X-A"] = "b" }, { { "X-B", "c" }, ["X-A"] = "b" },
    { ["X-B"] = 5, ["X-A"] = "b" }, { { "X-B", 5 }, { "X-A", "b" } },
    { ["X-A"] = "b", ["X-B"] = "c", ["X-C"] = 1.5, { "X-D", 5.0 } },
  }
  --- A response to which they are added.
  local function changed(form)
    return function()
      local response = respond.new(200, nil, "")
      for name, value in pairs(form) do
        response.headers[type(name) == "number" and #response.headers + 1 or name] = value
      end
      return response
    end
  end
  -- stylua: ignore
  local places = {
    response = function(form)
      return { handle = function() return respond.new(200, form, "") end }
    end,
    ["a response that is changed"] = function(form) return { handle = changed(form) } end,
    ["a response of an access rule"] = function(form) return { access = changed(form) } end,
    ["a response of the phase access"] = function(form) return {}, { access = changed(form) } end,
    ["a page for a problem"] = function(form)
      return { handle = missing, refusal = changed(form) }, nil, { accept = "text/html" }
    end,
    problem = function(form)
      return { handle = function()
        return nil, problem.new("SURAH_NOT_FOUND", { headers = form })
      end }
    end,
    fields = function(form)
      return { fields = { names = { "Link" }, of = function() return form end } }
    end,
    header = function(form)
      return { header = function(_, response)
        for name, value in pairs(form) do
          response.headers[type(name) == "number" and #response.headers + 1 or name] = value
        end
      end }
    end,
  }
  for place, members in pairs(places) do
    for i, form in ipairs(forms) do
      it(
        ("keeps header fields: %s, form %d"):format(place, i),
        function() assert.equal("b", header(answer(members(form)), "X-A")) end
      )
    end
  end

  -- In which order Lua goes through names differs from one set of them to the next.
  it("keeps header fields that were listed beside names", function()
    for i = 1, 50 do
      local form = { ["X-A" .. i] = "1", ["X-B" .. i] = "2", ["X-C" .. i] = "3" }
      table.insert(form, { "X-D", "4" })
      local response = answer({
        handle = function() return respond.new(200, form, "") end,
      })
      for _, name in ipairs({ "X-A" .. i, "X-B" .. i, "X-C" .. i, "X-D" }) do
        assert.is_string(header(response, name))
      end
    end
  end)

  -- stylua: ignore
  local wrong = {
    "X-A: b", 5, { "X-A", "b" }, { { "X-A" } }, { { 5, "b" } }, { { "X-A", print } },
    { { "X-A", {} } }, { ["X-A"] = true }, { ["X-A"] = { "b" } }, { [3] = { "X-A", "b" } },
  }
  for i, form in ipairs(wrong) do
    it("refuses header fields that are none: form " .. i, function()
      for _, make in ipairs({
        function() return respond.new(200, form, "") end,
        function() return problem.new("SURAH_NOT_FOUND", { headers = form }) end,
      }) do
        local good, reason = pcall(make)
        assert.is_false(good)
        assert.truthy(reason:find(FIELDS, 1, true), reason)
      end
    end)
  end

  for _, place in ipairs({ "handle", "access", "header", "phase header" }) do
    it(
      "refuses header fields that are none, with the place of the function: " .. place,
      function()
        local function spoil(_, response)
          response = response or respond.new(200, nil, "")
          response.headers = { ["X-A"] = {} }
          return response
        end
        local phase = place:match("^phase (.*)$")
        local good, reason =
          pcall(answer, phase and {} or { [place] = spoil }, phase and { [phase] = spoil })
        assert.is_false(good)
        assert.matches("^spec/lua/web/outcome_spec%.lua:%d+: ", reason)
        assert.truthy(reason:find(FIELDS, 1, true), reason)
      end
    )
  end

  it("as a number in a header field is a text", function()
    local response = respond.new(200, { { "X-A", 5 }, { "X-B", 5.0 }, { "X-C", 1.5 } })
    assert.same(
      { "5", "5", "1.5" },
      { header(response, "X-A"), header(response, "X-B"), header(response, "X-C") }
    )
  end)

  -- stylua: ignore
  local responses = {
    { 99, "" }, { 199, "" }, { 600, "" }, { 200.5, "" }, { "ok", "" }, { {}, "" }, { 0 / 0, "" },
    { 200, 5 }, { 200, true }, { 200, print },
  }
  for i, case in ipairs(responses) do
    it(
      "refuses a response that cannot be sent, at the line of its author: case " .. i,
      function()
        local good, reason = pcall(function()
          local made = respond.new(case[1], {}, case[2])
          return made
        end)
        assert.is_false(good)
        assert.matches("outcome_spec%.lua:%d+: respond%.new: the %l+ is a ", reason)
      end
    )
  end

  -- stylua: ignore
  local problems = {
    { "NOPE", nil, "no problem has the code NOPE" }, { nil, nil, "no problem has the code nil" },
    { "SURAH_NOT_FOUND", 5, "a number is no detail" },
    { "SURAH_NOT_FOUND", true, "a boolean is no detail" },
    { "SURAH_NOT_FOUND", "", "its `detail` must be a text" },
    { "SURAH_NOT_FOUND", { detail = 5 }, "its `detail` must be a text" },
    { "SURAH_NOT_FOUND", { resolution = {} }, "its `resolution` must be a text" },
    { "SURAH_NOT_FOUND", { detial = "x" }, "no `detial`; did you mean detail?" },
    { "SURAH_NOT_FOUND", { status = 404 }, "a problem takes no `status`" },
    { "SURAH_NOT_FOUND", { "x" }, "a problem takes no `1`" },
    { "SURAH_NOT_FOUND", { errors = "x" }, "its `errors` must be a list of { detail = TEXT" },
    { "SURAH_NOT_FOUND", { errors = { a = {} } }, "its `errors` must be a list of" },
    { "SURAH_NOT_FOUND", { errors = { { pointer = "" } } }, "its `errors` must be a list of" },
    { "SURAH_NOT_FOUND", { errors = { { detail = "x" } } }, "its `errors` must be a list of" },
  }
  for i, case in ipairs(problems) do
    it("refuses a problem that is none, at the line of its author: case " .. i, function()
      for _, make in ipairs({ problem.new, problem.refuse }) do
        local good, reason = pcall(function()
          local _, made = make(case[1], case[2])
          return made
        end)
        assert.is_false(good)
        assert.matches("outcome_spec%.lua:%d+: ", reason)
        assert.truthy(reason:find(case[3], 1, true), reason)
      end
    end)
  end

  it("may be a problem whose words are used again", function()
    local words = { detail = "None is left." }
    assert.equal("None is left.", problem.new("SURAH_NOT_FOUND", words).detail)
    assert.equal("None is left.", problem.new("SURAH_NOT_FOUND", words).detail)
  end)

  it("may be a problem of the whole body, or one with no errors", function()
    for _, list in ipairs({ {}, { { detail = "must be an object", pointer = "" } } }) do
      assert.same(list, problem.new("UNPROCESSABLE_REQUEST", { errors = list }).errors)
    end
  end)

  it("by a page for a problem is a response", function()
    local people = { accept = "text/html" }
    local good, reason = pcall(answer, { handle = missing, refusal = giving("x") }, nil, people)
    assert.is_false(good)
    assert.truthy(
      reason:find("`refusal` returned a string; return a response", 1, true),
      reason
    )
  end)

  it("as a stream is a function", function()
    local good, reason = pcall(answer, {
      handle = function()
        local response = respond.new(200)
        response.stream = "x"
        return response
      end,
    })
    assert.is_false(good)
    assert.truthy(
      reason:find("the `stream` of a response is a function, not a string", 1, true)
    )
  end)
end)
