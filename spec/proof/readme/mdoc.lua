--- Text as source of a manual page (mdoc(7)): from plain words, Markdown and header comments.

local mdoc = {}

local WIDTH = 79

local SPECIAL =
  { ["\\"] = "\\e", ["…"] = "...", ["–"] = "-", ["·"] = "*", ["→"] = "->", ["×"] = "x" }

--- A line of words that mean nothing to mdoc, whatever they are.
local function escape(text)
  text = text:gsub("\\", SPECIAL):gsub("[\xc2-\xf4][\x80-\xbf]+", SPECIAL)
  return (text:gsub("^%s*(['.])", "\\&%1"):gsub("%-%-", "\\-\\-"))
end

--- A line of words, with code between backquotes in bold, and links as their text.
local function inline(text)
  local kept = {}
  local function keep(code)
    kept[#kept + 1] = code
    return "\1" .. #kept .. "\2"
  end
  text = text:gsub("`([^`]*)`", keep):gsub("%[([^%]]*)%]%(([^)]*)%)", "%1"):gsub("%*%*?", "")
  text = escape(text)
  return (
    text:gsub(
      "\1(%d+)\2",
      function(i) return "\\fB" .. escape(kept[tonumber(i)]):gsub("^%-", "\\-") .. "\\fR" end
    )
  )
end

--- Words in lines of a page's source, each sentence on lines of its own.
local function filled(text)
  local lines = {}
  for sentence in (text:gsub("([.:?]) (%u)", "%1\n%2") .. "\n"):gmatch("([^\n]*)\n") do
    local line
    for word in sentence:gmatch("%S+") do
      if line and #line + #word < WIDTH then
        line = line .. " " .. word
      else
        lines[#lines + 1], line = line, word
      end
    end
    lines[#lines + 1] = line
  end
  return lines
end

--- Words as a paragraph.
-- @tparam string text
-- @treturn string
function mdoc.paragraph(text)
  local lines = filled(inline(text))
  for i, line in ipairs(lines) do
    lines[i] = line:gsub("^(['.])", "\\&%1")
  end
  return table.concat(lines, "\n")
end

--- Lines as they stand.
-- @tparam {string,...} lines
-- @treturn string
function mdoc.literal(lines)
  local out = { ".Bd -literal" }
  for i, line in ipairs(lines) do
    out[i + 1] = escape(line):gsub("^%s*$", "")
    if line:find("^%s+['.]") then out[i + 1] = "\\&" .. line end
  end
  out[#out + 1] = ".Ed"
  return table.concat(out, "\n")
end

--- A list of terms and what they mean.
-- @tparam {table,...} rows `{term, meaning}`; the meaning is source of mdoc
-- @treturn string
function mdoc.list(rows)
  local out = { ".Bl -tag -width Ds" }
  for _, row in ipairs(rows) do
    out[#out + 1] = (".It %s\n%s"):format(row[1], row[2])
  end
  out[#out + 1] = ".El"
  return table.concat(out, "\n")
end

--- Cuts the common indentation of lines, and blank ones at both ends.
local function unindent(lines)
  local least = math.huge
  for _, line in ipairs(lines) do
    if line:find("%S") then least = math.min(least, #line:match("^ *")) end
  end
  while lines[#lines] and not lines[#lines]:find("%S") do
    lines[#lines] = nil
  end
  for i, line in ipairs(lines) do
    lines[i] = line:sub(least + 1)
  end
  return lines
end

--- Lines "term   meaning", the further lines of a meaning indented more, as a list.
function mdoc.tagged(lines)
  local rows = {}
  for _, line in ipairs(lines) do
    local term, meaning = line:match("^(%S.-)   ?(%S.*)$")
    if term then
      rows[#rows + 1] = { "Li " .. escape((term:gsub("`", ""):gsub(" +$", ""))), meaning }
    else
      rows[#rows][2] = rows[#rows][2] .. " " .. line
    end
  end
  for _, row in ipairs(rows) do
    row[2] = mdoc.paragraph(row[2])
  end
  return mdoc.list(rows)
end

--- A text whose paragraphs are parted by blank lines and whose drawings are indented.
-- @tparam string text
-- @tparam[opt=mdoc.literal] function draw makes source of a drawing's lines
-- @treturn string
function mdoc.drawn(text, draw)
  local out, words, drawing = {}, {}, {}
  local function flush()
    if #words > 0 then
      if #out > 0 then out[#out + 1] = ".Pp" end
      out[#out + 1] = mdoc.paragraph(table.concat(words, " "))
    end
    if #drawing > 0 then out[#out + 1] = (draw or mdoc.literal)(unindent(drawing)) end
    words, drawing = {}, {}
  end
  for line in (text .. "\n"):gmatch("([^\n]*)\n") do
    local is_drawn = line:find("^  +%S") or #drawing > 0 and not line:find("%S")
    if not line:find("%S") and #drawing == 0 then
      flush()
    elseif is_drawn then
      if #words > 0 then flush() end
      drawing[#drawing + 1] = line
    else
      if #drawing > 0 then flush() end
      words[#words + 1] = line
    end
  end
  flush()
  return table.concat(out, "\n")
end

--- A guide: headings of the second rank become subsections; the first is left out.
-- @tparam string text Markdown
-- @treturn string
function mdoc.markdown(text)
  local out, words, code = {}, {}, nil
  local function flush()
    if #words == 0 then return end
    if out[#out] and not out[#out]:find("^%.S") then out[#out + 1] = ".Pp" end
    out[#out + 1] = mdoc.paragraph(table.concat(words, " "))
    words = {}
  end
  for line in (text .. "\n"):gmatch("([^\n]*)\n") do
    local heading = not code and line:match("^##+ (.*)$")
    if line:find("^```") then
      flush()
      if code then out[#out + 1] = mdoc.literal(code) end
      code = not code and {} or nil
    elseif code then
      code[#code + 1] = line
    elseif heading then
      flush()
      out[#out + 1] = ".Ss " .. escape(heading)
    elseif not line:find("%S") then
      flush()
    elseif not line:find("^# ") and not line:find("^<!%-%-") then
      words[#words + 1] = line
    end
  end
  flush()
  return table.concat(out, "\n")
end

return mdoc
