--- The globals and modules of a route file: a sandbox for each.

local cjson = require("cjson")
local tables = require("base.tables")
local view = require("base.view")

--- The part of Lua that a route file sees. Files, processes, other code and the debugger are out of
-- reach; a route reaches the world through `host` and the publication.
-- stylua: ignore
local LIBRARIES = {
  "_VERSION", "assert", "coroutine", "error", "ipairs", "math", "pairs", "pcall", "rawequal",
  "rawget", "rawlen", "select", "string", "table", "tonumber", "tostring", "type", "utf8", "xpcall",
}

--- Modules of the framework and of the engine that routes may require, besides one another.
--
-- stylua: ignore
local REQUIRABLE = {
  "base.assets", "base.locales", "base.text", "base.uri", "cjson", "mcp", "site", "svc", "web.app",
  "web.negotiate", "web.openapi", "web.params", "web.problem", "web.respond", "web.router",
  "web.schema", "web.template", "web.window",
}

--- Modules of which a route sees only these names: of the engine, functions that read, as a route
-- may not make, open or change a file, key, trust or publication; of cjson, functions that leave
-- its limits alone; of the problems, functions that add none.
-- stylua: ignore
local READERS = {
  cjson = { "_NAME", "_VERSION", "decode", "encode", "null" },
  svc = {
    "array", "check_json", "escape_html", "hmac", "image_types", "is_array", "json",
    "json_member", "json_members", "languages", "locales", "null", "parse_json", "phrasings",
    "query_bytes", "quran_begun", "quran_locales", "quran_reference", "raw_json", "sections",
    "sha256", "surahs", "tafsirs", "verse_count", "version",
  },
  ["web.problem"] = {
    "body", "entry", "headers", "list", "new", "of_quota", "of_slug", "refuse", "slug", "type",
  },
}

local requirable, libraries = tables.set(REQUIRABLE), tables.set(LIBRARIES)

--- Bytes that cjson may read or write for a route: it counts nothing, and is not ended by a budget.
local CJSON_BYTES = 1 << 20

--- Adds up the texts of a value, and thereby what writing it takes: the walk is counted.
local function size_of(value, depth)
  local kind = type(value)
  if kind == "string" then return #value + 2 end
  if kind ~= "table" or depth > 1000 then return 8 end
  local size = 2
  for key, member in next, value do
    size = size + size_of(key, depth) + size_of(member, depth + 1)
    if size > CJSON_BYTES then return size end
  end
  return size
end

local function within_bytes(size, name)
  if size <= CJSON_BYTES then return end
  error(("cjson.%s takes at most 1 MiB for a route; svc.json takes more"):format(name), 3)
end

--- cjson's functions for routes.
local BOUNDED = {
  decode = function(text)
    within_bytes(type(text) == "string" and #text or 0, "decode")
    return cjson.decode(text)
  end,
  encode = function(value)
    within_bytes(size_of(value, 0), "encode")
    return cjson.encode(value)
  end,
}

--- A module as a route sees it: a copy.
local function copy_module(name, module)
  local names = READERS[name]
  if not names then return tables.copy(module) end
  local seen = {}
  for _, each in ipairs(names) do
    seen[each] = tables.copy(name == "cjson" and BOUNDED[each] or module[each])
  end
  return setmetatable(seen, {
    __index = function(_, each) error(("a route has no %s.%s"):format(name, tostring(each)), 2) end,
    __metatable = false,
  })
end

--- The `require` of a route file.
-- @tparam function require_route from a name such as `routes.search` to the module
-- @tparam function library from the name of a library to the module, or nil
local function new_require(require_route, library)
  local seen = {}
  return function(name)
    local root = tostring(name):match("^[^.]*")
    if not (root == "routes" or requirable[root] or requirable[name]) then
      local module = library(tostring(name))
      if module ~= nil then return module end
      local fault = "a route may not require %q; it may require routes, %s and what is in a folder "
        .. "of lua_path"
      error(fault:format(name, table.concat(REQUIRABLE, ", ")), 2)
    end
    if seen[name] == nil then
      seen[name] = root == "routes" and require_route(name) or copy_module(name, require(name))
    end
    return seen[name]
  end
end

--- Only tables show their metatable: that of a userdata holds its finalizer, that of strings the
-- functions that all scripts call as methods.
local function route_getmetatable(value)
  if type(value) ~= "table" then return nil end
  return getmetatable(value)
end

--- Finalizers run at any time, within any request, and no budget reaches them.
local function route_setmetatable(own, metatable)
  if type(metatable) == "table" and rawget(metatable, "__gc") ~= nil then
    error("a route may not set a finalizer (__gc): close what it opens instead", 2)
  end
  return setmetatable(own, metatable)
end

local function route_rawset(own, key, value)
  if type(own) == "table" and view.source(own) then own[key] = value end
  return rawset(own, key, value)
end

--- Writes the prints of a route to the log.
local function new_print(log)
  return function(...)
    local words = table.pack(...)
    for i = 1, words.n do
      words[i] = tostring(words[i])
    end
    log("debug", table.concat(words, "\t"))
  end
end

--- The functions of the process that route files see in `host`.
local HOST = { "config", "fetch", "log", "now", "shared", "trial", "uuid", "version" }

--- The environments of the route files of a state. Its globals are read-only.
-- @tparam[opt] table host of which they see a part
-- @tparam[opt] function every adds a job (host/jobs.lua)
-- @treturn function that gives a new environment, and takes what requires the modules of the
-- folders and what finds libraries: each file has its own copies of Lua's libraries and of the
-- modules, so that no file changes what another one sees
return function(host, every)
  local seen = {}
  for _, name in ipairs(HOST) do
    seen[name] = host and host[name]
  end
  local common = {
    every = every,
    getmetatable = route_getmetatable,
    host = view.of(seen),
    next = view.next,
    print = new_print(seen.log or print),
    rawset = route_rawset,
    setmetatable = route_setmetatable,
  }
  return function(require_route, library)
    local visible = setmetatable({ require = new_require(require_route, library) }, {
      __index = function(visible, name)
        local value = common[name]
        if value == nil and libraries[name] then value = tables.copy(_G[name]) end
        if value == nil then error(("a route has no global %q"):format(tostring(name)), 2) end
        -- The generator of random numbers is one for all.
        if name == "math" then value.randomseed = nil end
        visible[name] = value
        return value
      end,
    })
    visible.os = { clock = os.clock, date = os.date, time = os.time, difftime = os.difftime }
    return setmetatable({}, {
      __index = visible,
      __newindex = function(_, name)
        error(("a route may not set the global %q"):format(tostring(name)), 2)
      end,
      __metatable = false,
    })
  end
end
