--- Runs commands of the guide to the packages where they are installed. Prints a line for each: its
-- title, a tab, and what is wrong.
--
--   svcd lua guide.lua REASON COMMAND…
--
-- They are those of the blocks that are not run elsewhere for REASON; where that is empty, those of
-- the blocks without a reason. COMMAND runs what follows it, where the packages are.

local document = require("spec.support.house.document")

local GUIDE = "lua/site/assets/install.md"

--- Seconds after which a command that should have ended is ended.
local PATIENCE = 60

local quoted = require("spec.support.house.shell").quoted

local words = { ... }
local reason = table.remove(words, 1)
for i, word in ipairs(words) do
  words[i] = quoted(word)
end
local line = table.concat(words, " ") .. " timeout " .. PATIENCE .. " bash -c "
local ENDED = ' || test $? != 124 || echo "it had to be ended"'

for _, block in ipairs(document.blocks(GUIDE)) do
  local mine = block.language == "console" and (block.exempt or "") == reason
  for _, command in ipairs(mine and document.commands(block) or {}) do
    local output = document.run(line .. quoted(command.text) .. ENDED)
    local wrong = document.missing_line(command.expected, output) or ""
    print(
      ("the guide, line %d: %s\t%s"):format(command.line, command.text, wrong:gsub("\n", "; "))
    )
  end
end
