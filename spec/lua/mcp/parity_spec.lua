--- REST and MCP give the same object for the same arguments, and refuse with the same problem: a
-- property over every capability, tried with arguments right and wrong.
local application = require("spec.support.service.application")
local cjson = require("cjson")
local params = require("web.params")
local svc = require("svc")

local SEED, TRIES = 20260728, 400

local handler = application.new()
local ID = "asset:en:material:mathematics:quadratic-equations"

local function pick(list) return list[math.random(#list)] end

--- Texts that a parameter may meet, whatever it means.
-- stylua: ignore
local TEXTS = {
  ID, "svc://content/" .. ID, "http://site.test/en/quran/2", "http://site.test/id/quran/2.md#x",
  "http://elsewhere.test/en/quran/2", "asset:en:tryout:indonesia:snbt:set-1", "asset:en:none",
  "quadratic", "persamaan kuadrat", "Surah 2", "verse 2:255", "é ü 日本 \u{1F600}", "a&b=c+d%20e",
  "", "  ", ("x"):rep(600),
}

local INTEGERS = { -1, 0, 1, 2, 3, 7, 9, 10, 11, 50, 51, 113, 114, 115, 286, 287, 2147483647 }

--- A value for a declaration: mostly of its type, in bounds or not.
local function value_for(declaration)
  local kind = declaration.schema.type
  if kind == "integer" then
    return math.random() < 0.1 and pick({ "abc", "1.5", "+1", "007" }) or pick(INTEGERS)
  elseif kind == "boolean" then
    return math.random() < 0.1 and pick({ "yes", "1", "TRUE" }) or math.random() < 0.5
  elseif kind == "array" then
    local list = {}
    for i = 1, math.random(1, 5) do
      list[i] = pick(TEXTS)
    end
    return list
  elseif declaration.schema.enum then
    return math.random() < 0.1 and pick({ "fr", "", "EN" }) or pick(declaration.schema.enum)
  end
  return pick(TEXTS)
end

--- Arguments for a route: each parameter given most of the time, now and then an unknown one.
local function arguments_for(route)
  local arguments = {}
  for _, name in ipairs(params.names(route.params)) do
    local declaration = route.params[name]
    local wanted = declaration.from == "path" or math.random() < 0.6
    if wanted then arguments[name] = value_for(declaration) end
  end
  if math.random() < 0.05 then arguments.page = 2 end
  return arguments
end

local function encode(value)
  local function escape(byte) return ("%%%02X"):format(byte:byte()) end
  return (tostring(value):gsub("[^%w%-._~]", escape))
end

local function over_http(route, arguments)
  local query = {}
  local path = route.path:gsub("{(%w+)}", function(name) return encode(arguments[name]) end)
  for name, value in pairs(arguments) do
    local declaration = route.params[name]
    if not declaration or declaration.from == "query" then
      for _, each in ipairs(type(value) == "table" and value or { value }) do
        query[#query + 1] = name .. "=" .. encode(each)
      end
    end
  end
  return handler.handle(application.request(path .. "?" .. table.concat(query, "&")))
end

local function over_mcp(route, arguments)
  local request = application.request("POST /mcp", { ["content-type"] = "application/json" })
  request.body = svc.json({
    jsonrpc = "2.0",
    id = 1,
    method = "tools/call",
    params = { name = route.mcp.name, arguments = arguments },
  })
  return handler.handle(request)
end

--- What both must say of a refusal. The words for a fault of syntax name the medium's own syntax.
local function gist(problem)
  local syntax = problem.code == "INVALID_REQUEST"
  return {
    code = problem.code,
    status = problem.status,
    title = problem.title,
    type = problem.type,
    detail = not syntax and problem.detail or nil,
    resolution = not syntax and problem.resolution or nil,
  }
end

--- The answer of a tool without what only tools add: the proof, which HTTP has in a header field,
-- advice, and how arguments were read.
local function bare(route, decoded)
  local answer = svc.parse_json(decoded.content[1].text)
  assert.same(cjson.decode(decoded.content[1].text), decoded.structuredContent, route.mcp.name)
  local read = answer.understood
  answer.proof, answer.understood, answer.advice = nil, nil, nil
  return svc.json(answer), read
end

local function compare(route, arguments)
  if route.mcp.arguments.full_sources then arguments.full_sources = nil end
  local rest = over_http(route, arguments)
  if route.mcp.arguments.full_sources then arguments.full_sources = true end
  local answer = over_mcp(route, arguments)
  local what = route.mcp.name .. " " .. svc.json(arguments)
  assert.equal(200, answer.status, what)
  local decoded = cjson.decode(svc.json_member(answer.body, "result"))
  if rest.status == 200 then
    assert.is_nil(decoded.isError, what)
    assert.equal(rest.body, bare(route, decoded), what)
    return "answered"
  end
  if not decoded.isError then
    local _, read = bare(route, decoded)
    assert.is_truthy(read, what)
    return "understood"
  end
  assert.is_nil(decoded.structuredContent, what)
  local problem = cjson.decode(decoded.content[1].text)
  local same = svc.json(gist(cjson.decode(rest.body))) == svc.json(gist(problem))
  assert.equal("/mcp", problem.instance)
  return same and problem.code or "refused otherwise"
end

describe("a tool call and the operation behind it", function()
  local tools = handler.app:tools()

  it("exist for all that a publication answers", function()
    for _, route in ipairs(handler.app.routes) do
      if route.operation and route.published then assert.is_table(route.mcp, route.path) end
    end
  end)

  for _, route in ipairs(tools) do
    it(("agree on %s %s"):format(route.method, route.path), function()
      math.randomseed(SEED)
      local seen = {}
      for _ = 1, TRIES do
        local outcome = compare(route, arguments_for(route))
        seen[outcome] = (seen[outcome] or 0) + 1
      end
      assert.is_true((seen.answered or 0) > 10, "too few arguments were right")
      assert.is_true((seen.INVALID_REQUEST or 0) > 5, "too few had a fault of syntax")
      local different = (seen.understood or 0) + (seen["refused otherwise"] or 0)
      assert.is_true(different < TRIES / 2, "too many are read otherwise")
    end)
  end
end)
