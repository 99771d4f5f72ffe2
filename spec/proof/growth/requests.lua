--- The worst that a client can send to what reads it in Lua: paths, queries, header fields and the
-- bodies of MCP, what is searched for, and JSON. What stands before, in C, is in wire.lua.

local application = require("spec.support.service.application")
local publication = require("spec.proof.growth.publication")
local svc = require("svc")

local rep = string.rep

--- The least sizes, of which four times is tried: half of the longest request line, a quarter of a
-- head, an eighth of a body. What grows with the square shows there.
local LINE, HEAD, BODY = 1024, 1024, 2048

local handler = application.new()
local published = publication.open(publication.write("A text."))

local function ask(request) handler.handle(request) end

local function asked(line, headers)
  local request = application.request(line, headers, true)
  request.publication = published
  return request
end

local function target(make)
  return function(n) return asked(make(n)) end
end

local function header(name, make, path)
  return function(n) return asked(path or "/v1/taxonomy", { [name] = make(n) }) end
end

local function repeated(text, head)
  return function(n) return (head or "") .. rep(text, n // #text) end
end

local MODERN = {
  ["content-type"] = "application/json",
  accept = "application/json, text/event-stream",
  ["mcp-protocol-version"] = "2026-07-28",
}
local META = '"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",'
  .. '"io.modelcontextprotocol/clientCapabilities":{}}'

--- A request of MCP. @tparam string method @tparam string params raw members
-- @tparam[opt] table headers more of them
local function mcp(method, params, headers)
  local all = { ["mcp-method"] = method }
  for _, side in ipairs({ MODERN, headers or {} }) do
    for name, value in pairs(side) do
      all[name] = value
    end
  end
  local request = asked("POST /mcp", all)
  local body = '{"id":1,"jsonrpc":"2.0","method":"%s","params":{%s,%s}}'
  request.body = body:format(method, params, META)
  return request
end

local function posted(make)
  return function(n)
    local request = asked("POST /mcp", MODERN)
    request.body = make(n)
    return request
  end
end

--- `n` bytes of different names as members of an object.
local function members(n, format)
  local list = {}
  for i = 1, n // (#format + 3) do
    list[i] = format:format(i)
  end
  return table.concat(list, ",")
end

local SURAH = '{"type":"ref/prompt","name":"quote_quran"}'

-- stylua: ignore
local ROWS = {
  { "a path of escapes", target(repeated("%41", "/")), LINE },
  { "a path of slashes", target(repeated("/")), LINE },
  { "a path of segments", target(repeated("a/", "/")), LINE },
  { "a path that ends as Markdown, again and again", target(repeated(".md/", "/en/")), LINE },
  { "a path of digits", target(repeated("1", "/en/quran/")), LINE },
  { "a query of escapes", target(repeated("%41", "/v1/search?query=")), LINE },
  { "a query of plus signs", target(repeated("+", "/v1/search?query=")), LINE },
  { "different parameters", target(function(n)
    return "/v1/search?" .. members(n, "p%d="):gsub(",", "&")
  end), LINE // 4 },
  { "one parameter, repeated", target(repeated("query=a&", "/v1/search?")), LINE },
  { "parameters without a name", target(repeated("=&", "/v1/search?")), LINE // 4 },
  { "ampersands", target(repeated("&", "/v1/search?")), LINE },
  { "a parameter of digits", target(repeated("1", "/v1/search?limit=")), LINE },
  { "a reference of slashes", target(repeated("/", "/v1/content?ref=http:")), LINE },
  { "a reference of escapes", target(repeated("%2541", "/v1/content?ref=svc://content/")), LINE },
  { "Accept: types", header("accept", repeated("text/html,")), HEAD },
  { "Accept: unknown types", header("accept", repeated("a/b;q=0.5,")), HEAD // 2 },
  { "Accept: spaces", header("accept", repeated(" ", "a/b")), HEAD },
  { "Accept: spaces before a comma", header("accept", repeated(" ,")), HEAD // 2 },
  { "Accept: parameters", header("accept", repeated(";a=b", "text/html")), HEAD // 2 },
  { "Accept: quoted parameters", header("accept", repeated(';a=""', "text/html")), HEAD // 2 },
  { "Accept: quotes that are not closed", header("accept", repeated('a/b;c="d,')), HEAD // 2 },
  { "Accept: a parameter without a value", header("accept", repeated("a", "a/b;")), HEAD },
  { "Accept: semicolons", header("accept", repeated(";", "a/b")), HEAD // 2 },
  { "Accept: one long type", header("accept", repeated("a", "a/")), HEAD },
  { "If-None-Match: tags", header("if-none-match", repeated('"a",'), "/openapi.json"), HEAD },
  { "If-None-Match: quotes", header("if-none-match", repeated('"'), "/openapi.json"), HEAD },
  { "If-None-Match: spaces", header("if-none-match", repeated(" ", "*"), "/openapi.json"), HEAD },
  { "Mcp-Name: blanks between two letters", function(n)
    return mcp("tools/call", '"name":"a"', { ["mcp-name"] = "a" .. rep(" ", n) .. "b, " })
  end, HEAD },
  { "Mcp-Name: blanks", function(n)
    return mcp("tools/call", '"name":"a"', { ["mcp-name"] = rep(" ", n) })
  end, HEAD },
  { "Mcp-Name: base64", function(n)
    local name = "=?base64?" .. rep("QUFB", n // 4) .. "?="
    return mcp("tools/call", '"name":"a"', { ["mcp-name"] = name })
  end, HEAD // 2 },
  { "Mcp-Name: base64 that is not closed", function(n)
    local name = "=?base64?" .. rep("?=", n // 2) .. "a"
    return mcp("tools/call", '"name":"a"', { ["mcp-name"] = name })
  end, HEAD },
  { "MCP-Protocol-Version: bytes that are not shown", function(n)
    return mcp("ping", '"a":1', { ["mcp-protocol-version"] = rep("\xff", n) })
  end, HEAD // 2 },
  { "Origin: colons", header("origin", repeated(":1", "http://a"), "/mcp"), HEAD },
  { "Content-Type: parameters", function(n)
    return mcp("ping", '"a":1', { ["content-type"] = "application/json" .. rep(";a=b", n // 4) })
  end, HEAD // 2 },
  { "an argument of spaces", function(n)
    return mcp("tools/call", ('"name":"svc_search_content","arguments":{"query":["%s"]}'):format(
      rep(" ", n)), { ["mcp-name"] = "svc_search_content" })
  end, BODY // 2 },
  { "unknown arguments", function(n)
    return mcp("tools/call", ('"name":"svc_search_content","arguments":{%s}'):format(
      members(n, '"a%d":1')), { ["mcp-name"] = "svc_search_content" })
  end, BODY // 2 },
  { "a resource of slashes", function(n)
    local uri = "svc://content/" .. rep("/", n)
    return mcp("resources/read", ('"uri":"%s"'):format(uri), { ["mcp-name"] = uri })
  end, HEAD },
  { "a resource of escapes", function(n)
    local uri = "svc://content/" .. rep("%41", n // 3)
    return mcp("resources/read", ('"uri":"%s"'):format(uri), { ["mcp-name"] = uri })
  end, HEAD },
  { "a name to complete", function(n)
    return mcp("completion/complete",
      ('"ref":%s,"argument":{"name":"surah","value":"%s"}'):format(SURAH, rep("1", n)))
  end, BODY },
  { "a cursor", function(n)
    return mcp("tools/list", ('"cursor":"%s"'):format(rep("1", n)))
  end, BODY },
  { "a state", function(n)
    return mcp("tools/call", ('"name":"svc_search_content","requestState":"%s"'):format(
      rep("a.", n // 2)), { ["mcp-name"] = "svc_search_content" })
  end, BODY },
  { "a body of brackets", posted(repeated("[")), BODY },
  { "a batch of numbers", posted(function(n)
    return "[" .. rep("1,", n // 2) .. "1]"
  end), BODY },
  { "a batch of long messages", posted(function(n)
    return "[" .. rep('{"a":"' .. rep("[{,", n // 60) .. '"},', 19) .. "1]"
  end), BODY },
  { "a body of spaces", posted(repeated(" ")), BODY },
}

local TEXTS = {
  { "names", function(n) return "{" .. members(n, '"a%d":1') .. "}" end },
  {
    "names with one beginning",
    function(n) return "{" .. members(n, '"' .. rep("a", 100) .. '%d":1') .. "}" end,
  },
  { "names with escapes", function(n) return "{" .. members(n, '"\\u0061%d":1') .. "}" end },
  { "a string of escapes", function(n) return '"' .. rep("\\u00e9", n // 6) .. '"' end },
  { "a number of digits", function(n) return rep("1", 300) .. "." .. rep("1", n) end },
  { "a number of zeros", function(n) return "0." .. rep("0", n) .. "1" end },
  { "an exponent of digits", function(n) return "1e-" .. rep("1", n) end },
  { "lists", function(n) return "[" .. rep("[],", n // 3) .. "1]" end },
}

--- Four times is as much as four phrasings of a request.
local PHRASING = 512

local QUERIES = {
  { "one long word", repeated("a") },
  { "wide letters", repeated("é") },
  { "letters", repeated("a ") },
  { "different words", function(n) return members(n, "word%d"):gsub(",", " ") end },
  { "words that may be compounds", repeated(rep("donau", 8) .. " ") },
  { "words joined by hyphens", repeated("a-") },
  { "section signs", repeated("§") },
  { "Arabic words", repeated("كتاب ") },
  { "a path", repeated("a/") },
  { "escapes", repeated("%41", "https://a/") },
  { "numbers", repeated("2:255 ") },
}

local function search(text) published:search({ queries = { text }, locale = "de" }) end

local cases = {}

local function add(name, worst, run, size)
  cases[#cases + 1] = { name = name, worst = worst, run = run, size = size }
end

for _, row in ipairs(ROWS) do
  add(row[1], row[2], ask, row[3])
end
for _, row in ipairs(QUERIES) do
  add("a search for " .. row[1], row[2], search, PHRASING)
end
for _, row in ipairs(TEXTS) do
  add("JSON: " .. row[1], row[2], function(text)
    local value = svc.parse_json(text)
    if type(value) == "table" then svc.json(value) end
    svc.json_members(text, "a", "b")
  end, BODY)
end

return cases
