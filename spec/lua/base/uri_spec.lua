--- Percent-encoding and query strings.
local uri = require("base.uri")

describe("uri.decode", function()
  local good = {
    { "abc", "abc", "plain text" },
    { "a%20b%2Fc", "a b/c", "encoded octets" },
    { "%c3%B6", "ö", "UTF-8 in either case" },
    { "%2525", "%25", "once only" },
    { "a+b", "a+b", "a plus sign as itself" },
    { "", "", "nothing" },
  }
  for _, case in ipairs(good) do
    it("decodes " .. case[3], function() assert.equal(case[2], (uri.decode(case[1]))) end)
  end

  local bad = {
    { "%", "a lone percent sign" },
    { "%2", "a cut escape" },
    { "%zz", "other digits" },
    { "%%20", "a percent sign before an escape" },
    { "%ff", "a byte that is not UTF-8" },
    { "%c0%af", "an overlong form" },
    { "%ed%a0%80", "a surrogate" },
    { "%f4%90%80%80", "a code point beyond Unicode" },
    { "\xff", "a raw byte that is not UTF-8" },
    { "%00", "NUL" },
  }
  for _, case in ipairs(bad) do
    it("refuses " .. case[2], function()
      local decoded, reason = uri.decode(case[1])
      assert.is_nil(decoded)
      assert.is_string(reason)
    end)
  end
end)

describe("uri.parse_query", function()
  local cases = {
    { nil, {}, "no query" },
    { "", {}, "an empty query" },
    { "a=1&b=2", { a = { "1" }, b = { "2" } }, "two parameters" },
    { "a=1&a=2", { a = { "1", "2" } }, "a repeated one, in order" },
    { "a", { a = { "" } }, "a name alone" },
    { "a=", { a = { "" } }, "an empty value" },
    { "=1", { [""] = { "1" } }, "an empty name" },
    { "a=b=c", { a = { "b=c" } }, "an equals sign in the value" },
    { "&&a=1&", { a = { "1" } }, "empty pieces" },
    { "a=x+y%2B", { a = { "x y+" } }, "a plus sign for a space" },
    { "%61=1", { a = { "1" } }, "an encoded name" },
    {
      "a[]=[]^`{|}\\'&b=x^2",
      { ["a[]"] = { "[]^`{|}\\'" }, b = { "x^2" } },
      "the bytes that browsers leave as they are",
    },
  }
  for _, case in ipairs(cases) do
    it("reads " .. case[3], function() assert.same(case[2], uri.parse_query(case[1])) end)
  end

  it("names the parameter whose value is at fault", function()
    local _, reason = uri.parse_query("a=1&ref=%f")
    assert.matches("The value of `ref`", reason, 1, true)
  end)
end)

describe("uri.printable", function()
  it("encodes what no URI holds, and leaves what one may hold", function()
    assert.equal(
      "/a%20b%FF%0A%22%3Cc%3E%5C%5E%60%7B%7C%7D%5B%5D%23",
      uri.printable('/a b\xff\n"<c>\\^`{|}[]#')
    )
    assert.equal("/aZ0-._~!$&'()*+,;=:@/%20", uri.printable("/aZ0-._~!$&'()*+,;=:@/%20"))
  end)
end)

describe("any bytes in a query", function()
  it("are decoded to valid UTF-8 or refused with a reason", function()
    math.randomseed(20260102)
    local alphabet =
      { "%", "2", "f", "C3", "%C3%B6", "&", "=", "+", "\0", "\xc3", "ö", "%00", "a" }
    for _ = 1, 5000 do
      local pieces = {}
      for i = 1, math.random(0, 10) do
        pieces[i] = alphabet[math.random(#alphabet)]
      end
      local values, reason = uri.parse_query(table.concat(pieces))
      assert.is_true(values ~= nil or type(reason) == "string")
      for name, list in pairs(values or {}) do
        assert.is_truthy(utf8.len(name))
        for _, value in ipairs(list) do
          assert.is_truthy(utf8.len(value))
        end
      end
    end
  end)
end)

describe("uri.encode", function()
  it("leaves what is unreserved, and encodes every other byte", function()
    assert.equal("aZ09-._~", uri.encode("aZ09-._~"))
    assert.equal("%20%2B%25%26%2F%3F%23%00%C3%A9", uri.encode(" +%&/?#\0é"))
  end)

  it("is undone by decoding", function()
    local text = "all of it: /?#[]@!$&'()*+,;= é"
    assert.equal(text, uri.decode(uri.encode(text)))
  end)
end)
