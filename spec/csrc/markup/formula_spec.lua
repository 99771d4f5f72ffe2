--- Formulas: LaTeX as MathML (csrc/markup: formula.c, construct.c, environment.c, words.c,
-- mathml.c). The page that lists all that is accepted is executed by spec/guides/formulas_spec.lua.
local svc = require("svc")

describe("a formula", function()
  --- What graphical browsers show: without what is there for those that show text alone.
  local function math(tex, display)
    local shown =
      assert(svc.formula(tex, display)):gsub("<mphantom>.-</mphantom>", ""):gsub("> +<", "><")
    return shown:match("^<math data%-markdown%-ignore[^>]*><mrow>(.*)</mrow></math>$")
  end

  --- What commands with an argument, and those of spaces, show.
  local function fence(open, close)
    local function sign(one)
      return one == "" and "" or ('<mo fence="true" stretchy="true">%s</mo>'):format(one)
    end
    return "<mrow>" .. sign(open) .. "<mrow><mi>x</mi></mrow>" .. sign(close) .. "</mrow>"
  end
  local function accented(sign)
    return ('<mover accent="true"><mrow><mi>v</mi></mrow><mo>%s</mo></mover>'):format(sign)
  end
  local function space(width)
    return ('<mi>a</mi><mspace width="%sem"></mspace><mi>b</mi>'):format(width)
  end

  local cases = {
    { "\\left( x \\right)", fence("(", ")"), "brackets as high as what is in them" },
    { "\\left[ x \\right[", fence("[", "["), "an interval open to the right" },
    { "\\left] x \\right]", fence("]", "]"), "an interval open to the left" },
    { "\\left| x \\right|", fence("|", "|"), "an absolute value" },
    { "\\left. x \\right/", fence("", "/"), "one bracket alone" },
    { "\\left\\{ x \\right\\}", fence("{", "}"), "a set" },
    { "\\left\\| x \\right\\|", fence("‖", "‖"), "a norm" },
    { "\\left\\lfloor x \\right\\rfloor", fence("⌊", "⌋"), "a number rounded down" },
    { "\\left\\lceil x \\right\\rceil", fence("⌈", "⌉"), "a number rounded up" },
    { "\\left\\langle x \\right\\rangle", fence("⟨", "⟩"), "a mean" },
    { "\\ddot v", accented("¨"), "two dots above" },
    { "\\dot v", accented("˙"), "a dot above" },
    { "\\hat v", accented("^"), "a hat" },
    { "\\overline v", accented("‾"), "a line above" },
    { "\\tilde v", accented("~"), "a tilde" },
    { "\\vec v", accented("→"), "an arrow above" },
    { "a\\!b", space("-0.17"), "less space" },
    { "a\\,b", space("0.17"), "a thin space" },
    { "a\\:b", space("0.22"), "a medium space" },
    { "a\\;b", space("0.28"), "a thick space" },
    { "a\\ b", space("0.25"), "a space" },
    { "a\\quad b", space("1"), "a wide space" },
    { "a\\qquad b", space("2"), "two wide spaces" },
    { "x^2", "<msup><mi>x</mi><mrow><mn>2</mn></mrow></msup>", "a power" },
    {
      "x^12",
      "<msup><mi>x</mi><mrow><mn>1</mn></mrow></msup><mn>2</mn>",
      "one digit as exponent",
    },
    {
      "a_i^n",
      "<msubsup><mi>a</mi><mrow><mi>i</mi></mrow><mrow><mi>n</mi></mrow></msubsup>",
      "index and power",
    },
    {
      "a^n_i",
      "<msubsup><mi>a</mi><mrow><mi>i</mi></mrow><mrow><mi>n</mi></mrow></msubsup>",
      "index and power, the other way round",
    },
    { "f'", "<msup><mi>f</mi><mrow><mo>′</mo></mrow></msup>", "a derivative" },
    {
      "\\frac{1}{2}",
      "<mfrac><mrow><mn>1</mn></mrow><mrow><mn>2</mn></mrow></mfrac>",
      "a fraction",
    },
    {
      "\\frac12",
      "<mfrac><mrow><mn>1</mn></mrow><mrow><mn>2</mn></mrow></mfrac>",
      "a fraction of digits",
    },
    {
      "\\frac{\\lambda}{T}",
      "<mfrac><mrow><mi>λ</mi></mrow><mrow><mi>T</mi></mrow></mfrac>",
      "a group that begins with a command",
    },
    { "\\sqrt{2}", "<msqrt><mrow><mn>2</mn></mrow></msqrt>", "a root" },
    {
      "\\sqrt[3]{x}",
      "<mroot><mrow><mi>x</mi></mrow><mrow><mn>3</mn></mrow></mroot>",
      "a cube root",
    },
    { "-x", '<mo form="prefix">−</mo><mi>x</mi>', "a sign" },
    { "a-x", "<mi>a</mi><mo>−</mo><mi>x</mi>", "a difference" },
    { "= -4", '<mo>=</mo><mo form="prefix">−</mo><mn>4</mn>', "a sign after an operator" },
    { "3{,}5", "<mn>3,5</mn>", "a decimal comma" },
    { "1.25", "<mn>1.25</mn>", "a decimal point" },
    { "\\text{if } n", "<mtext>if\u{A0}</mtext><mi>n</mi>", "words" },
    { "\\log x", '<mi>log</mi><mspace width="0.17em"></mspace><mi>x</mi>', "a function" },
    {
      "\\sin(x)",
      '<mi>sin</mi><mo stretchy="false">(</mo><mi>x</mi><mo stretchy="false">)</mo>',
      "a function with brackets",
    },
    { "\\mathbb{R}", "<mi>ℝ</mi>", "a set of numbers" },
    {
      "\\bar v",
      '<mover accent="true"><mrow><mi>v</mi></mrow><mo>¯</mo></mover>',
      "an accent",
    },
    { "a < b", "<mi>a</mi><mo>&lt;</mo><mi>b</mi>", "a relation that HTML would read" },
    { "\\{1\\}", '<mo stretchy="false">{</mo><mn>1</mn><mo stretchy="false">}</mo>', "braces" },
    -- Scripts and limits.
    {
      "x_\\text{max}",
      "<msub><mi>x</mi><mrow><mtext>max</mtext></mrow></msub>",
      "a word as index",
    },
    {
      "\\sum\\limits_i i",
      '<munder><mo movablelimits="false">∑</mo><mrow><mi>i</mi></mrow></munder><mi>i</mi>',
      "limits in a sentence",
    },
    { "\\max\\nolimits_i", "<msub><mi>max</mi><mrow><mi>i</mi></mrow></msub>", "no limits" },
    {
      "{}_a b",
      "<msub><mrow></mrow><mrow><mi>a</mi></mrow></msub><mi>b</mi>",
      "an index before",
    },
    -- Fractions and what is like them.
    {
      "\\dfrac12",
      '<mfrac displaystyle="true"><mrow><mn>1</mn></mrow><mrow><mn>2</mn></mrow></mfrac>',
      "a high fraction",
    },
    {
      "\\tfrac12",
      '<mfrac displaystyle="false"><mrow><mn>1</mn></mrow><mrow><mn>2</mn></mrow></mfrac>',
      "a low fraction",
    },
    {
      "\\cfrac12",
      '<mfrac displaystyle="true"><mrow displaystyle="true"><mn>1</mn></mrow>'
        .. '<mrow displaystyle="true"><mn>2</mn></mrow></mfrac>',
      "a continued fraction",
    },
    {
      "a \\over b",
      "<mfrac><mrow><mi>a</mi></mrow><mrow><mi>b</mi></mrow></mfrac>",
      "a fraction as plain TeX has it",
    },
    {
      "n \\choose k",
      '<mo>(</mo><mfrac linethickness="0"><mrow><mi>n</mi></mrow><mrow>'
        .. "<mi>k</mi></mrow></mfrac><mo>)</mo>",
      "a choice",
    },
    -- Brackets.
    {
      "\\left( x \\middle| x \\right)",
      '<mrow><mo fence="true" stretchy="true">(</mo><mrow><mi>x</mi></mrow>'
        .. '<mo fence="true" stretchy="true">|</mo><mrow><mi>x</mi></mrow>'
        .. '<mo fence="true" stretchy="true">)</mo></mrow>',
      "a bar between",
    },
    {
      "\\bigl(",
      '<mo stretchy="true" symmetric="true" minsize="1.2em" maxsize="1.2em" form="prefix">(</mo>',
      "a big bracket",
    },
    {
      "\\Bigg|",
      '<mo stretchy="true" symmetric="true" minsize="3em" maxsize="3em">|</mo>',
      "a very big bar",
    },
    {
      "\\lvert x \\rvert",
      '<mo stretchy="false" form="prefix">|</mo><mi>x</mi>'
        .. '<mo stretchy="false" form="postfix">|</mo>',
      "bars that open and close",
    },
    -- Above and below.
    {
      "\\overset{!}{=}",
      '<mover><mrow><mo>=</mo></mrow><mrow><mo form="postfix">!</mo></mrow></mover>',
      "a sign above",
    },
    {
      "\\underset{n}{x}",
      "<munder><mrow><mi>x</mi></mrow><mrow><mi>n</mi></mrow></munder>",
      "a sign below",
    },
    {
      "\\underbrace{a}_n",
      "<munder><munder><mrow><mi>a</mi></mrow><mo>⏟</mo></munder><mrow>"
        .. "<mi>n</mi></mrow></munder>",
      "a brace",
      true,
    },
    {
      "\\underline{a}",
      '<munder accentunder="true"><mrow><mi>a</mi></mrow><mo>‾</mo></munder>',
      "a line below",
    },
    {
      "\\xrightarrow[T]{k}",
      '<munderover><mo stretchy="true">→</mo><mrow><mi>T</mi></mrow><mrow>'
        .. "<mi>k</mi></mrow></munderover>",
      "an arrow with two labels",
    },
    {
      "\\sum_{\\substack{a \\\\ b}}",
      '<msub><mo>∑</mo><mrow><mtable class="small"><mtr><mtd><mrow>'
        .. "<mi>a</mi></mrow></mtd></mtr><mtr><mtd><mrow><mi>b</mi></mrow></mtd>"
        .. "</mtr></mtable></mrow></msub>",
      "lines below a sum",
    },
    -- Alphabets and words.
    { "\\mathbf{AB1}", "<mi>𝐀𝐁𝟏</mi>", "bold letters" },
    { "\\mathbf AB", "<mi>𝐀</mi><mi>B</mi>", "one bold letter" },
    { "\\boldsymbol{\\beta}", "<mi>𝜷</mi>", "a bold Greek letter" },
    { "\\pmb{\\beta}", "<mi>𝜷</mi>", "a bold letter by another name" },
    { "\\mathcal{BL}", "<mi>ℬℒ</mi>", "script letters" },
    {
      "\\mathfrak{C}\\mathsf{x}\\mathtt{y}\\mathit{hz}",
      "<mi>ℭ</mi><mi>𝗑</mi><mi>𝚢</mi><mi>ℎ𝑧</mi>",
      "other alphabets",
    },
    { "\\mathrm{d}x", '<mi mathvariant="normal">d</mi><mi>x</mi>', "an upright letter" },
    {
      "{\\bf x} y",
      "<mrow><mi>𝐱</mi></mrow><mi>y</mi>",
      "a font up to the end of its group",
    },
    {
      "\\text{if $x$ and \\textbf{so}}",
      "<mrow><mtext>if\u{A0}</mtext><mrow><mi>x</mi></mrow>"
        .. "<mtext>\u{A0}and\u{A0}</mtext><mtext>𝐬𝐨</mtext></mrow>",
      "a formula within words",
    },
    -- Tables.
    {
      "\\begin{cases}1&a\\\\2\\end{cases}",
      '<mrow><mo fence="true">{</mo><mtable class="cases"><mtr><mtd><mrow>'
        .. "<mn>1</mn></mrow></mtd><mtd><mrow><mi>a</mi></mrow></mtd></mtr><mtr>"
        .. "<mtd><mrow><mn>2</mn></mrow></mtd></mtr></mtable></mrow>",
      "cases",
    },
    {
      "\\begin{aligned}a&=b\\\\[2pt]\\end{aligned}",
      '<mrow><mtable class="aligned" displaystyle="true"><mtr><mtd><mrow>'
        .. "<mi>a</mi></mrow></mtd><mtd><mrow><mo>=</mo><mi>b</mi></mrow></mtd>"
        .. "</mtr></mtable></mrow>",
      "aligned lines",
    },
    {
      "\\begin{array}{|l|r}\\hline a&b\\\\ \\hline\\end{array}",
      '<mrow><mtable><mtr class="line-above line-below">'
        .. '<mtd class="left bar-before bar"><mrow><mi>a</mi></mrow></mtd>'
        .. '<mtd class="right"><mrow><mi>b</mi></mrow></mtd></mtr></mtable></mrow>',
      "an array with lines",
    },
    {
      "x = 1 \\tag{2}",
      '<mi>x</mi><mo>=</mo><mn>1</mn><mspace width="2em"></mspace><mrow>'
        .. "<mtext>(</mtext><mtext>2</mtext><mtext>)</mtext></mrow>",
      "a number of a formula",
      true,
    },
    {
      "a \\\\ b",
      '<mtable displaystyle="true"><mtr><mtd><mrow><mi>a</mi></mrow></mtd>'
        .. "</mtr><mtr><mtd><mrow><mi>b</mi></mrow></mtd></mtr></mtable>",
      "lines without an environment",
      true,
    },
    -- The rest.
    {
      "\\not= \\not\\in \\not x",
      "<mo>≠</mo><mo>∉</mo><mi>x\u{338}</mi>",
      "the opposite of a sign",
    },
    {
      "a \\pmod n",
      '<mi>a</mi><mrow><mspace width="1em"></mspace>'
        .. '<mo stretchy="false">(</mo><mi>mod</mi><mspace width="0.17em">'
        .. '</mspace><mrow><mi>n</mi></mrow><mo stretchy="false">)</mo></mrow>',
      "a modulus",
    },
    {
      "\\operatorname*{argmax}_x",
      "<munder><mi>argmax</mi><mrow><mi>x</mi></mrow></munder>",
      "a function with limits",
      true,
    },
    {
      "n\\log n",
      '<mi>n</mi><mspace width="0.17em"></mspace><mi>log</mi>'
        .. '<mspace width="0.17em"></mspace><mi>n</mi>',
      "a function behind a letter",
    },
    {
      "\\displaystyle\\sum_i",
      '<mstyle displaystyle="true" scriptlevel="0"><munder><mo>∑</mo><mrow>'
        .. "<mi>i</mi></mrow></munder></mstyle>",
      "a formula as on a line of its own",
    },
    {
      "a\\hspace{-0.5em}b\\mkern9mu c",
      '<mi>a</mi><mspace width="-0.50em"></mspace><mi>b</mi>'
        .. '<mspace width="0.50em"></mspace><mi>c</mi>',
      "widths",
    },
    {
      "\\boxed{a}\\phantom{b}",
      '<mrow class="boxed"><mi>a</mi></mrow><mrow class="phantom"><mi>b</mi></mrow>',
      "a frame and a gap",
    },
    {
      "a ≤ b × 数学",
      "<mi>a</mi><mo>≤</mo><mi>b</mi><mo>×</mo><mtext>数</mtext><mtext>学</mtext>",
      "signs as they are",
    },
    { "a % b\n+ c", "<mi>a</mi><mo>+</mo><mi>c</mi>", "a comment" },
    { "\\text{<b>}", "<mtext>&lt;b&gt;</mtext>", "markup in words" },
  }
  for _, case in ipairs(cases) do
    it("shows " .. case[3], function() assert.equal(case[2], math(case[1], case[4])) end)
  end

  it("takes as many signs for each byte of a long formula as of a short one", function()
    for _, piece in ipairs {
      "{x}^2_{i}",
      "\\frac{a}{b}",
      "\\begin{matrix}a&b\\\\c\\end{matrix}",
      "\\left(x\\middle|y\\right)",
      "\\displaystyle x",
      "\\mathbf{abc}\\text{ab}",
      "a\\\\",
      "x'",
      "\\tag*{}\\\\",
    } do
      local short, long = svc.formula(piece:rep(10), true), svc.formula(piece:rep(1000), true)
      assert.is_true(#long < #short * 102, piece)
    end
  end)
end)
