--- Arguments of tools that are not as the schema asks: what can mean one thing only is taken and
-- noted, everything else is refused with the cure.

local application = require("spec.support.service.application")
local svc = require("svc")

local handler = application.new()

--- Calls a tool with the bytes of its arguments.
-- @treturn table the value, or the problem
-- @treturn boolean whether it is a refusal
local function call(name, arguments)
  local request = application.request("POST /mcp", { ["content-type"] = "application/json" })
  request.body = svc.json({
    jsonrpc = "2.0",
    id = 1,
    method = "tools/call",
    params = { name = name, arguments = svc.raw_json(arguments) },
  })
  local result = svc.parse_json(handler.handle(request).body).result
  return svc.parse_json(result.content[1].text), result.isError or false
end

local QURAN, SEARCH = "svc_get_quran_reference", "svc_search_content"
local CONTENT, TAXONOMY = "svc_get_content", "svc_get_taxonomy"
local LESSON = "asset:en:material:mathematics:quadratic-equations"

--- Verses of an answer, such as `2:255-257`.
local function verses(answer)
  local list = answer.verses
  return ("%s:%d-%d"):format(answer.route:match("%d+$"), list[1].number, list[#list].number)
end

--- Rows: tool; arguments; a function of the answer; its value; the notes.
local understood = {
  { QURAN, '{"surah":2}', verses, "2:1-1" },
  { QURAN, '{"surah":2.0}', verses, "2:1-1" },
  { QURAN, '{"surah":"2"}', verses, "2:1-1", '`surah` `"2"` is read as 2.' },
  { QURAN, '{"surah":" 002 "}', verses, "2:1-1", '`surah` `" 002 "` is read as 2.' },
  { QURAN, '{"surah":"2.0"}', verses, "2:1-1", '`surah` `"2.0"` is read as 2.' },
  { QURAN, '{"surah":[2]}', verses, "2:1-1", "`surah` `[2]` is read as 2." },
  {
    QURAN,
    '{"surah":"Al-Baqarah"}',
    verses,
    "2:1-1",
    '`surah` `"Al-Baqarah"` is read as 2.',
  },
  { QURAN, '{"surah":"Yasin"}', verses, "36:1-1", '`surah` `"Yasin"` is read as 36.' },
  {
    QURAN,
    '{"surah":"2:255-257"}',
    verses,
    "2:255-257",
    '`surah` `"2:255-257"` gives `from_verse` 255.',
    '`surah` `"2:255-257"` gives `to_verse` 257.',
    '`surah` `"2:255-257"` is read as 2.',
  },
  {
    QURAN,
    '{"surah":"2:255","from_verse":255,"to_verse":255}',
    verses,
    "2:255-255",
    '`surah` `"2:255"` is read as 2.',
  },
  {
    QURAN,
    '{"surah":2,"from_verse":"3","to_verse":"4"}',
    verses,
    "2:3-4",
    '`to_verse` `"4"` is read as 4.',
    '`from_verse` `"3"` is read as 3.',
  },
  {
    QURAN,
    '{"surah":2,"from_verse":"3-4"}',
    verses,
    "2:3-4",
    '`from_verse` `"3-4"` gives `to_verse` 4.',
    '`from_verse` `"3-4"` is read as 3.',
  },
  {
    QURAN,
    '{"surah":114,"from_verse":"2 – 3"}',
    verses,
    "114:2-3",
    '`from_verse` `"2 – 3"` gives `to_verse` 3.',
    '`from_verse` `"2 – 3"` is read as 2.',
  },
  {
    QURAN,
    '{"surah":2,"from_verse":"2:3-4","to_verse":"4"}',
    verses,
    "2:3-4",
    '`to_verse` `"4"` is read as 4.',
    '`from_verse` `"2:3-4"` is read as 3.',
  },
  { QURAN, '{"surah":2,"from_verse":null,"to_verse":null,"locale":null}', verses, "2:1-1" },
  {
    QURAN,
    '{"surah":2,"from_verse":"","locale":"  "}',
    verses,
    "2:1-1",
    "`from_verse` is empty and left out.",
    "`locale` is empty and left out.",
  },
  {
    QURAN,
    '{"surah":2,"fromVerse":3,"to-verse":4}',
    verses,
    "2:3-4",
    "`fromVerse` is read as `from_verse`.",
    "`to-verse` is read as `to_verse`.",
  },
}

local function add(tool, form, value, get, expected)
  local note = "`%s` `%s` is read as %s."
  local name, written = form:match('"([%a_]+)":%%s'), value
  local row = { tool, form:format(value), get, expected }
  row[5] = note:format(name, written, svc.json(expected))
  understood[#understood + 1] = row
end

local function locale(answer) return answer.locale end
local LOCALES = {
  { '"en-US"', "en" },
  { '"id_ID"', "id" },
  { '"de-AT"', "de" },
  { '"EN"', "en" },
  { '" de "', "de" },
  { '["id"]', "id" },
  { '"English"', "en" },
  { '"Englisch"', "en" },
  { '"bahasa inggris"', "en" },
  { '"bahasa"', "id" },
  { '"Indonesian"', "id" },
  { '"Bahasa Indonesia"', "id" },
  { '"indonesisch"', "id" },
  { '"German"', "de" },
  { '"deutsch"', "de" },
  { '"Jerman"', "de" },
}
for _, row in ipairs(LOCALES) do
  add(TAXONOMY, '{"locale":%s}', row[1], locale, row[2])
end

local function has_tafsir(answer) return answer.verses[1].tafsir ~= nil end
for _, value in ipairs({ '"true"', '"True"', '" true "', '"yes"', '"1"', "1", "[true]" }) do
  add(QURAN, '{"surah":2,"locale":"id","include_tafsir":%s}', value, has_tafsir, true)
end
for _, value in ipairs({ '"false"', '"FALSE"', '"no"', '"0"', "0" }) do
  add(QURAN, '{"surah":2,"locale":"id","include_tafsir":%s}', value, has_tafsir, false)
end

local function section(answer) return answer.items[1].section end
local SECTIONS = {
  { '"Quran"', "quran" },
  { '"Qur\'an"', "quran" },
  { '"article"', "articles" },
  { '"Materials"', "material" },
  { '"MATERIAL"', "material" },
  { '"Try-out"', "tryout" },
  { '"try_outs"', "tryout" },
  { '["quran"]', "quran" },
}
for _, row in ipairs(SECTIONS) do
  add(SEARCH, '{"section":%s}', row[1], section, row[2])
end

local function limit(answer) return answer.limit end
for _, value in ipairs({ '"3"', '"03"', '"3.0"', '" 3"', '"+3"', "[3]" }) do
  add(SEARCH, '{"limit":%s}', value, limit, 3)
end

local function first(answer) return answer.items[1] and answer.items[1].content_id end
local QUERIES = {
  { '"quadratic"', '["quadratic"]' },
  { '"[\\"quadratic\\"]"', '["quadratic"]' },
  { '["quadratic",""]', '["quadratic"]' },
  { '["quadratic",null]', '["quadratic"]' },
}
for _, row in ipairs(QUERIES) do
  local shown = row[1]:gsub("\\\\", "\\")
  understood[#understood + 1] = {
    SEARCH,
    ('{"query":%s}'):format(row[1]),
    first,
    LESSON,
    ("`query` `%s` is read as %s."):format(shown, row[2]),
  }
end

local rest = {
  { CONTENT, ('{"ref":["%s"]}'):format(LESSON), "content_id", LESSON },
  { CONTENT, ('{"REF":"%s"}'):format(LESSON), "content_id", LESSON, "`REF` is read as `ref`." },
  { SEARCH, '{"query":null}', "offset", 0 },
  { SEARCH, '{"query":[]}', "offset", 0 },
  { SEARCH, '{"query":""}', "offset", 0, "`query` is empty and left out." },
  { SEARCH, '{"query":[2024]}', "offset", 0, '`query` `[2024]` is read as ["2024"].' },
  { SEARCH, '{"query":2024}', "offset", 0, '`query` `2024` is read as ["2024"].' },
  { SEARCH, '{"query":["x"],"offset":"2"}', "offset", 2, '`offset` `"2"` is read as 2.' },
}
for _, row in ipairs(rest) do
  local name = row[3]
  row[3] = function(answer) return answer[name] end
  understood[#understood + 1] = row
end

describe("an argument that can mean one thing only", function()
  for _, row in ipairs(understood) do
    it(("is taken: %s of %s"):format(row[2], row[1]), function()
      local answer, refused = call(row[1], row[2])
      assert.is_false(refused, answer.detail)
      assert.equal(row[4], row[3](answer))
      if row[5] then
        assert.same({ table.unpack(row, 5) }, { table.unpack(answer.understood) })
      end
    end)
  end

  it("is the same over both forms of the result", function()
    local request = application.request("POST /mcp", { ["content-type"] = "application/json" })
    request.body = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":'
      .. '{"name":"svc_get_taxonomy","arguments":{"locale":"de-DE"}}}'
    local result = svc.json_member(handler.handle(request).body, "result")
    local text = svc.parse_json(result).content[1].text
    assert.equal(text, svc.json_member(result, "structuredContent"))
    assert.matches("`de%-DE`", text:gsub('\\"', ""))
  end)

  it("is not told of another call that settles to the same", function()
    for _ = 1, 2 do
      assert.is_table(call(TAXONOMY, '{"locale":"DE"}').understood)
      assert.is_nil(call(TAXONOMY, '{"locale":"de"}').understood)
    end
  end)
end)

--- Rows: tool; arguments; code; what the refusal says.
local refused = {
  { QURAN, '{"surah":"nonsense"}', "INVALID_REQUEST", 'a name such as "Al-Baqarah"' },
  {
    QURAN,
    '{"surah":"2:255","from_verse":3}',
    "INVALID_REQUEST",
    "`surah` must be an integer",
  },
  { QURAN, '{"surah":3,"from_verse":"2:3-4"}', "INVALID_REQUEST", "`from_verse`" },
  { QURAN, '{"surah":2,"from_verse":"3-4","to_verse":9}', "INVALID_REQUEST", "3-4" },
  { QURAN, '{"surah":2,"from_verse":"3 to many"}', "INVALID_REQUEST", "Verses have numbers" },
  { QURAN, '{"surah":2,"from_verse":"7-3"}', "UNPROCESSABLE_REQUEST", "comes before" },
  { QURAN, '{"surah":114,"from_verse":"5-9"}', "UNPROCESSABLE_REQUEST", "ends with verse 6" },
  { QURAN, '{"surah":"2:400"}', "UNPROCESSABLE_REQUEST", "ends with verse 286" },
  { QURAN, '{"surah":"al-baqrah"}', "INVALID_REQUEST", "It may be `2` or `9`." },
  { QURAN, '{"surah":"juz 30"}', "INVALID_REQUEST", 'a name such as "Al-Baqarah"' },
  { QURAN, '{"surah":""}', "INVALID_REQUEST", "`surah` must be an integer" },
  { QURAN, '{"surah":null}', "INVALID_REQUEST", "`surah` is required." },
  { QURAN, '{"surah":"115"}', "SURAH_NOT_FOUND", "from 1 to 114" },
  { QURAN, '{"surah":true}', "INVALID_REQUEST", "the boolean `true`" },
  { QURAN, '{"surah":"-2"}', "INVALID_REQUEST", "the string `-2`" },
  { QURAN, '{"surah":"2.5"}', "INVALID_REQUEST", "`surah` must be an integer" },
  { QURAN, '{"surah":[1,2]}', "INVALID_REQUEST", "not an array" },
  { QURAN, '{"surah":2,"include_tafsir":"maybe"}', "INVALID_REQUEST", "`true` or `false`" },
  { QURAN, '{"surah":2,"include_tafsir":2}', "INVALID_REQUEST", "`true` or `false`" },
  { TAXONOMY, '{"locale":"french"}', "UNPROCESSABLE_REQUEST", "one of `en`, `id`, `de`" },
  { TAXONOMY, '{"locale":"fr-FR"}', "UNPROCESSABLE_REQUEST", "one of `en`, `id`, `de`" },
  { TAXONOMY, '{"lang":"de"}', "INVALID_REQUEST", "Accepted parameters: `locale`." },
  { SEARCH, '{"section":"lesson"}', "UNPROCESSABLE_REQUEST", "`articles`, `material`" },
  { SEARCH, '{"limit":"many"}', "INVALID_REQUEST", "`limit` must be an integer" },
  { SEARCH, '{"limit":"50"}', "UNPROCESSABLE_REQUEST", "from 1 to 10" },
  { SEARCH, '{"query":{"a":1}}', "INVALID_REQUEST", "an array of strings" },
  { SEARCH, '{"query":"[1, {}]"}', "INVALID_REQUEST", "an array of strings" },
  { SEARCH, '{"query":["a","b","c","d","e"]}', "UNPROCESSABLE_REQUEST", "at most 4 times" },
  { CONTENT, "{}", "INVALID_REQUEST", "`ref` is required." },
  { CONTENT, '{"ref":""}', "UNPROCESSABLE_REQUEST", "`ref` must be a text that is not blank" },
  { CONTENT, '{"ref":2}', "INVALID_REQUEST", "`ref` must be a string" },
}

describe("an argument that means nothing for certain", function()
  for _, row in ipairs(refused) do
    it(("is refused with the cure: %s of %s"):format(row[2], row[1]), function()
      local problem, is_refusal = call(row[1], row[2])
      assert.is_true(is_refusal)
      assert.equal(row[3], problem.code)
      local said = problem.detail .. " " .. problem.resolution
      assert.is_truthy(said:find(row[4], 1, true), said)
    end)
  end
end)

describe("REST", function()
  for _, target in ipairs({
    "/v1/quran/Al-Baqarah",
    "/v1/quran/002",
    "/v1/quran/2?include_tafsir=True",
    "/v1/taxonomy?locale=en-US",
    "/v1/search?section=Quran",
    "/v1/search?query=",
    "/v1/search?limit=03",
  }) do
    it("stays strict: " .. target, function()
      local status = handler.handle(application.request(target)).status
      assert.is_true(status == 400 or status == 422)
    end)
  end
end)

describe("twelve loose spellings of an argument", function()
  -- An argument, a value that it may have, and the others that its tool needs.
  local arguments = {
    { SEARCH, "query", "quadratic" },
    { SEARCH, "section", "material" },
    { SEARCH, "locale", "en" },
    { SEARCH, "limit", "3" },
    { SEARCH, "offset", "2" },
    { CONTENT, "ref", LESSON },
    { TAXONOMY, "locale", "de" },
    { QURAN, "surah", "2" },
    { QURAN, "from_verse", "3", '"surah":2' },
    { QURAN, "to_verse", "3", '"surah":2' },
    { QURAN, "locale", "id", '"surah":2' },
    { QURAN, "include_tafsir", "true", '"surah":2' },
  }
  local function quoted(value) return svc.json(value) end
  local spellings = {
    function(value) return value:find("^[%d]") and value or quoted(value) end,
    quoted,
    function(value) return quoted(" " .. value .. " ") end,
    function(value) return quoted(value:upper()) end,
    function(value) return "[" .. quoted(value) .. "]" end,
    function(value) return quoted("[" .. quoted(value) .. "]") end,
    function(value) return quoted(quoted(value)) end,
    function() return '""' end,
    function() return "null" end,
    function() return "[]" end,
    function() return "{}" end,
    function() return "true" end,
  }
  for _, row in ipairs(arguments) do
    local tool, name, value, more = table.unpack(row)
    it(("are understood or refused with the cure: %s of %s"):format(name, tool), function()
      local taken = 0
      for _, spelling in ipairs(spellings) do
        local given = ('{"%s":%s%s}'):format(name, spelling(value), more and "," .. more or "")
        local answer, is_refusal = call(tool, given)
        if is_refusal then
          assert.is_true(#answer.resolution > 0 and #answer.detail > 0, given)
          assert.is_true(answer.status < 500, given)
        else
          taken = taken + 1
        end
      end
      assert.is_true(taken >= 3, taken .. " are understood")
    end)
  end
end)
