--- From a value to a response.
local respond = require("web.respond")

local function header(response, name)
  for _, pair in ipairs(response.headers) do
    if pair[1] == name then return pair[2] end
  end
end

describe("respond.value", function()
  it("writes a table as canonical JSON", function()
    local head = respond.head("application/json", "none")
    local response = respond.value({ b = 1, a = { 2.0 } }, head)
    assert.equal('{"a":[2],"b":1}', response.body)
  end)

  it("sends a string as it is", function()
    local head = respond.head("text/markdown", "none")
    assert.equal("# x\n", respond.value("# x\n", head).body)
  end)

  it("cannot be told to sniff", function()
    local response = respond.value("<b>", respond.head("text/plain", "none"))
    assert.equal("nosniff", header(response, "X-Content-Type-Options"))
  end)
end)

describe("respond.matches", function()
  local cases = {
    { '"a"', true, "the tag" },
    { 'W/"a"', true, "the tag, weak" },
    { ' "b" ,"a" ', true, "a list" },
    { '"b", W/"a"', true, "a list with weak tags" },
    { " * ", true, "an asterisk" },
    { '"b,a"', false, "a tag with a comma" },
    { "a", false, "a tag without quotes" },
    { '"b"', false, "another tag" },
    { '""', false, "an empty tag" },
    { '"*"', false, "a tag that is an asterisk" },
    { "", false, "nothing" },
  }
  for _, case in ipairs(cases) do
    it(
      (case[2] and "finds it in " or "does not find it in ") .. case[3],
      function() assert.equal(case[2], respond.matches(case[1], '"a"')) end
    )
  end
end)

describe("respond.is_response", function()
  it("tells responses from values", function()
    assert.is_true(respond.is_response(respond.new(200, {})))
    assert.is_false(respond.is_response({ status = 200, headers = {} }))
    assert.is_false(respond.is_response("text"))
  end)
end)
