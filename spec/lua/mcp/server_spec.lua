--- What the MCP server offers and how it reads and answers, in this process.
local application = require("spec.support.service.application")
local base64 = require("base.base64")
local cache = require("mcp.cache")
local cjson = require("cjson")
local exchange = require("mcp.exchange")
local origin = require("mcp.origin")
local mcp = require("mcp")
local params = require("web.params")
local sample = require("spec.support.publication.sample")
local state = require("mcp.state")
local svc = require("svc")
local tokens = require("web.tokens")
local window = require("web.window")

local VERSION = "2026-07-28"
local ENVELOPE = {
  ["io.modelcontextprotocol/protocolVersion"] = VERSION,
  ["io.modelcontextprotocol/clientCapabilities"] = {},
}

--- The answer of a handler to a modern request.
local function post(handler, method, arguments, options)
  options = options or {}
  local asked = { _meta = options.meta or ENVELOPE }
  for name, value in pairs(arguments or {}) do
    asked[name] = value
  end
  local request = application.request("POST /mcp", {
    accept = options.accept or "application/json",
    ["content-type"] = "application/json",
    ["mcp-method"] = method,
    ["mcp-name"] = asked.name or asked.uri,
    ["mcp-protocol-version"] = VERSION,
    ["mcp-param-factor"] = options.factor,
  }, options.unpublished)
  request.publication = options.publication or request.publication
  request.body = svc.json({ jsonrpc = "2.0", id = 1, method = method, params = asked })
  return handler.handle(request)
end

local handler = application.new()

local function result(method, arguments, options)
  local response = post(handler, method, arguments, options)
  return cjson.decode(response.body).result, response
end

describe("members of the parameters that are null", function()
  local function asked(method, written)
    local request = application.request("POST /mcp", {
      accept = "application/json, text/event-stream",
      ["content-type"] = "application/json",
      ["mcp-protocol-version"] = "2025-06-18",
    })
    request.body = ('{"jsonrpc":"2.0","id":1,"method":"%s"%s}'):format(method, written)
    return handler.handle(request).body
  end

  for _, method in ipairs({ "tools/list", "resources/list", "prompts/list", "ping" }) do
    it("are absent ones, in " .. method, function()
      local answer = asked(method, "")
      assert.truthy(answer:find('"result":{', 1, true), answer)
      for _, written in ipairs({ '{"cursor":null}', '{"_meta":null,"cursor":null}' }) do
        assert.equal(answer, asked(method, ',"params":' .. written))
      end
    end)
  end
end)

describe("the tools", function()
  local listed, response = result("tools/list")

  -- What clients were told of: a tool may come, and none may go.
  local promised = {
    "svc_get_content",
    "svc_get_quran_reference",
    "svc_get_taxonomy",
    "svc_search_content",
  }

  it("hold those that were promised", function()
    local names = {}
    for _, tool in ipairs(listed.tools) do
      names[tool.name] = true
    end
    for _, name in ipairs(promised) do
      assert.is_true(names[name], name)
    end
  end)

  it(
    "begin with one that needs no arguments",
    function() assert.is_nil(listed.tools[1].inputSchema.required) end
  )

  it("take 3 KB each on the average, since every client reads them all", function()
    local most = 3072 * #listed.tools
    local message = "tools/list has %d bytes, %d at most: shorten descriptions and schemas"
    assert.is_true(#response.body <= most, message:format(#response.body, most))
  end)

  it("are listed in the same bytes at every call", function()
    assert.equal(response.body, post(handler, "tools/list").body)
    assert.equal(response.body, post(application.new(), "tools/list").body)
  end)

  for _, tool in ipairs(listed.tools) do
    it(tool.name .. " says what a client must know before it calls", function()
      assert.is_true(#tool.title > 5)
      assert.is_true(#tool.description < 1024)
      assert.same({
        readOnlyHint = true,
        idempotentHint = true,
        destructiveHint = false,
        openWorldHint = false,
      }, tool.annotations)
    end)

    it(tool.name .. " has a closed input and an output that is one object", function()
      assert.equal("object", tool.inputSchema.type)
      assert.is_false(tool.inputSchema.additionalProperties)
      assert.equal("object", tool.outputSchema.type)
      local input, output = svc.json(tool.inputSchema), svc.json(tool.outputSchema)
      assert.is_nil((input .. output):find("$ref", 1, true))
      assert.is_nil(output:find('"type":[', 1, true))
    end)

    it(tool.name .. " describes every argument", function()
      for name, property in pairs(tool.inputSchema.properties) do
        assert.is_true(#(property.description or "") > 10, name)
        local required = false
        for _, each in ipairs(tool.inputSchema.required or {}) do
          required = required or each == name
        end
        local optional = property.default ~= nil
          or name == "to_verse"
          or name == "query"
          or name == "section"
        assert.is_true(required or optional, name .. " is neither required nor has a default")
      end
    end)
  end

  it("have no format in their schemas, which some validators refuse", function()
    for _, tool in ipairs(listed.tools) do
      assert.is_nil(svc.json(tool.inputSchema):find('"format"', 1, true), tool.name)
    end
  end)

  it("say of try-outs what the publication holds", function()
    local readable, all = 0, 0
    for _, locale in ipairs(svc.locales) do
      for document in application.publication():each(locale, "tryout") do
        all, readable = all + 1, readable + (document.readable and 1 or 0)
      end
    end
    local said = ("%d of %d try-outs can be read."):format(readable, all)
    assert.is_true(readable < all)
    assert.is_truthy(svc.json(listed.tools):find(said, 1, true), said)
    local without = cjson.decode(post(handler, "tools/list", {}, { unpublished = true }).body)
    assert.is_nil(svc.json(without.result.tools):find("try-outs can be read", 1, true))
  end)

  it("the output of a tool has the members of each of its alternatives", function()
    for _, tool in ipairs(listed.tools) do
      if tool.name == "svc_get_quran_reference" then
        local members = tool.outputSchema.properties
        assert.same({ "en", "id", "de" }, members.locale.enum)
        assert.same({ "external", "embedded" }, members.tafsir_access.properties.kind.enum)
        assert.equal("null", members.pre_bismillah.anyOf[2].type)
        return
      end
    end
    error("no tool gives references")
  end)
end)

describe("what the server says of itself", function()
  local discovered = result("server/discover")

  it("has instructions of less than 1 500 characters that name every tool", function()
    assert.is_true(#discovered.instructions < 1500)
    for _, route in ipairs(handler.app:tools()) do
      assert.is_truthy(discovered.instructions:find(route.mcp.name, 1, true), route.mcp.name)
    end
  end)

  it(
    "declares what there is and nothing that changes",
    function()
      assert.same(
        { tools = {}, resources = {}, prompts = {}, completions = {} },
        discovered.capabilities
      )
    end
  )

  it("serves the instructions as a resource too", function()
    local read = result("resources/read", { uri = "svc://usage" })
    assert.equal(discovered.instructions, read.contents[1].text)
  end)
end)

describe("without a publication", function()
  local unpublished = { unpublished = true }

  for _, method in ipairs({ "server/discover", "tools/list", "resources/list", "prompts/list" }) do
    it(method .. " answers", function()
      local found = result(method, nil, unpublished)
      assert.equal("complete", found.resultType)
    end)
  end

  it("a tool call is an error the model reads", function()
    local called = result("tools/call", { name = "svc_get_taxonomy" }, unpublished)
    assert.is_true(called.isError)
    assert.equal("SERVICE_UNAVAILABLE", cjson.decode(called.content[1].text).code)
  end)

  it("a resource is an internal error", function()
    for _, uri in ipairs({ "svc://taxonomy", "svc://content/asset:en:quran:surah:1" }) do
      local response = post(handler, "resources/read", { uri = uri }, unpublished)
      assert.equal(503, response.status)
      assert.equal(-32603, cjson.decode(response.body).error.code)
    end
  end)
end)

describe("kept results", function()
  --- A service with a tool that says how often it ran.
  -- @treturn function of the raw members behind the tool's name, and a publication, to that number
  local function counting(options)
    local runs = 0
    local handle = application.joined(require("web.app").new({
      routes = {
        {
          method = "GET",
          path = "/n",
          cache = "publication",
          params = { a = params.integer({ min = 1, default = 1 }), b = params.locale() },
          answer = { schema = "ApiHealth" },
          mcp = { name = "n", title = "Count", description = "Counts its runs." },
          handle = function(call)
            runs = runs + 1
            return { runs = runs, read = options.read and options.read(call) }
          end,
        },
        mcp.route({ { path = "/mcp", name = "own", version = "1", key = options.key } }),
      },
      config = setmetatable(
        { cache_size = options.cache_size },
        { __index = application.config }
      ),
      now = options.now,
    })).handle
    return function(arguments, publication, headers)
      local request =
        application.request("POST /mcp", { ["content-type"] = "application/json" })
      for name, value in pairs(headers or {}) do
        request.headers[name] = value
      end
      request.publication = publication or request.publication
      request.body = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"n"'
        .. (arguments or "")
        .. "}}"
      local answer = cjson.decode(handle(request).body)
      if answer.error or answer.result.isError then return "refused" end
      return answer.result.structuredContent.runs
    end
  end

  it("are those of the publication that is asked", function()
    local ask = counting({})
    local function count(publication, arguments) return ask(arguments, publication) end
    local one, other =
      application.publication(), require("spec.support.publication.sample").open()
    assert.equal(1, count(one))
    assert.equal(1, count(one))
    assert.equal(2, count(other))
    assert.equal(1, count(one))
    assert.equal("refused", count(one, ',"arguments":{"x":1}'))
    assert.equal("refused", count(one, ',"arguments":{"x":1}'))
  end)

  local same = {
    { "in another order", [[,"arguments":{"b":"de","a":2}]] },
    { "with white space", [[,"arguments":{ "a" : 2 , "b" : "de" }]] },
    { "under an escaped name", [[,"\u0061rguments":{"a":2,"b":"de"}]] },
    { "under an escaped name of one of them", [[,"arguments":{"\u0061":2,"b":"de"}]] },
    { "in an escaped value", [[,"arguments":{"a":2,"b":"\u0064e"}]] },
    { "as a fraction", [[,"arguments":{"a":2.0,"b":"de"}]] },
    { "with an exponent", [[,"arguments":{"a":0.2E1,"b":"de"}]] },
  }
  for _, row in ipairs(same) do
    it("are found by the same arguments " .. row[1], function()
      local ask = counting({})
      assert.equal(1, ask([[,"arguments":{"a":2,"b":"de"}]]))
      assert.equal(1, ask(row[2]))
      assert.equal(2, ask())
    end)
  end

  it("are found where a default is spelled out", function()
    local ask = counting({})
    assert.same({ 1, 1, 1 }, { ask(), ask([[,"arguments":{"a":1}]]), ask([[,"arguments":{}]]) })
  end)

  it("are never those of other arguments, whatever their member's name looks like", function()
    local ask = counting({})
    assert.equal(1, ask([[,"argument\u0073":{"a":7}]]))
    assert.equal(2, ask([[,"arguments":{}]]))
    assert.equal(3, ask([[,"\u0061rguments":{"a":8}]]))
    assert.equal(2, ask())
    assert.equal("refused", ask([[,"argument\u0073":{"a":7},"arguments":{}]]))
  end)

  local priced = {
    request = function(call) return call.request.headers["user-agent"] end,
    now = function(call) return call.now() end,
  }
  for name, read in pairs(priced) do
    it("are none of a handler that reads more than its arguments: " .. name, function()
      local ask = counting({ read = read, now = function() return 1 end })
      assert.same({ 1, 2 }, { ask(), ask() })
    end)
  end

  it("are none where the host keeps nothing", function()
    local ask = counting({ cache_size = 0 })
    assert.same({ 1, 2 }, { ask(), ask() })
  end)

  it("do not outlive the state that a request brings along", function()
    local key, clock = ("k"):rep(32), 1000
    local sealed = state.seal(key, "tools/call n", "x", clock)
    local ask = counting({ key = function() return key end, now = function() return clock end })
    local round = (',"requestState":"%s","_meta":%s'):format(sealed, svc.json(ENVELOPE))
    local headers = {
      ["mcp-method"] = "tools/call",
      ["mcp-name"] = "n",
      ["mcp-protocol-version"] = VERSION,
    }
    assert.equal(1, ask(round, nil, headers))
    clock = clock + 24 * 60 * 60 * 1000
    assert.equal("refused", ask(round, nil, headers))
  end)

  describe("answer a question asked again", function()
    local QUESTION = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{'
      .. '"name":"svc_get_taxonomy","arguments":{},"_meta":{'
      .. '"io.modelcontextprotocol/protocolVersion":"2026-07-28",'
      .. '"io.modelcontextprotocol/clientCapabilities":{}}}}'
    local warm = application.new()

    local function ask(server_, body, headers, unpublished)
      local request = application.request("POST /mcp", {
        accept = "application/json",
        ["content-type"] = "application/json",
        ["mcp-method"] = "tools/call",
        ["mcp-name"] = "svc_get_taxonomy",
        ["mcp-protocol-version"] = VERSION,
      }, unpublished)
      for name, value in pairs(headers or {}) do
        request.headers[name] = value or nil
      end
      request.body = body
      local response = server_.handle(request)
      return {
        response.status,
        response.body or "",
        application.header(response, "content-type"),
      }
    end

    local function changed(text, by)
      local from, to = QUESTION:find(text, 1, true)
      return QUESTION:sub(1, from - 1) .. by .. QUESTION:sub(to + 1)
    end

    local cases = {
      { "as it was", QUESTION },
      { "under another id", changed('"id":1', '"id":12345678901234567890') },
      { "under a text as id", changed('"id":1', [["id":"a\u0000\"b"]]) },
      { "under an escaped name", changed('"id"', [["\u0069d"]]) },
      {
        "in another order",
        (changed('"jsonrpc":"2.0","id":1', '"id":-7'):gsub("}$", ',"jsonrpc":"2.0"}')),
      },
      { "with more members", changed('"id":1', '"id":1,"more":{"id":2,"method":"x"}') },
      { "as a notification", changed('"id":1,', "") },
      { "under the id null", changed('"id":1', '"id":null') },
      { "under a fraction", changed('"id":1', '"id":1.0') },
      { "with two ids", changed('"id":1', '"id":1,"id":1') },
      { "without jsonrpc", changed('"jsonrpc":"2.0",', "") },
      { "with another jsonrpc", changed('"2.0"', '"2.1"') },
      { "by another method", changed("tools/call", "tools/list") },
      { "with other arguments", changed('"arguments":{}', '"arguments":{"x":1}') },
      { "with arguments of another type", changed('"arguments":{}', '"arguments":[]') },
      { "of another version", changed("2026-07-28", "2026-07-29") },
      { "of an older version", changed("2026-07-28", "2025-11-25") },
      { "in a batch", "[" .. QUESTION .. "]" },
      { "with something behind it", QUESTION .. "{}" },
      { "cut", QUESTION:sub(1, -2) },
      { "in bytes that are no UTF-8", changed('"id":1', '"id":"\xff"') },
      { "without its version in a header", QUESTION, { ["mcp-protocol-version"] = false } },
      {
        "with another version in a header",
        QUESTION,
        { ["mcp-protocol-version"] = "2025-11-25" },
      },
      { "without its method in a header", QUESTION, { ["mcp-method"] = false } },
      { "with another method in a header", QUESTION, { ["mcp-method"] = "tools/list" } },
      { "with an empty method in a header", QUESTION, { ["mcp-method"] = "" } },
      { "without its name in a header", QUESTION, { ["mcp-name"] = false } },
      { "with another name in a header", QUESTION, { ["mcp-name"] = "svc_get_content" } },
      { "with white space in a header", QUESTION, { ["mcp-name"] = " svc_get_taxonomy" } },
      {
        "by a client that listens",
        QUESTION,
        { accept = "text/event-stream, application/json" },
      },
      { "by a client that reads HTML", QUESTION, { accept = "text/html" } },
      { "as another type", QUESTION, { ["content-type"] = "text/plain" } },
      { "by a foreign page", QUESTION, { origin = "http://evil.test" } },
      { "without a publication", QUESTION, {}, true },
    }
    for _, row in ipairs(cases) do
      it(row[1] .. " as if it were the first time", function()
        local first = ask(application.new(), table.unpack(row, 2))
        ask(warm, QUESTION)
        assert.same(first, ask(warm, table.unpack(row, 2)))
        assert.same(first, ask(warm, table.unpack(row, 2)))
      end)
    end

    it("under the id it is asked with", function()
      ask(warm, QUESTION)
      local answer = ask(warm, changed('"id":1', '"id":"other"'))
      assert.equal('"other"', svc.json_member(answer[2], "id"))
    end)
  end)

  it("are forgotten when they were not asked for while others filled the room", function()
    local kept, mega = cache.new(), ("x"):rep(400 * 1024)
    kept:put("asked for", "1")
    kept:put("not asked for", "2")
    for i = 1, 20 do
      kept:put("other " .. i, mega)
      assert.equal("1", kept:get("asked for"))
    end
    assert.is_nil(kept:get("not asked for"))
  end)

  it("are not larger than a quarter of the room", function()
    local kept = cache.new()
    kept:put("large", ("x"):rep(600 * 1024))
    assert.is_nil(kept:get("large"))
  end)
end)

describe("the quota", function()
  local left

  local limited = application.new({
    quota = function()
      left = left - 1
      return {
        limit = 3,
        window = 60,
        reset = 60,
        remaining = math.max(left, 0),
        retry_after = left < 0 and 60 or nil,
      }
    end,
  })

  local function send(body)
    local request = application.request("POST /mcp", { ["content-type"] = "application/json" })
    request.body = body
    return limited.handle(request)
  end

  local PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}'

  before_each(function() left = 3 end)

  it("counts a request, whatever it asks for", function()
    local response = send(PING)
    assert.equal(200, response.status)
    assert.equal('"default";r=2;t=60', application.header(response, "ratelimit"))
  end)

  it("counts every message of a batch", function()
    assert.equal(200, send("[" .. PING .. "," .. PING .. "," .. PING .. "]").status)
    assert.equal(0, left)
  end)

  it("refuses a batch that is more than what is left", function()
    local response = send("[" .. (PING .. ","):rep(3) .. PING .. "]")
    assert.equal(429, response.status)
    assert.equal("60", application.header(response, "retry-after"))
    assert.equal("RATE_LIMITED", application.json(response).code)
  end)
end)

describe("svc_get_content", function()
  local function read(ref)
    return result("tools/call", { name = "svc_get_content", arguments = { ref = ref } })
  end

  it("refuses the URL of a verse with the call that quotes it", function()
    local called = read("http://site.test/en/quran/2#verse-255")
    assert.is_true(called.isError)
    local problem = cjson.decode(called.content[1].text)
    assert.equal("UNPROCESSABLE_REQUEST", problem.code)
    assert.equal(
      "Call svc_get_quran_reference with `surah` 2 and `from_verse` 255.",
      problem.resolution
    )
  end)

  it("reads the surah where there is no such verse", function()
    assert.is_nil(read("http://site.test/en/quran/114#verse-7").isError)
    assert.is_nil(read("http://site.test/en/quran/114").isError)
  end)
end)

describe("a window on a text", function()
  local ID = "asset:en:material:mathematics:quadratic-equations"
  local WHOLE = "# Quadratic equations\n\nx² = 2\n"

  local function read(arguments)
    arguments.ref = ID
    return result("tools/call", { name = "svc_get_content", arguments = arguments })
  end

  it("is not mentioned where the whole text is given", function()
    local content = read({}).structuredContent
    assert.equal(WHOLE, content.text)
    assert.is_nil(content.window)
  end)

  -- { start, text, window length, reason }
  local total = utf8.len(WHOLE)
  for _, case in ipairs({
    { 23, "x² = 2\n", 7, "characters, not bytes" },
    { 25, " = 2\n", 5, "behind a character of two bytes" },
    { total - 1, "\n", 1, "the end" },
  }) do
    it("gives " .. case[4], function()
      local content = read({ start = case[1] }).structuredContent
      assert.equal(case[2], content.text)
      assert.same({ start = case[1], length = case[3], total = total }, content.window)
    end)
  end

  it("refuses to begin behind the text, and says how long it is", function()
    local called = read({ start = total })
    local problem = cjson.decode(called.content[1].text)
    assert.equal("UNPROCESSABLE_REQUEST", problem.code)
    assert.matches("from 0 to " .. total - 1, problem.resolution)
  end)

  -- Texts that are cut at the ends of lines, in a line, and between characters of several bytes.
  local texts = {
    { "short lines", ("A line of words, and one more.\n"):rep(900) },
    { "one line", ("word "):rep(9000) },
    {
      "Arabic without an end of a line",
      ("ٱلۡحَمۡدُ لِلَّهِ رَبِّ ٱلۡعَٰلَمِينَ "):rep(300),
    },
    { "signs of four bytes", ("\u{1F600}"):rep(3000) },
    { "quotation marks", ('"\\'):rep(6000) },
  }
  for _, case in ipairs(texts) do
    it("joins to the whole text, and each part is within its tokens: " .. case[1], function()
      local whole, parts, start = case[2], {}, 0
      repeat
        local call = { params = { start = start, max_tokens = 1000 } }
        local content = assert(window.cut({ text = whole }, call))
        assert.is_true(tokens.estimate(svc.json(content)) <= 1000)
        assert.is_true(utf8.len(content.text) > 0)
        parts[#parts + 1] = content.text
        start = content.window.next_start
      until not start
      assert.equal(whole, table.concat(parts))
      assert.is_true(#parts > 3)
    end)
  end

  it("ends with a line where one ends", function()
    local call = { params = { start = 0, max_tokens = 1000 } }
    assert.matches("one more%.\n$", window.cut({ text = texts[1][2] }, call).text)
  end)
end)

describe("a range of verses", function()
  local function read(arguments)
    arguments.surah = 2
    local called = result("tools/call", {
      name = "svc_get_quran_reference",
      arguments = arguments,
    })
    assert.is_nil(called.isError, called.content[1].text)
    return called.structuredContent
  end

  it("comes in parts that join to the whole, each with the proof of its verses", function()
    local first, numbers, parts = 201, {}, 0
    repeat
      local answer = read({ from_verse = first, to_verse = 250, max_tokens = 1000 })
      for _, verse in ipairs(answer.verses) do
        numbers[#numbers + 1] = verse.number
      end
      local last = answer.verses[#answer.verses].number
      assert.matches(("/2/%d%%-%d%%?"):format(first, last), answer.proof)
      local part = answer.window or {}
      local rest = part.next_start and ("2:%d-250"):format(last + 1)
      assert.equal(rest, part.next)
      first, parts = part.next_start, parts + 1
    until not first
    assert.is_true(parts > 1)
    assert.same({ 201, 250, 50 }, { numbers[1], numbers[50], #numbers })
  end)

  it(
    "has no window where it is whole",
    function() assert.is_nil(read({ from_verse = 1, to_verse = 2 }).window) end
  )

  it("has its sources in short, and whole where they are asked for", function()
    local short = read({}).sources.translation
    assert.same({ "translation-english", nil }, { short.id, short.terms })
    assert.is_truthy(short.label and short.publisher and short.source_url)
    local whole = read({ full_sources = true })
    assert.is_table(whole.sources.translation.terms)
    assert.is_string(whole.tafsir_access.notice)
  end)
end)

describe("completion", function()
  local function complete(prompt, argument, typed)
    return result("completion/complete", {
      ref = { type = "ref/prompt", name = prompt },
      argument = { name = argument, value = typed },
    }).completion
  end

  for _, case in ipairs({
    { "find_lesson", "locale", "", { "en", "id", "de" } },
    { "find_lesson", "locale", "D", { "de" } },
    { "find_lesson", "section", "m", { "material" } },
    { "find_lesson", "topic", "a", {} },
    { "quote_quran", "surah", "11", { "11", "110", "111", "112", "113", "114" } },
    {
      "quote_quran",
      "surah",
      "surah 11",
      {
        "Surah 11",
        "Surah 110",
        "Surah 111",
        "Surah 112",
        "Surah 113",
        "Surah 114",
      },
    },
  }) do
    it(
      ("of %s in %s from %q"):format(case[2], case[1], case[3]),
      function() assert.same(case[4], complete(case[1], case[2], case[3]).values) end
    )
  end

  it("of a surah's name offers none where the publication has no Quran", function()
    local response = post(handler, "completion/complete", {
      ref = { type = "ref/prompt", name = "quote_quran" },
      argument = { name = "surah", value = "sur" },
    }, { publication = sample.open { sequence = 1, quran = false } })
    assert.same({}, cjson.decode(response.body).result.completion.values)
  end)

  it("offers a hundred values and says that there are more", function()
    local completion = complete("quote_quran", "surah", "")
    assert.equal(100, #completion.values)
    assert.equal(114, completion.total)
    assert.is_true(completion.hasMore)
  end)
end)

describe("a tool that another one uses", function()
  local call = { app = handler.app, config = application.config }
  call.request = application.request("POST /mcp", {})
  local x = exchange.new(
    {},
    call,
    call.request,
    { params = {}, meta = {} },
    { name = "legacy" }
  )

  it("gives a table, also where its route writes the JSON itself", function()
    local verses = assert(x:use("svc_get_quran_reference", { surah = 1, to_verse = 2 }))
    assert.equal("quran/1", verses.route)
    assert.equal(2, #verses.verses)
    assert.is_table(x:use("svc_get_taxonomy", {}).sections)
  end)

  it("gives the problem of its route", function()
    local value, refused = x:use("svc_get_quran_reference", { surah = 115 })
    assert.is_nil(value)
    assert.equal("SURAH_NOT_FOUND", refused.code)
  end)
end)

describe("a server of one's own", function()
  local log = {}

  local function serve(definition)
    definition.path, definition.name, definition.version = "/mcp", "own", "1"
    return application.joined(require("web.app").new({
      routes = { mcp.route({ definition }) },
      config = application.config,
      now = function() return 1767225600000 end,
      log = function(level, text) log[#log + 1] = level .. " " .. text end,
    }))
  end

  local own = serve({
    -- stylua: ignore
    tools = {
      { name = "fails", description = "Raises.", run = function() error("a bug") end },
      {
        name = "adds",
        description = "Takes typed arguments.",
        params = { number = params.integer({ min = 0, required = true, description = "Any." }) },
        run = function(x) return tostring(x.params.number + 1) end,
      },
      { name = "refuses", description = "Refuses.", run = function()
        return nil, mcp.fault("INVALID_PARAMS", "Not today.")
      end },
      { name = "scales", description = "Takes an argument that a header repeats.", input = {
        type = "object",
        properties = { factor = { type = "number", ["x-mcp-header"] = "Factor" } },
      }, run = function() return "done" end },
      { name = "speaks", description = "Notifies.", streams = true, run = function(x)
        x:progress(1, 2)
        x:log("info", "half")
        return "done"
      end },
    },
  })

  it("answers a bug with an internal error, and logs the traceback", function()
    local response = post(own, "tools/call", { name = "fails" })
    assert.equal(500, response.status)
    assert.equal(-32603, cjson.decode(response.body).error.code)
    assert.is_nil(response.body:find("a bug", 1, true))
    assert.matches("^error tools/call: .*a bug.*stack traceback", log[1])
  end)

  it("checks the arguments that its tools declare", function()
    local good = post(own, "tools/call", { name = "adds", arguments = { number = 41 } })
    assert.equal("42", cjson.decode(good.body).result.content[1].text)
    local bad = post(own, "tools/call", { name = "adds", arguments = { number = "many" } })
    assert.is_true(cjson.decode(bad.body).result.isError)
  end)

  it("tells how it read an argument that is not as declared", function()
    local read = post(own, "tools/call", { name = "adds", arguments = { number = "41" } })
    local content = cjson.decode(read.body).result.content
    assert.same(
      { "42", '`number` `"41"` is read as 41.' },
      { content[1].text, content[2].text }
    )
  end)

  for _, case in ipairs({
    { 3.14, "3.14", 200 },
    { 42, "42.0", 200 },
    { -1, "-1", 200 },
    { 16, "0x10", 400 },
    { 42, "43", 400 },
    { 42, "many", 400 },
    { nil, "nil", 400 },
  }) do
    local said = "compares a number with its header as numbers: %s with %q"
    it(said:format(tostring(case[1]), case[2]), function()
      local asked = { name = "scales", arguments = { factor = case[1] } }
      assert.equal(case[3], post(own, "tools/call", asked, { factor = case[2] }).status)
    end)
  end

  it("lets a tool refuse with an error of the protocol", function()
    local answer = cjson.decode(post(own, "tools/call", { name = "refuses" }).body)
    assert.same({ code = -32602, message = "Not today." }, answer.error)
  end)

  it("has no prompts and no resources to list", function()
    for _, method in ipairs({ "prompts/list", "resources/list", "completion/complete" }) do
      assert.equal(404, post(own, method).status)
    end
  end)

  it("streams what a tool says to a client that listens", function()
    local meta = { progressToken = "t", ["io.modelcontextprotocol/logLevel"] = "info" }
    for name, value in pairs(ENVELOPE) do
      meta[name] = value
    end
    local response = post(
      own,
      "tools/call",
      { name = "speaks" },
      { accept = "application/json, text/event-stream", meta = meta }
    )
    local events = {}
    response.stream(
      function(text)
        events[#events + 1] = cjson.decode(text:match("^event: message\ndata: ([^\n]*)\n\n$"))
      end
    )
    assert.equal("text/event-stream", application.header(response, "content-type"))
    assert.same({ progressToken = "t", progress = 1, total = 2 }, events[1].params)
    assert.same({ level = "info", data = "half" }, events[2].params)
    assert.equal("done", events[3].result.content[1].text)
  end)

  it("gives the same tool's end alone to a client that does not listen", function()
    local response = post(own, "tools/call", { name = "speaks" })
    assert.equal("done", cjson.decode(response.body).result.content[1].text)
  end)

  local tool = { name = "x", description = "x", run = function() end }
  for _, case in ipairs({
    { { { tools = { tool, tool } } }, "two tools are called x", "two tools of one name" },
    {
      { { title = "a" }, { title = "b" } },
      'two parts of the server define "title"',
      "a title twice",
    },
    {
      { { tools = { tool, { name = "y", description = "y" } } } },
      "entry 2 of `tools` of the server has no `run` (function)",
      "a tool that cannot run",
    },
    {
      { { prompts = { { name = "y", get = print } } } },
      "entry 1 of `prompts` of the server has no `description` (text)",
      "a prompt that says nothing",
    },
    {
      { { resources = { { name = "y", read = print } } } },
      "entry 1 of `resources` of the server has no `uri` (text)",
      "a resource without address",
    },
    {
      { { templates = { { uriTemplate = "y:{z}", name = "y" } } } },
      "entry 1 of `templates` of the server has no `read` (function)",
      "a template without code",
    },
  }) do
    it("is refused when it is loaded with " .. case[3], function()
      table.insert(case[1], { path = "/mcp", name = "own", version = "1" })
      local good, reason = pcall(function()
        local routes = { mcp.route(case[1]) }
        require("web.app").new({ routes = routes, config = application.config })
      end)
      assert.is_false(good)
      assert.truthy(reason:find(case[2], 1, true), reason)
    end)
  end

  it("is refused when it is loaded without a name", function()
    assert.has_error(
      function() mcp.route({ { path = "/mcp", version = "1" } }) end,
      "the server has no `name` (text)"
    )
  end)
end)

describe("the state of a round", function()
  local KEY, NOW = ("k"):rep(32), 1767225600000
  local sealed = state.seal(KEY, "tools/call x", { step = 2 }, NOW)

  it(
    "opens to what was sealed",
    function() assert.same({ step = 2 }, state.open(KEY, "tools/call x", sealed, NOW + 1000)) end
  )

  for _, case in ipairs({
    { "one letter changed", function() return sealed:gsub("^.", "A") end },
    { "something appended", function() return sealed .. "0" end },
    { "another digest", function() return (sealed:gsub("%x+$", ("0"):rep(64))) end },
    { "no digest", function() return (sealed:gsub("%..*$", "")) end },
    { "nothing", function() return "" end },
    { "no text", function() return 5 end },
  }) do
    it("does not open with " .. case[1], function()
      local value, reason = state.open(KEY, "tools/call x", (case[2]()), NOW)
      assert.is_nil(value)
      assert.equal("is not as this server made it", reason)
    end)
  end

  it("does not open with another key, for another request, or too late", function()
    assert.is_nil((state.open(("l"):rep(32), "tools/call x", sealed, NOW)))
    local _, other = state.open(KEY, "tools/call y", sealed, NOW)
    local _, late = state.open(KEY, "tools/call x", sealed, NOW + 601000)
    assert.equal("belongs to another request", other)
    assert.equal("has expired", late)
  end)
end)

describe("Base64", function()
  -- RFC 4648, 10
  for text, encoded in pairs({
    [""] = "",
    f = "Zg==",
    fo = "Zm8=",
    foo = "Zm9v",
    foob = "Zm9vYg==",
    fooba = "Zm9vYmE=",
    foobar = "Zm9vYmFy",
    ["\0\xff\xfe"] = "AP/+",
  }) do
    it(("%q is %s"):format(text, encoded), function()
      assert.equal(encoded, base64.encode(text))
      assert.equal(text, base64.decode(encoded))
    end)
  end

  for _, wrong in ipairs({ "Zg", "Zg=", "Zg===", "Zh==", "Zm9=", "Z m8", "Zm8_", "=", "A" }) do
    it(("refuses %q"):format(wrong), function() assert.is_nil(base64.decode(wrong)) end)
  end
end)

describe("the guard of origins", function()
  local OPEN = {
    addresses = { "127.0.0.1:8080", "0.0.0.0:80" },
    base_url = "https://api.example.org",
    site_url = "https://example.org",
    mcp_url = "https://api.example.org/mcp",
    allowed_origins = { "https://app.example.net", "https://dev.example.net:8443" },
  }
  local LOCAL = {
    addresses = { "127.0.0.1:8080", "[::1]:8080" },
    base_url = "http://127.0.0.1:8080",
    site_url = "http://127.0.0.1:8080",
    mcp_url = "http://127.0.0.1:8080/mcp",
    allowed_hosts = { "svc.test" },
  }

  -- { config, origin, host, allowed }
  for _, case in ipairs({
    { OPEN, nil, "api.example.org", true },
    { OPEN, nil, "anything.test", true },
    { OPEN, "https://api.example.org", nil, true },
    { OPEN, "https://API.example.org:443", nil, true },
    { OPEN, "https://example.org", nil, true },
    { OPEN, "https://app.example.net", nil, true },
    { OPEN, "https://dev.example.net:8443", nil, true },
    { OPEN, "https://dev.example.net", nil, false },
    { OPEN, "http://api.example.org", nil, false },
    { OPEN, "https://api.example.org.evil.test", nil, false },
    { OPEN, "https://evil.test", nil, false },
    { OPEN, "http://localhost:3000", nil, false },
    { OPEN, "null", nil, false },
    { OPEN, "", nil, false },
    { LOCAL, "http://localhost:3000", "localhost:8080", true },
    { LOCAL, "https://127.0.0.1", "127.0.0.1:8080", true },
    { LOCAL, "http://[::1]:5173", "[::1]:8080", true },
    { LOCAL, nil, "svc.test:8080", true },
    { LOCAL, nil, "evil.test", false },
    { LOCAL, "http://evil.test", "localhost:8080", false },
    { LOCAL, "http://localhost@evil.test", "localhost", false },
    { LOCAL, "vscode-webview://x", "localhost", false },
  }) do
    local name = ("%s %s at %s, as %s"):format(
      case[4] and "admits" or "refuses",
      case[2] or "no origin",
      case[3] or "no host",
      case[1].base_url
    )
    it(name, function()
      local headers = { origin = case[2], host = case[3] }
      local fault = origin.guard({ config = case[1], request = { headers = headers } })
      assert.equal(case[4], fault == nil)
      if fault then assert.equal("EDGE_GUARD_REJECTED", fault.code) end
    end)
  end

  it("takes no pair for another that it admitted before, however many there were", function()
    local function admits(sent, host)
      return not origin.guard({
        config = LOCAL,
        request = {
          headers = { origin = sent, host = host },
        },
      })
    end
    for _ = 1, 2 do
      assert.is_true(admits(nil, nil))
      assert.is_false(admits("", nil))
      assert.is_false(admits(nil, ""))
      assert.is_true(admits(nil, "localhost"))
      assert.is_false(admits("", "localhost"))
    end
    for port = 1, 100 do
      assert.is_true(admits(nil, "localhost:" .. port))
      assert.is_false(admits(nil, "evil.test:" .. port))
    end
  end)
end)

describe("what clients read before they connect", function()
  local function get(path, accept)
    local response = handler.handle(application.request(path, { accept = accept }))
    return application.json(response), response
  end

  it("is a server card", function()
    local card, response = get("/mcp/server-card", "application/mcp-server-card+json")
    assert.equal(
      "application/mcp-server-card+json",
      application.header(response, "content-type")
    )
    assert.matches("^[%w.-]+/[%w._-]+$", card.name)
    assert.is_true(#card.description <= 100)
    assert.same({
      type = "streamable-http",
      url = "http://api.test/mcp",
      supportedProtocolVersions = {
        "2026-07-28",
        "2025-11-25",
        "2025-06-18",
        "2025-03-26",
        "2024-11-05",
      },
    }, card.remotes[1])
  end)

  it("is found through the catalog of the domain", function()
    local catalog = get("/.well-known/ai-catalog.json")
    assert.equal("1.0", catalog.specVersion)
    local entry = catalog.entries[1]
    assert.equal("urn:air:api.test:mcp:svc", entry.identifier)
    assert.equal("application/mcp-server-card+json", entry.type)
    assert.equal("http://api.test/mcp/server-card", entry.url)
  end)

  it("says the same name and version as the server", function()
    local card = get("/mcp/server-card")
    local info = result("server/discover")._meta["io.modelcontextprotocol/serverInfo"]
    assert.equal("test.api/" .. info.name, card.name)
    assert.equal(info.version, card.version)
    assert.equal(info.title, card.title)
  end)
end)
