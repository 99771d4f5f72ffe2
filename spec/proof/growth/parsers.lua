--- The worst that publishers, upstreams and clients can give to the parsers that the other cases do
-- not reach by themselves: images, YAML, TOML, XML, trust files and pointers, formulas, references
-- to verses, queries, and books of other programs.

local body = require("web.body")
local cleaning = require("data.transfer.cleaning")
local definitions = require("data.transfer.definitions")
local dialects = require("data.transfer.dialects")
local images = require("spec.support.publication.images")
local lines = require("data.transfer.lines")
local svc = require("svc")
local toml = require("data.import.toml")
local xml = require("data.import.xml")
local yaml = require("data.import.yaml")

local rep = string.rep

--- A quarter of the greatest size; what has a bound of its own is tried up to it.
local SIZE, POINTER, FILE = 768, 1024, 1536

local function ignore() end

local function repeated(piece, before, after)
  return function(n) return (before or "") .. rep(piece, n // #piece) .. (after or "") end
end

--- Pieces that differ by their numbers.
local function numbered(format, before, after)
  return function(n)
    local parts = { before or "" }
    for i = 1, n // (#format + 3) do
      parts[i + 1] = format:format(i, i)
    end
    return table.concat(parts) .. (after or "")
  end
end

--- Lines of growing indentation.
local function stairs(line, width)
  return function(n)
    local parts = {}
    for i = 1, math.floor(math.sqrt(2 * n / width)) do
      parts[i] = rep(" ", width * (i - 1)) .. line
    end
    return table.concat(parts, "\n")
  end
end

local function drawing(name, make, root)
  return {
    "SVG: " .. name,
    function(bytes)
      svc.check_image("a.svg", bytes)
      svc.clean_image("a.svg", bytes)
    end,
    function(n) return images.svg(make(n), root and root(n)) end,
  }
end

local function picture(name, kind, make)
  return {
    name,
    function(bytes)
      svc.check_image("a." .. kind, bytes)
      svc.clean_image("a." .. kind, bytes)
    end,
    make,
  }
end

local function read_yaml(text)
  yaml.read(text, function(node) return node end, ignore)
end

local function read_toml(text) pcall(toml.parse, text) end

local function read_xml(text)
  xml.walk(
    { path = "a.xml", bytes = text },
    { ["a/b"] = ignore, ["a/b/b"] = ignore },
    { ["a"] = true }
  )
end

local declared = body.compile({
  type = "object",
  properties = {
    a = { type = "array", items = { type = "string", pattern = "^[a-z]{1,9}.*[a-z]+-\\d+$" } },
  },
  additionalProperties = false,
})

local function read_body(text) declared:read(text) end

local function fill(text) svc.fill_html(text, { a = "b" }) end

local function check_pointer(text) svc.check_pointer(text) end

local function check_trust(text) svc.check_trust(text, 0) end

local function convert(text)
  local page = { source = { kind = { name = "MkDocs" } }, file = "a.mdx", tell = ignore }
  dialects.convert(page, text)
end

local function clean(text)
  cleaning.anchors(text)
  cleaning.clean(text, true)
end

local function blocks(text) dialects.blocks(lines.of(text), ignore) end

-- stylua: ignore
local ROWS = {
  drawing("elements", repeated("<g/>")),
  drawing("nested elements", function(n) return rep("<g>", n // 7) .. rep("</g>", n // 7) end),
  drawing("names", numbered('<g id="a%d"/>')),
  drawing("names that are referred to", numbered('<g id="a%d" fill="url(#a%d)"/>')),
  drawing("attributes", function() return "" end, numbered(' a%d="b"')),
  drawing("properties", repeated("fill:red;", '<g style="', '"/>')),
  drawing("styles", repeated(".a{fill:red}", "<style>", "</style>")),
  drawing("comments of a style", repeated("/**/", "<style>", "</style>")),
  drawing("comments of a style that are not closed", repeated("/*", "<style>", "</style>")),
  drawing("many styles", repeated("<style>a{}</style>")),
  drawing("a path", repeated("L1 2", '<path d="M0 0', '"/>')),
  drawing("colours", repeated("#fff ", '<path d="', '"/>')),
  drawing("character references", repeated("&#65;", "<text>", "</text>")),
  drawing("comments", repeated("<!---->")),
  drawing("comments that are not closed", repeated("<!--")),
  drawing("lines", repeated("\n")),
  drawing("namespaces", function() return "" end, numbered(' xmlns:a%d="b%d"')),
  drawing("foreign elements", repeated("<metadata><a/></metadata>")),
  picture("PNG: chunks", "png", function(n)
    return images.png(7, 5, rep(images.png_chunk("tEXt", "a"), n // 13))
  end),
  picture("PNG: empty chunks", "png", function(n)
    return images.png(7, 5, rep(images.png_chunk("gAMA", ""), n // 12))
  end),
  picture("JPEG: segments", "jpg", function(n)
    return images.jpeg(rep(images.jpeg_segment(0xe1, ""), n // 4))
  end),
  picture("JPEG: bytes between marks", "jpg", function(n)
    return images.jpeg() .. rep("\xff\xd0", n // 2)
  end),
  picture("WebP: chunks", "webp", function(n)
    return images.webp(images.lossless(7, 5) .. rep(images.webp_chunk("ABCD", ""), n // 8))
  end),
  { "YAML: keys", read_yaml, numbered("a%d: b\n") },
  { "YAML: items", read_yaml, repeated("- a\n") },
  { "YAML: items of one line", read_yaml, repeated("a,", "[", "]") },
  { "YAML: brackets", read_yaml, repeated("[") },
  { "YAML: braces", read_yaml, repeated("{a: ") },
  { "YAML: nested items", read_yaml, repeated("- ") },
  { "YAML: question marks", read_yaml, repeated("? ") },
  { "YAML: colons", read_yaml, repeated(": ") },
  { "YAML: comments", read_yaml, repeated("#\n", "", "a: b\n") },
  { "YAML: blanks", read_yaml, repeated(" ", "a:", "b\n") },
  { "YAML: escapes", read_yaml, repeated("\\n", 'a: "', '"\n') },
  { "YAML: a text of lines", read_yaml, repeated("  b\n", "a: |\n") },
  { "YAML: a text that is not closed", read_yaml, repeated("b\n", 'a: "') },
  { "YAML: a colon in a value", read_yaml, repeated("a: b\n", "", "a: b: c\n") },
  { "YAML: stairs", read_yaml, stairs("a:", 1) },
  { "YAML: marks", read_yaml, repeated("&a ") },
  { "TOML: keys", read_toml, numbered("a%d=1\n"), FILE },
  { "TOML: tables", read_toml, numbered("[a%d]\n"), FILE },
  { "TOML: tables in tables", read_toml, repeated("a.", "", "b=1"), FILE },
  { "TOML: values", read_toml, repeated("1,", "a=[", "]"), FILE },
  { "TOML: lines of an array", read_toml, repeated("\n#\n", "a=[", "]"), FILE },
  { "TOML: escapes", read_toml, repeated("\\n", 'a="', '"'), FILE },
  { "TOML: a text that is not closed", read_toml, repeated("\\\\a", 'a="'), FILE },
  { "TOML: comments", read_toml, repeated("#a\n"), FILE },
  { "TOML: blanks", read_toml, repeated(" ", "a =", "1"), FILE },
  { "XML: elements", read_xml, repeated("<b>c</b>", "<a>", "</a>") },
  { "XML: a text in pieces", read_xml, repeated("&amp;", "<a><b>", "</b></a>") },
  { "XML: nested elements", read_xml, function(n)
    return "<a>" .. rep("<b>", n // 7) .. rep("</b>", n // 7) .. "</a>"
  end },
  { "XML: attributes", read_xml, numbered(' a%d="b"', "<a><b", "/></a>") },
  { "a body of a route: items", read_body, repeated('"a-1",', '{"a":[', '"a-1"]}') },
  { "a body of a route: a text for a pattern", read_body, repeated("a", '{"a":["', '"]}') },
  { "a body of a route: digits for a pattern", read_body, repeated("a-1", '{"a":["', '"]}') },
  { "a body of a route: unknown members", read_body, numbered('"b%d":1,', "{", '"a":[]}') },
  { "a body of a route: lists in lists", read_body, repeated("[", '{"a":') },
  { "a template: places", fill, repeated("{a}") },
  { "a template: marks in a value", function(text) svc.fill_html("{a}{!a}", { a = text }) end,
    repeated("<&") },
  { "a pointer: lines", check_pointer, repeated("a 1\n", "svc-pointer 1\n"), POINTER },
  { "a pointer: patches", check_pointer, repeated(
    "patch " .. rep("a", 64) .. " 13 " .. rep("3", 64) .. "\n",
    "svc-pointer 1\nsequence 7\n"
  ), POINTER },
  { "a pointer: blanks", check_pointer, repeated(" ", "svc-pointer 1\nsequence"), POINTER },
  { "trust: lines", check_trust, repeated("a 1\n", "svc-trust 1\n") },
  { "trust: keys", check_trust, numbered("key %064d\n", "svc-trust 1\nversion 1\n") },
  { "trust: blanks", check_trust, repeated(" ", "svc-trust 1\nversion") },
  { "TeX: braces", svc.formula, function(n) return rep("{", n // 2) .. rep("}", n // 2) end },
  { "TeX: arrays", svc.formula, repeated("\\begin{matrix}a\\end{matrix}") },
  { "TeX: unknown commands", svc.formula, repeated("\\a ") },
  { "TeX: columns", svc.formula, repeated("c", "\\begin{array}{", "}a\\end{array}") },
  { "TeX: rows that grow", svc.formula, function(n)
    local row = rep("a&", math.floor(math.sqrt(n)) // 2)
    return "\\begin{matrix}" .. rep(row .. "\\\\", n // (#row + 2)) .. "\\end{matrix}"
  end },
  { "TeX: words", svc.formula, repeated("\\text{a} ") },
  { "TeX: words in words", svc.formula, repeated("\\text{$", "", "") },
  { "TeX: a bracket for each", svc.formula, repeated("\\left(a\\right)") },
  { "TeX: braces below", svc.formula, repeated("\\underbrace{a}_b") },
  { "TeX: negated signs", svc.formula, repeated("\\not=") },
  { "a verse: numbers", svc.quran_reference, repeated("2:255 ") },
  { "a verse: digits", svc.quran_reference, repeated("1") },
  { "a verse: dashes", svc.quran_reference, repeated("-", "2:1") },
  { "a verse: names", svc.quran_reference, repeated("al-baqara ") },
  { "a verse: letters", svc.quran_reference, repeated("a") },
  { "a verse: Arabic", svc.quran_reference, repeated("البقرة ") },
  { "a verse: words before it", svc.quran_reference, repeated("surah ", "", "2:255") },
  { "a query: parameters", svc.parse_query, numbered("a%d=b&") },
  { "a query: equal parameters", svc.parse_query, repeated("a=b&") },
  { "a query: escapes", svc.parse_query, repeated("%41", "a=") },
  { "a query: marks", svc.parse_query, repeated("=") },
  { "another book: admonitions", convert, repeated("!!! note\n    a\n") },
  { "another book: nested admonitions", blocks, stairs("!!! note", 4) },
  { "another book: definitions", definitions, repeated("a\n: b\n") },
  { "another book: blank lines of a definition", definitions, repeated("\n", "a\n: b") },
  { "another book: containers", convert, repeated(":::note\na\n:::\n") },
  { "another book: containers that are not closed", convert, repeated(":::note\n") },
  { "another book: colons of growing number", convert, function(n)
    local parts = {}
    for i = 3, math.floor(math.sqrt(2 * n)) do
      parts[i - 2] = rep(":", i) .. "note\n"
    end
    return table.concat(parts)
  end },
  { "another book: shortcodes", convert, repeated('{{< a b="c" >}}') },
  { "another book: shortcodes that are not closed", convert, repeated("{{< ") },
  { "another book: template tags", convert, repeated("{% a %}\n") },
  { "another book: imports", convert, repeated("import a from 'b'\n") },
  { "another book: imports that do not end", convert, repeated("import {\n") },
  { "another book: comments", convert, repeated("{/* a */}") },
  { "another book: comments that are not closed", convert, repeated("{/* ") },
  { "another book: anchors", clean, repeated('<a id="b"></a>\n\n# c\n\n') },
  { "another book: tags", clean, repeated("<b>a</b> ") },
  { "another book: blocks", clean, repeated("- <div>a</div>\n") },
  { "another book: elements of code", clean, repeated("<code>a</code> ") },
  { "another book: elements of code that are not closed", clean, repeated("<code>") },
  { "another book: values that are not closed", clean, repeated("<p>\n<a b='") },
  { "another book: blocks of code", clean, repeated("<pre>a</pre>\n") },
  { "another book: attributes of headings", convert, repeated(" ", "# a", "{#b}") },
  { "another book: components", clean, repeated("<Tab>a</Tab>\n\n") },
  { "another book: attributes", clean, repeated("a {: .b} ") },
  { "another book: marks", clean, repeated("==a== ") },
  { "another book: emoji", clean, repeated(" :smile: a") },
}

local cases = {}
for i, row in ipairs(ROWS) do
  cases[i] = { name = row[1], run = row[2], worst = row[3], size = row[4] or SIZE }
end
return cases
