--- From a path to a route. A route's path is a template (template.lua). Paths match exactly: no
-- slash is added or folded.

local place = require("web.route").place
local template = require("web.template")
local uri = require("base.uri")

local router = {}
router.__index = router

--- The entry of a path, which is made where it is new.
local function entry_of(self, path)
  local entry = self.entries[path]
  if not entry then
    entry = { template = template.compile(path), methods = {}, guards = {} }
    entry.first = path:match("^/([^/{}]+)/")
    self.entries[path] = entry
    if #entry.template.names == 0 then
      self.literal[path] = entry
    else
      table.insert(self.templates, entry)
    end
  end
  return entry
end

--- Lists the templates that a path may match, by its first segment; at `false` those of others.
local function list_by_first(templates)
  local lists = { [false] = {} }
  for _, entry in ipairs(templates) do
    if entry.first then lists[entry.first] = {} end
  end
  for first, list in pairs(lists) do
    for _, entry in ipairs(templates) do
      if not entry.first or entry.first == first then list[#list + 1] = entry end
    end
  end
  return lists
end

--- A router over an ordered list of routes. Literal paths come before templates; among templates
-- the earlier wins. Raises when two routes share method and path.
-- @tparam {table,...} routes each with `method` and `path`
-- @treturn table
function router.new(routes)
  local self = setmetatable({ entries = {}, literal = {}, templates = {} }, router)
  for _, route in ipairs(routes) do
    local entry = entry_of(self, route.path)
    local methods = entry.methods
    local other = methods[route.method]
    if other then
      local fault = "%s: the route at %s answers %s %s already"
      error(fault:format(place(route), place(other), route.method, route.path), 0)
    end
    methods[route.method] = route
    table.insert(entry.guards, route.access)
    entry.keyed = entry.keyed or route.key ~= nil
  end
  self.by_first = list_by_first(self.templates)
  return self
end

--- Finds what answers at a path. An encoded octet counts as what it stands for.
-- @tparam string path raw, as the request has it
-- @treturn table|nil entry `{methods = {[method] = route}, guards, keyed}`, where `guards` lists
-- the functions `access` of its routes, and `keyed` says that one has a key; nil when there is none
-- @treturn table captures, name -> decoded text; or, without an entry, the reason (string) when
-- the path cannot be decoded, else nil
-- @treturn string|nil the decoded path, where that is another one
function router:match(path)
  if self.literal[path] then return self.literal[path], {} end
  local decoded, reason = uri.decode(path)
  if not decoded then return nil, "The path " .. reason .. "." end
  local encoded_slash = decoded ~= path and path:find("%%2[fF]")
  if encoded_slash then return nil end
  local other = decoded ~= path and decoded or nil
  if self.literal[decoded] then return self.literal[decoded], {}, other end
  local lists = self.by_first
  for _, entry in ipairs(lists[decoded:match("^/([^/]+)")] or lists[false]) do
    local captures = template.match(entry.template, decoded)
    if captures then return entry, captures, other end
  end
  return nil, nil, other
end

--- The methods an entry answers, as an Allow header names them. GET brings HEAD with it.
-- @tparam table entry from `match`
-- @treturn string sorted, with OPTIONS
function router.allow(entry)
  local methods = { "OPTIONS", entry.methods.GET and "HEAD" }
  for method in pairs(entry.methods) do
    methods[#methods + 1] = method
  end
  table.sort(methods)
  return table.concat(methods, ", ")
end

return router
