--- Answers of tools are bounded in tokens: no vocabulary counts more than the estimate, and the
-- largest answer of each tool over the whole demo publication is within its bound. Every answer is
-- estimated, and one in so many is counted, in each locale and of each tool:
--
--   TOKENS_EVERY=1 spec/support/run spec/lua/web/tokens_spec.lua     counts all

local application = require("spec.support.service.application")
local node = require("spec.support.web.node")
local svc = require("svc")
local tokens = require("web.tokens")

local BUILD = os.getenv("BUILD") or "build"
local DEFAULT, MOST = 10000, 20000

local handler = application.new()
local publication = assert(svc.open(BUILD .. "/demo.svp", { any_signer = true }))

local function post(method, asked)
  local request = application.request("POST /mcp", { ["content-type"] = "application/json" })
  request.publication = publication
  request.body = svc.json({ jsonrpc = "2.0", id = 1, method = method, params = asked })
  return svc.parse_json(handler.handle(request).body).result
end

local EVERY = tonumber(os.getenv("TOKENS_EVERY")) or 8

--- Every answer: what it is, its bound and estimate; and its text, where it is counted.
local rows, counted = {}, {}

local function add(label, text, bound)
  local row = { label = label, bound = bound, estimate = tokens.estimate(text) }
  rows[#rows + 1] = row
  if label == "tool" or #rows % EVERY == 0 then
    row.text, counted[#counted + 1] = text, row
  end
end

--- Calls a tool until there is no next part, and adds each.
local function walk(name, arguments, next_argument, bound)
  repeat
    local result = post("tools/call", { name = name, arguments = arguments })
    local text = result.content[1].text
    assert(not result.isError, text)
    add(name .. " " .. svc.json(arguments), text, bound)
    local window = result.structuredContent.window
    arguments[next_argument] = window and window.next_start
  until not (window and window.next_start)
end

local function walk_verses(locale, bound, last)
  local longest = application.config.quran_max_verses
  for surah = 1, last do
    local verses = publication:verse_count(surah)
    for first = 1, verses, longest do
      walk("svc_get_quran_reference", {
        surah = surah,
        from_verse = first,
        to_verse = math.min(first + longest - 1, verses),
        locale = locale,
        include_tafsir = true,
        max_tokens = bound,
      }, "from_verse", bound)
    end
  end
end

local function walk_items(bound, locale, section)
  for document in publication:each(locale, section) do
    if document.readable then
      walk("svc_get_content", { ref = document.content_id, max_tokens = bound }, "start", bound)
    end
  end
end

local QUERIES = { "equation", "mercy", "snbt", "Gleichung", "persamaan", "the", "الرحمن" }

setup(function()
  walk_items(DEFAULT)
  for _, locale in ipairs(svc.locales) do
    walk_verses(locale, DEFAULT, svc.surahs)
    walk("svc_get_taxonomy", { locale = locale }, "none", DEFAULT)
    for _, query in ipairs(QUERIES) do
      local asked = { query = svc.array({ query }), locale = locale }
      walk("svc_search_content", asked, "none", DEFAULT)
    end
  end
  -- The longest answers of all, and in the language that takes most tokens.
  walk_verses("id", MOST, 9)
  walk_items(MOST, "id", "quran")
  for _, tool in ipairs(post("tools/list", {}).tools) do
    local shown =
      { name = tool.name, description = tool.description, input_schema = tool.inputSchema }
    add("tool", svc.json(shown), MOST)
  end
  local path = os.tmpname()
  local file = assert(io.open(path, "w"))
  for _, row in ipairs(counted) do
    file:write(svc.json(row.text), "\n")
  end
  file:close()
  local output, status = node.run("spec/support/mcp/count_tokens.mjs " .. path)
  os.remove(path)
  assert(status == 0, output)
  local i = 0
  for o200k, cl100k in output:gmatch("(%d+) (%d+)\n") do
    i = i + 1
    counted[i].o200k, counted[i].cl100k = tonumber(o200k), tonumber(cl100k)
  end
  assert(i == #counted)
end)

describe("the estimate of tokens", function()
  it("is below the count of neither vocabulary, for any answer", function()
    for _, row in ipairs(counted) do
      local most = math.max(row.o200k, row.cl100k)
      assert.is_true(
        row.estimate >= most,
        ("%s: %d, not %d"):format(row.label, most, row.estimate)
      )
    end
  end)

  -- stylua: ignore
  local cases = {
    { "five letters and four", "light fast", 3 },
    { "seven digits behind a blank", " 1234567", 4 },
    { "blanks in front of a digit", "a   7", 4 },
    { "a digit between letters and signs", 'a1,"b', 4 },
    { "five signs, a line and a tab", '{"a":\n\t', 5 },
    { "Latin letters with marks", "éß", 2 },
    { "Arabic, a mark of it and a digit", "بً٧", 4 },
    { "letters of another script in words", "aα bد", 5 },
    { "a sign of mathematics, a letter of China and a face", "√日😀", 9 },
    { "one more in sixteen", ("a "):rep(32), 34 },
  }
  for _, case in ipairs(cases) do
    it("of " .. case[1], function() assert.equal(case[3], tokens.estimate(case[2])) end)
  end

  it("is not twice the count of a long answer", function()
    for _, row in ipairs(counted) do
      if row.cl100k > 2000 then assert.is_true(row.estimate < 2 * row.cl100k, row.label) end
    end
  end)
end)

describe("the largest answers over the whole publication", function()
  it("are within their bounds by the estimate, and in both vocabularies", function()
    for _, row in ipairs(rows) do
      assert.is_true(row.estimate <= row.bound, row.label)
    end
    for _, row in ipairs(counted) do
      assert.is_true(math.max(row.o200k, row.cl100k) <= row.bound, row.label)
    end
  end)

  it("come close to them, so that few calls are needed", function()
    local most = { [DEFAULT] = 0, [MOST] = 0 }
    for _, row in ipairs(counted) do
      most[row.bound] = math.max(most[row.bound], row.cl100k)
    end
    assert.is_true(most[DEFAULT] > 0.8 * DEFAULT and most[MOST] > 0.8 * MOST)
  end)
end)

describe("the tools that a model is shown", function()
  it("take less than 900 tokens together, in both vocabularies", function()
    local o200k, cl100k = 0, 0
    for _, row in ipairs(counted) do
      if row.label == "tool" then
        o200k, cl100k = o200k + row.o200k, cl100k + row.cl100k
      end
    end
    assert.is_true(o200k > 100 and o200k < 900, o200k)
    assert.is_true(cl100k > 100 and cl100k < 900, cl100k)
  end)
end)
