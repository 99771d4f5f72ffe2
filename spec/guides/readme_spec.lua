--- The README's commands give what the README shows.
--
-- spec/support/house/document.lua says what a block means. A block ```lua is a program; the block
-- ```text behind it its output. The example address in commands and output is replaced by that of
-- a server started here.
local document = require("spec.support.house.document")
local server = require("spec.support.service.server")

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

  local blocks = document.blocks("README.md")

  it("shows what it is, how to start it and an answer on its first 40 lines", function()
    assert.equal("git clone … svc && cd svc", document.commands(blocks[1])[1].text)
    assert.matches("curl", document.commands(blocks[2])[1].text, 1, true)
    assert.is_true(blocks[2].line < 40, "the answer is at line " .. blocks[2].line)
  end)

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
