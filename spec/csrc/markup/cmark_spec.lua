--- Random texts: the tree has the structure that cmark-gfm finds in them. Left out are formulas,
-- HTML, and addresses that link themselves, where the dialects differ on purpose, and what is known
-- to be a fault of cmark-gfm 0.29: tildes beside other marks, a definition's title that more
-- follows, and definitions before a table.
local forge = require("spec.support.publication.forge")
local svc = require("svc")

-- stylua: ignore
local PIECES = {
  "a", "b", "foo", "é", "*", "**", "***", "_", "__", "`", "``", "[", "]", "(", ")", "(/u)", "[a]",
  "[b]", "![x](/i)", ">", "(<https://x.y>)", "\\*", "\\é", "\\`", "&amp;", "&", "\n", "\n", "\n",
  "\n\n", "\n\n", "  \n", "\\\n", "    ", "  ", "\t", "- ", "1. ", "2) ", "+ ", "* ", "> ", "# ",
  "## ", "\n```\n", "\n~~~ x\n", "\n---\n", "\n===\n", "\n| a | b |\n|---|:-:|\n| c | d |\n",
  '"t"', "!", ".", ",", ";", " ", " ", " ", "word", "- - x\n", "10. ", "\n    code\n", "\n***\n",
  "#", "'", " ~~d~~ ",
}

local DEFINITIONS = '\n\n\n[a]: /url\n[b]: x "t"\n'

local function text(random)
  local parts = {}
  for i = 1, random(30) do
    parts[i] = PIECES[random(#PIECES)]
  end
  return table.concat(parts) .. DEFINITIONS
end

--- Numbers that are the same in every run (Park and Miller).
local function generator(seed)
  return function(most)
    seed = seed * 48271 % 0x7fffffff
    return seed % most + 1
  end
end

--- HTML of either renderer without what only one of them writes.
local function structure(html)
  return (
    html
      :gsub('<h(%d) id="[^"]*">', "<h%1>")
      :gsub(' rel="external noopener"', "")
      :gsub('<div class="wide" tabindex="0">', "")
      :gsub("</table></div>", "</table>")
      :gsub(' tabindex="0"', "")
      :gsub('<th scope="col"', "<th")
      :gsub(' class="center"', ' align="center"')
      :gsub("<th[^>]*></th>", "<td></td>")
      :gsub('<img src="[^"]*" alt="([^"]*)"[^>]*>', '<span class="image">%1</span>')
      :gsub("<([bh]r) />", "<%1>")
      :gsub("&#39;", "'")
      :gsub("&quot;", '"')
      :gsub("%s+", " ")
      :gsub(" ?(<[^<>]*>) ?", "%1")
  )
end

describe("a random text", function()
  local folder = forge.folder()
  teardown(function() forge.remove(folder) end)

  --- What cmark-gfm makes of each text, in one process for all.
  local function rendered(texts)
    local names = {}
    for i, markdown in ipairs(texts) do
      names[i] = ("%s/%03d.md"):format(folder, i)
      forge.write(names[i], markdown)
    end
    local pipe = assert(
      io.popen(
        (
          "for f in %s/*.md; do cmark-gfm --unsafe -e table "
          .. "-e strikethrough $f; printf '\\036'; done 2>&1"
        ):format(folder)
      )
    )
    local all, found = pipe:read("a"), {}
    assert(pipe:close())
    for html in all:gmatch("([^\30]*)\30") do
      found[#found + 1] = html
    end
    return found
  end

  it("is read as cmark-gfm reads it", function()
    local random, texts = generator(20261139), {}
    for i = 1, 400 do
      texts[i] = text(random)
    end
    local found = rendered(texts)
    assert.equal(#texts, #found)
    for i, markdown in ipairs(texts) do
      assert.equal(structure(found[i]), structure((svc.html(markdown))), markdown)
    end
  end)
end)
