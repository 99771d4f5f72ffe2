--- Defects that one could make in a line of C or Lua: the whole line left out, or one operator
-- of it inverted. Comments, strings and lines without a statement have none.

local mutants = {}

--- The replacements of operators; those of both languages, then their own.
local BOTH = {
  { " == ", { c = " != ", lua = " ~= " } },
  { " < ", " >= " },
  { " > ", " <= " },
  { " <= ", " > " },
  { " >= ", " < " },
  { " + ", " - " },
  { " - ", " + " },
  { "true", "false" },
  { "false", "true" },
}
local OWN = {
  c = { { " != ", " == " }, { " && ", " || " }, { " || ", " && " }, { "if (", "if (!" } },
  lua = { { " ~= ", " == " }, { " and ", " or " }, { " or ", " and " }, { "if not ", "if " } },
}
local COMMENT = { c = "/*", lua = "--" }

--- The beginning and the end of a text of several lines: a comment of C, a long string or comment
-- of Lua.
local WORDS = { c = { "/%*", "%*/" }, lua = { "%[%[", "%]%]" } }

--- A line that is a statement by itself.
local STATEMENT = {
  c = "^%s+[%w_*(][^{}]*;%s*$",
  lua = '^%s+[%w_.:%[%]"]+[ (].*[^,{(]$',
}
local BLOCK = {
  c = {},
  lua = { "then$", " do$", "^%s*end", "^%s*else", "function", "^%s*until", "^%s*return" },
}

local function in_code(text, at, language)
  local before = text:sub(1, at - 1)
  local _, quotes = before:gsub('[^\\]"', "")
  return quotes % 2 == 0 and not before:find(COMMENT[language], 1, true)
end

local function is_statement(text, language)
  if not text:find(STATEMENT[language]) then return false end
  for _, pattern in ipairs(BLOCK[language]) do
    if text:find(pattern) then return false end
  end
  return true
end

--- Which lines begin within a text of several lines: they have no defects.
-- @tparam {string,...} lines of a file
-- @tparam string language `c` or `lua`
-- @treturn {boolean,...}
function mutants.words(lines, language)
  local opens, closes = table.unpack(WORDS[language])
  local found, within = {}, false
  for i, line in ipairs(lines) do
    found[i] = within
    local _, at = line:find(within and closes or opens)
    while at do
      within = not within
      _, at = line:find(within and closes or opens, at + 1)
    end
  end
  return found
end

--- Every defect of a line.
-- @tparam string text a line without its end
-- @tparam string language `c` or `lua`
-- @treturn {{text=string,what=string},...} the line with the defect, and its name
function mutants.of(text, language)
  local found = {}
  if text:find("^%s*" .. COMMENT[language]:gsub("%p", "%%%0")) then return found end
  if is_statement(text, language) then found[1] = { text = "", what = "left out" } end
  for _, list in ipairs({ BOTH, OWN[language] }) do
    for _, row in ipairs(list) do
      local from, to = row[1], row[2]
      if type(to) == "table" then to = to[language] end
      local at = text:find(from, 1, true)
      if at and in_code(text, at, language) then
        found[#found + 1] = {
          text = text:sub(1, at - 1) .. to .. text:sub(at + #from),
          what = ("`%s` becomes `%s`"):format(from:match("^ *(.-) *$"), to:match("^ *(.-) *$")),
        }
      end
    end
  end
  return found
end

return mutants
