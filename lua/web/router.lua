--- From a path to a route. A route's path is made of literal text, `{name}` for one segment and
-- `{+name}` for one or more (as in RFC 6570). Paths match exactly: no slash is added or folded.

local place = require("web.route").place
local uri = require("web.uri")

local router = {}
router.__index = router

--- The Lua pattern of a path template, and the names of its captures in order.
local function compile(path)
  local names = {}
  local pattern = path
    :gsub("[%^%$%(%)%%%.%[%]%*%?%-]", "%%%0")
    :gsub("{(%+?)([%w_]+)}", function(many, name)
      names[#names + 1] = name
      return many == "+" and "(.+)" or "([^/]+)"
    end)
  return "^" .. pattern .. "$", names
end

--- A router over an ordered list of routes. Literal paths come before templates; among templates
-- the earlier wins. Raises when two routes share method and path.
-- @tparam {table,...} routes each with `method` and `path`
function router.new(routes)
  local self = setmetatable({ literal = {}, templates = {} }, router)
  for _, route in ipairs(routes) do
    local entry = self.literal[route.path]
    for _, template in ipairs(self.templates) do
      if template.path == route.path then entry = template end
    end
    if not entry then
      local pattern, names = compile(route.path)
      entry = { path = route.path, pattern = pattern, names = names, methods = {} }
      if #names == 0 then
        self.literal[route.path] = entry
      else
        table.insert(self.templates, entry)
      end
    end
    if entry.methods[route.method] then
      error(
        ("%s: the route at %s answers %s %s already"):format(
          place(route),
          place(entry.methods[route.method]),
          route.method,
          route.path
        ),
        0
      )
    end
    entry.methods[route.method] = route
  end
  return self
end

--- The decoded captures of a template, or nil where the path does not match it.
local function capture(entry, path)
  local found = table.pack(path:match(entry.pattern))
  if not found[1] then return nil end
  local values = {}
  for i, name in ipairs(entry.names) do
    values[name] = found[i]
  end
  return values
end

--- Finds what answers at a path. An encoded octet counts as what it stands for.
-- @tparam string path raw, as the request has it
-- @treturn table|nil entry `{path, methods = {[method] = route}}`; nil when there is none
-- @treturn table captures, name -> decoded text; or, without an entry, the reason (string) when
-- the path cannot be decoded, else nil
function router:match(path)
  if self.literal[path] then return self.literal[path], {} end
  local decoded, reason = uri.decode(path)
  if not decoded then return nil, "The path " .. reason .. "." end
  local encoded_slash = path:find("%%2[fF]")
  if encoded_slash then return nil end
  if self.literal[decoded] then return self.literal[decoded], {} end
  for _, entry in ipairs(self.templates) do
    local captures = capture(entry, decoded)
    if captures then return entry, captures end
  end
end

--- The methods an entry answers, as an Allow header names them. GET brings HEAD with it.
-- @tparam table entry from `match`
-- @treturn string sorted, with OPTIONS
function router.allow(entry)
  local methods = { "OPTIONS" }
  for method in pairs(entry.methods) do
    methods[#methods + 1] = method
    if method == "GET" then methods[#methods + 1] = "HEAD" end
  end
  table.sort(methods)
  return table.concat(methods, ", ")
end

return router
