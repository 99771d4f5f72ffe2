--- Tables of HTML as those of Markdown, whose cells have one line each.
local svc = require("svc")
local text = require("base.text")

local html_tables = {}

--- Tables within one another that are written as such.
local DEEPEST = 4

--- Text in which headings are no more than their words, since they stand within a line.
-- @tparam string said with `\20` where one begins and `\21`, its id and `\22` where it ends
-- @treturn string
function html_tables.without_headings(said)
  return (said:gsub("\n#+ ", "\n"):gsub("\21[^\22]*\22", ""):gsub("\20", ""))
end

--- The text of a cell on one line, with what begins lines otherwise taken out.
-- @tparam string said
-- @tparam {string,...} blocks of code, which are spans here
-- @tparam function code makes of HTML a span of code
local function cell_of(said, blocks, code)
  said = said:gsub("\1(%d+)\1", function(number)
    local block = (blocks[tonumber(number)] or ""):match("^\n\n[^\n]*\n(.*)\n[^\n]*\n\n$")
    return (
      (block or ""):gsub(
        "[^\n]+",
        function(line) return "\n\n" .. code(svc.escape_html(line)) end
      )
    )
  end)
  said = html_tables.without_headings(said):gsub("\n> ", "\n"):gsub("\n%-%-%-\n", "\n")
  said = text.trim((said:gsub("[\3\4]%s*", "\n\n• "):gsub("\5", "\n\n")))
  said = said:gsub("%s+", function(blanks) return blanks:find("\n%s*\n") and "<br>" or " " end)
  return (said:gsub("\\?|", "\\|"))
end

--- A table of Markdown, which has a head always: an empty one where the first row is none. A lone
-- cell only places what stands in it.
-- @tparam string inside the table: `\16` before a row, `\17` or, of a head, `\18` before a cell
local function table_of(inside, blocks, code)
  if not inside:find("\16") then inside = inside:gsub("[\17\18]", "\16%0", 1) end
  local rows, width, headed, lone = {}, 0, true, nil
  local before = { text.trim(inside:match("^[^\16]*")) }
  for row in inside:gmatch("\16([^\16]*)") do
    local cells = {}
    local loose = text.trim(row:match("^[^\17\18]*")) -- it stands in no cell
    before[#before + 1] = loose ~= "" and loose or nil
    for mark, said in row:gmatch("([\17\18])([^\17\18]*)") do
      headed = headed and (#rows > 0 or mark == "\18")
      cells[#cells + 1], lone = cell_of(said, blocks, code), said
    end
    rows[#rows + 1] = #cells > 0 and cells or nil
    width = math.max(width, #cells)
  end
  local shown = "\n\n" .. table.concat(before, "\n\n") .. "\n\n"
  if width <= 1 and #rows <= 1 then return shown .. (lone or "") .. "\n\n" end
  if not headed then table.insert(rows, 1, {}) end
  local lines = {}
  for i, cells in ipairs(rows) do
    for k = #cells + 1, width do
      cells[k] = ""
    end
    lines[#lines + 1] = "| " .. table.concat(cells, " | ") .. " |"
    if i == 1 then lines[2] = ("| --- "):rep(width) .. "|" end
  end
  return shown .. table.concat(lines, "\n") .. "\n\n"
end

--- Writes tables, the inner ones first, and what is left of one that ends in another block.
-- @tparam string written Markdown with `\14` and `\15` around tables, and the marks of table_of
-- @tparam {string,...} blocks of code; `\1`, the number of one and `\1` stand for it
-- @tparam function code makes of HTML a span of code
-- @treturn string
function html_tables.write(written, blocks, code)
  for _ = 1, DEEPEST do
    written = written:gsub(
      "\14([^\14\15]*)\15",
      function(inside) return table_of(inside, blocks, code) end
    )
  end
  return (written:gsub("[\14\15]", "\n\n"):gsub("\16", "\n\n"):gsub("[\17\18]", " "))
end

return html_tables
