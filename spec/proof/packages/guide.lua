--- Runs the commands of the guide to the packages in a root where they are installed. Prints a line
-- for each: its title, a tab, and what is wrong.
--
--   svcd lua guide.lua ENTER ROOT CACHE

local document = require("spec.support.document")

local GUIDE = "lua/site/assets/install.md"

local enter, root, cache = ...

local function quoted(text) return "'" .. text:gsub("'", "'\\''") .. "'" end

for _, block in ipairs(document.blocks(GUIDE)) do
  for _, command in
    ipairs(block.language == "console" and not block.exempt and document.commands(block) or {})
  do
    local inside = "cd /svc/five; " .. command.text
    local line = ("%s %s %s bash -c %s"):format(enter, root, cache, quoted(inside))
    local wrong = document.missing_line(command.expected, document.run(line)) or ""
    print(
      ("the guide, line %d: %s\t%s"):format(command.line, command.text, wrong:gsub("\n", "; "))
    )
  end
end
