--- Lists of terms and their definitions, as MkDocs and Hugo have them, as lists of Markdown: each
-- term is an item, which holds its definitions. In Markdown their indentation would mean code.
local lines = require("data.transfer.lines")

--- The most lines of a term.
local MOST = 4

--- The columns that a definition is indented by: those of its mark, but no more.
local WIDEST = 4

local function definition_of(line) return line:match("^([ \t]*)(:[ \t]+)(%S.*)$") end

--- True for a line of a paragraph that is indented so.
local function is_term(line, indent)
  local own, first = line:match("^([ \t]*)(%S)")
  return own == indent
    and not first:find("[#>|:]")
    and not line:find("^[ \t]*[-*+%d][.)]?[ \t]")
end

--- Makes an item of the term at the end of what is written; false where there is none.
local function take_term(out, indent)
  local last = #out
  if out[last] == "" then last = last - 1 end
  local first = last + 1
  while first > 1 and last - first < MOST - 1 and is_term(out[first - 1], indent) do
    first = first - 1
  end
  if first > last then return false end
  for i = first, last do
    out[i] = indent .. (i == first and "- " or "  ") .. out[i]:sub(#indent + 1)
  end
  return true
end

--- A line without up to `width` columns of blanks.
local function outdented(line, width)
  local at = 1
  while width > 0 and line:find("^[ \t]", at) do
    width = width - (line:sub(at, at) == "\t" and WIDEST or 1)
    at = at + 1
  end
  return line:sub(at)
end

--- A text whose lists of definitions are lists.
-- @tparam string source
-- @treturn string
return function(source)
  local list, out, open, i = lines.of(source), {}, nil, 1
  local inside -- the indentation of the definition that ended last
  while list[i] do
    local line = list[i]
    open = lines.fence(line, open)
    local indent, mark, said = definition_of(line)
    -- A mark alone stood before something that was taken out.
    local is_void = not open
      and line:find("^[ \t]*:[ \t]*$")
      and definition_of(list[i + 1] or "")
    local is_next = indent and not open and (inside == indent or take_term(out, indent))
    if is_next then
      if out[#out] ~= "" then out[#out + 1] = "" end
      out[#out + 1] = indent .. "  " .. said
      local width = #indent + math.min(#mark, WIDEST)
      while list[i + 1] do
        local more = list[i + 1]
        local is_lazy = list[i]:find("%S") and more:find("%S") and not definition_of(more)
        local is_inside = more:find("^" .. indent .. "[ \t][ \t]")
          or more:find("^" .. indent .. "\t")
        if more:find("%S") and not is_lazy and not is_inside then break end
        local rest = outdented(more, width)
        out[#out + 1] = rest:find("%S") and indent .. "  " .. rest or ""
        i = i + 1
      end
      inside = indent
    elseif not is_void then
      if line:find("%S") then inside = nil end
      out[#out + 1] = line
    end
    i = i + 1
  end
  return table.concat(out, "\n") .. "\n"
end
