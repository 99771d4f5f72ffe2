--- An agent that knows nothing but what the tools say of themselves: it reads the descriptions to
-- the letter, asks natural questions, and ends at the right text within three calls.
local application = require("spec.support.service.application")
local cjson = require("cjson")
local svc = require("svc")

local BUILD = os.getenv("BUILD") or "build"
local VERSION = "2026-07-28"
local ENVELOPE = {
  ["io.modelcontextprotocol/protocolVersion"] = VERSION,
  ["io.modelcontextprotocol/clientCapabilities"] = {},
}

local handler = application.new()
local publication = assert(svc.open(BUILD .. "/demo.svp", { any_signer = true }))

local function post(method, asked)
  asked._meta = ENVELOPE
  local request = application.request("POST /mcp", {
    accept = "application/json",
    ["content-type"] = "application/json",
    ["mcp-method"] = method,
    ["mcp-name"] = asked.name,
    ["mcp-protocol-version"] = VERSION,
  })
  request.publication = publication
  request.body = svc.json({ jsonrpc = "2.0", id = 1, method = method, params = asked })
  return cjson.decode(handler.handle(request).body).result
end

--- What an agent learns from the descriptions: the tools they name, and what they want.
local function learn()
  local known = {}
  for _, tool in ipairs(post("tools/list", {}).tools) do
    local found = tool.description:find("^Finds content by up to four phrasings")
    if found then
      known.search = tool.name
      known.example, known.quote, known.surah, known.verse = tool.description:match(
        'A result titled as "([^"]+)" is a verse: quote it with ([%l_]+), (%l+) %d+, ([%l_]+) %d+%.'
      )
      known.id, known.read, known.readable = tool.description:match(
        "Read others by `([%l_]+)` with ([%l_]+) where they have a `([%l_]+)`; else only cite"
      )
    end
  end
  for _, tool in ipairs(post("tools/list", {}).tools) do
    if tool.name == known.read then known.argument = tool.inputSchema.required[1] end
  end
  return known
end

local known = learn()

--- An agent with a count of its calls.
local function call(agent, name, arguments)
  agent.calls = agent.calls + 1
  local result = post("tools/call", { name = name, arguments = arguments })
  assert(not result.isError, result.content[1].text)
  return result.structuredContent
end

--- The text of verses as a person reads it.
local function quoted(reference)
  local parts = {}
  for _, verse in ipairs(reference.verses) do
    parts[#parts + 1] = verse.arabic
    for _, segment in ipairs(verse.translation.segments) do
      parts[#parts + 1] = segment.value
    end
  end
  return table.concat(parts, " ")
end

--- Follows a result as the description of the search says; nil where it can only be cited.
local function follow(agent, item, locale)
  local surah, verse = item.title:match(" (%d+):(%d+)$")
  if surah then
    local arguments = { [known.surah] = tonumber(surah), [known.verse] = tonumber(verse) }
    arguments.locale = locale
    return quoted(call(agent, known.quote, arguments))
  elseif item[known.readable] then
    return call(agent, known.read, { [known.argument] = item[known.id] }).text
  end
end

--- Asks a question and reads the best result that can be read.
-- @treturn string|nil text, nil where there was none
-- @treturn number calls
local function answer(question, locale)
  local agent = { calls = 0 }
  local page = call(agent, known.search, { query = { question }, locale = locale })
  for _, item in ipairs(page.items) do
    local text = follow(agent, item, locale)
    if text then return text, agent.calls end
  end
  return nil, agent.calls
end

--- Questions, the locale of who asks, and what the right text has.
local QUESTIONS = {
  { "how do I solve x^2-5x+6=0", "en", "# Quadratic equations" },
  { "Bedeutung von Ayat al-Kursi", "de", "Allah - es gibt keinen Gott außer Ihm" },
  { "apa itu fotosintesis", "id", "# Fotosintesis" },
  { "Satz des Pythagoras Beweis", "de", "# Der Satz des Pythagoras" },
  { "soal UTBK penalaran", "id", "penalaran" },
  { "سورة الكهف", "en", "# Al-Kahf" },
  { "وَالْعَصْرِ", "en", "وَٱلۡعَصۡرِ" },
  { "patience verse", "en", "patien" },
  { "newton second law example", "en", "second law" },
  { "what does the Quran say about patience", "en", "patien" },
  { "verse about charging interest riba", "en", "interest" },
  { "bismillah", "en", "In the name of Allah" },
  { "kapan Indonesia merdeka", "id", "17 Agustus 1945" },
  { "Koran über Geduld", "de", "Standhaftigkeit" },
  { "surat yasin", "id", "Surah 36 dari 114" },
  { "Ableitung Kettenregel", "de", "Kettenregel" },
  { "hukum Ohm", "id", "Ohm" },
  { "Was ist Osmose?", "de", "Osmose" },
  { "2:286", "en", "does not charge a soul" },
  { "probability of two dice", "en", "probability" },
}

--- Lower case of ASCII, as far as these texts need it.
local function has(text, part) return text:lower():find(part:lower(), 1, true) ~= nil end

describe("an agent that follows the descriptions", function()
  it("learns from them how to search, to read and to quote", function()
    assert.equal("Al-Baqarah 2:255", known.example)
    assert.same({
      "svc_search_content",
      "svc_get_quran_reference",
      "surah",
      "from_verse",
      "svc_get_content",
      "content_id",
      "markdown_url",
      "ref",
    }, {
      known.search,
      known.quote,
      known.surah,
      known.verse,
      known.read,
      known.id,
      known.readable,
      known.argument,
    })
  end)

  for _, case in ipairs(QUESTIONS) do
    it(("ends at the right text within three calls: %s"):format(case[1]), function()
      local text, calls = answer(case[1], case[2])
      assert.is_truthy(text and has(text, case[3]), text and text:match("^[^\n]*"))
      assert.is_true(calls <= 3, calls)
    end)
  end

  it("finds no right text for what nobody wrote of", function()
    local text = answer("xyzzyx qqzzv", "en")
    assert.is_nil(text)
  end)
end)
