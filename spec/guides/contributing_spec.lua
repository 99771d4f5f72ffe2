--- CONTRIBUTING.md and data/CONTENT.md do what they show: their changes and commands are made in a
-- copy of the checkout, one after another, and give what stands below them.

local checkout = require("spec.support.house.checkout")
local document = require("spec.support.house.document")
local forge = require("spec.support.publication.forge")

local DOCUMENTS = { "CONTRIBUTING.md", "data/CONTENT.md" }

describe("the documents", function()
  local names = { "README.md", "SECURITY.md", "CHANGELOG.md", "spec/proof/README.md" }
  for _, name in ipairs(table.move(DOCUMENTS, 1, #DOCUMENTS, #names + 1, names)) do
    it(name .. " links to no file that is not there", function()
      local missing, folder = {}, name:match("^.*/") or ""
      for path in forge.read(name):gmatch("%]%(([^)#:%s]+)%)") do
        if not io.open(folder .. path) then missing[#missing + 1] = path end
      end
      assert.same({}, missing)
    end)
  end

  for name, most in pairs({ ["README.md"] = 220, ["CONTRIBUTING.md"] = 250 }) do
    it(name .. " is shorter than " .. most .. " lines", function()
      local _, lines = forge.read(name):gsub("\n", "")
      assert.is_true(lines < most, lines .. " lines")
    end)
  end
end)

for _, name in ipairs(DOCUMENTS) do
  describe(name, function()
    local copy

    setup(function() copy = checkout.copy() end)
    teardown(function() copy:remove() end)

    for _, block in ipairs(document.blocks(name)) do
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
end
