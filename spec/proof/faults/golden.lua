--- The right answers of the service over the sample publication: recorded while all is well,
-- compared while something fails.

local cjson = require("cjson")
local client = require("spec.support.service.client")

local golden = {}

local ID = { ["X-Request-Id"] = "golden" }
local MODERN = {
  ["X-Request-Id"] = "golden",
  ["Content-Type"] = "application/json",
  Accept = "application/json, text/event-stream",
  ["MCP-Protocol-Version"] = "2026-07-28",
}

local function mcp(method, name, params)
  local headers = { ["Mcp-Method"] = method, ["Mcp-Name"] = name }
  for field, value in pairs(MODERN) do
    headers[field] = value
  end
  local meta = '"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",'
    .. '"io.modelcontextprotocol/clientCapabilities":{}}'
  return {
    method = "POST",
    headers = headers,
    body = ('{"jsonrpc":"2.0","id":1,"method":"%s","params":{%s%s}}'):format(
      method,
      params,
      meta
    ),
  }
end

local LESSON = "asset:en:material:mathematics:quadratic-equations"
local CALL = '"name":"svc_get_content","arguments":{"ref":"' .. LESSON .. '"},'

--- The requests: name, target, options of client.request.
-- stylua: ignore
golden.requests = {
  { "index", "/v1", { headers = ID } },
  { "health", "/v1/health", { headers = ID } },
  { "contract, gzip", "/openapi.json",
    { headers = { ["X-Request-Id"] = "golden", ["Accept-Encoding"] = "gzip" } } },
  { "contract, not modified", "/openapi.json",
    { headers = { ["X-Request-Id"] = "golden", ["If-None-Match"] = "*" } } },
  { "search", "/v1/search?query=quadratic&query=equation&locale=en", { headers = ID } },
  { "content", "/v1/content?ref=" .. LESSON, { headers = ID } },
  { "content, HEAD", "/v1/content?ref=" .. LESSON, { headers = ID, method = "HEAD" } },
  { "taxonomy", "/v1/taxonomy?locale=id", { headers = ID } },
  { "verses, br", "/v1/quran/2?from_verse=1&to_verse=20&locale=id&include_tafsir=true",
    { headers = { ["X-Request-Id"] = "golden", ["Accept-Encoding"] = "br" } } },
  { "Markdown", "/en/material/mathematics/quadratic-equations.md", { headers = ID } },
  { "page of an item", "/en/material/mathematics/quadratic-equations", { headers = ID } },
  { "page of a surah, zstd", "/en/quran/2",
    { headers = { ["X-Request-Id"] = "golden", ["Accept-Encoding"] = "zstd" } } },
  { "home", "/en", { headers = ID } },
  { "llms.txt", "/llms.txt", { headers = ID } },
  { "MCP list", "/mcp", mcp("tools/list", nil, "") },
  { "MCP call", "/mcp", mcp("tools/call", "svc_get_content", CALL) },
  { "problem 404", "/v1/content?ref=none", { headers = ID } },
  { "problem 422", "/v1/search?limit=0", { headers = ID } },
}

--- One request whatever happens.
-- @tparam number port
-- @tparam table row of golden.requests
-- @treturn table|nil answer as of client.parse
-- @treturn string why there is none: "refused" (no connection), "cut" (the connection ended before
-- the answer), "timeout", or what is wrong with the bytes
function golden.ask(port, request)
  local options = request[3]
  local sent, text, ending =
    pcall(client.raw, port, client.format(request[2], options), { timeout = 8 })
  if not sent then return nil, "refused" end
  local answers, reason = client.parse(text, { options.method })
  if answers and #answers == 1 then return answers[1] end
  if answers and #answers > 1 then return nil, "more than one answer" end
  if ending == "timeout" then return nil, "timeout" end
  local short = not reason
    or reason == "no end of the head"
    or reason == "the body is cut off"
    or reason == "no chunk size"
  return nil, short and "cut" or reason
end

--- A body without what differs from answer to answer, and between publications of the same content:
-- the address of a proof names its publication. @tparam string body @treturn string
function golden.stable(body)
  local timeless = body:gsub('"timestamp":%d+', '"timestamp":0')
  return (timeless:gsub("publication=%x+", "publication="))
end

--- Records what all requests are answered.
-- @tparam number port
-- @treturn table by name: `{status, body, plain}`
function golden.record(port)
  local known = {}
  for _, request in ipairs(golden.requests) do
    local answer = assert(golden.ask(port, request))
    local plain = {
      request[1],
      request[2],
      {
        method = request[3].method,
        body = request[3].body,
        headers = {},
      },
    }
    for name, value in pairs(request[3].headers) do
      if name ~= "Accept-Encoding" then plain[3].headers[name] = value end
    end
    known[request[1]] = {
      status = answer.status,
      body = golden.stable(answer.body),
      plain = golden.stable(assert(golden.ask(port, plain)).body),
    }
  end
  return known
end

-- The codes of problems, and of an MCP server that fails (JSON-RPC's internal error).
local REFUSALS = { INTERNAL_ERROR = 500, SERVICE_UNAVAILABLE = 503, [-32603] = 500 }

--- Judges an answer under a fault.
-- @tparam table known what is right, of golden.record
-- @tparam table|nil answer
-- @tparam string|nil reason why there is none
-- @treturn string|nil the defect
-- @treturn boolean true when the request was refused
function golden.judge(known, answer, reason)
  if not answer then
    if reason == "cut" or reason == "refused" then return nil, true end
    return reason, true
  end
  if answer.status == known.status then
    local right = answer.headers["content-encoding"] and known.body or known.plain
    if answer.body == "" and known.body == "" then right = "" end
    if golden.stable(answer.body) == right then return nil, false end
    return "a wrong body: " .. answer.body:sub(1, 200), false
  end
  local read, problem = pcall(cjson.decode, answer.body)
  local code = read and (problem.error or problem).code
  local clean = answer.body == "" or REFUSALS[code or ""] == answer.status
  if clean and (answer.status == 500 or answer.status == 503) then return nil, true end
  return ("status %d in place of %d: %s"):format(
    answer.status,
    known.status,
    answer.body:sub(1, 200)
  ),
    true
end

return golden
