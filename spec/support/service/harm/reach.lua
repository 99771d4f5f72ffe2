--- Writes to what all routes have in common.
-- luacheck: read globals host

local problem = require("web.problem")
local respond = require("web.respond")
local site = require("site")
local svc = require("svc")

local acts = {}

--- Writes to everything that can be reached from a value, by every way there is.
local function spoil(value, seen)
  if type(value) ~= "table" or seen[value] then return end
  seen[value] = true
  local keys = {}
  for key in pairs(value) do
    keys[#keys + 1] = key
  end
  for key in next, value do
    keys[#keys + 1] = key
  end
  for _, key in ipairs(keys) do
    spoil(value[key], seen)
  end
  spoil(getmetatable(value), seen)
  keys[#keys + 1] = "added"
  for _, key in ipairs(keys) do
    pcall(rawset, value, key, "spoilt")
    pcall(function() value[key] = "spoilt" end)
  end
  pcall(table.insert, value, "spoilt")
  pcall(table.sort, value, function() return true end)
  pcall(table.move, { "spoilt", "spoilt" }, 1, 2, 1, value)
  pcall(setmetatable, value, { __index = function() return "spoilt" end })
  pcall(svc.array, value)
end

--- The pairs, last: what spoils needs its tools.
local function spoil_all(...)
  local seen = { [_ENV] = true }
  for _, value in ipairs({ ... }) do
    spoil(value, seen)
  end
end

function acts.call(call) spoil_all(call) end
function acts.config(call) spoil_all(call.config) end
function acts.routes(call) spoil_all(call.app.routes) end
function acts.tools(call) spoil_all(call.app:tools()) end
function acts.request(call) spoil_all(call.request) end
function acts.limits(call) spoil_all(call.limits) end
function acts.host() spoil_all(host) end
function acts.problems() spoil_all(problem.list) end
function acts.modules() spoil_all(respond, problem, site, svc) end

function acts.pages()
  for _, name in ipairs({ "page", "guide", "locales", "fields", "document", "home", "path" }) do
    spoil_all(require("site." .. name))
  end
end

function acts.framework()
  local names =
    { "app", "negotiate", "openapi", "params", "router", "schema", "template", "text" }
  for _, name in ipairs(names) do
    spoil_all(require("web." .. name))
  end
  spoil_all(require("mcp"))
end

function acts.libraries() spoil_all(string, math, utf8, os, coroutine, table) end

acts["built-in"] = function()
  for _, name in ipairs({ "index", "search", "content", "taxonomy", "quran", "mcp", "prompts" }) do
    spoil_all(require("routes." .. name))
  end
end

function acts.list() spoil_all(require("routes")) end

function acts.declarations()
  local params = require("web.params")
  spoil_all(params.locale(), params.section(), params.strings({ max_items = 2, max_bytes = 9 }))
end

function acts.handler(call)
  for _, route in ipairs(call.app.routes) do
    pcall(function()
      route.handle = function() return "spoilt" end
    end)
  end
end

function acts.close(call) call.publication:close() end

acts["close-idiom"] = function(call)
  local publication <close> = call.publication
  return { digest = #publication:info().digest }
end

function acts.sign(call) call.publication:sign("/tmp/spoilt", {}) end
function acts.open() svc.open("/etc/passwd", {}) end
function acts.facts(call) spoil_all(call.publication:info()) end

acts["metatable-of-publication"] = function(call) getmetatable(call.publication).__index = {} end

acts["metatable-of-strings"] = function() getmetatable("").__index = {} end
acts["metatable-of-arrays"] = function() getmetatable(svc.array({})).__index = {} end
acts["metatable-of-call"] = function(call) getmetatable(call).__index = nil end
acts["metatable-of-problem"] = function()
  getmetatable(problem.new("INTERNAL_ERROR")).__index.status = 200
end
acts["metatable-of-response"] = function()
  getmetatable(respond.new(200, {})).__index = { status = 500 }
end

acts["entry-of-problem"] = function() problem.entry("ENDPOINT_NOT_FOUND").status = 200 end
acts["array-of-config"] = function(call) svc.array(call.config) end
acts["array-of-routes"] = function(call) svc.array(call.app.routes) end

acts["pairs-of-response"] = function()
  local response = respond.new(200, { { "Content-Type", "text/plain" } }, "spoilt")
  for _, pair in ipairs(response.headers) do
    pair[2] = "spoilt"
  end
  return response
end

acts["pairs-of-problem"] = function()
  local fault = problem.new("METHOD_NOT_ALLOWED")
  fault.headers[1][2] = "SPOILT"
end

acts["fields-of-index"] = function(call)
  local own = require("routes.index")
  own.fields.of(nil, { app = call.app, config = { base_url = "https://spoilt.example" } })
  own.fields.of(nil, call)[1][2] = "spoilt"
  own.ready({ config = { base_url = "spoilt", mcp_url = "spoilt" } })
end

acts["fields-of-view"] = function(call)
  for _, route in ipairs(call.app.routes) do
    if route.fields then
      local good, list = pcall(route.fields.of, {}, call)
      if good then spoil_all(list) end
    end
  end
end

acts["another-app"] = function(call)
  local made = require("web.app").new({ routes = call.app.routes, config = { site_url = "x" } })
  spoil_all(made)
end

return acts
