--- The README's commands give what the README shows.
--
-- spec/support/document.lua says what a block means. A block ```lua is a program, and the block
-- ```text behind it its output. The example address in commands and output is replaced by that of
-- a server started here.
local document = require("spec.support.document")
local server = require("spec.support.server")

local EXAMPLE = "http://127.0.0.1:8080"

local function run_program(source)
  local name = os.tmpname()
  local file = assert(io.open(name, "w"))
  file:write(source)
  file:close()
  local output = document.run(("lua5.4 '%s'"):format(name))
  os.remove(name)
  return output
end

describe("README.md", function()
  local host, url
  setup(function()
    host = server.start({ publication = "build/demo.svp", trust = "build/demo.trust" })
    url = "http://127.0.0.1:" .. host.port
  end)
  teardown(function() host:stop() end)

  local function here(text) return (text:gsub(EXAMPLE:gsub("%p", "%%%0"), url)) end

  local function expect(expected, output)
    for i, line in ipairs(expected) do
      expected[i] = here(line)
    end
    assert.is_nil(document.missing_line(expected, output))
  end

  it("lists every option as lua/host/options.lua declares it", function()
    local file <close> = assert(io.open("README.md"))
    local listed = file:read("a"):match("<!%-%- options %-%->\n(.-)\n?<!%-%- /options %-%->")
    assert.equal(require("host.config_text").markdown(), listed)
  end)

  local blocks = document.blocks("README.md")
  for i, block in ipairs(blocks) do
    if block.language == "console" and not block.exempt then
      for _, command in ipairs(document.commands(block)) do
        it(
          ("line %d: %s"):format(command.line, command.text:sub(1, 60)),
          function() expect(command.expected, document.run(here(command.text))) end
        )
      end
    elseif block.language == "lua" and not block.exempt then
      it(
        ("line %d: the program"):format(block.line),
        function()
          expect(blocks[i + 1].lines, run_program(here(table.concat(block.lines, "\n"))))
        end
      )
    end
  end
end)
