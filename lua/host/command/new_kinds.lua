--- The files that `svcd new` writes, by kind: each with a spec that passes at once. Words between @
-- are filled in: NAME, PATH and TITLE are forms of the name; ROUTE, TARGET and WHAT are of an
-- overlay.

local ROUTE = [[
--- Greets: GET /@PATH@?name=Ada
local params = require("web.params")

return {
  method = "GET",
  path = "/@PATH@",
@OPERATION@
  -- What may be asked. Values are checked before `handle` runs; a request for anything else is
  -- refused with the accepted values.
  params = {
    name = params.string({
      max_bytes = 40,
      default = "world",
      description = "Whom to greet.",
      example = "Ada",
    }),
  },

  -- "publication": answers are kept until content or routes change; "none": not at all, for what
  -- depends on the clock, on chance or on the client.
  cache = "publication",

  -- A table becomes JSON. A refusal is `nil, problem.new("CONTENT_NOT_FOUND")`, of `web.problem`.
  -- The content is `call.publication`, when the route says `published = true`.
  handle = function(call) return { greeting = "Hello, " .. call.params.name .. "!" } end,
}
]]

local OPERATION = [[

  -- With these the route is in the contract at /openapi.json, and a tool of the MCP endpoint.
  operation = "get@TITLE@",
  summary = "Greet somebody",
  description = "A greeting for a name.",
  answer = { schema = "@TITLE@", description = "The greeting." }, -- schemas/@TITLE@.json
  counted = true, -- each request counts against the quota of its client
  mcp = { name = "get_@NAME@", title = "Greet somebody", description = "Greets a name." },
]]

local SCHEMA = [[
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "@TITLE@",
  "description": "A greeting.",
  "type": "object",
  "additionalProperties": false,
  "required": ["greeting"],
  "properties": {
    "greeting": {
      "description": "What to say.",
      "type": "string",
      "minLength": 1,
      "maxLength": 64
    }
  },
  "examples": [{ "greeting": "Hello, Ada!" }]
}
]]

local SPEC = [[
--- What @NAME@.lua promises: svcd test @FOLDER@
-- luacheck: std max+busted
-- luacheck: read globals publication request reset run_jobs shared upstream
@BODY@]]

local ROUTE_SPEC = [[
describe("GET /@PATH@", function()
  it("greets", function()
    local answer = request("GET", "/@PATH@?name=Ada")
    assert.equal(200, answer.status)
    assert.equal("Hello, Ada!", answer.json.greeting)
  end)

  it("refuses what it does not know", function()
    local answer = request("GET", "/@PATH@?nam=Ada")
    assert.equal(400, answer.status)
  end)
end)
]]

local TOOL_SPEC = ROUTE_SPEC
  .. [[

describe("the tool get_@NAME@", function()
  it("greets", function()
    local answer = request("POST", "/mcp", {
      headers = { Accept = "application/json, text/event-stream" },
      json = {
        jsonrpc = "2.0",
        id = 1,
        method = "tools/call",
        params = { name = "get_@NAME@", arguments = { name = "Ada" } },
      },
    })
    assert.equal("Hello, Ada!", answer.json.result.structuredContent.greeting)
  end)
end)
]]

local PAGE = [[
--- A page of our own: /@PATH@, and as Markdown /@PATH@.md
local blocks = require("@ROOM@.blocks")
local markdown = require("@ROOM@.markdown")
local page = require("@ROOM@.page")

local SHOWN = {
  { "h1", "@WORDS@" },
  { "p", "What the page says: a list of blocks, which is HTML and Markdown at once." },
}

local own = page.route({
  path = "/@PATH@",

  handle = function(call)
    local view = {
      description = "What this page is about, for search engines.",
      kind = "docs",
      markdown_path = "/@PATH@.md",
      path = "/@PATH@",
      title = "@WORDS@",
    }
    return page.answer(call, blocks.fill(view, SHOWN, call))
  end,
})

return { own, table.unpack(markdown.forms({ own })) }
]]

local PAGE_SPEC = [[
describe("the page /@PATH@", function()
  it("is HTML for people", function()
    local answer = request("GET", "/@PATH@", { headers = { Accept = "text/html" } })
    assert.equal(200, answer.status)
    assert.truthy(answer.body:find("@WORDS@</h1>", 1, true))
  end)

  it("is Markdown for programs", function()
    local answer = request("GET", "/@PATH@.md")
    assert.equal(200, answer.status)
    assert.truthy(answer.body:find("# @WORDS@", 1, true))
  end)
end)
]]

local PHASES = [[
--- The phases of all requests. While there is `access` or `header`, no answer is kept: header
-- fields that never change are better in the config, as `headers`.
return {
  --- Runs once it is known what is at the path: nil, or a response, or nil and a problem.
  access = function(call)
    -- call.route, call.params and call.request tell what is asked, and by whom.
    local _ = call
    return nil
  end,

  --- May change an answer before it is sent.
  header = function(_, response)
    response.headers[#response.headers + 1] = { "X-Served-By", "@NAME@" }
  end,
}
]]

local PHASES_SPEC = [[
describe("the phases of @NAME@", function()
  it("are those of every answer", function()
    assert.equal("@NAME@", request("GET", "/").headers["x-served-by"])
    assert.equal("@NAME@", request("GET", "/nowhere").headers["x-served-by"])
  end)
end)
]]

local OVERLAY = [[
--- Wraps @WHAT@ of the service.
local route = require("routes.@NAME@")@PICK@

-- It is a copy: what is changed here holds where this folder is laid over the others.
local handle = route.handle

function route.handle(call)
  local value, fault = handle(call)
  -- Look at the value here, change it, or answer with something else.
  return value, fault
end

return route
]]

local OVERLAY_SPEC = [[
describe("@WHAT@, wrapped", function()
  it("still answers", function()
    local answer = request("GET", "@TARGET@")
    assert.is_true(answer.status < 400 or not publication)
  end)
end)
]]

local JOB = [[
--- A job, and the route that shows what it found: GET /@PATH@
-- luacheck: read globals host every

-- Runs once an hour in a process of its own, and once when it starts. What it finds it gives to the
-- workers by host.shared.
every(3600, function()
  local runs = host.shared.add("@NAME@.count", 1)
  host.shared.set("@NAME@.runs", tostring(runs))
end)

return {
  method = "GET",
  path = "/@PATH@",

  handle = function()
    return { runs = math.tointeger(tonumber(host.shared.get("@NAME@.runs") or "0")) }
  end,
}
]]

local JOB_SPEC = [[
describe("the job of @NAME@", function()
  before_each(reset)

  it("counts its runs", function()
    assert.equal(0, request("GET", "/@PATH@").json.runs)
    run_jobs()
    assert.equal(1, request("GET", "/@PATH@").json.runs)
  end)
end)
]]

local FETCH = [[
--- Asks an upstream: GET /@PATH@. The config says where it is:
-- upstreams = { @NAME@ = { url = "https://api.example.org", timeout = 2 } }
-- luacheck: read globals host
local problem = require("web.problem")

return {
  method = "GET",
  path = "/@PATH@",
  cache = "publication",
  kept_for = 60, -- seconds that an answer is given to others who ask

  -- The request waits, and the worker answers others meanwhile.
  handle = function()
    local answer, fault = host.fetch("@NAME@", { path = "/state", timeout = 1 })
    if not answer then
      host.log("warn", ("@NAME@: %s: %s"):format(fault.code, fault.detail))
      return nil, problem.new("SERVICE_UNAVAILABLE")
    end
    return { status = answer.status, state = answer.body }
  end,
}
]]

local FETCH_SPEC = [[
describe("GET /@PATH@", function()
  before_each(reset)

  it("tells what the upstream says", function()
    upstream("@NAME@", function(call) return { body = "state of " .. call.path } end)
    assert.equal("state of /state", request("GET", "/@PATH@").json.state)
  end)

  it("is 503 where nobody answers", function()
    local answer = request("GET", "/@PATH@")
    assert.equal("SERVICE_UNAVAILABLE", answer.json.code)
  end)
end)
]]

--- By kind: `file`, the text of NAME.lua; `spec`, that of spec/NAME_spec.lua; `words`, further ones
-- to fill in; `query`, of a request to try; `schema`, the text of schemas/TITLE.json; `line`, what
-- the list gets in place of the module; `option`, what the config must have for it; `wraps`, true:
-- NAME is that of a file of the service.
return {
  names = { "route", "tool", "page", "phase", "overlay", "job", "fetch" },
  spec = SPEC,
  route = { file = ROUTE, spec = ROUTE_SPEC, query = "?name=Ada", words = { OPERATION = "" } },
  tool = {
    file = ROUTE,
    spec = TOOL_SPEC,
    query = "?name=Ada",
    schema = SCHEMA,
    words = { OPERATION = OPERATION },
  },
  page = { file = PAGE, spec = PAGE_SPEC, words = { ROOM = "site" } },
  phase = { file = PHASES, spec = PHASES_SPEC, line = 'phases = require("routes.@FILE@"),' },
  overlay = { file = OVERLAY, spec = OVERLAY_SPEC, wraps = true },
  job = { file = JOB, spec = JOB_SPEC },
  fetch = { file = FETCH, spec = FETCH_SPEC, option = "upstreams" },
}
