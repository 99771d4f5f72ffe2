--- A server: its tools, resources and prompts, gathered from its parts and the routes of its
-- application, and the results that are kept, as bytes.

local svc = require("svc")
local cache = require("mcp.cache")
local calls = require("web.call")
local fault = require("mcp.fault")
local methods = require("mcp.methods")
local revision = require("mcp.revision")
local tables = require("base.tables")
local tool = require("mcp.tool")

local server = {}

--- The lists of a definition; the texts that an entry must have, and the function.
local LISTS = { "tools", "resources", "templates", "prompts" }
local TEXTS = {
  tools = { "name", "description" },
  resources = { "uri", "name" },
  templates = { "uriTemplate", "name" },
  prompts = { "name", "description" },
}
local CODE = { tools = "run", resources = "read", templates = "read", prompts = "get" }

local function lack(what, i, member, kind)
  error(("entry %d of `%s` of the server has no `%s` (%s)"):format(i, what, member, kind), 0)
end

--- Raises where something in a definition cannot be listed or run.
local function check(whole)
  for _, member in ipairs({ "path", "name", "version" }) do
    if type(whole[member]) ~= "string" then
      error(("the server has no `%s` (text)"):format(member), 0)
    end
  end
  for _, list in ipairs(LISTS) do
    for i, entry in ipairs(whole[list]) do
      for _, member in ipairs(TEXTS[list]) do
        if type(entry[member]) ~= "string" then lack(list, i, member, "text") end
      end
      if type(entry[CODE[list]]) ~= "function" then lack(list, i, CODE[list], "function") end
    end
  end
end

--- Joins the parts of a definition: lists are appended, everything else may be said once.
-- @tparam {table,...} parts
-- @treturn table; raises when two parts say the same thing or an entry lacks a member
function server.join(parts)
  local whole, lists = { methods = {} }, {}
  for _, name in ipairs(LISTS) do
    whole[name], lists[name] = {}, true
  end
  for _, part in ipairs(parts) do
    for key, value in pairs(part) do
      if key == "methods" then
        whole.methods = tables.merge(whole.methods, value)
      elseif lists[key] then
        table.move(value, 1, #value, #whole[key] + 1, whole[key])
      elseif whole[key] ~= nil then
        error(("two parts of the server define %q"):format(key), 0)
      else
        whole[key] = value
      end
    end
  end
  check(whole)
  return whole
end

--- True when the server can complete anything.
local function completes(self)
  for _, entry in ipairs(self.prompts) do
    for _, argument in ipairs(entry.arguments or {}) do
      if argument.complete then return true end
    end
  end
  for _, entry in ipairs(self.templates) do
    if entry.complete then return true end
  end
  return false
end

--- The capabilities of each era: what there is, and what the definition adds to the legacy ones.
local function capabilities(self, added)
  local modern = {
    tools = #self.tools > 0 and {} or nil,
    resources = (#self.resources > 0 or #self.templates > 0) and {} or nil,
    prompts = #self.prompts > 0 and {} or nil,
    completions = completes(self) and {} or nil,
  }
  return { modern = modern, legacy = tables.merge(modern, added) }
end

--- Stands for a header or member that a request does not have: no header value and no JSON holds
-- this byte.
local ABSENT = "\1"

local Server = {}
Server.__index = Server

--- The method of a name in an era.
-- @tparam string name
-- @tparam table era
-- @treturn table|nil nil also where it needs a part that this server does not offer
function Server:method(name, era)
  local method = self.methods[name] or methods[name]
  if not method or (method.era and method.era ~= era.name) then return nil end
  if method.part and not self.capabilities.modern[method.part] then return nil end
  return method
end

--- Completes a result with what its era asks for, and writes it.
-- @tparam table method
-- @tparam table result changed
-- @tparam table era
-- @treturn string raw JSON
function Server:write(method, result, era)
  if era.name == "modern" then
    result.resultType = result.resultType or "complete"
    result._meta = self.meta
    if method.ttl and result.resultType == "complete" then
      result.ttlMs, result.cacheScope = method.ttl, "public"
    end
  end
  return svc.json(result)
end

--- A request without its id, as a key under which its result may be kept: the bytes of the method
-- and its parameters, and the headers that repeat them. Two requests that mean the same may have
-- different keys.
-- @tparam table raw from `message.scan`
-- @tparam table headers of the HTTP request
-- @treturn string
function server.question(raw, headers)
  local version, name = headers["mcp-protocol-version"] or ABSENT, headers["mcp-name"] or ABSENT
  local method, params = headers["mcp-method"] or ABSENT, raw.params or ABSENT
  return version .. "\n" .. method .. "\n" .. name .. "\n" .. raw.method .. "\n" .. params
end

--- The results that are kept while a publication is in force.
local function results_of(self, publication)
  if not publication then return self.prepared end
  local kept = self.results[publication]
  if not kept then
    kept = cache.new(self.cache_capacity)
    self.results[publication] = kept
  end
  return kept
end

--- The result of a question that was answered before.
-- @tparam string question from `server.question`
-- @tparam userdata|nil publication in force
-- @treturn string|nil raw JSON
function Server:known(question, publication) return results_of(self, publication):get(question) end

--- The cache and the key for the result of an exchange; nil where it may not be kept.
local function place(self, method, x)
  if method.fixed and x.asked.params.cursor == nil then
    return results_of(self, x.publication), x.asked.method .. " " .. x.era.name
  end
  local settled = x.tool and x.tool.settle and x.tool.settle(x)
  if settled and x.publication then
    return results_of(self, x.publication), x.tool.name .. " " .. x.era.name .. " " .. settled
  end
end

--- True when a result that was just made depends on its key alone.
local function lasts(x, result)
  return not result.isError and (not x.call or calls.note(x.call).key ~= nil)
end

--- True when the same question always has the same result: a state that was sealed expires.
local function is_timeless(x) return x.question and x.asked.params.requestState == nil end

--- The result of a method for one exchange.
-- @tparam table method
-- @tparam table x exchange; `question` where it may be answered at once the next time
-- @treturn string|nil raw JSON
-- @treturn table|nil the fault
function Server:result(method, x)
  local kept, key = place(self, method, x)
  local written = kept and kept:get(key)
  if not written then
    local result, refusal = method.run(self, x)
    if not result then return nil, refusal end
    if
      result.resultType == "input_required" and not (method.asks and x.era.name == "modern")
    then
      return nil, fault.new("INTERNAL")
    end
    written = self:write(method, result, x.era)
    if not (kept and lasts(x, result)) then return written end
    kept:put(key, written)
  end
  if is_timeless(x) then results_of(self, x.publication):put(x.question, written) end
  return written
end

--- Makes the results that depend on nothing but the era, and drops them. Raises where one cannot be
-- made.
function Server:check()
  for _, set in ipairs({ methods, self.methods }) do
    for _, method in pairs(set) do
      if method.fixed then svc.json((method.run(self, { asked = { params = {} } }))) end
    end
  end
end

--- The instructions of a definition, with a numbered list of the tools that are routes.
local function instructions_of(definition, tools)
  local lines = {}
  for i, route in ipairs(tools) do
    local own = route.mcp
    lines[i] = ("%d. %s %s. %s"):format(i, own.name, own.brief, own.advice or ""):gsub(" $", "")
  end
  local list = table.concat(lines, "\n")
  return definition.instructions
    and definition.instructions:gsub("{tools}", function() return list end)
end

--- The server of a definition and an application.
-- @tparam table definition from `server.join`
-- @tparam table app of app.lua: routes with `mcp` are tools
-- @treturn table
function server.new(definition, app)
  local self = setmetatable(tables.merge(definition), Server)
  local tools = app:tools()
  self.instructions = instructions_of(definition, tools)
  self.info = { name = definition.name, title = definition.title, version = definition.version }
  self.meta = svc.raw_json(svc.json({ [revision.SERVER] = self.info }))
  self.tools, self.tools_by_name = tool.all(definition.tools, tools, app.config)
  self.capabilities = capabilities(self, definition.legacy_capabilities)
  self.cache_capacity = app.config.cache_size
  self.prepared = cache.new(self.cache_capacity)
  self.results = setmetatable({}, { __mode = "k" })
  return self
end

return server
