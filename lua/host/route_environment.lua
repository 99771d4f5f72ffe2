--- What a route file may see and require: a sandbox, the same for all files of a state.

local tables = require("base.tables")

--- What a route file sees besides `require`. Files, processes, other code and the debugger are
-- out of reach; what a route needs of the world comes through `host` and the publication. Tables of
-- libraries and modules are copies: what a route puts there changes nothing for the framework.
-- In the service a finalizer (`__gc`) is refused, and only tables show their metatable: no budget
-- could end what a finalizer does, and that of strings is the framework's as well
-- (csrc/host/script/script_bounds.c).
-- stylua: ignore
local ALLOWED = {
  "_VERSION", "assert", "coroutine", "error", "getmetatable", "ipairs", "math", "next", "pairs",
  "pcall", "rawequal", "rawget", "rawlen", "rawset", "select", "setmetatable", "string", "table",
  "tonumber", "tostring", "type", "utf8", "xpcall",
}

--- Modules of the framework and of the engine that routes may require, besides one another.
-- stylua: ignore
local REQUIRABLE = {
  "base.assets", "base.locales", "base.text", "base.uri", "cjson", "mcp", "site", "svc", "web.app",
  "web.negotiate", "web.openapi", "web.params", "web.problem", "web.respond", "web.router",
  "web.schema", "web.template",
}

--- Modules of which a route sees only the names given here: of the engine, functions that read,
-- since no file, key, trust or publication may be made, opened or changed; of cjson, none that
-- moves its limits.
-- stylua: ignore
local READERS = {
  cjson = { "_NAME", "_VERSION", "decode", "encode", "null" },
  svc = {
    "array", "check_json", "escape_html", "hmac", "html", "image_types", "is_array", "json",
    "json_member", "json_members", "languages", "locales", "null", "parse_json", "phrasings",
    "query_bytes", "quran_locales", "quran_reference", "raw_json", "sections", "sha256", "surahs",
    "tafsirs", "verse_count", "version",
  },
}

local requirable = tables.set(REQUIRABLE)

--- A table with all it holds, but for functions and what has a metatable.
local function copy(value, copies)
  if type(value) ~= "table" or getmetatable(value) then return value end
  if not copies[value] then
    local fresh = {}
    copies[value] = fresh
    for key, member in pairs(value) do
      fresh[key] = copy(member, copies)
    end
  end
  return copies[value]
end

--- A module as a route sees it.
local function view(name, module)
  local names = READERS[name]
  if not names then return copy(module, {}) end
  local seen = {}
  for _, each in ipairs(names) do
    seen[each] = copy(module[each], {})
  end
  return setmetatable(seen, {
    __index = function(_, each) error(("a route has no %s.%s"):format(name, tostring(each)), 2) end,
    __metatable = false,
  })
end

local function may_require(name)
  local root = name:match("^[^.]*")
  return root == "routes" or requirable[root] or requirable[name]
end

--- The `require` of route files.
local function new_require()
  local views = {}
  return function(name)
    if not may_require(name) then
      error(
        ("a route may not require %q; it may require routes and %s"):format(
          name,
          table.concat(REQUIRABLE, ", ")
        ),
        2
      )
    end
    if views[name] == nil then
      local module = require(name)
      views[name] = name:find("^routes") and module or view(name, module)
    end
    return views[name]
  end
end

--- The environment of route files. Each state has one; its globals are read-only.
-- @tparam[opt] table host what they see as `host`
-- @treturn table
return function(host)
  local visible = { host = copy(host, {}), require = new_require() }
  for _, name in ipairs(ALLOWED) do
    visible[name] = copy(_G[name], {})
  end
  visible.os = { clock = os.clock, date = os.date, time = os.time, difftime = os.difftime }
  return setmetatable({}, {
    __index = function(_, name)
      local value = visible[name]
      if value == nil then error(("a route has no global %q"):format(tostring(name)), 2) end
      return value
    end,
    __newindex = function(_, name)
      error(("a route may not set the global %q"):format(tostring(name)), 2)
    end,
    __metatable = false,
  })
end
