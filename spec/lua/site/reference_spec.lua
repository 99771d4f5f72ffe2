--- The API reference: made of the routes and options of an application alone.
local application = require("spec.support.service.application")
local blocks = require("site.blocks")
local tables = require("base.tables")

local HTML, MARKDOWN = { accept = "text/html" }, { accept = "text/markdown" }

local function ask(handler, headers)
  return handler.handle(application.request("/docs", headers)).body
end

describe("the reference", function()
  local html = blocks.html
  after_each(function() blocks.html = html end)

  it("is made once for each application, whichever form is asked for", function()
    local handler, count = application.new(), 0
    function blocks.html(...)
      count = count + 1
      return html(...)
    end
    local first = { ask(handler, HTML), ask(handler, MARKDOWN) }
    local made = count
    assert.is_true(made > 0)
    assert.same(first, { ask(handler, HTML), ask(handler, MARKDOWN) })
    assert.equal(made, count)
  end)

  it("names the addresses of its own application", function()
    local config = tables.merge(application.config, { base_url = "http://other.test" })
    ask(application.new(), HTML)
    local other = ask(application.new({ config = config }), HTML)
    assert.truthy(other:find("http://other.test/v1/search", 1, true))
    assert.is_nil(other:find("http://api.test/v1", 1, true))
  end)
end)
