--- Who serves links nothing that reads content: Markdown, TeX and XML are read when they are
-- published (csrc/binding/lua_publish.c).
local forge = require("spec.support.publication.forge")
local sample = require("spec.support.publication.sample")
local server = require("spec.support.service.server")

local BUILD = os.getenv("BUILD") or "build"

local function output(command)
  local pipe <close> = assert(io.popen(command))
  return pipe:read("a")
end

--- Functions by which each reader begins.
local READERS = {
  Markdown = { "document_read", "blocks_read", "inlines_read", "plain_read", "html_render" },
  TeX = { "mathml_write", "mathml_read", "tex_parse", "formula_read" },
  XML = { "svg_check", "XML_Parse", "XML_ParserCreateNS" },
}

local function symbols(file) return output(("nm %s/%s"):format(BUILD, file)) end

local function has(names, name) return names:find("%f[%w_]" .. name .. "%f[^%w_]") ~= nil end

describe("a worker links no parser of content:", function()
  for _, file in ipairs({ "svc.so", "svcd" }) do
    for kind, functions in pairs(READERS) do
      it(("%s has none of %s"):format(file, kind), function()
        local names = symbols(file)
        for _, name in ipairs(functions) do
          assert.is_false(has(names, name), name)
        end
      end)
    end

    it(file .. " loads no library that has one", function()
      local libraries = output(("ldd %s/%s"):format(BUILD, file))
      assert.truthy(libraries:find("libc.so", 1, true))
      for _, name in ipairs({ "expat", "xml", "cmark", "md4c" }) do
        assert.is_nil(libraries:find(name, 1, true))
      end
    end)
  end

  it("svc_publish.so has them, by these names", function()
    local names = symbols("svc_publish.so")
    for _, name in ipairs({
      "document_read",
      "plain_read",
      "html_render",
      "mathml_write",
      "svg_check",
    }) do
      assert.is_true(has(names, name), name)
    end
  end)

  it("and a worker that serves has not loaded it", function()
    local folder = forge.folder()
    sample.write(folder .. "/sample.svp", folder .. "/trust")
    local svcd =
      server.start({ publication = folder .. "/sample.svp", trust = folder .. "/trust" })
    assert.equal(200, svcd:request("/v1/search?query=equations").status)
    assert.equal(200, svcd:request("/docs").status)
    local mapped = forge.read(("/proc/%d/maps"):format(svcd:workers()[1]))
    svcd:stop()
    forge.remove(folder)
    assert.truthy(mapped:find("svc.so", 1, true))
    assert.is_nil(mapped:find("svc_publish", 1, true))
  end)
end)
