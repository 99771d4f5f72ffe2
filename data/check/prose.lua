--- The words and formulas of a text, and how hard it is to read.

local prose = {}

local LONG_WORD = 7 -- letters from which LIX counts a word as long

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

--- The formulas of a text, written alike in all languages.
-- @tparam table list of formulas, as data.import.reading gives them
-- @tparam function named `named(formula)`: the formula with notations by name; nil leaves it out
-- @treturn table a sorted list of strings
function prose.formulas(list, named)
  local formulas = {}
  for _, formula in ipairs(list) do
    local tex = named(formula.tex)
    if tex then formulas[#formulas + 1] = common(tex) end
  end
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
-- @tparam table passages as data.import.reading gives them
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
