--- Raw requests to the MCP endpoint, and what answers them. A row is
--
--   {title, request, status, expected}
--
-- where `request` has `headers` and `body` (and `method` unless it is POST), and `expected` is the
-- code of a JSON-RPC error (number), the code of a problem (string), or a table with any of
--   code   of the JSON-RPC error
--   id     as raw JSON, `false` where there is none
--   body   the exact bytes
--   has    a text that the body holds, or a list of them
--   lacks  a text that the body does not hold
--   header `{name, value}`

local MODERN = "2026-07-28"
local VERSION = '"io.modelcontextprotocol/protocolVersion":"2026-07-28"'
local CAPABILITIES = '"io.modelcontextprotocol/clientCapabilities":{}'
local ENVELOPE = "{" .. VERSION .. "," .. CAPABILITIES .. "}"
local BOTH = "application/json, text/event-stream"

local function copy(map, changes)
  local result = {}
  for _, side in ipairs({ map, changes or {} }) do
    for key, value in pairs(side) do
      result[key] = value ~= false and value or nil
    end
  end
  return result
end

local PLAIN = { ["Content-Type"] = "application/json", Accept = BOTH }

--- A body as it is, with the headers every client sends; `false` takes one away.
local function raw(body, headers) return { body = body, headers = copy(PLAIN, headers) } end

--- A well-formed modern request. `options`: `params` (raw members), `name`, `id`, `meta` (raw),
-- `headers`.
local function modern(method, options)
  options = options or {}
  local body = ('{"jsonrpc":"2.0","id":%s,"method":"%s","params":{%s"_meta":%s}}'):format(
    options.id or "1",
    method,
    options.params and options.params .. "," or "",
    options.meta or ENVELOPE
  )
  local headers = {
    ["MCP-Protocol-Version"] = MODERN,
    ["Mcp-Method"] = method,
    ["Mcp-Name"] = options.name,
  }
  return raw(body, copy(headers, options.headers))
end

--- A request of before 2026-07-28.
local function legacy(method, params, headers, id)
  return raw(
    ('{"jsonrpc":"2.0","id":%s,"method":"%s"%s}'):format(
      id or "1",
      method,
      params and ',"params":' .. params or ""
    ),
    headers
  )
end

local function call(name, arguments, options)
  options = options or {}
  options.name = options.name or name
  options.params = ('"name":"%s"%s'):format(
    name,
    arguments and ',"arguments":' .. arguments or ""
  )
  return modern("tools/call", options)
end

local function version(value) return { ["MCP-Protocol-Version"] = value } end

local function bodiless(method, headers)
  return { method = method, headers = copy({ Accept = BOTH }, headers) }
end

local PONG = '{"id":1,"jsonrpc":"2.0","result":{}}'
local PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
local COMPLETE = '"resultType":"complete"'

local rows = {}
local function add(list) table.move(list, 1, #list, #rows + 1, rows) end

--- Before the body is read.
add({
  { "GET", bodiless("GET"), 405, "METHOD_NOT_ALLOWED" },
  {
    "GET that asks for events",
    bodiless("GET", { Accept = "text/event-stream" }),
    405,
    { header = { "allow", "OPTIONS, POST" } },
  },
  { "DELETE", bodiless("DELETE"), 405, "METHOD_NOT_ALLOWED" },
  { "HEAD", bodiless("HEAD"), 405, { body = "" } },
  { "OPTIONS", bodiless("OPTIONS"), 204, { header = { "allow", "OPTIONS, POST" } } },
  {
    "a browser's preflight",
    bodiless("OPTIONS", {
      ["Access-Control-Request-Method"] = "POST",
      ["Access-Control-Request-Headers"] = "mcp-method",
    }),
    204,
    { header = { "access-control-allow-headers", "*" } },
  },
  {
    "a foreign Origin",
    modern("server/discover", { headers = { Origin = "https://evil.test" } }),
    403,
    "EDGE_GUARD_REJECTED",
  },
  { "the Origin null", raw(PING, { Origin = "null" }), 403, "EDGE_GUARD_REJECTED" },
  {
    "an Origin that only begins like ours",
    raw(PING, { Origin = "http://localhost.evil.test" }),
    403,
    "EDGE_GUARD_REJECTED",
  },
  {
    "an Origin with a path",
    raw(PING, { Origin = "http://localhost/x" }),
    403,
    "EDGE_GUARD_REJECTED",
  },
  {
    "a foreign Origin before a wrong method",
    bodiless("GET", { Origin = "https://evil.test" }),
    403,
    "EDGE_GUARD_REJECTED",
  },
  {
    "an Origin on this machine",
    raw(PING, { Origin = "http://localhost:5173" }),
    200,
    { body = PONG },
  },
  {
    "an Origin on this machine over IPv6",
    raw(PING, { Origin = "http://[::1]:1" }),
    200,
    { body = PONG },
  },
  { "a foreign Host", copy(raw(PING), { host = "evil.test" }), 403, "EDGE_GUARD_REJECTED" },
  {
    "a Host on this machine",
    copy(raw(PING), { host = "127.0.0.1:99" }),
    200,
    { body = PONG },
  },
  { "no Content-Type", raw(PING, { ["Content-Type"] = false }), 415, "UNSUPPORTED_MEDIA_TYPE" },
  {
    "text/plain",
    raw(PING, { ["Content-Type"] = "text/plain" }),
    415,
    "UNSUPPORTED_MEDIA_TYPE",
  },
  {
    "a type that only begins with application/json",
    raw(PING, { ["Content-Type"] = "application/jsonx" }),
    415,
    "UNSUPPORTED_MEDIA_TYPE",
  },
  {
    "application/json with a charset",
    raw(PING, { ["Content-Type"] = "application/json; charset=utf-8" }),
    200,
    { body = PONG },
  },
  {
    "Application/JSON",
    raw(PING, { ["Content-Type"] = "Application/JSON" }),
    200,
    { body = PONG },
  },
  { "an Accept for HTML", raw(PING, { Accept = "text/html" }), 406, "NOT_ACCEPTABLE" },
  {
    "an Accept for events alone",
    raw(PING, { Accept = "text/event-stream" }),
    406,
    "NOT_ACCEPTABLE",
  },
  {
    "JSON excluded by its quality",
    raw(PING, { Accept = "application/json;q=0" }),
    406,
    "NOT_ACCEPTABLE",
  },
  { "no Accept", raw(PING, { Accept = false }), 200, { body = PONG } },
  { "an Accept for anything", raw(PING, { Accept = "*/*" }), 200, { body = PONG } },
  {
    "an Accept for JSON alone",
    raw(PING, { Accept = "application/json" }),
    200,
    { body = PONG },
  },
  { "a byte order mark before the JSON", raw("\xef\xbb\xbf" .. PING), 200, { body = PONG } },
  { "a body of 64 KiB", raw(PING .. (" "):rep(65536 - #PING)), 200, { body = PONG } },
  {
    "a body of one byte more",
    raw(PING .. (" "):rep(65537 - #PING)),
    413,
    "CONTENT_TOO_LARGE",
  },
})

--- JSON.
for _, case in ipairs({
  { "an empty body", "" },
  { "white space", "  \n" },
  { "half an object", '{"jsonrpc":"2.0","id":1' },
  { "something after the object", PING .. "x" },
  { "two objects", PING .. PING },
  { "single quotes", "{'jsonrpc':'2.0'}" },
  { "a trailing comma", '{"jsonrpc":"2.0","id":1,"method":"ping",}' },
  { "a comment", PING .. "//" },
  { "a duplicate name", '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}' },
  { "a duplicate name in an escape", '{"jsonrpc":"2.0","id":1,"\\u0069d":2,"method":"ping"}' },
  { "invalid UTF-8", '{"jsonrpc":"2.0","id":"\xff","method":"ping"}' },
  { "an overlong encoding", '{"jsonrpc":"2.0","id":"\xc0\xaf","method":"ping"}' },
  { "a lone surrogate", '{"jsonrpc":"2.0","id":"\\ud800","method":"ping"}' },
  { "a raw control character", '{"jsonrpc":"2.0","id":"\1","method":"ping"}' },
  { "NaN", '{"jsonrpc":"2.0","id":NaN,"method":"ping"}' },
  { "a number that no double holds", '{"jsonrpc":"2.0","id":1e999,"method":"ping"}' },
  { "a leading zero", '{"jsonrpc":"2.0","id":01,"method":"ping"}' },
  { "a byte order mark inside", "{\xef\xbb\xbf}" },
  { "65 levels", ("["):rep(65) .. ("]"):rep(65) },
}) do
  add({ { "JSON with " .. case[1], raw(case[2]), 400, { code = -32700, id = false } } })
end

--- The shape of a message.
for _, case in ipairs({
  { "a number", "1" },
  { "a string", '"ping"' },
  { "null", "null" },
  { "an empty object", "{}" },
  { "no version", '{"id":1,"method":"ping"}', "1" },
  { "version 1.0", '{"jsonrpc":"1.0","id":1,"method":"ping"}', "1" },
  { "a version that is a number", '{"jsonrpc":2.0,"id":1,"method":"ping"}', "1" },
  { "the id null", '{"jsonrpc":"2.0","id":null,"method":"ping"}' },
  { "a fraction as id", '{"jsonrpc":"2.0","id":1.5,"method":"ping"}' },
  { "an exponent as id", '{"jsonrpc":"2.0","id":1e2,"method":"ping"}' },
  { "a boolean as id", '{"jsonrpc":"2.0","id":true,"method":"ping"}' },
  { "an object as id", '{"jsonrpc":"2.0","id":{},"method":"ping"}' },
  { "an array as id", '{"jsonrpc":"2.0","id":[1],"method":"ping"}' },
  { "no method", '{"jsonrpc":"2.0","id":7}', "7" },
  { "a method that is a number", '{"jsonrpc":"2.0","id":7,"method":1}', "7" },
  { "a result", '{"jsonrpc":"2.0","id":7,"result":{}}', "7" },
  { "params that are an array", '{"jsonrpc":"2.0","id":7,"method":"ping","params":[]}', "7" },
  { "params that are null", '{"jsonrpc":"2.0","id":7,"method":"ping","params":null}', "7" },
  { "params that are text", '{"jsonrpc":"2.0","id":"x","method":"ping","params":"a"}', '"x"' },
}) do
  add({
    {
      "a message that is " .. case[1],
      raw(case[2]),
      400,
      { code = -32600, id = case[3] or false },
    },
  })
end

--- Ids come back byte for byte.
for _, id in ipairs({
  "0",
  "-1",
  "9007199254740993",
  "123456789012345678901234567890",
  '""',
  '"a b"',
  '"\\u00e9\\n"',
  '"é 日本"',
  '"' .. ("x"):rep(200) .. '"',
}) do
  local echoed = ('{"id":%s,"jsonrpc":"2.0","result":{}}'):format(id)
  add({
    { "the id " .. id:sub(1, 20), legacy("ping", nil, nil, id), 200, { body = echoed } },
    {
      "the id " .. id:sub(1, 20) .. " in an error",
      modern("nothing", { id = id }),
      404,
      { code = -32601, id = id },
    },
  })
end

local DISCOVER = "server/discover"

--- The envelope and its headers, in the order of the checks.
add({
  {
    "no envelope under a modern header",
    raw('{"jsonrpc":"2.0","id":1,"method":"tools/list"}', version(MODERN)),
    400,
    -32602,
  },
  {
    "no envelope under a header of the future",
    raw('{"jsonrpc":"2.0","id":1,"method":"tools/list"}', version("2099-01-01")),
    400,
    -32022,
  },
  { "an empty envelope", modern(DISCOVER, { meta = "{}" }), 400, -32602 },
  { "an envelope that is an array", modern(DISCOVER, { meta = "[]" }), 400, -32602 },
  {
    "an envelope without a version",
    modern(DISCOVER, { meta = "{" .. CAPABILITIES .. "}" }),
    400,
    -32602,
  },
  {
    "a version that is not text",
    modern(DISCOVER, {
      meta = '{"io.modelcontextprotocol/protocolVersion":20260728,' .. CAPABILITIES .. "}",
    }),
    400,
    -32602,
  },
  {
    "an envelope without capabilities",
    modern(DISCOVER, { meta = "{" .. VERSION .. "}" }),
    400,
    -32602,
  },
  {
    "capabilities that are an array",
    modern(DISCOVER, {
      meta = "{" .. VERSION .. ',"io.modelcontextprotocol/clientCapabilities":[]}',
    }),
    400,
    -32602,
  },
  {
    "a client without a version",
    modern(DISCOVER, {
      meta = "{"
        .. VERSION
        .. ","
        .. CAPABILITIES
        .. ',"io.modelcontextprotocol/clientInfo":{"name":"x"}}',
    }),
    400,
    -32602,
  },
  {
    "a client with name and version",
    modern(DISCOVER, {
      meta = "{"
        .. VERSION
        .. ","
        .. CAPABILITIES
        .. ',"io.modelcontextprotocol/clientInfo":{"name":"x","version":"1"}}',
    }),
    200,
    { has = COMPLETE },
  },
  {
    "a header that disagrees with the envelope",
    modern(DISCOVER, { headers = version("2025-11-25") }),
    400,
    -32020,
  },
  {
    "a disagreement before an unsupported version",
    modern(DISCOVER, {
      meta = '{"io.modelcontextprotocol/protocolVersion":"2030-01-01",' .. CAPABILITIES .. "}",
    }),
    400,
    -32020,
  },
  {
    "an unsupported version",
    modern(DISCOVER, {
      meta = '{"io.modelcontextprotocol/protocolVersion":"2030-01-01",' .. CAPABILITIES .. "}",
      headers = version("2030-01-01"),
    }),
    400,
    {
      code = -32022,
      has = {
        '"requested":"2030-01-01"',
        '"supported":["2026-07-28","2025-11-25","2025-06-18","2025-03-26","2024-11-05"]',
      },
    },
  },
  {
    "an old version in an envelope",
    modern(DISCOVER, {
      meta = '{"io.modelcontextprotocol/protocolVersion":"2025-11-25",' .. CAPABILITIES .. "}",
      headers = version("2025-11-25"),
    }),
    400,
    -32022,
  },
  { "no version header", modern(DISCOVER, { headers = version(false) }), 400, -32020 },
  {
    "a version header that is not UTF-8",
    legacy("ping", nil, version("2\xff")),
    400,
    { code = -32022, has = '"requested":"2%FF"' },
  },
  {
    "a version header in blanks",
    modern(DISCOVER, { headers = version(" 2026-07-28 ") }),
    200,
    { has = COMPLETE },
  },
  {
    "no method header",
    modern(DISCOVER, { headers = { ["Mcp-Method"] = false } }),
    400,
    -32020,
  },
  {
    "another method in the header",
    modern(DISCOVER, { headers = { ["Mcp-Method"] = "tools/list" } }),
    400,
    -32020,
  },
  {
    "the method in other letters",
    modern(DISCOVER, { headers = { ["Mcp-Method"] = "Server/Discover" } }),
    400,
    -32020,
  },
  {
    "no name header",
    call("svc_get_taxonomy", "{}", { headers = { ["Mcp-Name"] = false } }),
    400,
    -32020,
  },
  {
    "another name in the header",
    call("svc_get_taxonomy", "{}", { name = "svc_get_content" }),
    400,
    -32020,
  },
  {
    "the name in other letters",
    call("svc_get_taxonomy", "{}", { name = "SVC_get_taxonomy" }),
    400,
    -32020,
  },
  {
    "the name in Base64",
    call("svc_get_taxonomy", "{}", {
      name = "=?base64?c3ZjX2dldF90YXhvbm9teQ==?=",
    }),
    200,
    { has = COMPLETE },
  },
  {
    "a name in broken Base64",
    call("svc_get_taxonomy", "{}", { name = "=?base64?c3Zj*?=" }),
    400,
    -32020,
  },
  {
    "no URI header",
    modern("resources/read", { params = '"uri":"svc://usage"' }),
    400,
    -32020,
  },
  {
    "another URI in the header",
    modern("resources/read", {
      params = '"uri":"svc://usage"',
      name = "svc://taxonomy",
    }),
    400,
    -32020,
  },
  {
    "no prompt header",
    modern("prompts/get", { params = '"name":"find_lesson"' }),
    400,
    -32020,
  },
  {
    "header names in other letters",
    raw(modern(DISCOVER).body, {
      ["mcp-protocol-VERSION"] = MODERN,
      ["MCP-METHOD"] = DISCOVER,
    }),
    200,
    { has = COMPLETE },
  },
  {
    "a session nobody opened",
    modern(DISCOVER, { headers = { ["Mcp-Session-Id"] = "x", ["Last-Event-ID"] = "1" } }),
    200,
    { has = COMPLETE },
  },
})

--- Methods.
for _, method in ipairs({
  "initialize",
  "ping",
  "logging/setLevel",
  "resources/subscribe",
  "resources/unsubscribe",
  "subscriptions/listen",
  "tasks/get",
  "unknown/method",
  "TOOLS/LIST",
  "",
  "tools/list ",
}) do
  add({
    {
      ("the method %q in an envelope"):format(method),
      modern(method, {
        headers = { ["Mcp-Method"] = method:match("^%S*") },
      }),
      method:find(" $") and 400 or 404,
      method:find(" $") and -32020 or -32601,
    },
  })
end
for _, method in ipairs({
  "tools/list",
  "prompts/list",
  "resources/list",
  "resources/templates/list",
  "server/discover",
}) do
  add({
    {
      method,
      modern(method),
      200,
      {
        id = "1",
        has = {
          COMPLETE,
          '"ttlMs":300000',
          '"cacheScope":"public"',
          '"io.modelcontextprotocol/serverInfo":{"name":"svc",',
        },
      },
    },
  })
end
for _, method in ipairs({
  "tools/list",
  "prompts/list",
  "resources/list",
  "resources/templates/list",
}) do
  add({ { method .. " at a cursor", modern(method, { params = '"cursor":"x"' }), 200, -32602 } })
end

--- Parameters.
add({
  {
    "a tool",
    call("svc_get_taxonomy", "{}"),
    200,
    {
      has = {
        COMPLETE,
        '"structuredContent":{"articles":',
        '"content":[{"text":"{\\"articles\\":',
      },
      lacks = "isError",
    },
  },
  { "a tool without arguments", call("svc_get_taxonomy"), 200, { has = COMPLETE } },
  { "an unknown tool", call("svc_none", "{}"), 200, -32602 },
  { "a tool without a name", modern("tools/call", { name = "x" }), 200, -32602 },
  { "arguments that are an array", call("svc_get_taxonomy", '["de"]'), 200, -32602 },
  {
    "arguments that are an empty array",
    call("svc_get_taxonomy", "[]"),
    200,
    { has = COMPLETE },
  },
  { "arguments that are null", call("svc_get_taxonomy", "null"), 200, { has = COMPLETE } },
  { "arguments that are text", call("svc_get_taxonomy", '"de"'), 200, -32602 },
  { "arguments that are broken JSON", call("svc_get_taxonomy", '"{"'), 200, -32602 },
  {
    "arguments that are JSON as text",
    call("svc_get_taxonomy", '"{\\"locale\\":\\"de\\"}"'),
    200,
    { has = { '"locale":"de"' } },
  },
  {
    "an unknown argument",
    call("svc_get_taxonomy", '{"lang":"de"}'),
    200,
    {
      has = {
        '"isError":true',
        '\\"code\\":\\"INVALID_REQUEST\\"',
        "Accepted parameters: `locale`.",
      },
      lacks = "structuredContent",
    },
  },
  {
    "an argument out of bounds",
    call("svc_get_taxonomy", '{"locale":"fr"}'),
    200,
    { has = {
      '"isError":true',
      '\\"code\\":\\"UNPROCESSABLE_REQUEST\\"',
    } },
  },
  {
    "an argument of another type",
    call("svc_get_quran_reference", '{"surah":{}}'),
    200,
    { has = { '"isError":true', '\\"code\\":\\"INVALID_REQUEST\\"' } },
  },
  {
    "no required argument",
    call("svc_get_content", "{}"),
    200,
    { has = {
      '"isError":true',
      "`ref` is required.",
    } },
  },
  {
    "nothing found",
    call("svc_get_content", '{"ref":"asset:en:material:none"}'),
    200,
    { has = {
      '"isError":true',
      '\\"code\\":\\"CONTENT_NOT_FOUND\\"',
    } },
  },
  {
    "a surah that does not exist",
    call("svc_get_quran_reference", '{"surah":115}'),
    200,
    { has = { '"isError":true', '\\"code\\":\\"SURAH_NOT_FOUND\\"' } },
  },
  {
    "a resource",
    modern("resources/read", {
      params = '"uri":"svc://usage"',
      name = "svc://usage",
    }),
    200,
    { has = { COMPLETE, '"ttlMs":60000', '"mimeType":"text/markdown"' } },
  },
  {
    "an unknown resource",
    modern("resources/read", {
      params = '"uri":"svc://nothing"',
      name = "svc://nothing",
    }),
    200,
    { code = -32602, has = '"data":{"uri":"svc://nothing"}' },
  },
  {
    "an unknown item",
    modern("resources/read", {
      params = '"uri":"svc://content/asset:en:none"',
      name = "svc://content/asset:en:none",
    }),
    200,
    { code = -32602, has = '"data":{"uri":"svc://content/asset:en:none"}' },
  },
  { "a resource without a URI", modern("resources/read", { name = "x" }), 200, -32602 },
  {
    "a prompt",
    modern("prompts/get", {
      params = '"name":"find_lesson","arguments":{"topic":"algebra"}',
      name = "find_lesson",
    }),
    200,
    { has = { COMPLETE, '"role":"user"', "algebra" } },
  },
  {
    "a prompt without its argument",
    modern("prompts/get", {
      params = '"name":"find_lesson"',
      name = "find_lesson",
    }),
    200,
    { code = -32602, has = "`topic`" },
  },
  {
    "a prompt with a foreign argument",
    modern("prompts/get", {
      params = '"name":"find_lesson","arguments":{"topic":"x","y":"z"}',
      name = "find_lesson",
    }),
    200,
    { code = -32602, has = "`topic`, `locale`, `section`" },
  },
  {
    "a prompt with a list of arguments",
    modern("prompts/get", {
      params = '"name":"find_lesson","arguments":["topic"]',
      name = "find_lesson",
    }),
    200,
    { code = -32602, has = "`arguments` must be an object" },
  },
  {
    "an unknown prompt",
    modern("prompts/get", { params = '"name":"none"', name = "none" }),
    200,
    -32602,
  },
  {
    "a completion",
    modern("completion/complete", {
      params = '"ref":{"type":"ref/prompt","name":"find_lesson"},'
        .. '"argument":{"name":"locale","value":"d"}',
    }),
    200,
    { has = '"completion":{"hasMore":false,"total":1,"values":["de"]}' },
  },
  {
    "a completion of nothing",
    modern("completion/complete", {
      params = '"ref":{"type":"ref/prompt","name":"find_lesson"},'
        .. '"argument":{"name":"locale","value":"x"}',
    }),
    200,
    { has = '"values":[]' },
  },
  {
    "a completion of an unknown prompt",
    modern("completion/complete", {
      params = '"ref":{"type":"ref/prompt","name":"none"},"argument":{"name":"a","value":""}',
    }),
    200,
    -32602,
  },
  {
    "a completion of an unknown kind",
    modern("completion/complete", {
      params = '"ref":{"type":"ref/tool","name":"x"},"argument":{"name":"a","value":""}',
    }),
    200,
    -32602,
  },
})

--- Notifications.
add({
  {
    "a modern notification",
    raw(
      '{"jsonrpc":"2.0","method":"notifications/cancelled",'
        .. '"params":{"requestId":1,"_meta":'
        .. ENVELOPE
        .. "}}",
      version(MODERN)
    ),
    202,
    { body = "" },
  },
  {
    "a modern notification without an envelope",
    raw('{"jsonrpc":"2.0","method":"notifications/cancelled"}', version(MODERN)),
    202,
    { body = "" },
  },
  {
    "an unknown notification",
    raw('{"jsonrpc":"2.0","method":"notifications/none"}'),
    202,
    { body = "" },
  },
  {
    "a notification whose header disagrees",
    raw(
      '{"jsonrpc":"2.0","method":"notifications/x"}',
      { ["MCP-Protocol-Version"] = MODERN, ["Mcp-Method"] = "notifications/y" }
    ),
    400,
    -32020,
  },
  {
    "a notification of an unsupported version",
    raw('{"jsonrpc":"2.0","method":"notifications/x"}', version("2099-01-01")),
    400,
    -32022,
  },
  {
    "initialized",
    raw('{"jsonrpc":"2.0","method":"notifications/initialized"}', version("2025-11-25")),
    202,
    { body = "" },
  },
})

--- The era of sessions, without sessions.
for _, offered in ipairs({ "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05" }) do
  add({
    {
      "initialize with " .. offered,
      legacy("initialize", ('{"protocolVersion":"%s","capabilities":{}}'):format(offered)),
      200,
      {
        has = {
          ('"protocolVersion":"%s"'):format(offered),
          '"serverInfo":{"name":"svc","title":"Service Public API","version":"1.0.0"}',
          '"capabilities":{"completions":{},"prompts":{},"resources":{},"tools":{}}',
        },
        lacks = "resultType",
      },
    },
  })
end
add({
  {
    "initialize with an unknown version",
    legacy("initialize", '{"protocolVersion":"2020-01-01"}'),
    200,
    { has = '"protocolVersion":"2025-11-25"' },
  },
  {
    "initialize with the modern version",
    legacy("initialize", '{"protocolVersion":"2026-07-28"}'),
    200,
    { has = '"protocolVersion":"2025-11-25"' },
  },
  { "initialize without a version", legacy("initialize", "{}"), 200, -32602 },
  {
    "initialize under a modern header",
    legacy("initialize", '{"protocolVersion":"2025-11-25"}', version(MODERN)),
    400,
    -32602,
  },
  { "ping", legacy("ping"), 200, { body = PONG } },
  {
    "tools/list of before",
    legacy("tools/list", nil, version("2025-11-25")),
    200,
    { has = '"tools":[{', lacks = "resultType" },
  },
  { "tools/list without a version", legacy("tools/list"), 200, { lacks = "ttlMs" } },
  {
    "tools/call of before",
    legacy("tools/call", '{"name":"svc_get_taxonomy"}', version("2025-06-18")),
    200,
    { has = '"structuredContent"', lacks = "resultType" },
  },
  {
    "a tool error of before",
    legacy("tools/call", '{"name":"svc_get_taxonomy","arguments":{"x":1}}'),
    200,
    { has = '"isError":true' },
  },
  { "an unknown tool of before", legacy("tools/call", '{"name":"none"}'), 200, -32602 },
  { "an unknown method of before", legacy("unknown/method"), 200, -32601 },
  { "server/discover without an envelope", legacy("server/discover"), 200, -32601 },
  {
    "logging/setLevel, which is not declared",
    legacy("logging/setLevel", '{"level":"info"}'),
    200,
    -32601,
  },
  {
    "an unknown version in the header",
    legacy("ping", nil, version("2020-01-01")),
    400,
    { code = -32022, has = '"requested":"2020-01-01"' },
  },
  { "an empty version in the header", legacy("ping", nil, version("")), 400, -32022 },
  {
    "a progress token alone",
    legacy("tools/list", '{"_meta":{"progressToken":1}}'),
    200,
    { lacks = "resultType" },
  },
})

--- What is told of a resource that there is not, by revision; and of a prompt without a name.
for _, revision in ipairs({ "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05" }) do
  local function ask(text)
    return raw('{"jsonrpc":"2.0","id":1,' .. text .. "}", version(revision))
  end
  add({
    {
      "an unknown resource of " .. revision,
      ask('"method":"resources/read","params":{"uri":"svc://none"}'),
      200,
      { code = -32002, has = { "There is no such resource", '"uri":"svc://none"' } },
    },
    {
      "a prompt without a name of " .. revision,
      ask('"method":"prompts/get","params":{}'),
      200,
      { code = -32602, has = "`name` must be a string." },
    },
    {
      "a prompt whose name is a number of " .. revision,
      ask('"method":"prompts/get","params":{"name":5}'),
      200,
      { code = -32602, has = "`name` must be a string." },
    },
    {
      "an unknown prompt of " .. revision,
      ask('"method":"prompts/get","params":{"name":"none"}'),
      200,
      { code = -32602, has = "There is no such prompt" },
    },
  })
end

--- Batches.
add({
  {
    "an empty batch",
    raw("[]"),
    400,
    { code = -32600, id = false, has = "A batch holds at least one message." },
  },
  {
    "a batch of two requests",
    raw(
      '[{"jsonrpc":"2.0","id":1,"method":"ping"} ,'
        .. ' {"jsonrpc":"2.0","id":"],","method":"ping"}]'
    ),
    200,
    { body = "[" .. PONG .. ',{"id":"],","jsonrpc":"2.0","result":{}}]' },
  },
  {
    "a batch of its revision",
    raw("[" .. PING .. "]", version("2025-03-26")),
    200,
    { body = "[" .. PONG .. "]" },
  },
  {
    "a batch with an error",
    raw('[{"jsonrpc":"2.0","id":1,"method":"none"}]'),
    200,
    { has = '"code":-32601' },
  },
  {
    "a batch of notifications",
    raw('[{"jsonrpc":"2.0","method":"notifications/x"}]'),
    202,
    { body = "" },
  },
  {
    "a batch with a notification",
    raw('[{"jsonrpc":"2.0","method":"notifications/x"},' .. PING .. "]"),
    200,
    { body = "[" .. PONG .. "]" },
  },
  {
    "a batch of a revision without batches",
    raw("[" .. PING .. "]", version("2025-06-18")),
    400,
    -32600,
  },
  {
    "a modern batch",
    raw("[" .. modern("tools/list").body .. "]"),
    400,
    { has = { '[{"error":{"code":-32600', "cannot be part of a batch" } },
  },
  { "a batch under a modern header", raw("[" .. PING .. "]", version(MODERN)), 400, -32600 },
  {
    "a batch that initializes",
    raw(
      '[{"jsonrpc":"2.0","id":1,"method":"initialize",'
        .. '"params":{"protocolVersion":"2025-03-26"}}]'
    ),
    400,
    { has = { '[{"error":{"code":-32600', '"id":1' } },
  },
  { "a batch of a number", raw("[1]"), 400, { has = '[{"error":{"code":-32600' } },
})

--- Members that are faulty, beside one that is answered all the same; and what each is told.
for i, case in ipairs({
  { "1", "A message is an object" },
  { "null", "A message is an object" },
  { '"x"', "A message is an object" },
  { "[]", "A message is an object" },
  { "{}", "`jsonrpc` must be" },
  { '{"jsonrpc":"1.0","id":7,"method":"ping"}', '"id":7' },
  { '{"jsonrpc":"2.0","id":7}', "`method` must be a string" },
  { '{"jsonrpc":"2.0","id":7,"method":5}', '"id":7' },
  { '{"jsonrpc":"2.0","id":{},"method":"ping"}', "`id` must be" },
  { '{"jsonrpc":"2.0","id":7,"method":"ping","params":[]}', "`params` must be an object" },
  { '{"jsonrpc":"2.0","id":7,"method":"initialize","params":{}}', "cannot be part of a batch" },
  { '{"jsonrpc":"2.0","id":7,"method":"none"}', '"code":-32601' },
  { '{"jsonrpc":"2.0","id":7,"method":"prompts/get"}', '"code":-32602' },
  { modern("tools/list").body, "cannot be part of a batch" },
}) do
  add({
    {
      ("a batch with a faulty member, case %d"):format(i),
      raw("[" .. case[1] .. "," .. PING .. "]"),
      200,
      { has = { case[2], "," .. PONG .. "]", '[{"error":{"code":' } },
    },
  })
end

add({
  { "a batch of 20", raw("[" .. (PING .. ","):rep(19) .. PING .. "]"), 200, { has = PONG } },
  { "a batch of 21", raw("[" .. (PING .. ","):rep(20) .. PING .. "]"), 400, -32600 },
})

return rows
