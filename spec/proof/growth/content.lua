--- The worst that a text can do to what reads it: its tree (`svc.document`), pages (`svc.html`),
-- the index (a publication of that text) and excerpts (a search in it). Many are hard cases of the
-- test suites of cmark and md4c.

local publication = require("spec.proof.growth.publication")
local svc = require("svc")

local rep = string.rep

--- Lines or words of growing length, or growing number, up to `n` bytes in all.
local function growing(n, make)
  local parts = {}
  for i = 1, math.floor(math.sqrt(2 * n)) do
    parts[i] = make(i)
  end
  return table.concat(parts)
end

local function numbered(n, format)
  local parts = {}
  for i = 1, n // (#format + 2) do
    parts[i] = format:format(i)
  end
  return table.concat(parts)
end

--- Texts by name: a function of their length, or what is repeated.
-- stylua: ignore
local TEXTS = {
  { "equal headings", "# a\n", index = true },
  { "headings that take the numbers of equal ones", function(n)
    return numbered(n // 2, "# a-%d\n") .. rep("# a\n", n // 8)
  end },
  { "underlined headings", "a\n=\n" },
  { "a heading that never ends", function(n) return "# " .. rep("a #", n // 3) end },
  { "formulas of one letter without a space between", "$a$," },
  { "formulas without a space between", "$a^2$,", index = true },
  { "faulty formulas", "$\\frac$", index = true },
  { "formulas that are not closed", "$\\frac{a" },
  { "formulas in the cells of a head", function(n)
    return rep("|$a$", n // 8) .. "|\n" .. rep("|---", n // 8) .. "|\n"
  end },
  { "a command without its argument", function(n) return "$" .. rep("\\frac", n // 5) .. "$" end },
  { "nested fractions", function(n)
    return "$" .. rep("\\frac{", n // 8) .. rep("}1", n // 8) .. "$"
  end, index = true },
  { "nested scripts", function(n) return "$" .. rep("a_{", n // 5) .. rep("}", n // 5) .. "$" end },
  { "scripts in a row", function(n) return "$" .. rep("a_1^2", n // 5) .. "$" end, index = true },
  { "primes", function(n) return "$a" .. rep("'", n) .. "$" end },
  { "roots that are not closed", function(n) return "$" .. rep("\\sqrt[", n // 6) .. "$" end },
  { "brackets that are not closed", function(n) return "$" .. rep("\\left(", n // 6) .. "$" end },
  { "environments that are not closed", function(n)
    return "$" .. rep("\\begin{cases}", n // 13) .. "$"
  end },
  { "a matrix of one row", function(n)
    return "$\\begin{matrix}" .. rep("a&", n // 2) .. "\\end{matrix}$"
  end },
  { "a formula of many lines", function(n) return "$" .. rep("a=b", n // 3) .. "$." end },
  { "uses of one long link reference", function(n)
    return "[a]: /" .. rep("u", n // 2) .. "\n\n" .. rep("[a]", n // 6)
  end, index = true },
  { "uses of a link reference with a long title", function(n)
    return '[a]: u "' .. rep("t", n // 2) .. '"\n\n' .. rep("[a]", n // 6)
  end, index = true },
  { "short rows of a wide table", function(n)
    return rep("|a", n // 10) .. "|\n" .. rep("|---", n // 10) .. "|\n" .. rep("|a|\n", n // 10)
  end, index = true },
  { "link references", function(n) return numbered(n, "[a%d]: u\n\n") end },
  { "link references that are not closed", "[a\n" },
  { "links that are not closed", "[a](b" },
  { "links in angle brackets that are not closed", "[a](<b" },
  { "links in links", function(n) return rep("[", n // 5) .. "a" .. rep("](b)", n // 5) end },
  { "nested brackets", function(n) return rep("[", n // 2) .. "a" .. rep("]", n // 2) end },
  { "brackets before parentheses", "[ (](" },
  { "hard links", "**x [a*b**c*](d)" },
  { "nested emphasis", function(n) return rep("*a **a ", n // 14) .. rep("b** b*", n // 14) end },
  { "emphasis that is not closed", "_a " },
  { "nested quotations", function(n) return rep(">", n // 2) .. "a\n" .. rep("a\n", n // 4) end },
  { "nested lists", function(n) return rep("- ", n // 2) .. "a" end },
  { "nested lists, line by line", function(n)
    return growing(n, function(i) return rep("  ", i // 2) .. "- a\n" end)
  end },
  { "blank lines in a list", function(n) return "- a" .. rep("\n", n) .. "b" end, index = true },
  { "code spans of growing marks", function(n)
    return growing(n, function(i) return "e" .. rep("`", i) end)
  end },
  { "code spans that are not closed", "`a" },
  { "long fences", function(n) return rep("`", n // 2) .. "\n" .. rep("a\n", n // 4) end },
  { "indented code", function(n) return "    a\n" .. rep("\n", n) .. "    b" end },
  { "comments that are not closed", "<!-- ", index = true },
  { "tags that are not closed", '<a b="', index = true },
  { "addresses", "http://a." },
  { "addresses with brackets that are not closed", '"http://a.b/(' },
  { "addresses without a scheme", '"www.a.b/("' },
  { "addresses in brackets", "[www.a.b " },
  { "addresses within emphasis", function(n)
    return rep("*a ", n // 8) .. rep("<http://a> ", n // 22) .. rep("a* ", n // 8)
  end },
  { "definitions that are none", "[a]: <x\n" },
  { "definitions before underlines", "[a]: b\n===\n" },
  { "images that are not closed", "![[" },
  { "images in images", function(n) return rep("![a", n // 7) .. rep("](b)", n // 7) end },
  { "footnotes", function(n)
    return numbered(n // 2, "[^%d]: a\n") .. numbered(n // 2, "a[^%d]")
  end },
  { "uses of a footnote", function(n) return rep("a[^b]", n // 5) .. "\n\n[^b]: c" end },
  { "formulas with words that are not closed", "$a\\text{$} " },
  { "formulas in parentheses that are not closed", "\\(a" },
  { "delimiter rows", "a\n|-|\n" },
  { "elements that are not closed", "<details>\n\n" },
  { "tags without a partner", "<sub></sup>" },
  { "links on one line", "[a](b) " },
  { "elements on one line", "<details>a</details>", index = true },
  { "hosts that end in underscores", "www._" },
  { "footnotes that are not written", function(n)
    return rep("[^a", n // 4) .. rep("]", n // 4)
  end, size = 8192 },
  { "images that hold links", function(n)
    return rep("![", n // 8) .. rep("[a](b)", n // 8)
  end },
  { "links over lines that are defined nowhere", function(n)
    return rep("[\n", n // 6) .. rep("][b]", n // 6)
  end },
  { "a definition far to the right", function(n)
    return "[a]:" .. rep(" ", n // 2) .. "u\n\n" .. rep("[a] [b](c) ", n // 20)
  end },
  { "bars that are escaped", function(n) return rep("\\|", n // 2) .. "|a\n|-|-|\n" end },
  { "lines that end in returns", "a\r" },
  { "mail addresses", "a@" },
  { "character references", "&" },
  { "a long character reference", function(n) return "&#" .. rep("1", n) .. ";" end },
  { "backslashes", "\\" },
  { "spaces", function(n) return "a" .. rep(" ", n) .. "b" end },
}

--- Texts that are hard for the reading of words.
local WORDS = {
  { "one long word", "a", excerpts = true },
  { "one long word of wide letters", "é", excerpts = true },
  { "a letter with many marks", function(n) return "a" .. rep("\u{301}", n // 2) end },
  { "words joined by hyphens", "a-", excerpts = true },
  { "words joined by dots", "a." },
  { "words joined by plus signs", "a+" },
  { "section signs", "§", excerpts = true },
  { "signs", "#" },
  { "raised digits", "a²", excerpts = true },
  { "scripts in braces", "x_{a}" },
  { "different words", function(n) return numbered(n, "w%dx ") end, excerpts = true },
}

local function maker(text)
  if type(text) == "function" then return text end
  return function(n) return rep(text, n // #text) end
end

local function index(text) os.remove(publication.write(text)) end

local function excerpt(path)
  local opened <close> = publication.open(path)
  opened:search({ queries = { "found", "a b" }, locale = "en" })
end

local cases = {}

local function add(kind, row, run, size, worst)
  cases[#cases + 1] = {
    name = kind .. " of " .. row[1],
    worst = worst or maker(row[2]),
    run = run,
    size = size or row.size or 768,
  }
end

for _, row in ipairs(TEXTS) do
  add("a page", row, svc.html)
  add("a tree", row, svc.document)
  if row.index then add("the index", row, index) end
end
for _, row in ipairs(WORDS) do
  local make = maker(row[2])
  add("the index", row, index)
  if row.excerpts then
    add(
      "excerpts",
      row,
      excerpt,
      2048,
      function(n) return publication.write(make(n // 2) .. " found. " .. make(n // 2)) end
    )
  end
end
add("HTML", { "escaped marks", "&<>\"'" }, svc.escape_html)

return cases
