--- Formulas as Chromium draws them, with the stylesheet and the faces of pages: what has to grow
-- grows, and columns stand where LaTeX has them.
local application = require("spec.support.service.application")
local asset = require("site.asset")
local cjson = require("cjson")
local node = require("spec.support.web.node")
local svc = require("svc")

--- A page of formulas, and what is measured on it.
local FORMULAS = {
  { "\\left( \\frac{\\frac{a}{b}}{\\frac{c}{d}} \\right)", "()" },
  { "\\left[ \\frac{\\frac{a}{b}}{\\frac{c}{d}} \\right]", "[]" },
  { "\\left\\{ \\frac{\\frac{a}{b}}{\\frac{c}{d}} \\right\\}", "{}" },
  { "\\left| \\frac{\\frac{a}{b}}{\\frac{c}{d}} \\right|", "|" },
  { "\\left\\| \\frac{\\frac{a}{b}}{\\frac{c}{d}} \\right\\|", "‖" },
  { "\\left\\langle \\frac{\\frac{a}{b}}{\\frac{c}{d}} \\right\\rangle", "⟨⟩" },
  { "\\left\\lfloor \\frac{\\frac{a}{b}}{\\frac{c}{d}} \\right\\rceil", "⌊⌉" },
  { "\\begin{cases} a \\\\ b \\\\ c \\\\ d \\end{cases}", "{" },
  { "\\begin{pmatrix} a \\\\ b \\\\ c \\\\ d \\end{pmatrix}", "()" },
  { "\\begin{vmatrix} a \\\\ b \\\\ c \\\\ d \\end{vmatrix}", "|" },
  { "\\Bigg( \\Bigg| \\Bigg\\}", "(|}" },
}

--- What is wide; the letters are not drawn when it is measured.
local WIDE = {
  "A \\xrightarrow{abcdefghijk} B",
  "A \\xRightarrow{abcdefghijk} B",
  "A \\xleftrightarrow{abcdefghijk} B",
  "A \\xmapsto{abcdefghijk} B",
  "A \\xLeftrightarrow{abcdefghijk} B",
  "\\underbrace{abcdefghijk}",
  "\\overline{abcdefghijk}",
  "\\underline{abcdefghijk}",
  "\\overrightarrow{abcdefghijk}",
}

local TABLES = {
  aligned = "\\begin{aligned} a &= bbbb \\\\ aaaa &= b \\end{aligned}",
  array = "\\begin{array}{lr} a & bbbb \\\\ aaaa & b \\end{array}",
  cases = "\\begin{cases} a & bbbb \\\\ aaaa & b \\end{cases}",
  matrix = "\\begin{matrix} a & bbbb \\\\ aaaa & b \\end{matrix}",
}

--- Variables: in prose and in formulas they are the same letters.
local LETTERS = "afghkmwxAMQαβθπω"

--- The elements that are measured.
local HIGH, WIDE_LINES, PAIRS, PROSE =
  "[id^=high] mo", "div.wide > p", "#letters var, #letters mi", ".prose"
local function cells(name) return "#" .. name .. " mtd > mrow" end

local folder

--- What Chromium measured of them, by selector.
local measured

--- The page's stylesheet, with the faces that it names put beside it.
local function write_style()
  local handler = application.new()
  local function ask(path) return handler.handle(application.request(path)).body end
  local function write(name, bytes)
    local file <close> = assert(io.open(folder .. "/" .. name, "w"))
    file:write(bytes)
  end
  local style = ask(asset.path("style.css")):gsub('url%("/assets/([^"]*)"%)', function(name)
    write(name, ask("/assets/" .. name))
    return ('url("%s")'):format(name)
  end)
  write("style.css", style)
  return write
end

setup(function()
  folder = os.tmpname()
  os.remove(folder)
  assert(os.execute("mkdir " .. folder))
  local write = write_style()
  local page =
    { '<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="style.css">' }
  local function add(id, tex)
    page[#page + 1] = ('<p id="%s">%s</p>'):format(id, (assert(svc.formula(tex, true))))
  end
  for i, case in ipairs(FORMULAS) do
    add("high" .. i, case[1])
  end
  page[#page + 1] = "<style>.wide mi{visibility:hidden}</style><div class=wide>"
  for i, tex in ipairs(WIDE) do
    add("wide" .. i, tex)
  end
  page[#page + 1] = "</div>"
  for name, tex in pairs(TABLES) do
    add(name, tex)
  end
  local letters, line = {}, '<div class="prose">%s</div>'
  for letter in LETTERS:gmatch(utf8.charpattern) do
    letters[#letters + 1] = ("<var>%s</var> <math><mi>%s</mi></math>"):format(letter, letter)
  end
  page[#page + 1] = '<div id="letters">' .. table.concat(letters, " ") .. "</div>"
  page[#page + 1] = line:format("half of it") .. line:format("half of <var>a</var>")
  write("page.html", table.concat(page, "\n"))
  local selectors = { HIGH, WIDE_LINES, PAIRS, PROSE }
  for name in pairs(TABLES) do
    selectors[#selectors + 1] = cells(name)
  end
  local command = "spec/support/web/geometry.mjs %s/page.html '%s'"
  local output, status = node.run(command:format(folder, svc.json(svc.array(selectors))))
  assert(status == 0, output)
  measured = cjson.decode(output)
end)

teardown(function() os.execute("rm -r " .. folder) end)

describe("in Chromium", function()
  it("brackets and bars grow with what is in them", function()
    local boxes, grown = measured[HIGH], 0
    for _, box in ipairs(boxes) do
      assert.is_true(box.bottom - box.top > 40, box.text .. " " .. box.bottom - box.top)
      grown = grown + 1
    end
    local expected = 0
    for _, case in ipairs(FORMULAS) do
      expected = expected
        + (utf8.len(case[2]) == 1 and case[2] ~= "{" and 2 or utf8.len(case[2]))
    end
    assert.equal(expected, grown)
  end)

  it("arrows, braces and lines grow with what they stand over, without a gap", function()
    local lines = measured[WIDE_LINES]
    assert.equal(#WIDE, #lines)
    for i, line in ipairs(lines) do
      assert.is_true(line.columns > 60, ("%s: %d"):format(WIDE[i], line.columns))
      assert.equal(0, line.gaps, WIDE[i])
    end
  end)

  --- The rows in the cells of a table: those of its first column, then those of its second.
  local function columns(name)
    local boxes = measured[cells(name)]
    return { boxes[1], boxes[3] }, { boxes[2], boxes[4] }
  end
  local function equal(side, rows)
    assert.is_true(math.abs(rows[1][side] - rows[2][side]) < 1, side)
    local other = side == "left" and "right" or "left"
    assert.is_true(math.abs(rows[1][other] - rows[2][other]) > 8, other)
  end

  for name, sides in pairs {
    aligned = { "right", "left" },
    array = { "left", "right" },
    cases = { "left", "left" },
  } do
    it(("the columns of %s stand %s and %s"):format(name, sides[1], sides[2]), function()
      local first, second = columns(name)
      equal(sides[1], first)
      equal(sides[2], second)
    end)
  end

  it("a variable in prose is the letter that formulas have", function()
    local boxes = measured[PAIRS]
    assert.equal(2 * utf8.len(LETTERS), #boxes)
    for i = 1, #boxes, 2 do
      local prose, formula =
        boxes[i].right - boxes[i].left, boxes[i + 1].right - boxes[i + 1].left
      assert.is_true(math.abs(prose - formula) < 0.5, boxes[i].text)
    end
  end)

  it("a variable in prose makes its line no higher", function()
    local lines = measured[PROSE]
    assert.equal(lines[1].bottom - lines[1].top, lines[2].bottom - lines[2].top)
  end)

  it("the columns of matrix are centered", function()
    local first = columns("matrix")
    local function middle(box) return (box.left + box.right) / 2 end
    assert.is_true(math.abs(middle(first[1]) - middle(first[2])) < 1)
    assert.is_true(math.abs(first[1].left - first[2].left) > 8)
  end)
end)
