--- Random Markdown: trees as authors write them, such trees after a few random edits, and pieces in
-- a row, a third each.
local texts = {}

local random = math.random

local function pick(from) return from[random(#from)] end

-- stylua: ignore
local PIECES = {
  "a", "b", "foo", "é", "*", "**", "***", "_", "__", "`", "``", "[", "]", "(", ")", "(/u)", "[a]",
  "[b]", "![x](/i)", ">", "(/x(y))", "\\*", "\\é", "\\`", "&amp;", "&", "\n", "\n", "\n",
  "\n\n", "\n\n", "  \n", "\\\n", "    ", "  ", "\t", "- ", "1. ", "2) ", "+ ", "* ", "> ", "# ",
  "## ", "\n```\n", "\n~~~ x\n", "\n---\n", "\n===\n", "\n| a | b |\n|---|:-:|\n| c | d |\n",
  '"t"', "!", ".", ",", ";", " ", " ", " ", "word", "- - x\n", "10. ", "\n    code\n", "\n***\n",
  "#", "'", " ~~d~~ ", "[^n]", "- [x] ", "\\|", "[^n]: ",
}

local WORDS = { "a", "foo", "bär", "x1", "Zeit", "naïve", "2", "end.", "(so)", "it's", "q?" }
local DEFINITIONS = '\n\n\n[a]: /url\n[b]: x "t"\n\n[^n]: note\n'

local function pieces()
  local parts = {}
  for i = 1, random(30) do
    parts[i] = pick(PIECES)
  end
  return table.concat(parts) .. DEFINITIONS
end

local inline

-- stylua: ignore
local INLINES = {
  function(depth) return "*" .. inline(depth) .. "*" end,
  function(depth) return "**" .. inline(depth) .. "**" end,
  function(depth) return "_" .. inline(depth) .. "_" end,
  function(depth) return "~~" .. inline(depth) .. "~~" end,
  function(depth) return "[" .. inline(depth) .. "](/u)" end,
  function(depth) return "[" .. inline(depth) .. '](b.md "t")' end,
  function(depth) return "[" .. inline(depth) .. "](<c(d.md>)" end,
  function(depth) return "[" .. inline(depth) .. "][a]" end,
  function(depth) return "![" .. inline(depth) .. "](/i.png 'u')" end,
  function() return "[b]" end,
  function() return "[b][]" end,
  function() return "`" .. pick(WORDS) .. "`" end,
  function() return "`` a`" .. pick(WORDS) .. " ``" end,
  function() return "<https://x.y/z>" end,
  function() return "\\" .. pick({ "*", "_", "[", "`", "\\", "#" }) end,
  function() return pick({ "&amp;", "&lt;" }) end,
  function() return pick({ "  \n", "\\\n", "\n" }) .. pick(WORDS) end,
  function() return "[^n]" end,
}

function inline(depth)
  local parts = {}
  for i = 1, random(4) do
    local plain = depth > 2 or random(3) > 1
    parts[i] = plain and pick(WORDS) or pick(INLINES)(depth + 1)
  end
  return table.concat(parts, random(8) == 1 and "" or " ")
end

local function one_line(text) return (text:gsub("[ \\]*\n", " ")) end

local function lines_of(text)
  local lines = {}
  for line in (text .. "\n"):gmatch("(.-)\n") do
    lines[#lines + 1] = line
  end
  return lines
end

--- Lines behind a mark; those after the first behind what takes its place.
local function behind(lines, first, others)
  local out = {}
  for i, line in ipairs(lines) do
    local mark = i == 1 and first or others
    out[i] = (line == "" and mark:match("^(.-) *$") or mark) .. line
  end
  return out
end

local blocks

local function item_of(mark, depth)
  local lines = blocks(depth, random(2))
  if random(20) == 1 then lines[1] = pick({ "[ ] ", "[x] " }) .. lines[1] end
  return behind(lines, mark, (" "):rep(#mark))
end

local function items(depth)
  local ordered, loose, out = random(3) == 1, random(3) == 1, {}
  local first = random(12)
  local mark = pick({ "- ", "* ", "+ ", "-   " })
  for i = 1, random(3) do
    local lines = item_of(ordered and ("%d. "):format(first + i - 1) or mark, depth)
    if loose and i > 1 then out[#out + 1] = "" end
    table.move(lines, 1, #lines, #out + 1, out)
  end
  return out
end

local function fence()
  local mark = pick({ "```", "~~~", "````" })
  local lines = { mark .. pick({ "", "lua", " c x" }), "[a](b) *c*", "", "  - d", mark }
  if random(10) == 1 then lines[#lines] = nil end
  return lines
end

local function grid()
  local out, columns = {}, random(3)
  local function row(cell)
    local cells = {}
    for i = 1, columns do
      cells[i] = cell()
    end
    out[#out + 1] = "| " .. table.concat(cells, " | ") .. " |"
  end
  local function words() return one_line(inline(2)) .. (random(8) == 1 and " \\|" or "") end
  row(words)
  row(function() return pick({ "---", ":--", "--:", ":-:" }) end)
  for _ = 1, random(3) do
    row(words)
  end
  return out
end

-- stylua: ignore
local BLOCKS = {
  function() return lines_of(inline(0)) end,
  function() return lines_of(inline(0)) end,
  function() return lines_of(inline(0)) end,
  function() return { ("#"):rep(random(6)) .. " " .. one_line(inline(1)) } end,
  function() return { one_line(inline(1)), pick({ "===", "---" }) } end,
  items,
  items,
  function(depth) return behind(blocks(depth, random(2)), "> ", pick({ "> ", "> ", ">" })) end,
  fence,
  function() return { "    code *a*", "", "      [b](c)" } end,
  grid,
  function() return { pick({ "***", "---", "_ _ _" }) } end,
  function() return { "[" .. pick({ "c", "d" }) .. "]: " .. pick({ "/e", "<f(g>", '/h "i"' }) } end,
}

function blocks(depth, count)
  local out = {}
  for i = 1, count do
    if i > 1 and random(8) > 1 then out[#out + 1] = "" end
    local lines = depth > 3 and { pick(WORDS) } or pick(BLOCKS)(depth + 1)
    table.move(lines, 1, #lines, #out + 1, out)
  end
  return out
end

local function tree() return table.concat(blocks(0, random(5)), "\n") .. DEFINITIONS end

--- Edits of a text from byte `first` to `last`.
local EDITS = {
  function(text, first, last) return text:sub(1, first - 1) .. text:sub(last + 1) end,
  function(text, first, last) return text:sub(1, last) .. text:sub(first) end,
  function(text, first) return text:sub(1, first) .. pick(PIECES) .. text:sub(first + 1) end,
  function(text, first, last)
    return text:sub(1, first - 1) .. text:sub(first, last):gsub("\n", " ") .. text:sub(last + 1)
  end,
  function(text, first, last)
    return text:sub(1, first - 1) .. text:sub(first, last):gsub(" ", "\n") .. text:sub(last + 1)
  end,
}

local function mutated()
  local text = tree()
  for _ = 1, random(4) do
    local first = random(#text)
    local changed = pick(EDITS)(text, first, math.min(#text, first + random(12) - 1))
    if utf8.len(changed) then text = changed end
  end
  return text
end

local KINDS = { tree, mutated, pieces }

--- Constructs that only one dialect reads, or writes otherwise: addresses, mail, HTML, characters
-- by name, formulas, images without an address. Nor has an address of a content tree a grave
-- accent, which alone may keep its line from opening a fence.
-- stylua: ignore
local FOREIGN = {
  "http", "www%.", "%w@%w", "</?%a[%w-]*[%s/>]", "<%a[%w+.-]*:", "<[!?]", "&#", "%$",
  "\\%(.*\\%)", "\\%[.*\\%]", "!%[.*%]%(%s*%)", "[^:]//", "%]: ?//", "%.md%.md",
  "%(<[^>\n]*[ \t\\][^>\n]*>", "%]:[ >\n]*[^ \n]*\\", "%]:[ >\n]*[^ \n]*:", "%]%(%s*[^ )\n]*:",
  "%]%(%[", "%]%([^)]*\\", "```[^\n]*%]%([^)\n]*`",
}

--- True for a text of which both dialects claim all that it has.
function texts.claims(text)
  if text:find("%]%([^)\n]*<https:") then return false end
  local rest = text:gsub("<https://x.y>", ""):gsub("<https://x.y/z>", "")
  for _, pattern in ipairs(FOREIGN) do
    if rest:find(pattern) then return false end
  end
  for name in rest:gmatch("&(%w+);") do
    if name ~= "amp" and name ~= "lt" then return false end
  end
  return utf8.len(text) ~= nil
end

--- A list of random texts, which texts.claims accepts. @tparam integer count
function texts.make(count)
  local made = {}
  while #made < count do
    local text = KINDS[#made % #KINDS + 1]()
    if texts.claims(text) then made[#made + 1] = text end
  end
  return made
end

return texts
