--- What formulas refuse: the construct, and its place.
local svc = require("svc")

describe("a formula", function()
  local refused = {
    { "\\foo", "the command \\foo is not known", 1 },
    { "a + \\alhpa", "\\alhpa is not known; did you mean \\alpha", 5 },
    { "\\frac{1}", "\\frac lacks what it applies to", 1 },
    { "x^", "^ lacks what it applies to", 2 },
    { "a + {x", "a brace is not closed", 5 },
    { "x}", "} closes nothing", 2 },
    { "\\sqrt[3", "a bracket [ is not closed", 6 },
    { "x^1^2", "two scripts in one place", 4 },
    { "a \\left( x", "\\left has no \\right", 3 },
    { "\\left( \\frac{x \\right) }{2}", "\\right stands where } closes a group", 16 },
    { "\\right)", "\\right without what it belongs to", 1 },
    { "\\left? x \\right?", "\\left lacks a delimiter", 6 },
    { "\\begin{foo}x\\end{foo}", "the environment foo is not known", 1 },
    { "\\begin{cases}x", "\\begin{cases} has no \\end{cases}", 1 },
    { "\\begin{cases}x\\end{matrix}", "\\begin{cases} ends with \\end{matrix}", 15 },
    { "\\begin{array}{lp}x\\end{array}", "a column is l, c or r", 16 },
    { "\\begin{array}{" .. ("c"):rep(65) .. "}x\\end{array}", "more than 64 columns", 79 },
    { "\\end{cases}", "\\end without what it belongs to", 1 },
    { "x & y", "& stands outside of a table", 3 },
    { "x$y", "a dollar sign inside of a formula", 2 },
    { "50%", "% has no meaning here; write \\% for the sign", 3 },
    { "a\n50 % of", "% has no meaning here", 6 },
    { "x # y", "# has no meaning here", 3 },
    { "\\text x \\text", "\\text lacks its words in braces", 9 },
    { "\\text{a \\frac12}", "the command \\frac inside of \\text", 9 },
    { "\\text{a $x}", "a dollar sign is not closed", 9 },
    { "\\text{\\href{javascript:1}{x}}", "the command \\href inside of \\text", 7 },
    { "\\color{red} x", "\\color is not accepted: colours are the page's", 1 },
    { "x \\href{https://a.test}{x}", "\\href is not accepted: a formula holds no links", 3 },
    { "\\style{x}{y}", "no styles, classes or ids", 1 },
    { "\\def\\x{1}", "formulas define nothing", 1 },
    { "\\matrix{a}", "\\matrix is not accepted: write \\begin{matrix} … \\end{matrix}", 1 },
    { "\\pmatrix{a}", "write \\begin{pmatrix} … \\end{pmatrix}", 1 },
    { "\\cases{a}", "write \\begin{cases} … \\end{cases}", 1 },
    { "\\braket{a}", "write \\langle … | … \\rangle", 1 },
    { "\\bra{a}", "write \\langle … |", 1 },
    { "\\ket{a}", "write | … \\rangle", 1 },
    { "\\abs{a}", "write \\lvert … \\rvert", 1 },
    { "\\norm{a}", "write \\lVert … \\rVert", 1 },
    { "\\set{a}", "write \\{ … \\}", 1 },
    { "\\Set{a}", "write \\{ … \\}", 1 },
    { "\\require{x}", "packages cannot be loaded", 1 },
    { "x \\tag{1}", "\\tag in a sentence", 3 },
    { "x \\tag{1} \\tag{2}", "a second \\tag on one line", 11, true },
    { "\\limits", "\\limits stands behind an operator", 1 },
    { "\\hline", "\\hline stands at the start of a row", 1 },
    { "\\hspace{1000em}", "\\hspace takes a width of at most 20em", 1 },
    { "\\mkern0≈", "\\mkern takes a width", 1 },
    { "\\hspace{1apple}", "\\hspace takes a width", 1 },
    { "\\not\\frac12", "\\not stands before one sign", 1 },
    { ("{"):rep(40) .. "x" .. ("}"):rep(40), "nested more than 32 levels deep", 33 },
    { ("\\sqrt"):rep(40) .. " x", "nested more than 32 levels deep", nil },
  }
  for _, case in ipairs(refused) do
    it(("refuses %s: %s"):format(case[1]:sub(1, 40):gsub("\n", " "), case[2]), function()
      local shown, why, at = svc.formula(case[1], case[4])
      assert.is_nil(shown)
      assert.matches("formula: .*" .. case[2]:gsub("%p", "%%%0"), why)
      if case[3] then assert.equal(case[3], at) end
    end)
  end

  it(
    "is told by the line and the column of the text, whatever stands before its lines",
    function()
      local text = "# T\n\n> é $x\n>  y \\foo<$ and\n\n1. a\n\n   $$\n   1 &= 2\n   $$\n\n"
        .. "| é | $\\color x$ |\n|--|--|\n"
      local places = {}
      for _, remark in ipairs(svc.document(text).remarks) do
        if remark.rule == "formula" then
          places[#places + 1] = ("%d:%d %s"):format(
            remark.line,
            remark.column,
            remark.text:match("formula: (.-) [^%a]*")
          )
        end
      end
      assert.same({ "4:6 the", "9:6 &", "12:8 \\color" }, places)
    end
  )
end)
