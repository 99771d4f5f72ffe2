--- `svcd console`: reads lines of Lua and runs each beside the application, in this process. It
-- works at a terminal and in a pipe.

local application = require("host.application")
local lfs = require("lfs")
local svc = require("svc")

local GREETING = [[
get("/"), post("/path", {…}) and request("PUT", "/path", { headers = {…}, json = {…} }) ask the
application; publication, config, shared, svc, upstream(name, f) and run_jobs() are there too.
Ctrl-D ends.]]

--- A value as people read it.
local function shown(value)
  local metatable = getmetatable(value)
  if type(value) ~= "table" or metatable and metatable.__tostring then
    return tostring(value)
  end
  local good, text = pcall(svc.json, value)
  return good and text or tostring(value)
end

--- The globals of lines besides Lua's own.
local function environment_of(own, options)
  local visible = {
    config = options,
    publication = own.publication,
    shared = own.shared,
    svc = svc,
  }
  function visible.request(...) return own:request(...) end
  function visible.get(target, headers) return own:request("GET", target, { headers = headers }) end
  function visible.post(target, body, headers)
    local given = { headers = headers }
    given[type(body) == "table" and "json" or "body"] = body
    return own:request("POST", target, given)
  end
  function visible.upstream(...) own:upstream(...) end
  function visible.run_jobs() return own:run_jobs() end
  function visible.reset() return own.reset() end
  return setmetatable(visible, { __index = _G })
end

--- Code that a text is, as an expression or else as statements; nil and the reason where it is none
-- or goes on.
local function compile(text, environment)
  local code = load("return " .. text, "=console", "t", environment)
  if code then return code end
  return load(text, "=console", "t", environment)
end

--- Runs a text and writes what it gives.
-- @treturn boolean true where it raised nothing
local function run(code)
  local results = table.pack(
    xpcall(
      code,
      function(fault) return type(fault) == "table" and shown(fault) or tostring(fault) end
    )
  )
  for i = 2, results.n do
    results[i] = shown(results[i])
  end
  if results.n > 1 then
    local out = results[1] and io.stdout or io.stderr
    out:write(table.concat(results, "\t", 2, results.n), "\n")
  end
  return results[1]
end

return {
  summary = "run lines of Lua beside the application",
  -- stylua: ignore
  options = {
    "publication", "trust", "base_url", "site_url", "mcp_url", "routes", "lua_path", "secrets",
    "upstreams", "quran_max_verses",
  },
  parser = function(parser) parser:epilog([[Example: echo 'get("/").status' | svcd console]]) end,
  run = function(_, options)
    local own, reason = application.new(options)
    if not own then return nil, reason end
    local environment = environment_of(own, options)
    local asks = lfs.attributes("/proc/self/fd/0", "mode") == "char device"
    local status, text = 0, ""
    if asks then print(GREETING) end
    while true do
      if asks then io.write(text == "" and "> " or ">> "):flush() end
      local line = io.read("l")
      if not line then break end
      text = text == "" and line or text .. "\n" .. line
      local code, fault = compile(text, environment)
      if code then
        if not run(code) then status = 1 end
        text = ""
      elseif not fault:find("<eof>", 1, true) then
        io.stderr:write(fault, "\n")
        status, text = 1, ""
      end
    end
    if text ~= "" then
      io.stderr:write("console: the last lines are not whole\n")
      status = 1
    end
    return asks and 0 or status
  end,
}
