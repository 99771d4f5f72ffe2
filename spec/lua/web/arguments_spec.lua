--- From what a client gave to typed values: query strings and JSON by the same declarations.
local svc = require("svc")
local arguments = require("web.arguments")
local params = require("web.params")

local declarations = {
  id = params.integer({ from = "path", min = 1, max = 9, missing = "SURAH_NOT_FOUND" }),
  count = params.integer({ min = 1, default = 3 }),
  flag = params.boolean({ default = false }),
  locale = params.locale(),
  section = params.section(),
  ref = params.string({ max_bytes = 8 }),
  query = params.strings({ max_items = 2, max_bytes = 4 }),
}

local function read(query, id)
  return arguments.from_query(declarations, { query = query }, { id = id or "1" })
end

local DEFAULTS = { id = 1, count = 3, flag = false, locale = "en" }

local function with(changes)
  local values = {}
  for name, value in pairs(DEFAULTS) do
    values[name] = value
  end
  for name, value in pairs(changes) do
    values[name] = value
  end
  return values
end

describe("arguments.from_query", function()
  local accepted = {
    { nil, {}, "defaults where there is no query" },
    { "count=12", { count = 12 }, "an integer" },
    { "count=2147483647", { count = 2147483647 }, "the largest integer" },
    { "flag=true", { flag = true }, "a boolean" },
    { "flag=false", { flag = false }, "a boolean that is the default" },
    { "locale=de&section=quran", { locale = "de", section = "quran" }, "words of a set" },
    {
      "ref=%C3%B6%C3%B6%C3%B6%C3%B6",
      { ref = "öööö" },
      "a text as long as may be, in bytes",
    },
    { "query=a&query=b", { query = { "a", "b" } }, "a repeated parameter" },
    { "query=a", { query = { "a" } }, "a list of one" },
  }
  for _, case in ipairs(accepted) do
    it("reads " .. case[3], function()
      local values, fault = read(case[1])
      assert.is_nil(fault)
      assert.same(with(case[2]), values)
    end)
  end

  local refused = {
    { "page=1", 400, "`page` is not known", "an unknown parameter" },
    { "id=1", 400, "`id` is not known", "a path parameter in the query" },
    { "=1", 400, "`` is not known", "an empty name" },
    { "query[]=1", 400, "`query[]` is not known", "a name with brackets" },
    { "count=1&count=1", 400, "2 times", "a repeated single value" },
    { "count=abc", 400, "`count` must be an integer", "letters for an integer" },
    { "count=1.5", 400, "`1.5`", "a fraction" },
    { "count=%2B5", 400, "`+5`", "a plus sign" },
    { "count=007", 400, "`007`", "leading zeros" },
    { "count=-0", 400, "`-0`", "minus zero" },
    { "count=1e3", 400, "`1e3`", "an exponent" },
    { "count=0x1", 400, "`0x1`", "hexadecimal" },
    { "count=%201", 400, "` 1`", "a space before the digits" },
    { "count=%D9%A1", 400, "integer", "Arabic digits" },
    { "count=", 400, "integer", "an empty integer" },
    { "flag=1", 400, "`true` or `false`", "a number for a boolean" },
    { "flag=TRUE", 400, "`true` or `false`", "a boolean in capitals" },
    { "flag=", 400, "`true` or `false`", "an empty boolean" },
    { "ref=%00", 400, "NUL", "NUL" },
    { "ref=%ff", 400, "UTF-8", "invalid UTF-8" },
    { "ref=%f", 400, "percent-encoded", "bad percent-encoding" },
    { "count=0", 422, "1 or more, not `0`", "an integer too small" },
    { "count=-1", 422, "1 or more", "a negative integer" },
    { "count=2147483648", 422, "2147483647 or less", "an integer too large" },
    { "count=" .. ("9"):rep(400), 422, "2147483647 or less", "an integer of 400 digits" },
    { "count=-" .. ("9"):rep(400), 422, "1 or more", "a negative one of 400 digits" },
    { "locale=fr", 422, "one of `en`, `id`, `de`", "an unknown locale" },
    { "locale=EN", 422, "one of `en`", "a locale in capitals" },
    { "locale=", 422, "one of `en`", "an empty locale" },
    { "section=", 422, "one of `articles`", "an empty section" },
    { "ref=", 422, "not blank", "an empty text" },
    { "ref=%20%E3%80%80%C2%A0", 422, "not blank", "a blank text" },
    { "ref=%C3%B6%C3%B6%C3%B6%C3%B6a", 422, "at most 8 bytes", "a text too long" },
    { "query=a&query=b&query=c", 422, "at most 2 times", "too many" },
    { "query=a&query=", 422, "not blank", "a blank one among others" },
    { "query=abcde", 422, "at most 4 bytes", "one too long" },
  }
  for _, case in ipairs(refused) do
    it("refuses " .. case[4], function()
      local values, fault = read(case[1])
      assert.is_nil(values)
      assert.equal(case[2], fault.status)
      assert.matches(case[3], fault.detail, 1, true)
    end)
  end

  it("refuses a missing required parameter", function()
    local required = { ref = params.string({ required = true, max_bytes = 8 }) }
    local _, fault = arguments.from_query(required, {}, {})
    assert.equal(400, fault.status)
    assert.equal("`ref` is required.", fault.detail)
  end)

  it("collects every violation", function()
    local _, fault = read("b=1&a=1&count=x")
    assert.equal(
      "The parameter `a` is not known here. The parameter `b` is not known here. "
        .. "`count` must be an integer such as 1, not `x`.",
      fault.detail
    )
    _, fault = read("count=0&locale=fr")
    assert.matches("`count`.*`locale`", fault.detail)
  end)

  it("tells of twenty violations and counts the rest", function()
    local pieces = {}
    for i = 1, 500 do
      pieces[i] = "x" .. i
    end
    local _, fault = read(table.concat(pieces, "&"))
    assert.matches("And 480 more.$", fault.detail)
    assert.is_true(#fault.detail < 1000)
  end)

  it("lets syntax go before values, and values before what does not exist", function()
    local _, fault = read("count=0&flag=x", "10")
    assert.equal(400, fault.status)
    _, fault = read("count=0", "10")
    assert.equal(422, fault.status)
    _, fault = read(nil, "10")
    assert.equal("SURAH_NOT_FOUND", fault.code)
  end)

  for _, case in ipairs({ { "0", 404 }, { "-1", 404 }, { ("9"):rep(30), 404 }, { "x", 400 } }) do
    it("gives " .. case[2] .. " for " .. case[1] .. " in the path", function()
      local _, fault = read(nil, case[1])
      assert.equal(case[2], fault.status)
    end)
  end

  it("lists what is accepted in the query, sorted", function()
    local _, fault = read("page=1")
    assert.equal(
      "Accepted parameters: `count`, `flag`, `locale`, `query`, `ref`, `section`.",
      fault.resolution
    )
  end)

  it("repeats foreign text on one line and no longer than it must", function()
    local _, fault = read("count=" .. ("%C3%B6"):rep(60) .. "%0A")
    assert.matches(("ö"):rep(40) .. "…`", fault.detail, 1, true)
    _, fault = read("a%0Ab=1")
    assert.matches("`a?b`", fault.detail, 1, true)
  end)
end)

describe("arguments.from_json", function()
  local function call(text) return arguments.from_json(declarations, svc.parse_json(text)) end

  it("gives the same values as the query", function()
    local expected = read("count=12&flag=true&locale=id&query=a&query=b&ref=x", "2")
    local text = '{"id":2,"count":12,"flag":true,"locale":"id","query":["a","b"],"ref":"x"}'
    local values = call(text)
    assert.same(expected, values)
    assert.equal("integer", math.type(values.count))
  end)

  it("accepts an integer written as 2.0", function() assert.equal(2, call('{"id":2.0}').id) end)

  local refused = {
    { "{}", 400, "`id` is required", "a missing path parameter" },
    { '{"id":1,"page":1}', 400, "`page` is not known", "an unknown argument" },
    { '{"id":"1"}', 400, "integer such as 1, not the string `1`", "a string for an integer" },
    { '{"id":1.5}', 400, "not the number `1.5`", "a fraction" },
    { '{"id":true}', 400, "not the boolean `true`", "a boolean for an integer" },
    { '{"id":1,"flag":"true"}', 400, "`true` or `false`", "a string for a boolean" },
    { '{"id":1,"ref":1}', 400, "a string", "a number for a string" },
    { '{"id":1,"ref":null}', 400, "not null", "null" },
    { '{"id":1,"ref":"\\u0000"}', 400, "a string", "NUL" },
    { '{"id":1,"query":"a"}', 400, "an array of strings", "a string for an array" },
    { '{"id":1,"query":["a",1]}', 400, "an array of strings", "a number in the array" },
    { '{"id":1,"query":{"a":"b"}}', 400, "not an object", "an object for an array" },
    { '{"id":1,"query":{}}', 400, "not an object", "an empty object for an array" },
    { '{"id":1,"locale":["en"]}', 400, "not an array", "an array for a string" },
    { '{"id":1,"locale":[]}', 400, "not an array", "an empty array for a string" },
    { '{"id":1,"count":1e300}', 422, "2147483647 or less", "an integer out of all bounds" },
    { '{"id":1,"count":0}', 422, "1 or more", "an integer too small" },
    { '{"id":1,"locale":"fr"}', 422, "one of", "an unknown locale" },
    { '{"id":1,"query":["a","b","c"]}', 422, "at most 2", "too many" },
    {
      '{"id":1,"count":9007199254740993}',
      422,
      "not `9007199254740993`",
      "no digit shown wrong",
    },
    { '{"id":10}', 404, "`id` must be from 1 to 9", "what does not exist" },
  }
  for _, case in ipairs(refused) do
    it("refuses " .. case[4], function()
      local values, fault = call(case[1])
      assert.is_nil(values)
      assert.equal(case[2], fault.status)
      assert.matches(case[3], fault.detail, 1, true)
    end)
  end
end)

describe("the detail of a refusal", function()
  local web_arguments, web_params = require("web.arguments"), require("web.params")
  local open = { verse = web_params.integer({ min = 1 }) }

  it("names the bound that was passed", function()
    local _, low = web_arguments.from_query(open, { query = "verse=0" }, {})
    local _, high = web_arguments.from_query(open, { query = "verse=2147483648" }, {})
    assert.equal("`verse` must be 1 or more, not `0`.", low.detail)
    assert.equal("`verse` must be 2147483647 or less, not `2147483648`.", high.detail)
  end)

  it("names the JSON type that came in place of the one wanted", function()
    local _, text = web_arguments.from_json(open, { verse = "112" })
    local _, flag = web_arguments.from_json(open, { verse = true })
    assert.equal("`verse` must be an integer such as 1, not the string `112`.", text.detail)
    assert.equal("`verse` must be an integer such as 1, not the boolean `true`.", flag.detail)
  end)
end)
