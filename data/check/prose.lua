--- The prose of a Markdown text: its passages, its words, and how hard it is to read.
local links = require("data.import.links")

local prose = {}

local LONG_WORD = 7 -- letters from which LIX counts a word as long

--- A line of prose without code spans, link targets and markup; a formula becomes one letter.
local function plain(line)
  if not line:find("[$`%]*_#>|]") then return line end
  if line:find("$", 1, true) then
    line = line:gsub("%$%$.-%$%$", " x "):gsub("%$[^$]*%$", " x ")
  end
  if line:find("`", 1, true) then line = line:gsub("`[^`]*`", " x ") end
  if line:find("](", 1, true) then
    line = line:gsub('^!%[([^%]]*)%]%([^%s()]* "([^"]*)"%)', "%1. %2"):gsub("%]%([^)]*%)", "]")
  end
  return (line:gsub("[*_#>|]", " "))
end

--- Calls `visit(word)` for each word: letters of any script and digits, with inner marks. A number
-- or a formula is a word, as it is to a reader.
function prose.each_word(text, visit)
  for word in text:gmatch("[%w\128-\255][%w\128-\255'.,-]*") do
    visit(word)
  end
end

local function count_words(text)
  local count, long = 0, 0
  prose.each_word(text, function(word)
    count = count + 1
    if (utf8.len(word) or #word) >= LONG_WORD then long = long + 1 end
  end)
  return count, long
end

--- The kind of a line: "heading", "blank", "table", "item", "image" or "text".
local function kind_of(line)
  if line:find("^#+ ") then return "heading" end
  if line:find("^%s*$") then return "blank" end
  if line:find("^%s*|") then return "table" end
  if line:find("^!%[") then return "image" end
  if line:find("^%s*[-*] ") or line:find("^%s*%d+%. ") then return "item" end
  return "text"
end

--- The lines of a body outside code and display formulas.
-- @tparam table document with `body` and `body_line`
-- @treturn table list of `{ line, kind, text }`; `line` counts from the file's first, `kind` is
-- heading, blank, table, item, image or text
function prose.lines(document)
  local lines, formula = {}, false
  links.map_prose(document.body, function(line, number)
    local marks = select(2, line:gsub("%$%$", ""))
    if marks % 2 == 1 then formula = not formula end
    local kind = marks == 0 and not formula and kind_of(line) or marks == 2 and "text"
    if kind then
      lines[#lines + 1] = { line = document.body_line + number - 1, kind = kind, text = line }
    end
    return line
  end)
  return lines
end

--- The words of a line: all of them, and without what is in italics, such as titles, which keep
-- their language.
local function words_of(line)
  local words = plain(line)
  if not line:find("*", 1, true) then return words, words end
  return words, plain((line:gsub("%f[*]%*[^*]+%*%f[^*]", " ")))
end

--- Paragraphs, headings, items and table rows, joined and without markup.
-- @tparam table lines as `prose.lines` gives them
-- @treturn table list of `{ line, kind, text, translated }`: `translated` is `text` without titles
function prose.passages(lines)
  local passages, open = {}, nil
  for _, line in ipairs(lines) do
    if line.kind ~= "text" then open = nil end
    if line.kind == "text" and open then
      local all, translated = words_of(line.text)
      open.text = open.text .. " " .. all
      open.translated = open.translated .. " " .. translated
    elseif line.kind ~= "blank" then
      open = { line = line.line, kind = line.kind }
      open.text, open.translated = words_of(line.text)
      passages[#passages + 1] = open
    end
  end
  return passages
end

--- A formula as every language writes it: without space, words, and the marks that part digits
-- or points; a division is a colon.
local function common(formula)
  return (
    formula
      :gsub("\\text%b{}", "T")
      :gsub("{,}", "")
      :gsub("\\,", "")
      :gsub("\\mid%f[%A]", "")
      :gsub("\\div%f[%A]", ":")
      :gsub("[%s.,]", "")
  )
end

--- Calls `visit(line, formula)` for each formula of a text, `line` counted from the file's first.
-- @tparam table lines as `prose.lines` gives them
function prose.each_formula(lines, visit)
  for _, line in ipairs(lines) do
    for formula in line.text:gsub("`[^`]*`", ""):gmatch("%$+([^$]+)%$+") do
      visit(line.line, formula)
    end
  end
end

--- The formulas of a text, written alike in all languages.
-- @tparam table lines as `prose.lines` gives them
-- @tparam function named `named(formula)`: the formula with notations by name; nil leaves it out
-- @treturn table a sorted list of strings
function prose.formulas(lines, named)
  local formulas = {}
  prose.each_formula(lines, function(_, formula)
    formula = named(formula)
    if formula then formulas[#formulas + 1] = common(formula) end
  end)
  table.sort(formulas)
  return formulas
end

--- The first string that only one of two sorted lists holds.
-- @treturn string|nil when it is in `left`
-- @treturn string|nil when it is in `right`
function prose.difference(left, right)
  for i = 1, math.max(#left, #right) do
    local one, other = left[i], right[i]
    if one ~= other then
      if not other or (one and one < other) then return one end
      return nil, other
    end
  end
end

--- How long a text is and how hard to read; what images show is not counted.
-- @tparam table passages as `prose.passages` gives them
-- @treturn integer words of all passages
-- @treturn integer LIX of the paragraphs and items: words a sentence + percentage of long words
function prose.measure(passages)
  local words, read, long, sentences = 0, 0, 0, 0
  for _, passage in ipairs(passages) do
    local count, long_count = count_words(passage.text)
    words = words + (passage.kind == "image" and 0 or count)
    if passage.kind == "text" or passage.kind == "item" then
      long, read = long + long_count, read + count
      local _, ends = (passage.text .. " "):gsub("[.!?:][\"')”“]*%s", "")
      sentences = sentences + math.max(ends, 1)
    end
  end
  read = math.max(read, 1)
  return words, math.floor(read / math.max(sentences, 1) + 100 * long / read + 0.5)
end

return prose
