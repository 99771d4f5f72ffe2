--- Random requests in pairs: what they ask for is often the same, how they ask seldom is. All that
-- is random comes from `math.random`: the same seed gives the same pairs.

local generate = {}

local random = math.random

local function one_of(list) return list[random(#list)] end
local function chance(share) return random() < share end

local function shuffled(list)
  for i = #list, 2, -1 do
    local j = random(i)
    list[i], list[j] = list[j], list[i]
  end
  return list
end

-- ---- what is asked for ----

local LOCALES = { "en", "id", "de", "en", "id", "de", "en", "fr", "" }
local NUMBERS =
  { "0", "1", "2", "3", "4", "5", "6", "7", "1", "2", "7", "9", "10", "01", "x", "" }
local WORDS =
  { "quadratic", "equations", "throne verse", "Lesen", "x^2", "2026", "\u{627}", " ", "" }
local REFS = {
  "asset:en:quran:surah:1",
  "asset:de:material:mathematics:quadratic-equations",
  "svc://content/asset:id:quran:surah:2",
  "asset:en:tryout:indonesia:snbt:set-1",
  "nothing",
  "",
}
local SECTIONS = { "articles", "material", "tryout", "quran", "nothing" }
local FLAGS = { "true", "false", "true", "false", "1" }

--- A value that hardly anybody asked for before, so that its answer is not kept yet.
local function rare() return "rare" .. random(1000000) end

local function word() return chance(0.5) and rare() or one_of(WORDS) end

--- Of each path its parameters: pairs of a name and where its values come from.
local SEARCH = {
  { "query", word },
  { "section", SECTIONS },
  { "locale", LOCALES },
  { "limit", NUMBERS },
  { "offset", NUMBERS },
}
local QURAN = {
  { "from_verse", NUMBERS },
  { "to_verse", NUMBERS },
  { "locale", LOCALES },
  { "include_tafsir", FLAGS },
}
local TAFSIR = { { "tafsir", FLAGS } }
-- stylua: ignore
local SERVICE = {
  { "/v1/search", SEARCH }, { "/v1/search", SEARCH },
  { "/v1/content", { { "ref", REFS } } },
  { "/v1/taxonomy", { { "locale", LOCALES } } },
  { "/v1/quran/1", QURAN }, { "/v1/quran/2", QURAN }, { "/v1/quran/x", QURAN },
  { "/v1", {} }, { "/v1/health", {} },
  { "/openapi.json", {} }, { "/openapi.json", {} }, { "/openapi.json", {} },
  { "/search", SEARCH }, { "/search.md", SEARCH },
  { "/id/quran/9", TAFSIR }, { "/id/quran/9.md", TAFSIR },
  { "/en/material/mathematics/quadratic-equations", TAFSIR },
  { "/en/material/mathematics/quadratic-equations.md", TAFSIR },
  { "/", {} }, { "/index.md", {} }, { "/problems/not-found.md", {} }, { "/problems", {} },
  { "/docs/mcp", {} }, { "/docs/mcp.md", {} }, { "/llms.txt", {} }, { "/robots.txt", {} },
  { "/mcp/server-card", {} }, { "/.well-known/api-catalog", {} },
  { "/try/searchSvcContent", { { "query", word } } }, { "/nowhere", {} }, { "/nowhere.md", {} },
}
local SETTLED = { { "locale", LOCALES }, { "n", NUMBERS }, { "list", word }, { "flag", FLAGS } }
-- stylua: ignore
local READERS = {
  { "/settled/a", SETTLED }, { "/settled/b", SETTLED }, { "/strict/a/b", SETTLED },
  { "/strict/c", SETTLED }, { "/headers", {} }, { "/agent", {} }, { "/query", { { "a", WORDS } } },
  { "/address", {} }, { "/method", {} }, { "/body", {} }, { "/sometimes", { { "flag", FLAGS } } },
  { "/private", {} }, { "/vary", {} }, { "/cookie", {} }, { "/revalidated", {} },
  { "/tagged", {} }, { "/small", {} },
}

local function value_of(source)
  if type(source) == "function" then return source() end
  return one_of(source)
end

--- The parts of a request of a list: `{path, params = {{name, value, source},...}}`.
local function plan_target(list)
  local entry = one_of(list)
  local plan = { path = entry[1], params = {} }
  for _, declared in ipairs(entry[2]) do
    local name, source = table.unpack(declared)
    if chance(0.4) then plan.params[#plan.params + 1] = { name, value_of(source), source } end
  end
  return plan
end

local function changed_target(plan)
  local other = { path = plan.path, params = { table.unpack(plan.params) } }
  if #other.params > 0 then
    local i = random(#other.params)
    local name, _, source = table.unpack(other.params[i])
    other.params[i] = { name, value_of(source), source }
  end
  return other
end

-- ---- how it is asked: the target ----

local function encoded(text)
  return (text:gsub("[^%w._~-]", function(byte) return ("%%%02X"):format(byte:byte()) end))
end

--- The same text, some of its bytes percent-encoded that need not be.
local function respelled(text)
  local done = encoded(text)
  if chance(0.7) then return done end
  local at = random(#done + 1)
  local byte = done:sub(at, at)
  if not byte:find("%w") or done:sub(at - 2, at - 1):find("%%") then return done end
  return done:sub(1, at - 1) .. ("%%%02x"):format(byte:byte()) .. done:sub(at + 1)
end

local DECORATIONS = {
  "utm_source=x",
  "zN=1",
  "zN=2",
  "",
  "=",
  "a=b=c",
  "%61=1",
  "%zz=1",
  "n=%ff",
  "locale=de",
  "locale=en",
  "flag=true",
}

local function pieces_of(plan)
  local pieces = {}
  for _, each in ipairs(plan.params) do
    pieces[#pieces + 1] = respelled(each[1]) .. "=" .. respelled(each[2])
  end
  if chance(0.2) then pieces[#pieces + 1] = one_of(DECORATIONS) end
  if chance(0.05) and #pieces > 0 then pieces[#pieces + 1] = one_of(pieces) end
  if chance(0.5) then shuffled(pieces) end
  if #pieces > 0 or chance(0.05) then return pieces end
end

local function path_of(plan)
  local path = plan.path
  if chance(0.1) then
    local at = random(2, math.max(#path, 2))
    local byte = path:sub(at, at)
    if byte:find("%w") then
      path = path:sub(1, at - 1) .. ("%%%02x"):format(byte:byte()) .. path:sub(at + 1)
    end
  end
  if chance(0.02) then path = path .. "/" end
  if chance(0.03) then path = "http://localhost" .. path end
  return path
end

-- ---- how it is asked: the header ----

local ACCEPTS = {
  "*/*",
  "text/html",
  "text/markdown",
  "application/json",
  "text/*;q=0.5",
  "application/json;q=0",
  "text/html;v=1",
  "text/html;q=0.2, text/markdown;q=0.8",
  "image/png",
  "",
  ";;",
  "text/html;q=7",
  "*/*;q=0.1",
  "application/xhtml+xml",
  "application/mcp-server-card+json",
  "text/plain",
  'text/html;a="b,c"',
  "TEXT/HTML",
}
local ENCODINGS = {
  "br",
  "gzip",
  "zstd",
  "identity",
  "*",
  "br;q=0",
  "*;q=0",
  "identity;q=0",
  "gzip;q=0.5, br;q=0.4",
  "",
  "deflate",
  "x-gzip",
  "br;q=2",
  "GZIP",
  "gzip, identity;q=0",
}
local TYPES = {
  "application/json",
  "application/json",
  "Application/JSON",
  "application/json; charset=utf-8",
  "text/plain",
  "",
  "application/json, application/json",
}
local AGENTS = { "a", "b", "c" }
local COOKIES = { "s=1", "s=2" }

--- Name, share of the requests that have it, values.
local FIELDS = {
  { "Accept", 0.25, ACCEPTS },
  { "Accept-Encoding", 0.5, ENCODINGS },
  { "Content-Type", 0.08, TYPES },
  { "User-Agent", 0.5, AGENTS },
  { "Cookie", 0.3, COOKIES },
  { "Accept-Language", 0.2, LOCALES },
  { "Cache-Control", 0.1, { "no-cache", "max-age=0" } },
  { "Range", 0.05, { "bytes=0-9" } },
  { "If-Modified-Since", 0.05, { "Sat, 29 Oct 1994 19:43:31 GMT" } },
  { "X-Forwarded-For", 0.1, { "192.0.2.1", "::1" } },
  { "Origin", 0.02, { "http://localhost", "http://evil.test" } },
}

local SPELLINGS = {
  function(name) return name end,
  string.lower,
  string.upper,
  function(name)
    return (
      name:gsub(
        "%a",
        function(letter) return chance(0.5) and letter:upper() or letter:lower() end
      )
    )
  end,
}

--- A header line; blanks around its value are no part of it.
local function line_of(name, value)
  local gap = chance(0.9) and " " or one_of({ "", "  ", "\t" })
  return one_of(SPELLINGS)(name) .. ":" .. gap .. value
end

--- The paths that are revalidated, by whose conditions most can be told.
local REVALIDATED = { ["/openapi.json"] = true, ["/revalidated"] = true }

local function header_lines(plan, tags)
  local lines = {}
  for _, field in ipairs(FIELDS) do
    if chance(field[2]) then
      for _ = 1, chance(0.15) and 2 or 1 do
        lines[#lines + 1] = line_of(field[1], one_of(field[3]))
      end
    end
  end
  if chance(REVALIDATED[plan.path] and 0.5 or 0.1) then
    lines[#lines + 1] = line_of("If-None-Match", one_of(tags))
  end
  if chance(0.3) then shuffled(lines) end
  return lines
end

--- Requests that the guard refuses, ending the connection.
local MALFORMED = {
  "Accept : */*",
  "Bad Name: x",
  "NoColon",
  " folded: x",
  "Host: other",
  "Content-Length: x",
  "Transfer-Encoding: gzip",
  "A: \1",
}

local METHODS = { "HEAD", "OPTIONS", "POST", "DELETE" }

local function request_of(plan, tags)
  local request = {
    method = "GET",
    path = path_of(plan),
    query = pieces_of(plan),
    headers = header_lines(plan, tags),
  }
  if chance(0.04) then request.method = one_of(METHODS) end
  if chance(0.12) then request.method = "HEAD" end
  if chance(0.04) then request.body = one_of({ "", "{}", "x" }) end
  if chance(0.01) then
    table.insert(request.headers, random(#request.headers + 1), one_of(MALFORMED))
    request.closes = true
  end
  return request
end

-- ---- MCP ----

local MODERN = "2026-07-28"
local VERSIONS =
  { MODERN, MODERN, MODERN, "2025-11-25", "2025-06-18", "2025-03-26", "1999-01-01" }

local function integer() return { number = one_of({ 1, 2, 3, 7, 9, 115, 0 }) } end
local function locale() return one_of({ "en", "id", "de", "fr" }) end

local function phrasings() return { word(), word() } end
local function section() return one_of(SECTIONS) end
local function ref() return one_of(REFS) end
local function flag() return chance(0.5) end

--- The arguments of each tool: pairs of a name and where its values come from.
-- stylua: ignore
local TOOLS = {
  svc_search_content = { { "query", phrasings }, { "section", section }, { "locale", locale },
    { "limit", integer }, { "offset", integer } },
  svc_get_content = { { "ref", ref }, { "start", integer }, { "max_tokens", integer } },
  svc_get_taxonomy = { { "locale", locale } },
  svc_get_quran_reference = { { "surah", integer }, { "from_verse", integer },
    { "to_verse", integer }, { "locale", locale }, { "include_tafsir", flag } },
}
local TOOL_NAMES =
  { "svc_get_content", "svc_get_quran_reference", "svc_get_taxonomy", "svc_search_content" }

--- Methods without a tool, and their parameters as pairs.
-- stylua: ignore
local OTHERS = {
  { "tools/list" }, { "server/discover" }, { "ping" }, { "resources/list" }, { "prompts/list" },
  { "resources/templates/list" }, { "tools/list", { { "cursor", "x" } } }, { "unknown" },
  { "initialize", { { "protocolVersion", "2025-06-18" } } },
  { "resources/read", { { "uri", "svc://usage" } } },
  { "resources/read", { { "uri", "svc://content/asset:en:quran:surah:1" } } },
  { "prompts/get", { { "name", "quote_quran" }, { "arguments", { { "surah", "2" } } } } },
  { "tools/call", { { "name", "nothing" } } },
}

--- Objects are lists of pairs, marked, so that they can be written in any order.
local function object(list)
  list.object = true
  return list
end

local function arguments_of(tool)
  local list = {}
  for _, declared in ipairs(TOOLS[tool]) do
    local name, source = table.unpack(declared)
    local needed = name == "surah" or name == "ref"
    if chance(needed and 0.95 or 0.4) then list[#list + 1] = { name, source() } end
  end
  if chance(0.03) then list[#list + 1] = { "unknown", "x" } end
  return object(list)
end

local function plan_call()
  if chance(0.12) then
    local other = one_of(OTHERS)
    return { method = other[1], params = other[2] or {}, version = one_of(VERSIONS) }
  end
  local tool = one_of(TOOL_NAMES)
  return {
    method = "tools/call",
    tool = tool,
    version = one_of(VERSIONS),
    params = { { "name", tool }, { "arguments", arguments_of(tool) } },
  }
end

local function changed_call(plan)
  if not plan.tool then return plan_call() end
  return {
    method = plan.method,
    tool = plan.tool,
    version = one_of({ plan.version, MODERN }),
    params = { { "name", plan.tool }, { "arguments", arguments_of(plan.tool) } },
  }
end

local write

local function escaped(text)
  local plain = text:gsub('["\\]', "\\%0")
  if plain == "" or chance(0.8) then return '"' .. plain .. '"' end
  local at = random(#plain)
  local byte = plain:byte(at)
  if byte >= 0x80 or byte == 0x5C or plain:byte(at - 1) == 0x5C then
    return '"' .. plain .. '"'
  end
  return ('"%s\\u%04x%s"'):format(plain:sub(1, at - 1), byte, plain:sub(at + 1))
end

local NUMBER_FORMS = { "%d", "%d", "%d", "%d.0", "%de0", "%d.00E+0" }

local function blank() return chance(0.1) and one_of({ " ", "\n", "\t " }) or "" end

local function write_object(pairs_)
  local members = {}
  for i, each in ipairs(pairs_) do
    members[i] = blank() .. escaped(each[1]) .. blank() .. ":" .. blank() .. write(each[2])
  end
  if chance(0.01) and #members > 0 then members[#members + 1] = one_of(members) end
  if chance(0.4) then shuffled(members) end
  return "{" .. table.concat(members, ",") .. blank() .. "}"
end

function write(value)
  if type(value) == "string" then return escaped(value) end
  if type(value) == "boolean" then return tostring(value) end
  if value.raw then return value.raw end
  if value.number then return one_of(NUMBER_FORMS):format(value.number) end
  if value.object or type(value[1]) == "table" then return write_object(value) end
  local items = {}
  for i, each in ipairs(value) do
    items[i] = write(each)
  end
  return "[" .. table.concat(items, "," .. blank()) .. "]"
end

local IDS = { "1", "-2", '"x"', [["\u0078"]], "12345678901234567890", "1.0", "null" }

local PREFIX = "io.modelcontextprotocol/"

local function message(plan)
  local params = { table.unpack(plan.params) }
  if plan.version == MODERN and chance(0.97) then
    params[#params + 1] = {
      "_meta",
      object({
        { PREFIX .. "protocolVersion", MODERN },
        { PREFIX .. "clientCapabilities", object({}) },
      }),
    }
  end
  local members =
    object({ { "jsonrpc", "2.0" }, { "method", plan.method }, { "params", object(params) } })
  if chance(0.97) then members[#members + 1] = { "id", { raw = one_of(IDS) } } end
  return write(members)
end

--- Headers that repeat what the body holds, and now and then do not.
local function mirror_lines(plan)
  if plan.version ~= MODERN and chance(0.5) then return {} end
  local lines = { line_of("MCP-Protocol-Version", plan.version) }
  if plan.version == MODERN or chance(0.3) then
    lines[2] = line_of("Mcp-Method", plan.method)
    local named = plan.params[1] and plan.params[1][2]
    if type(named) == "string" then lines[3] = line_of("Mcp-Name", named) end
  end
  if chance(0.03) then lines[#lines + 1] = line_of("Mcp-Name", one_of(TOOL_NAMES)) end
  if chance(0.03) then table.remove(lines, random(#lines)) end
  return lines
end

local function call_of(plan)
  local body = message(plan)
  if chance(0.03) then body = "[" .. body .. "," .. message(plan) .. "]" end
  if chance(0.02) then body = body:sub(1, random(#body)) end
  local lines = mirror_lines(plan)
  lines[#lines + 1] =
    line_of("Content-Type", chance(0.95) and "application/json" or one_of(TYPES))
  if chance(0.9) then
    lines[#lines + 1] = line_of(
      "Accept",
      chance(0.9) and "application/json, text/event-stream" or one_of(ACCEPTS)
    )
  end
  if chance(0.3) then lines[#lines + 1] = line_of("Accept-Encoding", one_of(ENCODINGS)) end
  if chance(0.1) then lines[#lines + 1] = line_of("User-Agent", one_of(AGENTS)) end
  return { method = "POST", path = "/mcp", headers = shuffled(lines), body = body }
end

-- ---- pairs ----

--- The kinds of pairs: the service that answers, how often, and how a thing to ask for is found,
-- changed and asked for.
-- stylua: ignore
local KINDS = {
  { service = "own", share = 0.5, plan = function() return plan_target(SERVICE) end,
    change = changed_target, request = request_of },
  { service = "own", share = 0.25, plan = plan_call, change = changed_call, request = call_of },
  { service = "readers", share = 0.25, plan = function() return plan_target(READERS) end,
    change = changed_target, request = request_of },
}

--- A request under an id of its own, of the length of the host's own ids or of another: whatever
-- the coding of a body, it names the same request in every service.
local function named(request)
  local id = ("%08x-0000-4000-8000-%012x"):format(random(0xffffffff), random(0xffffffffffff))
  request.headers[#request.headers + 1] = "X-Request-Id: " .. id:sub(chance(0.2) and 9 or 1)
  return request
end

--- One pair.
-- @tparam number seed
-- @tparam number index the same two numbers give the same pair
-- @tparam {string,...} tags values of If-None-Match worth trying
-- @treturn string service: "own" or "readers"
-- @treturn table first request: `{method, path, query = {piece,...} or nil, headers = {line,...},
-- body or nil, closes = true where the connection ends behind it}`
-- @treturn table second
function generate.pair(seed, index, tags)
  math.randomseed(seed, index)
  local at, kind = random(), 1
  while at > KINDS[kind].share and kind < #KINDS do
    at, kind = at - KINDS[kind].share, kind + 1
  end
  kind = KINDS[kind]
  local first = kind.plan()
  local fate = random()
  local second = fate < 0.6 and first or fate < 0.85 and kind.change(first) or kind.plan()
  return kind.service, named(kind.request(first, tags)), named(kind.request(second, tags))
end

--- The bytes of a request.
-- @tparam table request
-- @treturn string
function generate.bytes(request)
  local target = request.path
    .. (request.query and "?" .. table.concat(request.query, "&") or "")
  local lines = { ("%s %s HTTP/1.1"):format(request.method, target), "Host: localhost" }
  table.move(request.headers, 1, #request.headers, 3, lines)
  if request.body then lines[#lines + 1] = "Content-Length: " .. #request.body end
  return table.concat(lines, "\r\n") .. "\r\n\r\n" .. (request.body or "")
end

return generate
