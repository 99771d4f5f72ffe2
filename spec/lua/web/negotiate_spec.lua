--- What a client accepts and declares.
local negotiate = require("web.negotiate")

describe("negotiate.accept", function()
  local json = { "application/json" }
  local both = { "text/html; charset=utf-8", "text/markdown; charset=utf-8" }
  local cases = {
    { nil, json, json[1], "no header" },
    { "", json, json[1], "an empty header" },
    { "*/*", json, json[1], "a wildcard" },
    { "application/*", json, json[1], "a type wildcard" },
    { "application/json", json, json[1], "the type itself" },
    { "APPLICATION/Json", json, json[1], "any case" },
    { "application/json;charset=utf-8", json, json[1], "a charset" },
    { "application/json; profile=x", json, json[1], "a range with parameters of its own" },
    { 'application/json;x="a,b;q=0"', json, json[1], "a quoted parameter" },
    { "text/html, application/json;q=0.1", json, json[1], "a low quality" },
    { "application/json ; q=0.5", json, json[1], "white space around the semicolon" },
    { "text/html,,application/json", json, json[1], "an empty element" },
    { "text/html, */*;q=0.001", json, json[1], "the least quality" },
    { "text/html", json, nil, "another type" },
    { "application/problem+json", json, nil, "the type of problems only" },
    { "application/json;q=0", json, nil, "quality zero" },
    { "application/json;q=0, */*", json, nil, "an exclusion more precise than a wildcard" },
    { "*/*;q=0", json, nil, "a wildcard excluded" },
    { "text/html, application/json;q=2", json, nil, "no quality but one out of range" },
    { "application/json;q=a", json, json[1], "nothing but a quality that is no number" },
    { "text/html, application/json;q=a", json, nil, "a quality that is no number" },
    { "application/json;q=0, x", json, nil, "an exclusion beside what cannot be read" },
    { "*; q=.2", json, json[1], "an asterisk alone" },
    { "text/html, *;q=0", json, nil, "an asterisk alone that is excluded" },
    { "application/json;q=.2, text/html;q=.1", both, both[1], "weights without their zero" },
    { 'text/html;q="0.1", text/markdown;q=0.25555', both, both[2], "quoted and long weights" },
    { "text/html;level, text/markdown;q=0.5", both, both[1], "a parameter without a value" },
    { '"text/html, application/json', json, json[1], "a quotation mark that does not end" },
    { "json", json, json[1], "nothing but what is no media range" },
    { "application/jsonx", json, nil, "a longer subtype" },
    { "application/json text/html", json, json[1], "a missing comma" },
    { "*/json", json, json[1], "a wildcard type with a subtype" },
    { "text/markdown", both, both[2], "the second choice" },
    { "text/*", both, both[1], "the preferred of equals" },
    {
      "text/csv",
      { "text/csv ; header=yes" },
      "text/csv ; header=yes",
      "a space before a parameter",
    },
    { "text/html;q=0.5, text/markdown", both, both[2], "the higher quality" },
  }
  for _, case in ipairs(cases) do
    it(
      "with " .. case[4] .. " gives " .. tostring(case[3]),
      function() assert.equal(case[3], negotiate.accept(case[1], case[2])) end
    )
  end
end)

describe("negotiate.language", function()
  local offered = { "en", "id", "de" }
  local cases = {
    { nil, "en", "no header" },
    { "", "en", "an empty header" },
    { "de", "de", "a language" },
    { "DE-at", "de", "a region, in any case" },
    { "id;q=0.4, de;q=0.6", "de", "the higher quality" },
    { "id, de", "id", "the first of equals" },
    { "fr, id;q=0.1", "id", "the only one that is offered" },
    { "fr", "en", "one that is not offered" },
    { "*, de;q=0.9", "en", "a wildcard" },
    { "de;q=0, id;q=0.1", "id", "one that is excluded" },
    { "de;q=x", "en", "a quality that is no number" },
    { "de;q=x, id;q=.1", "id", "one that can be read" },
    { "de ; q = 0.5", "de", "white space around the weight" },
    { ";;,=q", "en", "no language" },
  }
  for _, case in ipairs(cases) do
    it(
      "with " .. case[3] .. " gives " .. case[2],
      function() assert.equal(case[2], negotiate.language(case[1], offered)) end
    )
  end
end)

describe("negotiate.is_type", function()
  local cases = {
    { "application/json", true, "the type" },
    { "Application/JSON", true, "any case" },
    { "application/json; charset=utf-8", true, "a parameter" },
    { 'application/json;charset="utf-8"', true, "a quoted parameter" },
    { "application/jsonx", false, "a longer subtype" },
    { "text/json", false, "another type" },
    { "application/json, application/json", false, "two types" },
    { "application/json, text/html", false, "two types of which one fits" },
    { "application", false, "half a type" },
    { "application/json utf-8", false, "text behind the type" },
    { "*/*", false, "a range" },
  }
  for _, case in ipairs(cases) do
    it(
      (case[2] and "accepts " or "refuses ") .. case[3],
      function() assert.equal(case[2], negotiate.is_type(case[1], "application/json")) end
    )
  end
end)

describe("any bytes in a header", function()
  local alphabet = {
    "application/json",
    "text/html",
    "*/*",
    ";",
    ",",
    "=",
    "q",
    "0",
    "1",
    '"',
    " ",
    "/",
    "\xff",
    ".",
  }

  it("are read without a fault", function()
    math.randomseed(20260101)
    for _ = 1, 5000 do
      local pieces = {}
      for i = 1, math.random(0, 12) do
        pieces[i] = alphabet[math.random(#alphabet)]
      end
      local header = table.concat(pieces)
      local chosen = negotiate.accept(header, { "application/json" })
      assert(chosen == nil or chosen == "application/json", header)
      assert.is_boolean(negotiate.is_type(header, "application/json"))
    end
  end)

  it("take time in proportion to their length", function()
    local pieces = { ";", "a", ",", " ", '"', "a/b;", "a/b;c=d;", 'a/b;c="', "*/*;q=0," }
    for _, piece in ipairs(pieces) do
      local steps = 0
      debug.sethook(function() steps = steps + 1 end, "", 1000)
      negotiate.accept(piece:rep(16384 // #piece), { "application/json" })
      debug.sethook()
      assert.is_true(steps < 2000, piece)
    end
  end)
end)
