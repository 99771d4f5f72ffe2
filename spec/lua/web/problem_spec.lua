--- The problem table.
local problem = require("web.problem")

describe("the problem table", function()
  it("has each code once, by rising status", function()
    local last, seen = 0, {}
    for _, entry in ipairs(problem.list) do
      assert.is_nil(seen[entry.code])
      assert.is_true(entry.status >= last)
      seen[entry.code], last = true, entry.status
    end
  end)

  -- What clients rely on: the status of each code.
  local decided = {
    INVALID_REQUEST = 400,
    EDGE_GUARD_REJECTED = 403,
    ENDPOINT_NOT_FOUND = 404,
    CONTENT_NOT_FOUND = 404,
    SURAH_NOT_FOUND = 404,
    METHOD_NOT_ALLOWED = 405,
    NOT_ACCEPTABLE = 406,
    REQUEST_TIMEOUT = 408,
    PRECONDITION_FAILED = 412,
    CONTENT_TOO_LARGE = 413,
    URI_TOO_LONG = 414,
    UNSUPPORTED_MEDIA_TYPE = 415,
    EXPECTATION_FAILED = 417,
    UNPROCESSABLE_REQUEST = 422,
    RATE_LIMITED = 429,
    HEADERS_TOO_LARGE = 431,
    INTERNAL_ERROR = 500,
    NOT_IMPLEMENTED = 501,
    SERVICE_UNAVAILABLE = 503,
    HTTP_VERSION_NOT_SUPPORTED = 505,
  }

  it("holds exactly the codes that were decided", function()
    local statuses = {}
    for _, entry in ipairs(problem.list) do
      statuses[entry.code] = entry.status
    end
    assert.same(decided, statuses)
  end)

  for _, entry in ipairs(problem.list) do
    it(entry.code .. " says cause and cure in sentences", function()
      assert.matches("^%u.*%.$", entry.detail)
      assert.matches("^%u.*%.$", entry.resolution)
      assert.matches("^%u[%w ]+$", entry.title)
    end)
  end

  it("is closed", function()
    assert.has_error(function() problem.new("NOTHING") end, "no problem has the code NOTHING")
  end)

  it("finds an entry by the slug of its type, and by no other spelling", function()
    assert.equal("SURAH_NOT_FOUND", problem.of_slug("surah-not-found").code)
    assert.is_nil(problem.of_slug("SURAH_NOT_FOUND"))
    assert.equal(
      "http://s/problems/surah-not-found",
      problem.type("SURAH_NOT_FOUND", "http://s")
    )
  end)
end)
