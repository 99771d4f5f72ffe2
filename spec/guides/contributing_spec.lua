--- CONTRIBUTING.md does what it shows: its changes and commands are made in a copy of the checkout,
-- one after another, and give what stands below them.

local checkout = require("spec.support.house.checkout")
local document = require("spec.support.house.document")
local forge = require("spec.support.publication.forge")

local DOCUMENT = "CONTRIBUTING.md"

describe("the documents", function()
  for _, name in ipairs({ "README.md", DOCUMENT, "SECURITY.md", "CHANGELOG.md" }) do
    it(name .. " links to no file that is not there", function()
      local missing = {}
      for path in forge.read(name):gmatch("%]%(([^)#:%s]+)%)") do
        if not io.open(path) then missing[#missing + 1] = path end
      end
      assert.same({}, missing)
    end)
  end
end)

describe("the map", function()
  local steps = 0
  for path, name in forge.read(DOCUMENT):gmatch("\n| %[([^%]]+)%]%b() | `([^`]+)` |") do
    steps = steps + 1
    it(
      ("finds %s in %s"):format(name, path),
      function() assert.matches(name, forge.read(path), 1, true) end
    )
  end

  it("answers four questions", function() assert.is_true(steps > 15, steps .. " steps") end)
end)

describe(DOCUMENT, function()
  local copy

  setup(function() copy = checkout.copy() end)
  teardown(function() copy:remove() end)

  for _, block in ipairs(document.blocks(DOCUMENT)) do
    if block.language == "diff" then
      it(("line %d: the change of %s"):format(block.line, block.lines[2]:sub(7)), function()
        local change = table.concat(block.lines, "\n") .. "\n"
        local path = forge.write(copy.root .. "/change", change)
        local output = copy:run("patch -p1 -F0 --no-backup-if-mismatch <" .. path)
        assert.same({ "patching file " .. block.lines[2]:sub(7) }, { output[1] })
        output = table.concat(output, "\n")
        assert.is_nil(
          output:find("FAILED", 1, true) or output:find("malformed", 1, true),
          output
        )
      end)
    end
    for _, command in ipairs(block.language == "console" and document.commands(block) or {}) do
      it(
        ("line %d: %s"):format(command.line, command.text:sub(1, 60)),
        function()
          assert.is_nil(document.missing_line(command.expected, copy:run(command.text)))
        end
      )
    end
  end
end)
