--- The guide /docs/markdown: each row of its tables is what the service does.
local files = require("base.files")
local rules = require("data.rules")
local svc = require("svc")

local GUIDE = assert(files.read("lua/site/assets/markdown.md"))

--- The text of a cell: without the marks of its code, bars and line ends as they were.
local function text_of(cell)
  local ticks = cell:match("^`+")
  local inside = cell:sub(#ticks + 1, -#ticks - 1)
  if #ticks > 1 then inside = inside:sub(2, -2) end
  return (inside:gsub("\\|", "|"):gsub("⏎", "\n"))
end

--- The rows of the tables with such a head, each a list of cells.
local function rows(head)
  local found, within = {}, false
  for line in GUIDE:gmatch("[^\n]*") do
    if line:find("^| Markdown") then
      within = line == head
    elseif line:find("^| ") and within then
      local cells = {}
      for cell in line:sub(3):gsub("\\|", "\0"):gmatch("(.-) |") do
        cells[#cells + 1] = (cell:gsub("%z", "\\|"):gsub("^ ", "", 1))
      end
      found[#found + 1] = cells
    elseif not line:find("^|") then
      within = false
    end
  end
  return found
end

describe("the guide to Markdown", function()
  for _, row in ipairs(rows("| Markdown | HTML |")) do
    it("shows what pages have for " .. row[1], function()
      local html = svc.html(text_of(row[1])):gsub("\n$", "")
      assert.equal(text_of(row[2]), html)
    end)
  end

  for _, row in ipairs(rows("| Markdown | Rule | Stops |")) do
    it("names the rule of " .. row[1], function()
      local rule = svc.document(text_of(row[1])).remarks[1].rule
      assert.equal(text_of(row[2]), rule)
      assert.equal(row[3] == "yes", rules.of(rule).severity == "error")
    end)
  end

  it("has a row for each rule that a text may break, as data/rules.lua has it", function()
    for _, rule in ipairs(rules.list) do
      local row = ("| `%s` | %s | %s |"):format(rule.id, rule.severity, rule.cure)
      assert.truthy(GUIDE:find(row, 1, true), row)
    end
  end)

  it("has rows", function()
    assert.is_true(#rows("| Markdown | HTML |") > 30)
    assert.is_true(#rows("| Markdown | Rule | Stops |") > 15)
  end)
end)
