--- Kept inputs of the fuzz target `mcp`, by name: header lines, an empty line, a body.
local svc = require("svc")

local ACCEPT = "Accept: application/json, text/event-stream\n"
local TYPE = "Content-Type: application/json\n"
local MODERN = "MCP-Protocol-Version: 2026-07-28\n"

--- A body with the headers that every client sends.
local function plain(body, headers) return ACCEPT .. TYPE .. (headers or "") .. "\n" .. body end

--- A request of an older revision: no header and no envelope says more than the body.
local function old(members, id)
  return plain('{"jsonrpc":"2.0","id":' .. (id or "1") .. "," .. members .. "}")
end

--- A request of the newest revision.
-- @tparam string method @tparam[opt] table params
-- @tparam[opt] table given `name`, `headers`, `meta` (what differs)
local function modern(method, params, given)
  given, params = given or {}, params or {}
  params._meta = given.meta
    or {
      ["io.modelcontextprotocol/protocolVersion"] = "2026-07-28",
      ["io.modelcontextprotocol/clientCapabilities"] = svc.parse_json("{}"),
    }
  local name = given.name or params.name or params.uri
  return plain(
    svc.json({ jsonrpc = "2.0", id = 1, method = method, params = params }),
    MODERN .. "Mcp-Method: " .. method .. "\n" .. (name and "Mcp-Name: " .. name .. "\n" or "")
  )
end

local function call(tool, arguments, given)
  return modern("tools/call", { name = tool, arguments = arguments }, given)
end

local function complete(value, name)
  return modern("completion/complete", {
    ref = { type = "ref/prompt", name = "quote_quran" },
    argument = { name = name or "surah", value = value },
  })
end

local ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}'

return {
  ["accept-refused"] = "Accept: application/json;q=0\n" .. TYPE .. "\n" .. ping,
  ["batch"] = plain("[" .. (ping .. ","):rep(10) .. ping:gsub("1", "2") .. "]"),
  ["batch-modern"] = plain("[" .. ping .. "]", MODERN),
  ["batch-of-numbers"] = plain("[1]"),
  ["batch-without-envelope"] = plain(
    '[{"jsonrid":1,"method":"tools/list","params":{"_meta":{"io.m\xf2":1}}}]'
  ),
  ["body-deep"] = plain(("["):rep(46) .. "f/\xb7\x9fU" .. ("]"):rep(48)),
  ["body-not-json"] = plain("8ft{-\n{", "Accept: lication/jsvon\n"),
  ["completion-arabic"] = complete("ال"),
  ["completion-argument-unknown"] = complete("x", "none"),
  ["completion-empty"] = complete(""),
  ["completion-surah"] = complete("Baq"),
  ["discover"] = modern("server/discover", {}, {}),
  ["discover-envelope-incomplete"] = modern("server/discover", {}, {
    meta = { ["io.modelcontextprotocol/protocolVersion"] = "2026-07-28" },
  }),
  ["discover-envelope-types"] = modern("server/discover", {}, {
    meta = {
      ["io.modelcontextprotocol/protocolVersion"] = "2026-07-28",
      ["io.modelcontextprotocol/clientCapabilities"] = svc.parse_json("{}"),
      ["io.modelcontextprotocol/clientInfo"] = { name = "x" },
    },
  }),
  ["found-version-not-utf-8"] = plain(
    '{"jsonrpc":"2.0","method":"notifications/x"}',
    "MCP-Protocol-Version: 4\xcb98-01-01\n"
  ),
  ["id-not-a-string"] = old('"method":"ping"', '"\\ud800"'),
  ["id-not-utf-8"] = old('"method":"ping"', '"\xc0\xaf"'),
  ["id-repeated"] = old('"\\u0069d":2,"method":"ping"'),
  ["id-with-exponent"] = old('"method":"ping"', "1e2"),
  ["initialize-unknown-revision"] = old(
    '"method":"initialize","params":{"protocolVersion":"2020-01-01"}'
  ),
  ["jsonrpc-number"] = plain('{"jsonrpc":2.0,"id":1,"method":"ping"}'),
  ["method-missing"] = plain('{"jsonrpc":"2.0","id":1,"metohd":"ping"}'),
  ["method-unknown"] = old('"method":"unknown/method"'),
  ["notification-cancelled"] = plain(
    '{"jsonrpc":"2.0","method":"notifications/cancelled"}',
    MODERN
  ),
  ["origin-loopback"] = plain(ping, "Origin: http://[::1]:1\n"),
  ["prompt"] = modern(
    "prompts/get",
    { name = "find_lesson", arguments = { topic = "algebra" } }
  ),
  ["prompt-arguments-missing"] = modern("prompts/get", { name = "find_lesson" }),
  ["prompt-unknown"] = modern("prompts/get", { name = "none" }),
  ["prompts"] = modern("prompts/list"),
  ["resource-content-unknown"] = modern(
    "resources/read",
    { uri = "svc://content/asset:en:none" }
  ),
  ["resource-templates"] = modern("resources/templates/list"),
  ["resource-usage"] = modern("resources/read", { uri = "svc://usage" }),
  ["tool-content"] = call("svc_get_content", { ref = "asset:en:quran:surah:2" }),
  ["tool-name-base64"] = call(
    "svc_get_taxonomy",
    { locale = "de" },
    { name = "=?base64?c3ZjX2dldF90YXhvbm9teQ==?=" }
  ),
  ["tool-name-base64-bad"] = call("svc_get_taxonomy", {}, { name = "=?base64?c3Zj*?=" }),
  ["tool-old-argument-unknown"] = old(
    '"method":"tools/call","params":{"name":"svc_get_taxonomy","arguments":{"x":1}}'
  ),
  ["tool-quran"] = call("svc_get_quran_reference", { surah = 2, to_verse = 3 }),
  ["tool-quran-surah-beyond"] = call("svc_get_quran_reference", { surah = "115" }),
  ["tool-search"] = call("svc_search_content", { query = { "2:255", "light" }, locale = "en" }),
  ["tools-cursor-unknown"] = modern("tools/list", { cursor = "x" }),
}
