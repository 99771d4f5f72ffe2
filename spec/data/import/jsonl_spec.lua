--- JSON lines as content: what a line becomes, and the line and cure of each refusal.
local jsonl = require("data.import.jsonl")

local path

before_each(function() path = os.tmpname() end)
after_each(function() os.remove(path) end)

local function read(text)
  local file <close> = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
  local documents = {}
  local count, fault = jsonl.each(path, "material", function(document, bytes)
    document.bytes = bytes
    documents[#documents + 1] = document
  end)
  return count, fault, documents
end

local GOOD = '{"id":"wing-1","title":"Lift","text":"A wing lifts.","locale":"en"}\n'

describe("JSON lines", function()
  it("become documents of the section", function()
    local count, _, documents = read(GOOD)
    assert.equal(1, count)
    assert.same({
      id = "asset:en:material:wing-1",
      locale = "en",
      section = "material",
      concept = "concept:material:wing-1",
      lens = "lens:material",
      route = "material/wing-1",
      title = "Lift",
      text = "A wing lifts.",
      labels = {},
      bytes = #GOOD,
    }, documents[1])
  end)

  local accepted = {
    {
      "no title: the id serves",
      '{"id":"p1","title":" ","text":"x","locale":"de"}',
      "p1",
      "x",
    },
    {
      "a title of several lines",
      '{"id":"p1","title":"a\\n b","text":"x","locale":"id"}',
      "a b",
      "x",
    },
    { "no text: a citation", '{"id":"p1","title":"a","text":"","locale":"en"}', "a", nil },
    {
      "blank lines and no newline at the end",
      '\n\n{"id":"p1","title":"a","text":"ä","locale":"en"}',
      "a",
      "ä",
    },
  }
  for _, case in ipairs(accepted) do
    it("may have " .. case[1], function()
      local count, fault, documents = read(case[2])
      assert.equal(1, count, fault)
      assert.same({ case[3], case[4] }, { documents[1].title, documents[1].text })
    end)
  end

  it(
    "may use one id in two locales",
    function() assert.equal(2, (read(GOOD .. GOOD:gsub('"en"', '"de"')))) end
  )

  local refused = {
    { "an array", "[1]", "is no JSON object; one object a line is expected" },
    { "a number", "7", "is no JSON object" },
    { "broken JSON", '{"id":', "is not JSON: " },
    {
      "a repeated member",
      '{"id":"a","id":"b","title":"","text":"","locale":"en"}',
      'is not JSON: duplicate member name "id"',
    },
    {
      "a lone surrogate",
      '{"id":"a","title":"\\ud800","text":"","locale":"en"}',
      "is not JSON: ",
    },
    { "invalid UTF-8", '{"id":"a","title":"\xFF","text":"","locale":"en"}', "is not JSON: " },
    { "deep nesting", ("["):rep(9) .. ("]"):rep(9), "is not JSON: " },
    {
      "a missing member",
      '{"id":"a","text":"","locale":"en"}',
      'member "title" is missing; a string is expected',
    },
    {
      "a member of another type",
      '{"id":1,"title":"","text":"","locale":"en"}',
      'member "id" is of another type; a string is expected',
    },
    {
      "an unknown member",
      '{"id":"p1","title":"a","text":"x","locale":"en","year":[1]}',
      'member "year" is unknown; accepted: id, locale, text, title',
    },
    {
      "an unknown locale",
      '{"id":"a","title":"","text":"","locale":"ar"}',
      'locale "ar" is unknown; accepted: en, id, de',
    },
    {
      "an id that is no path segment",
      '{"id":"../a","title":"","text":"","locale":"en"}',
      'id "../a" is not accepted; use lower-case letters, digits and single hyphens',
    },
    {
      "a NUL",
      '{"id":"a","title":"","text":"\\u0000","locale":"en"}',
      "holds a NUL character",
    },
    {
      "a repeated id",
      '{"id":"wing-1","title":"","text":"","locale":"en"}',
      'repeats id "wing-1" of line 1; rename one',
    },
  }
  for _, case in ipairs(refused) do
    it("refuse " .. case[1], function()
      local count, fault = read(GOOD .. case[2] .. "\n")
      assert.is_nil(count)
      local expected = path .. ":2: " .. case[3]
      assert.equal(expected, fault:sub(1, #expected), fault)
    end)
  end

  for file, what in pairs {
    ["/nowhere"] = "No such file or directory",
    ["spec"] = "Is a directory",
  } do
    it("refuse " .. file .. ": " .. what, function()
      local _, fault = jsonl.each(file, "material", function() end)
      assert.equal(file .. ": " .. what .. "; give a file of JSON lines with --jsonl", fault)
    end)
  end
end)
