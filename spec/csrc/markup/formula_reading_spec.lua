--- How a formula is read on one line: in text browsers, which show the text of every element, and
-- in excerpts and searches.
local svc = require("svc")

describe("a formula", function()
  --- What browsers show that know no MathML: the text of every element.
  local function line(tex)
    return (
      assert(svc.formula(tex)):gsub("<[^>]*>", ""):gsub("%s+", " "):gsub("^ *(.-) *$", "%1")
    )
  end

  local lines = {
    { "x^2-7x+12=0", "x^2 − 7x + 12 = 0", "operators apart" },
    { "-x = +y", "−x = +y", "signs close" },
    { "\\text{Ca}^{2+}", "Ca^(2+)", "an operator that ends a row close" },
    { "\\frac{1}{2}", "1/2", "a bar" },
    { "\\frac12 mv^2", "1/2 mv^2", "where a denominator ends" },
    { "3\\frac{x}{y}", "3 x/y", "where a numerator begins" },
    { "\\frac{a+b}{2a}", "(a + b)/(2a)", "what is above and below" },
    { "\\frac{\\text{top}}{\\lambda}", "top/λ", "one word or symbol without brackets" },
    { "\\frac{\\frac{a}{b}}{c}", "(a/b)/c", "a fraction in a fraction" },
    { "\\frac{3{,}5}{10}", "3,5/10", "a number without brackets" },
    { "10^{-14}", "10^(−14)", "what is an exponent" },
    { "x_1^2", "x_1^2", "index and power" },
    { "a_{i,j}", "a_(i, j)", "an index of two parts" },
    { "f''(x)", "f′′(x)", "primes without a sign" },
    { "\\sqrt{2}", "√2", "a root" },
    { "\\sqrt{b^2-4ac}", "√(b^2 − 4ac)", "how far a root goes" },
    { "\\sqrt[3]{x}", "x^(1/3)", "a cube root" },
    { "\\sum_{i=1}^n i", "∑_(i = 1)^n i", "a sum" },
    { "\\int_0^1 x", "∫_0^1 x", "an integral" },
    { "\\lim_{x\\to 0}\\sin x", "lim_(x → 0) sin x", "functions apart" },
    { "\\binom{n}{k}", "(n; k)", "a binomial" },
    { "A\\xrightarrow{k}B", "A→(k) B", "a labelled arrow" },
    { "\\begin{cases}1&a\\\\2&b\\end{cases}", "{1 a; 2 b", "rows and cells" },
    { "\\begin{pmatrix}1&2\\\\3&4\\\\\\end{pmatrix}", "(1 2; 3 4)", "a matrix" },
    { "a \\bmod n", "a mod n", "words that are operators" },
    { "a,b;c", "a, b; c", "punctuation behind what it ends" },
    { "\\dfrac{1}{2}", "1/2", "a high fraction" },
    { "\\tfrac{1}{2}", "1/2", "a low fraction" },
    { "\\mathrm{pH}", "pH", "upright letters" },
    { "\\operatorname{rank} A", "rank A", "a function of another name apart" },
    { "\\operatorname{rank}(A)", "rank(A)", "its brackets close" },
    { "\\begin{bmatrix}1&2\\end{bmatrix}", "[1 2]", "a matrix in square brackets" },
    { "\\begin{vmatrix}1&2\\end{vmatrix}", "|1 2|", "a determinant" },
    { "\\begin{matrix}1&2\\end{matrix}", "1 2", "a matrix without brackets" },
    { "\\begin{aligned}a&=1\\\\b&=2\\end{aligned}", "a = 1; b = 2", "lines" },
  }
  for _, case in ipairs(lines) do
    it(
      "tells text browsers " .. case[3] .. ": " .. case[1],
      function() assert.equal(case[2], line(case[1])) end
    )
  end

  local readings = {
    { "\\frac{x^2}{2}", "x²/2", "a power in a fraction" },
    { "2^{\\frac12}", "2^(1/2)", "a fraction as exponent" },
    { "a_{n+1} = a_n + d_1", "aₙ₊₁ = aₙ + d₁", "indexes" },
    { "x_{max}", "x_max", "a word as index" },
    { "a_{ij}", "a_ij", "an index of two letters" },
    { "a_{i,j}", "a_(i, j)", "an index of two parts" },
    { "x^k + e^{-x}", "x^k + e^(−x)", "exponents without a sign of their own" },
    { "\\sqrt{b^2-4ac}", "√(b² − 4ac)", "a root" },
    { "O(n \\log n)", "O(n log n)", "a function behind a letter" },
    { "\\mathbf{x} \\in \\mathbb{R}^n", "x ∈ ℝⁿ", "alphabets" },
    { "90^\\circ", "90°", "degrees" },
    { "{}^2\\log 8", "²log 8", "an index before" },
    { "\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}", "(1 2; 3 4)", "a matrix" },
    { "\\begin{aligned}a&=1\\\\b&=2\\end{aligned}", "a = 1; b = 2", "lines" },
    {
      "f(x) = \\begin{cases}1 & x > 0\\\\0 & \\text{else}\\end{cases}",
      "f(x) = {1 x > 0; 0 else",
      "cases",
    },
    { "\\underbrace{a+b}_{2}", "a + b₂", "a brace" },
    { "a \\equiv b \\pmod{n}", "a ≡ b (mod n)", "a modulus" },
    { "A \\xrightarrow{k} B", "A→(k) B", "a labelled arrow" },
    { "a\\phantom{b}c", "ac", "what is not shown" },
    { "E = mc^2 \\tag{1}", "E = mc² (1)", "a number" },
    { "\\lnot p \\land \\forall x", "¬p ∧ ∀x", "signs before a thing" },
    { "x < y", "x < y", "what HTML would read" },
  }
  for _, case in ipairs(readings) do
    it(
      "is read with " .. case[3] .. ": " .. case[1],
      function() assert.equal(case[2], select(2, svc.formula(case[1], true))) end
    )
  end
end)
