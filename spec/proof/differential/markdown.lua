--- Random Markdown: the pages made of it have the structure that cmark-gfm finds in it, and writing
-- other destinations into its links changes nothing else.
--
--     svcd lua spec/proof/differential/markdown.lua TEXTS SEED
--
-- Left out is what only one dialect has: formulas, HTML, addresses without brackets, ids of
-- headings. A text that differs is made as short as it can be while it differs; what is left must
-- be a row of EXPLAINED.
local forge = require("spec.support.publication.forge")
local links = require("data.import.links")
local svc = require("svc")
local tables = require("base.tables")
local texts = require("spec.proof.differential.texts")

local markdown = {}

-- ---- beside cmark-gfm -------------------------------------------------------------------------

--- The output that only one renderer writes, and its replacement: of the one or the other.
-- stylua: ignore
local SHAPES = {
  { '<h(%d) id="[^"]*">', "<h%1>" },
  { '<code class="language%-[^"]*">', "<code>" },
  { ' rel="external noopener"', "" },
  { '<div class="wide" tabindex="0">', "" },
  { "</table></div>", "</table>" },
  { ' tabindex="0"', "" },
  { '<th scope="col"', "<th" },
  { ' class="(center)"', ' align="%1"' },
  { ' class="(right)"', ' align="%1"' },
  { ' align="left"', "" },
  { "<th[^>]*></th>", "<td></td>" },
  { '<img src="[^"]*" alt="([^"]*)"[^>]*>', '<span class="image">%1</span>' },
  { '<input type="checkbox" checked="" disabled="" />', "☑" },
  { '<input type="checkbox" disabled="" />', "☐" },
  { '<sup class="footnote[^>]*><a [^>]*>(%d+)</a></sup>', "<sup>%1</sup>" },
  { '<a href="#fnref[^>]*>↩(.-)</a>', "↩" },
  { '<section class="footnotes"[^>]*>', "<section>" },
  { ' href="([^"#]*)%.md"', ' href="%1"' },
  { ' href="([^"#]*)%.md(#[^"]*)"', ' href="%1%2"' },
  { ' href="(.-)"', function(address)
    return (' href="%s"'):format(svc.decode_uri(address) or address)
  end },
  { '<li id="fn[^>]*>', "<li>" },
  { "<([bh]r) />", "<%1>" },
  { "&#39;", "'" },
  { "&#x27;", "'" },
  { "&quot;", '"' },
  { "&gt;", ">" },
}

--- HTML with the alternative text of images in their place, without elements and footnotes in it.
local function read_images(html)
  local out, depth, skips = {}, 0, false
  for text, tag in (html .. "<>"):gmatch("([^<]*)(<[^>]*>)") do
    if not skips then out[#out + 1] = text end
    if tag == '<span class="image">' then
      depth = depth + 1
    elseif depth > 0 then
      depth = depth - (tag == "</span>" and 1 or 0)
      skips = tag == "<sup>" or skips and tag ~= "</sup>"
    elseif tag ~= "<>" then
      out[#out + 1] = tag
    end
  end
  return table.concat(out)
end

--- HTML without what only one renderer writes.
local function structure(html)
  for _, shape in ipairs(SHAPES) do
    html = html:gsub(shape[1], shape[2])
  end
  return (read_images(html):gsub("%s+", " "):gsub(" ?(<[^<>]*>) ?", "%1"))
end

--- The output of cmark-gfm for each text, in one process of the shell for all.
local function rendered(given, folder)
  for i, text in ipairs(given) do
    forge.write(("%s/%04d.md"):format(folder, i), text)
  end
  local pipe = assert(
    io.popen(
      (
        "for f in %s/*.md; do cmark-gfm --unsafe -e table -e tasklist -e footnotes "
        .. "-e strikethrough $f; printf '\\036'; done 2>&1; rm -f %s/*.md"
      ):format(folder, folder)
    )
  )
  local all, found = pipe:read("a"), {}
  assert(pipe:close())
  for html in all:gmatch("([^\30]*)\30") do
    found[#found + 1] = html
  end
  assert(#found == #given, all)
  return found
end

--- The texts whose pages differ from those of cmark-gfm.
-- @tparam {string,...} given
-- @tparam string folder that is empty
-- @treturn {table,...} `{ text, theirs, ours }`
function markdown.different(given, folder)
  local list = {}
  for i, html in ipairs(rendered(given, folder)) do
    local theirs, ours = structure(html), structure((svc.html(given[i])))
    if theirs ~= ours then
      list[#list + 1] = { text = given[i], theirs = theirs, ours = ours }
    end
  end
  return list
end

--- The least of a text that still differs: parts are taken out, the greater first.
local function shortest(found, folder)
  local size = #found.text // 2
  while size > 0 do
    local from = 1
    while from <= #found.text do
      local text = found.text:sub(1, from - 1) .. found.text:sub(from + size)
      local still = texts.claims(text) and markdown.different({ text }, folder)[1]
      if still then
        found = still
      else
        from = from + size
      end
    end
    size = size // 2
  end
  return found
end

-- ---- links ------------------------------------------------------------------------------------

--- The text without the destinations of its links and images.
local function without_destinations(text, found)
  local edits = {}
  for _, list in ipairs({ found.links, found.images }) do
    for _, one in ipairs(list) do
      if not one.automatic then edits[one.first] = one.last end
    end
  end
  local out, at = {}, 1
  while at <= #text + 1 do
    if edits[at] then
      out[#out + 1] = "\0"
      at = math.max(at, edits[at] + 1)
    end
    out[#out + 1] = text:sub(at, at)
    at = at + 1
  end
  return table.concat(out)
end

local function code_of(text, found)
  local out = {}
  for _, list in ipairs({ found.code, found.code_spans }) do
    for _, one in ipairs(list) do
      out[#out + 1] = text:sub(one.first, one.last)
    end
  end
  return table.concat(out, "\0")
end

local function unlinked(text)
  return (
    svc.html(text):gsub(' href="[^"]*"', ""):gsub(' src="[^"]*"', ""):gsub(' rel=%b""', "")
  )
end

--- Changes the links of a text as importers and pages do, with one destination for all: both must
-- give the same text, and nothing but destinations may change. @treturn string|nil what is wrong
function markdown.relinked(text)
  local found = svc.document(text)
  local function destination(link) return not link.automatic and "../w/x-y.md" or nil end
  found.comments = {}
  local written = links.rewrite(text, found, destination, destination)
  if written ~= svc.map_links(text, function() return "../w/x-y.md" end) then
    return "importers and pages write different texts"
  end
  local again = svc.document(written)
  if without_destinations(text, found) ~= without_destinations(written, again) then
    return "more than destinations changed"
  end
  if code_of(text, found) ~= code_of(written, again) then return "code changed" end
  if unlinked(text) ~= unlinked(written) then return "the page changed" end
  return nil
end

-- ---- what is explained ------------------------------------------------------------------------

--- Differences that are meant, by the shortest text that has them: a pattern of it, and why. The
-- faults are those of cmark-gfm 0.29.0.gfm.6.
-- stylua: ignore
local EXPLAINED = {
  { "[>%-*+.):][ \t]*%d*[%-*+.)][ \t]+%[[ x]%]",
    "a box behind two marks on one line: cmark-gfm reads none" },
  { "[%-*+.)] *\n[ >]+%[[ x]%]", "a box on the line behind its mark: cmark-gfm reads none" },
  { "%[[ x]%][ \t]*%f[\n\0]", "a box without a text: here it is text" },
  { "%[[ x]%][ \t]+%[[^%]]*%]:", "a definition behind a box: cmark-gfm takes it" },
  { "%[[ x]%] [^\n]*\n *[-=]", "a box in a heading: only a paragraph has one" },
  { "%[[ x]%] %[[ x]%]", "two boxes: cmark-gfm looks at the second" },
  { "%[[ x]%] [^\n]*|[^\n]*\n[^\n]*|", "a box before a table: here it is of the first cell" },
  { "%]%([^ \n)]*%([^)]*[ \n]", "a bracket that an address does not close: cmark-gfm takes it" },
  { "%]:[ >\n]*[^ \n]*%([^ )\n]*%f[ \n\0]",
    "a bracket that a definition does not close: cmark-gfm takes it" },
  { "[*_-] *[*_-] *[*_-] *\n[ >]*\n", "a rule and a blank line in a list: cmark-gfm: tight" },
  { "[%-*+.)][ \n].*\n[ >]*\n[ >]+%[[^%]]*%]:",
    "a definition behind a blank line in a list, which is loose: cmark-gfm: mostly tight" },
  { "[%-*+.)][ \n]+%[[^%]]*%]:.*\n[ >]*\n[ >]+",
    "a definition before a blank line in a list, which is loose: cmark-gfm: tight" },
  { "%]:[^\n]*\n.*\n[ >]*[|:-]", "a definition before a table: cmark-gfm takes it for text" },
  { "\n[ >]*:?%-+:?[ \n]*", "a row of a table's marks without a bar: here it is none" },
  { "%[%^[^%]\n]*%[", "a bracket in the label of a footnote: here it is none" },
  { "%[%^[^%]\n]*\n", "a line end in a label that is none: cmark-gfm drops it" },
  { "%[%^[^%]]*%]:[ \t>]*%[%^[^%]]*%]:", "a footnote that begins in another: cmark-gfm: text" },
  { "%[%^([^%]]*)%]:[ \t>]*[-*+%d][.)]?[ \t]+%[%^%1%]:",
    "a footnote in a list of one of its label: cmark-gfm takes the inner" },
  { "%]:[^\n]*\n *[\"'(].*[\"')][^\n]", "more behind a definition's title: cmark-gfm takes it" },
  { "%[.*<https:.*>.*%]", "an address in a link: cmark-gfm makes a link in a link" },
  { "~~.*~.*~~", "a tilde between two times two: cmark-gfm pairs none" },
  { "%f[~]~[^~]+~~[^~]+~%f[^~]", "two tildes between two times one: cmark-gfm pairs none" },
  { "%[%^[^%]]*[~*_&`][^%]]*%]", "marks in a label that is none: cmark-gfm reads none" },
  { "%[%^[^%]]*%]:[^\n]*\n +\n", "blanks on the line behind a footnote: cmark-gfm ends it" },
  { "%[%^[^%]]*%]:[ >]*\n[ >]*\n", "a blank line in a footnote without a text: here it ends it" },
  { "> ?%[%^[^%]]*%]:[^\n]*\n *>[ \t]*\n",
    "a blank line in a footnote of a quotation: cmark-gfm ends it" },
  { "%[[ \t]+%^", "a circumflex behind a blank: here it is no label of a link" },
  { "%^[^%]]*[ \t]%]:", "a blank in the label of a footnote: cmark-gfm reads a link" },
  { "%]:[^\n]*\n[ >]*%[[^%]]*%]:", "a definition on a lazy line: cmark-gfm reads text" },
  { "``[^`].*`", "short runs of grave accents behind a longer one: cmark-gfm misses some" },
  { "%]%[[ \t]+%]", "brackets with blanks behind a link: cmark-gfm drops them" },
  { "|[ \t]*\n[ >]*|?:?%-", "a bar alone as the head of a table: here it is none" },
  { "[%-*+.)>][ \t]?[^\n]*\n +[^\n]*|[^\n]*\n[ >]+|?:?%-",
    "the head of a table on a lazy line behind blanks: cmark-gfm reads none" },
  { "%-[^\n]*\n[ >]+|[ \t]*$", "a bar alone behind a table in a list: cmark-gfm: a paragraph" },
  { "^%d+[.)] [^\n]*|\n *|?%-+\n%d", "a table that ends an item: cmark-gfm: a loose list" },
  { "[*_]~", "tildes behind other marks: cmark-gfm takes them for letters" },
  { "~[*_]", "tildes before other marks: cmark-gfm takes them for letters" },
  { "%*+[^*\n]+%*+[^*\n]+%*%*%*%*",
    "marks that close twice behind some that open and close: cmark-gfm closes once" },
}

--- The row of EXPLAINED for a difference; nil for none.
function markdown.explained(found)
  for _, row in ipairs(EXPLAINED) do
    if found.text:find(row[1]) then return row end
  end
end

--- A difference in words.
function markdown.told(found)
  return ("not ok %q\n# cmark-gfm %s\n# svc       %s"):format(
    found.text,
    found.theirs,
    found.ours
  )
end

--- The differences among texts, each made short. @treturn {table,...} as `markdown.different`
function markdown.short(given, folder)
  return tables.map(
    markdown.different(given, folder),
    function(found) return shortest(found, folder) end
  )
end

-- ---- the proof --------------------------------------------------------------------------------

local function main(count, seed)
  local folder = forge.folder()
  math.randomseed(seed)
  local tally, differing, wrong, done = {}, 0, 0, 0
  while done < count do
    local made = texts.make(math.min(1000, count - done))
    done = done + #made
    for _, text in ipairs(made) do
      local fault = markdown.relinked(text)
      if fault then
        wrong = wrong + 1
        print(("not ok %s: %q"):format(fault, text))
      end
    end
    for _, short in ipairs(markdown.short(made, folder)) do
      local row = markdown.explained(short)
      differing = differing + 1
      if row then
        tally[row] = (tally[row] or 0) + 1
      else
        wrong = wrong + 1
        print(markdown.told(short))
      end
    end
  end
  forge.remove(folder)
  for _, row in ipairs(EXPLAINED) do
    print(("%6d %s"):format(tally[row] or 0, row[2]))
  end
  print(("%d texts, %d differ, %d without an explanation"):format(count, differing, wrong))
  os.exit(wrong == 0)
end

if arg and arg[0]:find("spec/proof/differential/markdown%.lua$") then
  main(tonumber(arg[1]), tonumber(arg[2]))
end

return markdown
