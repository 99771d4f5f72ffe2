--- JSON from outside is checked strictly before anything decodes it; JSON to outside has one form.
local svc = require("svc")
local cjson = require("cjson")

describe("svc.check_json", function()
  local accepted = {
    { "null", "a bare literal" },
    { " [1, -0, 0.5, 1e3, 1E-3] \n", "white space and every form of number" },
    { '{"a":{"a":1},"b":[{"a":1}]}', "the same name at different levels" },
    {
      '"\\u00e9\\ud83d\\ude00 \\" \\\\ \\/ \\b\\f\\n\\r\\t"',
      "every escape and a surrogate pair",
    },
    { '"\u{10FFFF}é"', "unescaped UTF-8" },
    { "1e-999", "a number that rounds to zero" },
    {
      "12345678901234567890123456789012345678901234567890123456789012345678",
      "a long integer",
    },
  }
  for _, case in ipairs(accepted) do
    it("accepts " .. case[2], function() assert.is_true(svc.check_json(case[1])) end)
  end

  local refused = {
    { "", 0, "value expected", "nothing" },
    { "  ", 2, "value expected", "white space only" },
    { "\239\187\191{}", 0, "not a JSON value", "a byte order mark" },
    { '{"a":1,"a":2}', 13, 'duplicate member name "a"', "duplicate names" },
    { '{"a":1,"\\u0061":2}', 18, 'duplicate member name "a"', "duplicates behind an escape" },
    { '"\\ud800"', 7, "lone surrogate", "a lone high surrogate" },
    { '"\\udc00"', 7, "lone surrogate", "a lone low surrogate" },
    { '"\\ud800\\u0041"', 13, "lone surrogate", "a high surrogate before a letter" },
    { '"\192\175"', 1, "invalid UTF-8", "an overlong form" },
    { '"\237\160\128"', 1, "invalid UTF-8", "a surrogate in UTF-8" },
    { '"a\nb"', 2, "control character in a string", "a raw newline in a string" },
    { '"\\x"', 2, "unknown escape in a string", "an unknown escape" },
    { '"\\u12g4"', 5, "four hexadecimal digits expected after \\u", "a bad \\u" },
    { '"abc', 4, "string not closed", "an open string" },
    { "01", 1, "leading zero in a number", "a leading zero" },
    { "1.", 2, "digit expected after the decimal point", "a number ending in a point" },
    { ".5", 0, "not a JSON value", "a number beginning with a point" },
    { "+1", 0, "not a JSON value", "a plus sign" },
    { "-", 1, "digit expected", "a lone minus" },
    { "1e", 2, "digit expected in the exponent", "an empty exponent" },
    { "1e999", 0, "number out of range", "a number that no double holds" },
    { "0x10", 1, "something follows the JSON value", "hexadecimal" },
    { "NaN", 0, "not a JSON value", "NaN" },
    { "nul", 0, "not a JSON value", "half a literal" },
    { "[1,]", 3, "not a JSON value", "a trailing comma" },
    { "[1 2]", 3, "',' or ']' expected in an array", "a missing comma" },
    { '{"a" 1}', 5, "':' expected after a member name", "a missing colon" },
    { "{a:1}", 1, "string expected", "an unquoted name" },
    { '{"a":1', 6, "',' or '}' expected in an object", "an open object" },
    { "{} {}", 3, "something follows the JSON value", "two values" },
    { "null\0", 4, "something follows the JSON value", "a NUL behind the value" },
  }
  for _, case in ipairs(refused) do
    it("refuses " .. case[4], function()
      local good, reason, offset = svc.check_json(case[1])
      assert.is_nil(good)
      assert.equal(case[3], reason)
      assert.equal(case[2], offset)
    end)
  end

  it("accepts nesting up to the limit and not one deeper", function()
    local function nested(depth) return ("["):rep(depth) .. ("]"):rep(depth) end
    assert.is_true(svc.check_json(nested(64)))
    assert.is_nil(svc.check_json(nested(65)))
    assert.is_true(svc.check_json(nested(3), { depth = 3 }))
    assert.is_nil(svc.check_json(nested(4), { depth = 3 }))
  end)

  it("takes a hostile object of many escaped names in little time and memory", function()
    local names = {}
    for i = 1, 5000 do
      names[i] = ('"\\u0061%d":0'):format(i)
    end
    assert.is_true(svc.check_json("{" .. table.concat(names, ",") .. "}"))
  end)
end)

describe("svc.parse_json", function()
  local values = {
    { "null", svc.null, "null" },
    { " false ", false, "false" },
    { "true", true, "true" },
    { '""', "", "an empty string" },
    {
      '"a\\u0000\\u00e9\\ud83d\\ude00\\"\\\\\\/\\b\\f\\n\\r\\t"',
      'a\0é😀"\\/\b\f\n\r\t',
      "every escape",
    },
    { '"é😀"', "é😀", "UTF-8" },
    { "0", 0, "zero" },
    { "-0", 0, "an integer has one zero" },
    { "9223372036854775807", math.maxinteger, "the greatest integer" },
    { "-9223372036854775808", math.mininteger, "the least integer" },
    { "9223372036854775808", 2.0 ^ 63, "an integer too great is a float" },
    { "1.0", 1.0, "a point makes a float" },
    { "-1e2", -100.0, "so does an exponent" },
    { "1E-2", 0.01, "or one in capitals" },
    { "1e-999", 0.0, "what rounds to zero" },
  }
  for _, case in ipairs(values) do
    it("reads " .. case[3], function()
      for _, text in ipairs({ case[1], " " .. case[1] .. "\n" }) do
        local value = svc.parse_json(text)
        assert.equal(case[2], value)
        assert.equal(math.type(case[2]), math.type(value))
      end
    end)
  end

  it("reads objects and arrays, and knows an empty one from the other", function()
    local value = svc.parse_json(
      '\t{ "a" : [ ] , "b" : { } , "c" : [ 1 , [ null ] , { "\\u0064" : 2 } ] } '
    )
    assert.same({ a = {}, b = {}, c = { 1, { svc.null }, { d = 2 } } }, value)
    for name, array in pairs({ a = true, b = false, c = true }) do
      assert.equal(array, svc.is_array(value[name]), name)
    end
    assert.equal('{"a":[],"b":{},"c":[1,[null],{"d":2}]}', svc.json(value))
  end)

  it("reads strings longer than any buffer, with escapes and without", function()
    local long = ("abc\n"):rep(50000)
    assert.equal(long, svc.parse_json(svc.json(long)))
    assert.equal(long, svc.parse_json(svc.json({ [long] = long }))[long])
    assert.equal(("x"):rep(200000), svc.parse_json('"' .. ("x"):rep(200000) .. '"'))
  end)

  it("refuses what check_json refuses, in the same words", function()
    for _, text in ipairs({
      "",
      "{",
      '{"a":1,"a":2}',
      '{"a":1}x',
      '"\xff"',
      "01",
      "1e999",
      ("["):rep(65) .. ("]"):rep(65),
      '"\1"',
      '"\\ud800"',
    }) do
      assert.same({ svc.check_json(text) }, { svc.parse_json(text) }, text)
    end
    local flat = { depth = 1 }
    assert.same({ svc.check_json("[[]]", flat) }, { svc.parse_json("[[]]", flat) })
  end)

  it("nests as deep as it is allowed to", function()
    local value = svc.parse_json(("["):rep(256) .. ("]"):rep(256), { depth = 256 })
    for _ = 1, 255 do
      value = value[1]
    end
    assert.same({}, value)
  end)
end)

describe("svc.is_array", function()
  it("is true only of a table marked as an array", function()
    assert.is_true(svc.is_array(svc.array({ 1 })))
    for _, value in ipairs({ {}, { 1 }, "a", 1, true, svc.null, setmetatable({}, {}) }) do
      assert.is_false(svc.is_array(value))
    end
    assert.is_false(svc.is_array(nil))
  end)
end)

describe("svc.json_member", function()
  it("returns the member's bytes exactly as they came", function()
    local body = '{"method":"x", "id" : 12345678901234567890.50 , "params":{"id":1}}'
    assert.equal("12345678901234567890.50", svc.json_member(body, "id"))
    assert.equal('{"id":1}', svc.json_member(body, "params"))
    assert.is_nil(svc.json_member(body, "missing"))
    assert.is_nil(svc.json_member("[1]", "id"))
  end)

  it("finds a member whose name is spelled with escapes, as the parser does", function()
    local body = [[{"i\u0064x":0,"\u0069\u0064":1}]]
    assert.equal("1", svc.json_member(body, "id"))
    assert.equal(svc.parse_json(body).id, tonumber(svc.json_member(body, "id")))
  end)
end)

describe("svc.json_members", function()
  local function find(text, ...) return { svc.json_members(text, ...) } end

  it("returns each member's bytes exactly as they came, in the order asked for", function()
    local body = ' {"method":"x", "id" : 1.50 , "params":{"id":[1, 2]} } '
    assert.same({ true, '{"id":[1, 2]}', "1.50" }, find(body, "params", "id"))
    assert.same({ true }, find(body))
  end)

  it("has no text parsed unchecked but the very one that it found sound", function()
    assert.is_true(svc.json_members('{"a":[[1]]}'))
    for _, other in ipairs({ '{"a":[[1]]', '{"a":[[1}}}', "" }) do
      assert.is_nil(svc.parse_json(other), other)
    end
    assert.is_nil(svc.parse_json('{"a":[[1]]}', { depth = 2 }))
    assert.same({ a = { { 1 } } }, svc.parse_json('{"a":[[1]]}'))
    svc.json_members('{"a":')
    assert.is_nil(svc.parse_json('{"a":'))
  end)

  it("leaves out what the outermost value does not hold itself", function()
    assert.same({ true, nil, "{}" }, find('{"b":{}}', "a", "b"))
    for _, text in ipairs({ '{"b":{"a":1}}', '[{"a":1}]', '[[{"a":1}]]', '"a"', "1" }) do
      assert.same({ true, nil }, find(text, "a"), text)
    end
  end)

  it(
    "knows a name by its meaning",
    function() assert.same({ true, "1", "2" }, find([[{"\u0069d":1,"a\"b":2}]], "id", 'a"b')) end
  )

  it("refuses what check_json refuses, in the same words", function()
    for _, text in ipairs({
      "",
      "{",
      '{"a":1,"a":2}',
      '{"a":1}x',
      '{"a":"\xff"}',
      '{"a":01}',
      ("["):rep(65) .. ("]"):rep(65),
      '{"a":"\1"}',
      '{"a":"\127\128"}',
    }) do
      assert.same({ svc.check_json(text) }, find(text, "a"), text)
    end
  end)

  it("takes at most eight names", function()
    assert.error(function() find("{}", "1", "2", "3", "4", "5", "6", "7", "8", "9") end)
  end)
end)

describe("svc.json", function()
  local cases = {
    { { b = 1, a = 2, ["a b"] = 3 }, '{"a":2,"a b":3,"b":1}', "sorts members bytewise" },
    { svc.array(), "[]", "writes an empty array where it is marked" },
    { {}, "{}", "writes an unmarked empty table as an object" },
    { { items = svc.array({ 1, 2 }) }, '{"items":[1,2]}', "keeps a marked list" },
    { 2.0, "2", "writes an integral float as an integer" },
    { 9007199254740993, "9007199254740993", "writes integers beyond 2^53 exactly" },
    { 0.1, "0.1", "writes the shortest form of a fraction" },
    { 1 / 3, "0.3333333333333333", "writes as many digits as read back the same" },
    { -0.0, "0", "has one zero" },
    { svc.null, "null", "writes null" },
    { cjson.null, "null", "knows the decoder's null" },
    { '/"\\\n\1é', '"/\\"\\\\\\n\\u0001é"', "escapes only what must be" },
    { svc.raw_json('{"kept":1.0}'), '{"kept":1.0}', "splices raw text" },
  }
  for _, case in ipairs(cases) do
    it(case[3], function() assert.equal(case[2], svc.json(case[1])) end)
  end

  it("sorts any number of members, whatever their names begin with", function()
    for _, count in ipairs({ 2, 31, 32, 33, 300, 20000 }) do
      local object, names = {}, {}
      for i = 1, count do
        names[i] = ("a common beginning "):rep(i % 3)
          .. ("%x\0"):format(i * 7919 % count):rep(i % 4)
          .. i
        object[names[i]] = i
      end
      table.sort(names)
      local parts = {}
      for i, name in ipairs(names) do
        parts[i] = svc.json(name) .. ":" .. object[name]
      end
      assert.equal("{" .. table.concat(parts, ",") .. "}", svc.json(object))
    end
  end)

  it("writes the least and the greatest integer", function()
    assert.equal("-9223372036854775808", svc.json(math.mininteger))
    assert.equal("9223372036854775807", svc.json(math.maxinteger))
    assert.equal("[0,-1,10]", svc.json(svc.array({ 0, -1, 10 })))
  end)

  -- Bytes are looked at by blocks of 64 in pieces of 1024, and the rest of a text by fewer.
  it("escapes in long texts what it escapes in short ones", function()
    math.randomseed(64)
    local letters = { "\0", "\31", " ", "!", '"', "#", "[", "\\", "]", "\127", "é", "\n", "a" }
    for round = 1, 600 do
      local rare, parts, expected = round % 80, {}, {}
      for i = 1, math.random(0, 1300) do
        local letter = math.random(0, rare) == 0 and letters[math.random(#letters)] or "a"
        parts[i], expected[i] = letter, svc.json(letter):sub(2, -2)
      end
      assert.equal('"' .. table.concat(expected) .. '"', svc.json(table.concat(parts)))
    end
  end)

  -- Eight bytes are looked at together: none may be missed at any place of them.
  it("escapes every byte that must be, wherever it stands", function()
    local short =
      { ["\b"] = "\\b", ["\t"] = "\\t", ["\n"] = "\\n", ["\f"] = "\\f", ["\r"] = "\\r" }
    for byte = 0, 127 do
      local char = string.char(byte)
      local written = short[char] or char
      if char == '"' or char == "\\" then written = "\\" .. char end
      if written == char and byte < 32 then written = ("\\u%04x"):format(byte) end
      for before = 0, 17 do
        local head, tail = ("!"):rep(before), ("\127é"):rep(17 - before)
        assert.equal('"' .. head .. written .. tail .. '"', svc.json(head .. char .. tail))
      end
    end
  end)

  local endless = {}
  endless.itself = endless
  local bugs = {
    { "\255", "a string is not UTF-8" },
    { { ["\255"] = 1 }, "a member name is not UTF-8" },
    { 0 / 0, "value: NaN" },
    { 1 / 0, "value: an infinite number" },
    { { items = { { score = 1 }, { score = 0 / 0 } } }, "value.items[2].score: NaN" },
    { { a = 1, b = { { "x", "\255" } } }, "value.b[1][2]: a string is not UTF-8" },
    { { a = { 1 }, b = { { 1, nil, 3 } } }, "value.b[1]: a table must be a list" },
    { { a = { b = print }, z = 1 }, "value.a.b: a value has no JSON form" },
    { endless, "nested too deep, or a table holds itself" },
    { { 1, nil, 3 }, "a table must be a list 1..n or have only string keys" },
    { { 1, a = 2 }, "a table must be a list 1..n or have only string keys" },
    { svc.array({ a = 1 }), "a table marked as array has keys other than 1..n" },
    { print, "a value has no JSON form (nil, function or thread)" },
    { io.stdout, "a value has no JSON form (userdata)" },
  }
  for _, case in ipairs(bugs) do
    it("raises because " .. case[2], function()
      local good, message = pcall(svc.json, case[1])
      assert.is_false(good)
      assert.truthy(message:find(case[2], 1, true))
    end)
  end

  it("reads back as it was written, over random values", function()
    math.randomseed(20261120)
    local function random(depth)
      local kind = math.random(depth > 0 and 6 or 4)
      if kind == 1 then return math.random(-1000000, 1000000) end
      if kind == 2 then return (math.random() - 0.5) * 10 ^ math.random(-20, 20) end
      if kind == 3 then
        return utf8.char(math.random(1, 0xd7ff), math.random(0xe000, 0x10ffff))
      end
      if kind == 4 then return math.random(2) == 1 end
      local t = kind == 5 and svc.array() or {}
      for i = 1, math.random(0, 4) do
        t[kind == 5 and i or "k" .. i] = random(depth - 1)
      end
      return t
    end
    for _ = 1, 300 do
      local text = svc.json(random(4))
      assert.is_true(svc.check_json(text))
      assert.equal(text, svc.json(svc.parse_json(text)))
      assert.same(cjson.decode("[" .. text .. "]"), svc.parse_json("[" .. text .. "]"))
    end
  end)
end)
