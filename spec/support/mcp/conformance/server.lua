--- The server's description of itself, and the two methods that only clients of before 2026-07-28
-- know. Both concern a session; a server without sessions takes note of nothing and says so
-- politely.
-- luacheck: read_globals host
local mcp = require("mcp")

local LEVELS = {
  debug = true,
  info = true,
  notice = true,
  warning = true,
  error = true,
  critical = true,
  alert = true,
  emergency = true,
}

local function set_level(_, x)
  if LEVELS[x.asked.params.level] then return {} end
  return nil, mcp.fault("INVALID_PARAMS", "`level` must be a level of RFC 5424.")
end

local function subscribe(_, x)
  if type(x.asked.params.uri) == "string" then return {} end
  return nil, mcp.fault("INVALID_PARAMS", "`uri` must be a string.")
end

--- The secret that seals what a client carries from one round to the next: made once, and the same
-- in all workers, since any of them may answer the next round.
local function key()
  local shared = host.shared
  if not shared.get("key") then shared.set("key", host.uuid() .. host.uuid()) end
  return shared.get("key")
end

return {
  path = "/mcp",
  name = "conformance",
  title = "Conformance fixtures",
  version = "1.0.0",
  description = "Fixtures of the MCP conformance suite, scripted in Lua.",
  instructions = "Tools, resources and prompts for the conformance suite; none is of any use.",

  key = key,

  legacy_capabilities = { logging = {}, resources = { subscribe = true } },
  methods = {
    ["logging/setLevel"] = { era = "legacy", run = set_level },
    ["resources/subscribe"] = { era = "legacy", run = subscribe },
    ["resources/unsubscribe"] = { era = "legacy", run = subscribe },
  },
}
