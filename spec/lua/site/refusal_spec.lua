--- Problems as pages: where a client likes HTML better, it sees one with the search and the way
-- back; programs see the problem document.
local application = require("spec.support.service.application")
local app = require("web.app")
local problem = require("web.problem")
local words = require("base.locales")
local respond = require("web.respond")
local svc = require("svc")

local handler = application.new()

local BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"

local function ask(line, accept, unpublished)
  return handler.handle(application.request(line, { accept = accept }, unpublished))
end

local function kind(answer) return application.header(answer, "Content-Type") end

--- Requests that a page refuses: what, its status and code, the language of the page.
local CASES = {
  { "/en/quran/115", 404, "CONTENT_NOT_FOUND", "en" },
  { "/id/none", 404, "CONTENT_NOT_FOUND", "id" },
  { "/de/quran/2/", 404, "ENDPOINT_NOT_FOUND", "de" },
  { "/search?locale=fr&query=light", 422, "UNPROCESSABLE_REQUEST", "en" },
  { "/search?query=%ff", 400, "INVALID_REQUEST", "en" },
  { "/none", 404, "ENDPOINT_NOT_FOUND", "en" },
  { "/de", 503, "SERVICE_UNAVAILABLE", "de", true },
  { "/en/none/%ff", 400, "INVALID_REQUEST", "en" },
  { "/docs/none", 404, "ENDPOINT_NOT_FOUND", "en" },
  { "/problems/none", 404, "ENDPOINT_NOT_FOUND", "en" },
  { "/en/none.md", 404, "CONTENT_NOT_FOUND", "en" },
}

describe("a problem of a page", function()
  for _, case in ipairs(CASES) do
    local line, status, code, language, unpublished = table.unpack(case)

    it(("is a page for people: %s"):format(line), function()
      local answer = ask(line, BROWSER, unpublished)
      assert.equal(status, answer.status)
      assert.equal("text/html; charset=utf-8", kind(answer))
      assert.equal("no-store", application.header(answer, "Cache-Control"))
      assert.equal(language, application.header(answer, "Content-Language"))
      assert.matches('<html lang="' .. language .. '"', answer.body, 1, true)
      assert.matches('<form action="/search" role="search">', answer.body, 1, true)
      assert.matches(('<a href="/%s">'):format(language), answer.body, 1, true)
      assert.matches(problem.type(code, ""), answer.body, 1, true)
      local told = words[language].problems[status] or words[language].problems.other
      assert.matches("<h1>" .. told.title .. "</h1>", answer.body, 1, true)
      assert.matches('content="noindex"', answer.body, 1, true)
    end)

    it(("is a problem document for programs: %s"):format(line), function()
      for _, accept in ipairs({ "*/*", "application/json, text/html", "application/*" }) do
        local answer = ask(line, accept, unpublished)
        if answer.status ~= 406 then
          assert.equal(status, answer.status, accept)
          assert.equal("application/problem+json", kind(answer), accept)
          assert.equal(code, application.json(answer).code)
        end
      end
    end)
  end

  it("says cause and cure as the document does", function()
    local document = application.json(ask("/search?locale=fr", "*/*"))
    local page = ask("/search?locale=fr", BROWSER).body
    local function shown(text)
      return (svc.escape_html(text):gsub("`([^`]*)`", "<code>%1</code>"))
    end
    assert.matches(shown(document.detail), page, 1, true)
    assert.matches(shown(document.resolution), page, 1, true)
  end)

  it("is in the language of what was asked for, else in the reader's", function()
    local function language(line, wanted)
      local headers = { accept = BROWSER, ["accept-language"] = wanted }
      local answer = handler.handle(application.request(line, headers))
      return application.header(answer, "Content-Language")
    end
    assert.equal("id", language("/none", "id"))
    assert.equal("de", language("/de/none", "id"))
    assert.equal("de", language("/search?locale=de&offset=91", "id"))
  end)

  it("offers to search for the last words of an address that is none", function()
    local page = ask("/en/material/physics/wave-motion.md", BROWSER).body
    assert.matches('name="query" value="wave motion"', page, 1, true)
    assert.matches('name="query" value=""', ask("/en/a%3Cb", BROWSER).body, 1, true)
  end)

  it("keeps what was searched in the search", function()
    local page = ask("/search?locale=fr&query=%22light%22+%3Cb%3E", BROWSER).body
    assert.matches('value="&quot;light&quot; &lt;b&gt;"', page, 1, true)
    assert.is_nil(page:find("<b>", 1, true))
  end)

  it("shows what a client wrote as text", function()
    local page = ask("/search?locale=%3Cscript%3Ealert(1)%3C/script%3E", BROWSER).body
    assert.is_nil(page:find("<script>alert", 1, true))
    assert.matches("&lt;script&gt;", page, 1, true)
  end)

  it(
    "keeps the header fields of the problem",
    function() assert.equal("5", application.header(ask("/de", BROWSER, true), "Retry-After")) end
  )
end)

describe("a problem elsewhere", function()
  for _, line in ipairs({
    "/v1/none",
    "/v1/",
    "/v1/search?page=2",
    "/openapi.json?x=1",
    "/mcp/none",
    "POST /none",
    "DELETE /en",
  }) do
    it(("is a document whoever asks: %s"):format(line), function()
      local answer = ask(line, BROWSER)
      assert.is_true(answer.status >= 400)
      assert.equal("application/problem+json", kind(answer))
    end)
  end

  it("is a document where no route shows pages", function()
    local function handle() return respond.new(200, {}) end
    local plain = app.new({
      config = application.config,
      routes = { { method = "GET", path = "/x", handle = handle } },
    })
    local answer = plain.handle(application.request("/none", { accept = BROWSER }))
    assert.equal("application/problem+json", kind(answer))
  end)
end)
