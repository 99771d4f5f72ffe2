#include "markup/command.h"

#include <stdlib.h>

#define NO_LINKS "a formula holds no links and loads nothing: write the link in the text"
#define NO_MACROS "formulas define nothing: write out what it stands for"
#define NO_COUNT "formulas are not counted: write the \\tag of the formula meant"
#define BIG(size) \
  "mo stretchy=\"true\" symmetric=\"true\" minsize=\"" size "em\" maxsize=\"" size "em\""
#define PREFIX " form=\"prefix\""
#define INFIX " form=\"infix\""
#define POSTFIX " form=\"postfix\""
#define ALIGNED "mtable class=\"aligned\" displaystyle=\"true\""
#define SMALL "mtable class=\"small\""
#define CASES "mtable class=\"cases\" displaystyle=\"true\""
#define DISPLAYED "mtable displaystyle=\"true\""

/* clang-format off */
/* By the bytes of their names. */
static const command commands[] = {
    {"\n", COMMAND_SPACE, "0.25em"}, {" ", COMMAND_SPACE, "0.25em"},
    {"!", COMMAND_SPACE, "-0.17em"}, {"#", COMMAND_ORDINARY, "#"}, {"$", COMMAND_ORDINARY, "$"},
    {"%", COMMAND_ORDINARY, "%"}, {"&", COMMAND_BINARY, "&"}, {",", COMMAND_SPACE, "0.17em"},
    {":", COMMAND_SPACE, "0.22em"}, {";", COMMAND_SPACE, "0.28em"}, {">", COMMAND_SPACE, "0.22em"},
    {"And", COMMAND_BINARY, "&"}, {"Bbb", COMMAND_FONT, NULL, FORMULA_DOUBLE},
    {"Big", COMMAND_BIG, BIG("1.8")}, {"Bigg", COMMAND_BIG, BIG("3")},
    {"Biggl", COMMAND_BIG, BIG("3") PREFIX}, {"Biggm", COMMAND_BIG, BIG("3") INFIX},
    {"Biggr", COMMAND_BIG, BIG("3") POSTFIX}, {"Bigl", COMMAND_BIG, BIG("1.8") PREFIX},
    {"Bigm", COMMAND_BIG, BIG("1.8") INFIX}, {"Bigr", COMMAND_BIG, BIG("1.8") POSTFIX},
    {"Box", COMMAND_ORDINARY, "□"}, {"Bumpeq", COMMAND_RELATION, "≎"},
    {"Cap", COMMAND_BINARY, "⋒"}, {"Cup", COMMAND_BINARY, "⋓"},
    {"DeclareMathOperator", COMMAND_REFUSED, "write \\operatorname{…} where the name stands"},
    {"Delta", COMMAND_ORDINARY, "Δ"}, {"Diamond", COMMAND_ORDINARY, "◊"},
    {"Doteq", COMMAND_RELATION, "≑"}, {"Downarrow", COMMAND_DELIMITER, "⇓"},
    {"Finv", COMMAND_ORDINARY, "Ⅎ"}, {"Game", COMMAND_ORDINARY, "⅁"},
    {"Gamma", COMMAND_ORDINARY, "Γ"}, {"Im", COMMAND_ORDINARY, "ℑ"},
    {"Join", COMMAND_RELATION, "⋈"}, {"LaTeX", COMMAND_ORDINARY, "LaTeX"},
    {"Lambda", COMMAND_ORDINARY, "Λ"}, {"Leftarrow", COMMAND_RELATION, "⇐"},
    {"Leftrightarrow", COMMAND_RELATION, "⇔"}, {"Lleftarrow", COMMAND_RELATION, "⇚"},
    {"Longleftarrow", COMMAND_RELATION, "⟸"}, {"Longleftrightarrow", COMMAND_RELATION, "⟺"},
    {"Longrightarrow", COMMAND_RELATION, "⟹"}, {"Lsh", COMMAND_RELATION, "↰"},
    {"Omega", COMMAND_ORDINARY, "Ω"}, {"P", COMMAND_ORDINARY, "¶"},
    {"Phi", COMMAND_ORDINARY, "Φ"}, {"Pi", COMMAND_ORDINARY, "Π"},
    {"Pr", COMMAND_FUNCTION_LIMITS, "Pr"}, {"Psi", COMMAND_ORDINARY, "Ψ"},
    {"Re", COMMAND_ORDINARY, "ℜ"}, {"Rightarrow", COMMAND_RELATION, "⇒"},
    {"Rrightarrow", COMMAND_RELATION, "⇛"}, {"Rsh", COMMAND_RELATION, "↱"},
    {"Rule", COMMAND_REFUSED, "\\hline draws a line in an array"}, {"S", COMMAND_ORDINARY, "§"},
    {"SI", COMMAND_REFUSED, "write the number, \\, and \\mathrm{…}"},
    {"Sigma", COMMAND_ORDINARY, "Σ"}, {"Subset", COMMAND_RELATION, "⋐"},
    {"Supset", COMMAND_RELATION, "⋑"}, {"TeX", COMMAND_ORDINARY, "TeX"},
    {"Theta", COMMAND_ORDINARY, "Θ"}, {"Uparrow", COMMAND_DELIMITER, "⇑"},
    {"Updownarrow", COMMAND_DELIMITER, "⇕"}, {"Upsilon", COMMAND_ORDINARY, "Υ"},
    {"Vdash", COMMAND_RELATION, "⊩"}, {"Vert", COMMAND_DELIMITER, "‖"},
    {"Vvdash", COMMAND_RELATION, "⊪"}, {"Xi", COMMAND_ORDINARY, "Ξ"},
    {"\\", COMMAND_ROW_END, NULL}, {"_", COMMAND_ORDINARY, "_"}, {"acute", COMMAND_ACCENT, "´"},
    {"aleph", COMMAND_ORDINARY, "ℵ"}, {"allowbreak", COMMAND_NOTHING, NULL},
    {"alpha", COMMAND_ORDINARY, "α"}, {"amalg", COMMAND_BINARY, "⨿"},
    {"angle", COMMAND_ORDINARY, "∠"}, {"approx", COMMAND_RELATION, "≈"},
    {"approxeq", COMMAND_RELATION, "≊"}, {"arccos", COMMAND_FUNCTION, "arccos"},
    {"arccot", COMMAND_FUNCTION, "arccot"}, {"arccsc", COMMAND_FUNCTION, "arccsc"},
    {"arcsec", COMMAND_FUNCTION, "arcsec"}, {"arcsin", COMMAND_FUNCTION, "arcsin"},
    {"arctan", COMMAND_FUNCTION, "arctan"}, {"arctg", COMMAND_FUNCTION, "arctg"},
    {"arg", COMMAND_FUNCTION, "arg"}, {"argmax", COMMAND_FUNCTION_LIMITS, "arg max"},
    {"argmin", COMMAND_FUNCTION_LIMITS, "arg min"}, {"ast", COMMAND_BINARY, "∗"},
    {"asymp", COMMAND_RELATION, "≍"}, {"atop", COMMAND_OVER, ""},
    {"backprime", COMMAND_ORDINARY, "‵"}, {"backsim", COMMAND_RELATION, "∽"},
    {"backsimeq", COMMAND_RELATION, "⋍"}, {"backslash", COMMAND_DELIMITER, "\\"},
    {"bar", COMMAND_ACCENT, "¯"}, {"barwedge", COMMAND_BINARY, "⊼"},
    {"bbox", COMMAND_REFUSED, "a formula holds no styles, classes or ids"},
    {"because", COMMAND_RELATION, "∵"}, {"begin", COMMAND_ENVIRONMENT, NULL},
    {"beta", COMMAND_ORDINARY, "β"}, {"beth", COMMAND_ORDINARY, "ℶ"},
    {"between", COMMAND_RELATION, "≬"}, {"bf", COMMAND_FONT_SWITCH, NULL, FORMULA_BOLD},
    {"big", COMMAND_BIG, BIG("1.2")}, {"bigcap", COMMAND_LARGE, "⋂"},
    {"bigcirc", COMMAND_BINARY, "◯"}, {"bigcup", COMMAND_LARGE, "⋃"},
    {"bigg", COMMAND_BIG, BIG("2.4")}, {"biggl", COMMAND_BIG, BIG("2.4") PREFIX},
    {"biggm", COMMAND_BIG, BIG("2.4") INFIX}, {"biggr", COMMAND_BIG, BIG("2.4") POSTFIX},
    {"bigl", COMMAND_BIG, BIG("1.2") PREFIX}, {"bigm", COMMAND_BIG, BIG("1.2") INFIX},
    {"bigodot", COMMAND_LARGE, "⨀"}, {"bigoplus", COMMAND_LARGE, "⨁"},
    {"bigotimes", COMMAND_LARGE, "⨂"}, {"bigr", COMMAND_BIG, BIG("1.2") POSTFIX},
    {"bigsqcup", COMMAND_LARGE, "⨆"}, {"bigstar", COMMAND_ORDINARY, "★"},
    {"bigtriangledown", COMMAND_BINARY, "▽"}, {"bigtriangleup", COMMAND_BINARY, "△"},
    {"biguplus", COMMAND_LARGE, "⨄"}, {"bigvee", COMMAND_LARGE, "⋁"},
    {"bigwedge", COMMAND_LARGE, "⋀"}, {"binom", COMMAND_BINOMIAL, "mfrac linethickness=\"0\""},
    {"blacklozenge", COMMAND_ORDINARY, "⧫"}, {"blacksquare", COMMAND_ORDINARY, "■"},
    {"blacktriangle", COMMAND_ORDINARY, "▲"}, {"blacktriangledown", COMMAND_ORDINARY, "▼"},
    {"blacktriangleleft", COMMAND_RELATION, "◀"}, {"blacktriangleright", COMMAND_RELATION, "▶"},
    {"bm", COMMAND_FONT, NULL, FORMULA_BOLD_ITALIC}, {"bmod", COMMAND_BINARY, "mod"},
    {"bold", COMMAND_FONT, NULL, FORMULA_BOLD},
    {"boldsymbol", COMMAND_FONT, NULL, FORMULA_BOLD_ITALIC}, {"bot", COMMAND_ORDINARY, "⊥"},
    {"bowtie", COMMAND_RELATION, "⋈"}, {"boxdot", COMMAND_BINARY, "⊡"},
    {"boxed", COMMAND_WRAP, "mrow class=\"boxed\""}, {"boxminus", COMMAND_BINARY, "⊟"},
    {"boxplus", COMMAND_BINARY, "⊞"}, {"boxtimes", COMMAND_BINARY, "⊠"},
    {"brace", COMMAND_OVER, "{}"}, {"brack", COMMAND_OVER, "[]"}, {"breve", COMMAND_ACCENT, "˘"},
    {"bullet", COMMAND_BINARY, "∙"}, {"bumpeq", COMMAND_RELATION, "≏"},
    {"cal", COMMAND_FONT_SWITCH, NULL, FORMULA_SCRIPT}, {"cap", COMMAND_BINARY, "∩"},
    {"cdot", COMMAND_BINARY, "⋅"}, {"cdots", COMMAND_ORDINARY, "⋯"},
    {"ce", COMMAND_REFUSED, "write \\mathrm{…} with _ and ^"},
    {"centerdot", COMMAND_BINARY, "⋅"}, {"cfrac", COMMAND_CONTINUED, NULL},
    {"ch", COMMAND_FUNCTION, "ch"}, {"check", COMMAND_ACCENT, "ˇ"},
    {"checkmark", COMMAND_ORDINARY, "✓"}, {"chi", COMMAND_ORDINARY, "χ"},
    {"choose", COMMAND_OVER, "()"}, {"circ", COMMAND_BINARY, "∘"},
    {"circeq", COMMAND_RELATION, "≗"}, {"circlearrowleft", COMMAND_RELATION, "↺"},
    {"circlearrowright", COMMAND_RELATION, "↻"}, {"circledR", COMMAND_ORDINARY, "®"},
    {"circledast", COMMAND_BINARY, "⊛"}, {"circledcirc", COMMAND_BINARY, "⊚"},
    {"circleddash", COMMAND_BINARY, "⊝"},
    {"class", COMMAND_REFUSED, "a formula holds no styles, classes or ids"},
    {"cline", COMMAND_REFUSED, "\\hline draws a whole line"}, {"clubsuit", COMMAND_ORDINARY, "♣"},
    {"colon", COMMAND_PUNCTUATION, ":"}, {"coloneqq", COMMAND_RELATION, "≔"},
    {"color", COMMAND_REFUSED, "colours are the page's: leave it out"},
    {"colorbox", COMMAND_REFUSED, "colours are the page's: leave it out"},
    {"complement", COMMAND_ORDINARY, "∁"}, {"cong", COMMAND_RELATION, "≅"},
    {"coprod", COMMAND_LARGE, "∐"}, {"copyright", COMMAND_ORDINARY, "©"},
    {"cos", COMMAND_FUNCTION, "cos"}, {"cosh", COMMAND_FUNCTION, "cosh"},
    {"cot", COMMAND_FUNCTION, "cot"}, {"cotg", COMMAND_FUNCTION, "cotg"},
    {"coth", COMMAND_FUNCTION, "coth"}, {"cr", COMMAND_ROW_END, NULL},
    {"csc", COMMAND_FUNCTION, "csc"},
    {"cssId", COMMAND_REFUSED, "a formula holds no styles, classes or ids"},
    {"ctg", COMMAND_FUNCTION, "ctg"}, {"cup", COMMAND_BINARY, "∪"},
    {"curlyeqprec", COMMAND_RELATION, "⋞"}, {"curlyeqsucc", COMMAND_RELATION, "⋟"},
    {"curlyvee", COMMAND_BINARY, "⋎"}, {"curlywedge", COMMAND_BINARY, "⋏"},
    {"curvearrowleft", COMMAND_RELATION, "↶"}, {"curvearrowright", COMMAND_RELATION, "↷"},
    {"dagger", COMMAND_BINARY, "†"}, {"daleth", COMMAND_ORDINARY, "ℸ"},
    {"dashleftarrow", COMMAND_RELATION, "⇠"}, {"dashrightarrow", COMMAND_RELATION, "⇢"},
    {"dashv", COMMAND_RELATION, "⊣"},
    {"dbinom", COMMAND_BINOMIAL, "mfrac linethickness=\"0\" displaystyle=\"true\""},
    {"ddagger", COMMAND_BINARY, "‡"}, {"dddot", COMMAND_ACCENT, "⃛"},
    {"ddot", COMMAND_ACCENT, "¨"}, {"ddots", COMMAND_ORDINARY, "⋱"},
    {"def", COMMAND_REFUSED, NO_MACROS},
    {"definecolor", COMMAND_REFUSED, "colours are the page's: leave it out"},
    {"deg", COMMAND_FUNCTION, "deg"}, {"degree", COMMAND_ORDINARY, "°"},
    {"delta", COMMAND_ORDINARY, "δ"}, {"det", COMMAND_FUNCTION_LIMITS, "det"},
    {"dfrac", COMMAND_FRACTION, "mfrac displaystyle=\"true\""},
    {"diagdown", COMMAND_ORDINARY, "╲"}, {"diagup", COMMAND_ORDINARY, "╱"},
    {"diamond", COMMAND_BINARY, "⋄"}, {"diamondsuit", COMMAND_ORDINARY, "♢"},
    {"digamma", COMMAND_ORDINARY, "ϝ"}, {"dim", COMMAND_FUNCTION, "dim"},
    {"displaylimits", COMMAND_LIMITS, NULL, 2},
    {"displaystyle", COMMAND_STYLE, "mstyle displaystyle=\"true\" scriptlevel=\"0\"", 1},
    {"div", COMMAND_BINARY, "÷"}, {"divideontimes", COMMAND_BINARY, "⋇"},
    {"dot", COMMAND_ACCENT, "˙"}, {"doteq", COMMAND_RELATION, "≐"},
    {"doteqdot", COMMAND_RELATION, "≑"}, {"dotplus", COMMAND_BINARY, "∔"},
    {"dots", COMMAND_ORDINARY, "…"}, {"dotsb", COMMAND_ORDINARY, "⋯"},
    {"dotsc", COMMAND_ORDINARY, "…"}, {"dotsi", COMMAND_ORDINARY, "⋯"},
    {"dotsm", COMMAND_ORDINARY, "⋯"}, {"dotso", COMMAND_ORDINARY, "…"},
    {"doublebarwedge", COMMAND_BINARY, "⩞"}, {"downarrow", COMMAND_DELIMITER, "↓"},
    {"downdownarrows", COMMAND_RELATION, "⇊"}, {"downharpoonleft", COMMAND_RELATION, "⇃"},
    {"downharpoonright", COMMAND_RELATION, "⇂"},
    {"edef", COMMAND_REFUSED, NO_MACROS},
    {"ell", COMMAND_ORDINARY, "ℓ"}, {"emph", COMMAND_TEXT, NULL, FORMULA_ITALIC},
    {"emptyset", COMMAND_ORDINARY, "∅"}, {"end", COMMAND_ENDING, NULL},
    {"enskip", COMMAND_SPACE, "0.5em"}, {"enspace", COMMAND_SPACE, "0.5em"},
    {"epsilon", COMMAND_ORDINARY, "ϵ"}, {"eqcirc", COMMAND_RELATION, "≖"},
    {"eqqcolon", COMMAND_RELATION, "≕"},
    {"eqref", COMMAND_REFUSED, NO_COUNT},
    {"eqslantgtr", COMMAND_RELATION, "⪖"}, {"eqslantless", COMMAND_RELATION, "⪕"},
    {"equiv", COMMAND_RELATION, "≡"}, {"eta", COMMAND_ORDINARY, "η"},
    {"eth", COMMAND_ORDINARY, "ð"}, {"euro", COMMAND_ORDINARY, "€"},
    {"exists", COMMAND_PREFIX, "∃"}, {"exp", COMMAND_FUNCTION, "exp"},
    {"fallingdotseq", COMMAND_RELATION, "≒"},
    {"fbox", COMMAND_REFUSED, "\\boxed draws a frame around a formula"},
    {"fcolorbox", COMMAND_REFUSED, "colours are the page's: leave it out"},
    {"flat", COMMAND_ORDINARY, "♭"}, {"forall", COMMAND_PREFIX, "∀"},
    {"frac", COMMAND_FRACTION, "mfrac"}, {"frak", COMMAND_FONT, NULL, FORMULA_FRAKTUR},
    {"frown", COMMAND_RELATION, "⌢"}, {"gamma", COMMAND_ORDINARY, "γ"},
    {"gcd", COMMAND_FUNCTION_LIMITS, "gcd"},
    {"gdef", COMMAND_REFUSED, NO_MACROS},
    {"ge", COMMAND_RELATION, "≥"}, {"geq", COMMAND_RELATION, "≥"},
    {"geqq", COMMAND_RELATION, "≧"}, {"geqslant", COMMAND_RELATION, "⩾"},
    {"gets", COMMAND_RELATION, "←"}, {"gg", COMMAND_RELATION, "≫"},
    {"ggg", COMMAND_RELATION, "⋙"}, {"gimel", COMMAND_ORDINARY, "ℷ"},
    {"global", COMMAND_REFUSED, NO_MACROS},
    {"gneq", COMMAND_RELATION, "⪈"}, {"gneqq", COMMAND_RELATION, "≩"},
    {"gnsim", COMMAND_RELATION, "⋧"}, {"grave", COMMAND_ACCENT, "`"},
    {"gt", COMMAND_RELATION, ">"}, {"gtrapprox", COMMAND_RELATION, "⪆"},
    {"gtrdot", COMMAND_RELATION, "⋗"}, {"gtreqless", COMMAND_RELATION, "⋛"},
    {"gtreqqless", COMMAND_RELATION, "⪌"}, {"gtrless", COMMAND_RELATION, "≷"},
    {"gtrsim", COMMAND_RELATION, "≳"}, {"hat", COMMAND_ACCENT, "^"},
    {"hbar", COMMAND_ORDINARY, "ℏ"}, {"hbox", COMMAND_TEXT, NULL, FORMULA_PLAIN},
    {"hdashline", COMMAND_RULE, NULL}, {"heartsuit", COMMAND_ORDINARY, "♡"},
    {"hline", COMMAND_RULE, NULL}, {"hom", COMMAND_FUNCTION, "hom"},
    {"hookleftarrow", COMMAND_RELATION, "↩"}, {"hookrightarrow", COMMAND_RELATION, "↪"},
    {"hphantom", COMMAND_HIDDEN, "mpadded class=\"phantom\" height=\"0\" depth=\"0\""},
    {"href", COMMAND_REFUSED, NO_LINKS},
    {"hskip", COMMAND_WIDTH, NULL}, {"hslash", COMMAND_ORDINARY, "ℏ"},
    {"hspace", COMMAND_WIDTH, NULL},
    {"htmlClass", COMMAND_REFUSED, "a formula holds no styles, classes or ids"},
    {"htmlData", COMMAND_REFUSED, "a formula holds no styles, classes or ids"},
    {"htmlId", COMMAND_REFUSED, "a formula holds no styles, classes or ids"},
    {"htmlStyle", COMMAND_REFUSED, "a formula holds no styles, classes or ids"},
    {"iff", COMMAND_RELATION, "⟺"}, {"iiint", COMMAND_INTEGRAL, "∭"},
    {"iint", COMMAND_INTEGRAL, "∬"}, {"imath", COMMAND_ORDINARY, "ı"},
    {"impliedby", COMMAND_RELATION, "⟸"}, {"implies", COMMAND_RELATION, "⟹"},
    {"in", COMMAND_RELATION, "∈"},
    {"include", COMMAND_REFUSED, NO_LINKS},
    {"includegraphics", COMMAND_REFUSED, NO_LINKS},
    {"inf", COMMAND_FUNCTION_LIMITS, "inf"}, {"infty", COMMAND_ORDINARY, "∞"},
    {"input", COMMAND_REFUSED, NO_LINKS},
    {"int", COMMAND_INTEGRAL, "∫"}, {"intercal", COMMAND_BINARY, "⊺"},
    {"iota", COMMAND_ORDINARY, "ι"}, {"it", COMMAND_FONT_SWITCH, NULL, FORMULA_ITALIC},
    {"jmath", COMMAND_ORDINARY, "ȷ"}, {"kappa", COMMAND_ORDINARY, "κ"},
    {"ker", COMMAND_FUNCTION, "ker"}, {"kern", COMMAND_WIDTH, NULL},
    {"lVert", COMMAND_OPENING, "‖"}, {"label", COMMAND_NOTHING_OF, NULL},
    {"lambda", COMMAND_ORDINARY, "λ"}, {"land", COMMAND_BINARY, "∧"},
    {"langle", COMMAND_OPENING, "⟨"}, {"lbrace", COMMAND_OPENING, "{"},
    {"lbrack", COMMAND_OPENING, "["}, {"lceil", COMMAND_OPENING, "⌈"},
    {"ldots", COMMAND_ORDINARY, "…"}, {"le", COMMAND_RELATION, "≤"},
    {"leadsto", COMMAND_RELATION, "⇝"}, {"left", COMMAND_FENCE, NULL},
    {"leftarrow", COMMAND_RELATION, "←"}, {"leftarrowtail", COMMAND_RELATION, "↢"},
    {"leftharpoondown", COMMAND_RELATION, "↽"}, {"leftharpoonup", COMMAND_RELATION, "↼"},
    {"leftleftarrows", COMMAND_RELATION, "⇇"}, {"leftrightarrow", COMMAND_RELATION, "↔"},
    {"leftrightarrows", COMMAND_RELATION, "⇆"}, {"leftrightharpoons", COMMAND_RELATION, "⇋"},
    {"leftrightsquigarrow", COMMAND_RELATION, "↭"}, {"leftthreetimes", COMMAND_BINARY, "⋋"},
    {"leq", COMMAND_RELATION, "≤"}, {"leqq", COMMAND_RELATION, "≦"},
    {"leqslant", COMMAND_RELATION, "⩽"}, {"lessapprox", COMMAND_RELATION, "⪅"},
    {"lessdot", COMMAND_RELATION, "⋖"}, {"lesseqgtr", COMMAND_RELATION, "⋚"},
    {"lesseqqgtr", COMMAND_RELATION, "⪋"}, {"lessgtr", COMMAND_RELATION, "≶"},
    {"lesssim", COMMAND_RELATION, "≲"},
    {"let", COMMAND_REFUSED, NO_MACROS},
    {"lfloor", COMMAND_OPENING, "⌊"}, {"lg", COMMAND_FUNCTION, "lg"},
    {"lgroup", COMMAND_OPENING, "⟮"}, {"lim", COMMAND_FUNCTION_LIMITS, "lim"},
    {"liminf", COMMAND_FUNCTION_LIMITS, "lim inf"}, {"limits", COMMAND_LIMITS, NULL, 1},
    {"limsup", COMMAND_FUNCTION_LIMITS, "lim sup"}, {"ll", COMMAND_RELATION, "≪"},
    {"llbracket", COMMAND_OPENING, "⟦"}, {"llcorner", COMMAND_OPENING, "⌞"},
    {"lll", COMMAND_RELATION, "⋘"}, {"ln", COMMAND_FUNCTION, "ln"},
    {"lneq", COMMAND_RELATION, "⪇"}, {"lneqq", COMMAND_RELATION, "≨"},
    {"lnot", COMMAND_PREFIX, "¬"}, {"lnsim", COMMAND_RELATION, "⋦"},
    {"log", COMMAND_FUNCTION, "log"}, {"longleftarrow", COMMAND_RELATION, "⟵"},
    {"longleftrightarrow", COMMAND_RELATION, "⟷"}, {"longmapsto", COMMAND_RELATION, "⟼"},
    {"longrightarrow", COMMAND_RELATION, "⟶"}, {"looparrowleft", COMMAND_RELATION, "↫"},
    {"looparrowright", COMMAND_RELATION, "↬"}, {"lor", COMMAND_BINARY, "∨"},
    {"lozenge", COMMAND_ORDINARY, "◊"}, {"lrcorner", COMMAND_CLOSING, "⌟"},
    {"lt", COMMAND_RELATION, "<"}, {"ltimes", COMMAND_BINARY, "⋉"},
    {"lvert", COMMAND_OPENING, "|"}, {"maltese", COMMAND_ORDINARY, "✠"},
    {"mapsto", COMMAND_RELATION, "↦"}, {"mathbb", COMMAND_FONT, NULL, FORMULA_DOUBLE},
    {"mathbf", COMMAND_FONT, NULL, FORMULA_BOLD},
    {"mathbfit", COMMAND_FONT, NULL, FORMULA_BOLD_ITALIC},
    {"mathbin", COMMAND_CLASS, NULL, FORMULA_BINARY},
    {"mathcal", COMMAND_FONT, NULL, FORMULA_SCRIPT},
    {"mathclose", COMMAND_CLASS, NULL, FORMULA_CLOSING},
    {"mathfrak", COMMAND_FONT, NULL, FORMULA_FRAKTUR},
    {"mathinner", COMMAND_CLASS, NULL, FORMULA_ORDINARY},
    {"mathit", COMMAND_FONT, NULL, FORMULA_ITALIC},
    {"mathnormal", COMMAND_FONT, NULL, FORMULA_PLAIN},
    {"mathop", COMMAND_CLASS, NULL, FORMULA_LARGE},
    {"mathopen", COMMAND_CLASS, NULL, FORMULA_OPENING},
    {"mathord", COMMAND_CLASS, NULL, FORMULA_ORDINARY},
    {"mathpunct", COMMAND_CLASS, NULL, FORMULA_PUNCTUATION},
    {"mathrel", COMMAND_CLASS, NULL, FORMULA_RELATION}, {"mathring", COMMAND_ACCENT, "˚"},
    {"mathrm", COMMAND_FONT, NULL, FORMULA_UPRIGHT},
    {"mathscr", COMMAND_FONT, NULL, FORMULA_SCRIPT}, {"mathsf", COMMAND_FONT, NULL, FORMULA_SANS},
    {"mathtt", COMMAND_FONT, NULL, FORMULA_MONO}, {"mathup", COMMAND_FONT, NULL, FORMULA_UPRIGHT},
    {"max", COMMAND_FUNCTION_LIMITS, "max"}, {"mbox", COMMAND_TEXT, NULL, FORMULA_PLAIN},
    {"measuredangle", COMMAND_ORDINARY, "∡"}, {"medspace", COMMAND_SPACE, "0.22em"},
    {"mho", COMMAND_ORDINARY, "℧"}, {"mid", COMMAND_RELATION, "∣"},
    {"middle", COMMAND_ENDING, NULL}, {"min", COMMAND_FUNCTION_LIMITS, "min"},
    {"mkern", COMMAND_WIDTH, NULL}, {"mod", COMMAND_MODULO, "mod"},
    {"models", COMMAND_RELATION, "⊨"}, {"mp", COMMAND_BINARY, "∓"},
    {"mskip", COMMAND_WIDTH, NULL}, {"mspace", COMMAND_WIDTH, NULL}, {"mu", COMMAND_ORDINARY, "μ"},
    {"multicolumn", COMMAND_REFUSED, "cells span one column"},
    {"multimap", COMMAND_RELATION, "⊸"}, {"nLeftarrow", COMMAND_RELATION, "⇍"},
    {"nLeftrightarrow", COMMAND_RELATION, "⇎"}, {"nRightarrow", COMMAND_RELATION, "⇏"},
    {"nabla", COMMAND_ORDINARY, "∇"}, {"natural", COMMAND_ORDINARY, "♮"},
    {"ncong", COMMAND_RELATION, "≇"}, {"ne", COMMAND_RELATION, "≠"},
    {"nearrow", COMMAND_RELATION, "↗"}, {"neg", COMMAND_PREFIX, "¬"},
    {"negmedspace", COMMAND_SPACE, "-0.22em"}, {"negthickspace", COMMAND_SPACE, "-0.28em"},
    {"negthinspace", COMMAND_SPACE, "-0.17em"}, {"neq", COMMAND_RELATION, "≠"},
    {"newcommand", COMMAND_REFUSED, NO_MACROS},
    {"newenvironment", COMMAND_REFUSED, NO_MACROS},
    {"newline", COMMAND_ROW_END, NULL}, {"nexists", COMMAND_PREFIX, "∄"},
    {"ngeq", COMMAND_RELATION, "≱"}, {"ngeqslant", COMMAND_RELATION, "≱"},
    {"ngtr", COMMAND_RELATION, "≯"}, {"ni", COMMAND_RELATION, "∋"},
    {"nleftarrow", COMMAND_RELATION, "↚"}, {"nleftrightarrow", COMMAND_RELATION, "↮"},
    {"nleq", COMMAND_RELATION, "≰"}, {"nleqslant", COMMAND_RELATION, "≰"},
    {"nless", COMMAND_RELATION, "≮"}, {"nmid", COMMAND_RELATION, "∤"},
    {"nobreak", COMMAND_NOTHING, NULL}, {"nobreakspace", COMMAND_SPACE, "0.25em"},
    {"nolimits", COMMAND_LIMITS, NULL}, {"nonumber", COMMAND_NOTHING, NULL},
    {"not", COMMAND_NOT, NULL}, {"notag", COMMAND_NOTHING, NULL},
    {"notin", COMMAND_RELATION, "∉"}, {"nparallel", COMMAND_RELATION, "∦"},
    {"nprec", COMMAND_RELATION, "⊀"}, {"npreceq", COMMAND_RELATION, "⋠"},
    {"nrightarrow", COMMAND_RELATION, "↛"}, {"nsim", COMMAND_RELATION, "≁"},
    {"nsubseteq", COMMAND_RELATION, "⊈"}, {"nsucc", COMMAND_RELATION, "⊁"},
    {"nsucceq", COMMAND_RELATION, "⋡"}, {"nsupseteq", COMMAND_RELATION, "⊉"},
    {"ntriangleleft", COMMAND_RELATION, "⋪"}, {"ntrianglelefteq", COMMAND_RELATION, "⋬"},
    {"ntriangleright", COMMAND_RELATION, "⋫"}, {"ntrianglerighteq", COMMAND_RELATION, "⋭"},
    {"nu", COMMAND_ORDINARY, "ν"},
    {"num", COMMAND_REFUSED, "write the number, \\, and \\mathrm{…}"},
    {"nvDash", COMMAND_RELATION, "⊭"}, {"nvdash", COMMAND_RELATION, "⊬"},
    {"nwarrow", COMMAND_RELATION, "↖"}, {"odot", COMMAND_BINARY, "⊙"},
    {"oiiint", COMMAND_INTEGRAL, "∰"}, {"oiint", COMMAND_INTEGRAL, "∯"},
    {"oint", COMMAND_INTEGRAL, "∮"}, {"omega", COMMAND_ORDINARY, "ω"},
    {"omicron", COMMAND_ORDINARY, "ο"}, {"ominus", COMMAND_BINARY, "⊖"},
    {"operatorname", COMMAND_NAME, NULL}, {"oplus", COMMAND_BINARY, "⊕"},
    {"oslash", COMMAND_BINARY, "⊘"}, {"otimes", COMMAND_BINARY, "⊗"},
    {"over", COMMAND_OVER, NULL}, {"overbrace", COMMAND_BRACE, "⏞"},
    {"overbracket", COMMAND_BRACE, "⎴"}, {"overleftarrow", COMMAND_ACCENT, "←"},
    {"overleftharpoon", COMMAND_ACCENT, "↼"}, {"overleftrightarrow", COMMAND_ACCENT, "↔"},
    {"overline", COMMAND_ACCENT, "‾"}, {"overparen", COMMAND_BRACE, "⏜"},
    {"overrightarrow", COMMAND_ACCENT, "→"}, {"overrightharpoon", COMMAND_ACCENT, "⇀"},
    {"overset", COMMAND_STACK, "mover"}, {"owns", COMMAND_RELATION, "∋"},
    {"pagecolor", COMMAND_REFUSED, "colours are the page's: leave it out"},
    {"parallel", COMMAND_RELATION, "∥"}, {"partial", COMMAND_ORDINARY, "∂"},
    {"perp", COMMAND_RELATION, "⊥"}, {"phantom", COMMAND_HIDDEN, "mrow class=\"phantom\""},
    {"phi", COMMAND_ORDINARY, "ϕ"}, {"pi", COMMAND_ORDINARY, "π"},
    {"pitchfork", COMMAND_RELATION, "⋔"}, {"pm", COMMAND_BINARY, "±"},
    {"pmod", COMMAND_MODULO, "(mod)"}, {"pod", COMMAND_MODULO, "()"},
    {"pounds", COMMAND_ORDINARY, "£"}, {"prec", COMMAND_RELATION, "≺"},
    {"precapprox", COMMAND_RELATION, "⪷"}, {"preccurlyeq", COMMAND_RELATION, "≼"},
    {"preceq", COMMAND_RELATION, "⪯"}, {"precneqq", COMMAND_RELATION, "⪵"},
    {"precsim", COMMAND_RELATION, "≾"}, {"prime", COMMAND_TIGHT, "′"},
    {"prod", COMMAND_LARGE, "∏"}, {"propto", COMMAND_RELATION, "∝"},
    {"providecommand", COMMAND_REFUSED, NO_MACROS},
    {"psi", COMMAND_ORDINARY, "ψ"}, {"pu", COMMAND_REFUSED, "write \\,\\mathrm{…}"},
    {"qquad", COMMAND_SPACE, "2em"},
    {"qty", COMMAND_REFUSED, "write the number, \\, and \\mathrm{…}"},
    {"quad", COMMAND_SPACE, "1em"}, {"rVert", COMMAND_CLOSING, "‖"},
    {"rangle", COMMAND_CLOSING, "⟩"}, {"rbrace", COMMAND_CLOSING, "}"},
    {"rbrack", COMMAND_CLOSING, "]"}, {"rceil", COMMAND_CLOSING, "⌉"},
    {"ref", COMMAND_REFUSED, NO_COUNT},
    {"relax", COMMAND_NOTHING, NULL},
    {"renewcommand", COMMAND_REFUSED, NO_MACROS},
    {"require", COMMAND_REFUSED, "packages cannot be loaded"},
    {"restriction", COMMAND_RELATION, "↾"}, {"rfloor", COMMAND_CLOSING, "⌋"},
    {"rgroup", COMMAND_CLOSING, "⟯"}, {"rho", COMMAND_ORDINARY, "ρ"},
    {"right", COMMAND_ENDING, NULL}, {"rightarrow", COMMAND_RELATION, "→"},
    {"rightarrowtail", COMMAND_RELATION, "↣"}, {"rightharpoondown", COMMAND_RELATION, "⇁"},
    {"rightharpoonup", COMMAND_RELATION, "⇀"}, {"rightleftarrows", COMMAND_RELATION, "⇄"},
    {"rightleftharpoons", COMMAND_RELATION, "⇌"}, {"rightrightarrows", COMMAND_RELATION, "⇉"},
    {"rightsquigarrow", COMMAND_RELATION, "⇝"}, {"rightthreetimes", COMMAND_BINARY, "⋌"},
    {"risingdotseq", COMMAND_RELATION, "≓"}, {"rm", COMMAND_FONT_SWITCH, NULL, FORMULA_UPRIGHT},
    {"rrbracket", COMMAND_CLOSING, "⟧"}, {"rtimes", COMMAND_BINARY, "⋊"},
    {"rule", COMMAND_REFUSED, "\\hline draws a line in an array"}, {"rvert", COMMAND_CLOSING, "|"},
    {"scriptscriptstyle", COMMAND_STYLE, "mstyle displaystyle=\"false\" scriptlevel=\"2\""},
    {"scriptstyle", COMMAND_STYLE, "mstyle displaystyle=\"false\" scriptlevel=\"1\""},
    {"searrow", COMMAND_RELATION, "↘"}, {"sec", COMMAND_FUNCTION, "sec"},
    {"setminus", COMMAND_BINARY, "∖"}, {"sf", COMMAND_FONT_SWITCH, NULL, FORMULA_SANS},
    {"sh", COMMAND_FUNCTION, "sh"}, {"sharp", COMMAND_ORDINARY, "♯"},
    {"shortmid", COMMAND_RELATION, "∣"}, {"shortparallel", COMMAND_RELATION, "∥"},
    {"si", COMMAND_REFUSED, "write the number, \\, and \\mathrm{…}"},
    {"sigma", COMMAND_ORDINARY, "σ"}, {"sim", COMMAND_RELATION, "∼"},
    {"simeq", COMMAND_RELATION, "≃"}, {"sin", COMMAND_FUNCTION, "sin"},
    {"sinh", COMMAND_FUNCTION, "sinh"}, {"smallint", COMMAND_INTEGRAL, "∫"},
    {"smallsetminus", COMMAND_BINARY, "∖"},
    {"smash", COMMAND_WRAP, "mpadded height=\"0\" depth=\"0\""}, {"smile", COMMAND_RELATION, "⌣"},
    {"space", COMMAND_SPACE, "0.25em"}, {"spadesuit", COMMAND_ORDINARY, "♠"},
    {"sphericalangle", COMMAND_ORDINARY, "∢"}, {"sqcap", COMMAND_BINARY, "⊓"},
    {"sqcup", COMMAND_BINARY, "⊔"}, {"sqrt", COMMAND_ROOT, NULL},
    {"sqsubset", COMMAND_RELATION, "⊏"}, {"sqsubseteq", COMMAND_RELATION, "⊑"},
    {"sqsupset", COMMAND_RELATION, "⊐"}, {"sqsupseteq", COMMAND_RELATION, "⊒"},
    {"square", COMMAND_ORDINARY, "□"}, {"stackrel", COMMAND_STACK, "mover", 1},
    {"star", COMMAND_BINARY, "⋆"},
    {"style", COMMAND_REFUSED, "a formula holds no styles, classes or ids"},
    {"subset", COMMAND_RELATION, "⊂"}, {"subseteq", COMMAND_RELATION, "⊆"},
    {"subseteqq", COMMAND_RELATION, "⫅"}, {"subsetneq", COMMAND_RELATION, "⊊"},
    {"subsetneqq", COMMAND_RELATION, "⫋"}, {"substack", COMMAND_SUBSTACK, NULL},
    {"succ", COMMAND_RELATION, "≻"}, {"succapprox", COMMAND_RELATION, "⪸"},
    {"succcurlyeq", COMMAND_RELATION, "≽"}, {"succeq", COMMAND_RELATION, "⪰"},
    {"succsim", COMMAND_RELATION, "≿"}, {"sum", COMMAND_LARGE, "∑"},
    {"sup", COMMAND_FUNCTION_LIMITS, "sup"}, {"supset", COMMAND_RELATION, "⊃"},
    {"supseteq", COMMAND_RELATION, "⊇"}, {"supseteqq", COMMAND_RELATION, "⫆"},
    {"supsetneq", COMMAND_RELATION, "⊋"}, {"supsetneqq", COMMAND_RELATION, "⫌"},
    {"surd", COMMAND_ORDINARY, "√"}, {"swarrow", COMMAND_RELATION, "↙"},
    {"tag", COMMAND_TAG, NULL}, {"tan", COMMAND_FUNCTION, "tan"},
    {"tanh", COMMAND_FUNCTION, "tanh"}, {"tau", COMMAND_ORDINARY, "τ"},
    {"tbinom", COMMAND_BINOMIAL, "mfrac linethickness=\"0\" displaystyle=\"false\""},
    {"text", COMMAND_TEXT, NULL, FORMULA_PLAIN}, {"textbf", COMMAND_TEXT, NULL, FORMULA_BOLD},
    {"textcolor", COMMAND_REFUSED, "colours are the page's: leave it out"},
    {"textit", COMMAND_TEXT, NULL, FORMULA_ITALIC},
    {"textnormal", COMMAND_TEXT, NULL, FORMULA_PLAIN},
    {"textrm", COMMAND_TEXT, NULL, FORMULA_PLAIN}, {"textsf", COMMAND_TEXT, NULL, FORMULA_SANS},
    {"textsl", COMMAND_TEXT, NULL, FORMULA_ITALIC},
    {"textstyle", COMMAND_STYLE, "mstyle displaystyle=\"false\" scriptlevel=\"0\""},
    {"texttt", COMMAND_TEXT, NULL, FORMULA_MONO}, {"textup", COMMAND_TEXT, NULL, FORMULA_PLAIN},
    {"tfrac", COMMAND_FRACTION, "mfrac displaystyle=\"false\""}, {"tg", COMMAND_FUNCTION, "tg"},
    {"th", COMMAND_FUNCTION, "th"}, {"therefore", COMMAND_RELATION, "∴"},
    {"theta", COMMAND_ORDINARY, "θ"}, {"thickapprox", COMMAND_RELATION, "≈"},
    {"thicksim", COMMAND_RELATION, "∼"}, {"thickspace", COMMAND_SPACE, "0.28em"},
    {"thinspace", COMMAND_SPACE, "0.17em"}, {"tilde", COMMAND_ACCENT, "~"},
    {"times", COMMAND_BINARY, "×"}, {"to", COMMAND_RELATION, "→"},
    {"top", COMMAND_ORDINARY, "⊤"}, {"triangle", COMMAND_ORDINARY, "△"},
    {"triangledown", COMMAND_ORDINARY, "▽"}, {"triangleleft", COMMAND_BINARY, "◁"},
    {"trianglelefteq", COMMAND_RELATION, "⊴"}, {"triangleq", COMMAND_RELATION, "≜"},
    {"triangleright", COMMAND_BINARY, "▷"}, {"trianglerighteq", COMMAND_RELATION, "⊵"},
    {"tt", COMMAND_FONT_SWITCH, NULL, FORMULA_MONO}, {"twoheadleftarrow", COMMAND_RELATION, "↞"},
    {"twoheadrightarrow", COMMAND_RELATION, "↠"}, {"ulcorner", COMMAND_OPENING, "⌜"},
    {"underbar", COMMAND_ACCENT_BELOW, "‾"}, {"underbrace", COMMAND_BRACE_BELOW, "⏟"},
    {"underbracket", COMMAND_BRACE_BELOW, "⎵"}, {"underleftarrow", COMMAND_ACCENT_BELOW, "←"},
    {"underleftrightarrow", COMMAND_ACCENT_BELOW, "↔"},
    {"underline", COMMAND_ACCENT_BELOW, "‾"}, {"underparen", COMMAND_BRACE_BELOW, "⏝"},
    {"underrightarrow", COMMAND_ACCENT_BELOW, "→"}, {"underset", COMMAND_STACK, "munder"},
    {"unit", COMMAND_REFUSED, "write the number, \\, and \\mathrm{…}"},
    {"uparrow", COMMAND_DELIMITER, "↑"}, {"updownarrow", COMMAND_DELIMITER, "↕"},
    {"upharpoonleft", COMMAND_RELATION, "↿"}, {"upharpoonright", COMMAND_RELATION, "↾"},
    {"uplus", COMMAND_BINARY, "⊎"}, {"upsilon", COMMAND_ORDINARY, "υ"},
    {"upuparrows", COMMAND_RELATION, "⇈"}, {"urcorner", COMMAND_CLOSING, "⌝"},
    {"url", COMMAND_REFUSED, NO_LINKS},
    {"usepackage", COMMAND_REFUSED, "packages cannot be loaded"},
    {"vDash", COMMAND_RELATION, "⊨"}, {"varDelta", COMMAND_ORDINARY, "Δ"},
    {"varGamma", COMMAND_ORDINARY, "Γ"}, {"varLambda", COMMAND_ORDINARY, "Λ"},
    {"varOmega", COMMAND_ORDINARY, "Ω"}, {"varPhi", COMMAND_ORDINARY, "Φ"},
    {"varPi", COMMAND_ORDINARY, "Π"}, {"varPsi", COMMAND_ORDINARY, "Ψ"},
    {"varSigma", COMMAND_ORDINARY, "Σ"}, {"varTheta", COMMAND_ORDINARY, "Θ"},
    {"varUpsilon", COMMAND_ORDINARY, "Υ"}, {"varXi", COMMAND_ORDINARY, "Ξ"},
    {"varepsilon", COMMAND_ORDINARY, "ε"}, {"varkappa", COMMAND_ORDINARY, "ϰ"},
    {"varnothing", COMMAND_ORDINARY, "∅"}, {"varphi", COMMAND_ORDINARY, "φ"},
    {"varpi", COMMAND_ORDINARY, "ϖ"}, {"varpropto", COMMAND_RELATION, "∝"},
    {"varrho", COMMAND_ORDINARY, "ϱ"}, {"varsigma", COMMAND_ORDINARY, "ς"},
    {"vartheta", COMMAND_ORDINARY, "ϑ"}, {"vartriangleleft", COMMAND_RELATION, "⊲"},
    {"vartriangleright", COMMAND_RELATION, "⊳"}, {"vdash", COMMAND_RELATION, "⊢"},
    {"vdots", COMMAND_ORDINARY, "⋮"}, {"vec", COMMAND_ACCENT, "→"},
    {"vee", COMMAND_BINARY, "∨"}, {"veebar", COMMAND_BINARY, "⊻"},
    {"vert", COMMAND_DELIMITER, "|"},
    {"vphantom", COMMAND_HIDDEN, "mpadded class=\"phantom\" width=\"0\""},
    {"vspace", COMMAND_REFUSED, "lines stand where they stand"}, {"wedge", COMMAND_BINARY, "∧"},
    {"widecheck", COMMAND_ACCENT, "ˇ"}, {"widehat", COMMAND_ACCENT, "ˆ"},
    {"widetilde", COMMAND_ACCENT, "˜"}, {"wp", COMMAND_ORDINARY, "℘"},
    {"wr", COMMAND_BINARY, "≀"}, {"xLeftarrow", COMMAND_ARROW, "⇐"},
    {"xLeftrightarrow", COMMAND_ARROW, "⇔"}, {"xRightarrow", COMMAND_ARROW, "⇒"},
    {"xdef", COMMAND_REFUSED, NO_MACROS},
    {"xhookleftarrow", COMMAND_ARROW, "↩"}, {"xhookrightarrow", COMMAND_ARROW, "↪"},
    {"xi", COMMAND_ORDINARY, "ξ"}, {"xleftarrow", COMMAND_ARROW, "←"},
    {"xleftrightarrow", COMMAND_ARROW, "↔"}, {"xlongequal", COMMAND_ARROW, "="},
    {"xmapsto", COMMAND_ARROW, "↦"}, {"xrightarrow", COMMAND_ARROW, "→"},
    {"xrightleftharpoons", COMMAND_ARROW, "⇌"}, {"yen", COMMAND_ORDINARY, "¥"},
    {"zeta", COMMAND_ORDINARY, "ζ"}, {"{", COMMAND_OPENING, "{"}, {"|", COMMAND_DELIMITER, "‖"},
    {"}", COMMAND_CLOSING, "}"},
};

static const environment environments[] = {
    {"Bmatrix", "{", "}", "mtable", COLUMNS_PLACED, false, true},
    {"Vmatrix", "‖", "‖", "mtable", COLUMNS_PLACED, false, true},
    {"align", "", "", ALIGNED, COLUMNS_PLACED, false, false},
    {"align*", "", "", ALIGNED, COLUMNS_PLACED, false, false},
    {"alignat", "", "", ALIGNED, COLUMNS_PLACED, true, false},
    {"alignat*", "", "", ALIGNED, COLUMNS_PLACED, true, false},
    {"aligned", "", "", ALIGNED, COLUMNS_PLACED, false, false},
    {"alignedat", "", "", ALIGNED, COLUMNS_PLACED, true, false},
    {"array", "", "", "mtable", COLUMNS_NAMED, false, true},
    {"bmatrix", "[", "]", "mtable", COLUMNS_PLACED, false, true},
    {"cases", "{", "", "mtable class=\"cases\"", COLUMNS_PLACED, false, true},
    {"darray", "", "", DISPLAYED, COLUMNS_NAMED, false, false},
    {"dcases", "{", "", CASES, COLUMNS_PLACED, false, false},
    {"drcases", "", "}", CASES, COLUMNS_PLACED, false, false},
    {"eqnarray", "", "", DISPLAYED, COLUMNS_TRIPLE, false, false},
    {"eqnarray*", "", "", DISPLAYED, COLUMNS_TRIPLE, false, false},
    {"equation", "", "", DISPLAYED, COLUMNS_PLACED, false, false},
    {"equation*", "", "", DISPLAYED, COLUMNS_PLACED, false, false},
    {"gather", "", "", DISPLAYED, COLUMNS_PLACED, false, false},
    {"gather*", "", "", DISPLAYED, COLUMNS_PLACED, false, false},
    {"gathered", "", "", DISPLAYED, COLUMNS_PLACED, false, false},
    {"matrix", "", "", "mtable", COLUMNS_PLACED, false, true},
    {"pmatrix", "(", ")", "mtable", COLUMNS_PLACED, false, true},
    {"rcases", "", "}", "mtable class=\"cases\"", COLUMNS_PLACED, false, true},
    {"smallmatrix", "", "", SMALL " scriptlevel=\"1\"", COLUMNS_PLACED, false, true},
    {"split", "", "", ALIGNED, COLUMNS_PLACED, false, false},
    {"subarray", "", "", SMALL, COLUMNS_NAMED, false, true},
    {"vmatrix", "|", "|", "mtable", COLUMNS_PLACED, false, true},
};
/* clang-format on */

enum {
  COMMANDS = sizeof commands / sizeof *commands,
  ENVIRONMENTS = sizeof environments / sizeof *environments,
  NAME_MOST = 24 /* bytes of a name that is compared with others */
};

/* Bytewise order of a name and one of the table. */
static int compare_name(span name, const char *known) {
  size_t i = 0;
  while (i < name.len && name.data[i] == known[i] && known[i] != '\0') {
    i++;
  }
  int left = i < name.len ? (unsigned char)name.data[i] : -1;
  return left - (known[i] != '\0' ? (unsigned char)known[i] : -1);
}

static int compare_environment(const void *name, const void *row) {
  return compare_name(*(const span *)name, ((const environment *)row)->name);
}

const command *command_find(span name) {
  size_t low = 0, high = COMMANDS;
  while (low < high) {
    size_t middle = (low + high) / 2;
    int order = compare_name(name, commands[middle].name);
    if (order == 0) {
      return &commands[middle];
    }
    low = order > 0 ? middle + 1 : low;
    high = order < 0 ? middle : high;
  }
  return NULL;
}

const environment *environment_find(span name) {
  return bsearch(&name, environments, ENVIRONMENTS, sizeof *environments, compare_environment);
}

/* Letters to add, drop, change or swap with their neighbour to make one name of the other. */
static size_t distance(span a, span b) {
  size_t rows[3][NAME_MOST + 1];
  size_t *before = rows[0], *last = rows[1], *row = rows[2];
  for (size_t j = 0; j <= b.len; j++) {
    row[j] = last[j] = j;
  }
  for (size_t i = 1; i <= a.len; i++) {
    row[0] = i;
    for (size_t j = 1; j <= b.len; j++) {
      size_t least = last[j - 1] + (a.data[i - 1] != b.data[j - 1]);
      least = last[j] + 1 < least ? last[j] + 1 : least;
      least = row[j - 1] + 1 < least ? row[j - 1] + 1 : least;
      bool swapped =
          i > 1 && j > 1 && a.data[i - 1] == b.data[j - 2] && a.data[i - 2] == b.data[j - 1];
      row[j] = swapped && before[j - 2] + 1 < least ? before[j - 2] + 1 : least;
    }
    size_t *oldest = before;
    before = last;
    last = row;
    row = oldest;
  }
  return last[b.len];
}

const command *command_nearest(span name) {
  const command *nearest = NULL;
  size_t least = name.len < 3 || name.len > NAME_MOST ? 0 : name.len < 6 ? 2 : 3;
  for (size_t i = 0; least > 0 && i < COMMANDS; i++) {
    span known = span_of(commands[i].name);
    bool near = known.len > 1 && known.len <= NAME_MOST && known.len < name.len + least &&
                name.len < known.len + least && commands[i].kind != COMMAND_REFUSED;
    size_t far = near ? distance(name, known) : least;
    if (far < least) {
      least = far;
      nearest = &commands[i];
    }
  }
  return nearest;
}

const char *command_name(size_t index, const char **shape) {
  static const char *const shapes[] = {[COMMAND_ACCENT] = "1",
                                       [COMMAND_ACCENT_BELOW] = "1",
                                       [COMMAND_BRACE] = "1",
                                       [COMMAND_BRACE_BELOW] = "1",
                                       [COMMAND_FRACTION] = "2",
                                       [COMMAND_CONTINUED] = "2",
                                       [COMMAND_BINOMIAL] = "2",
                                       [COMMAND_OVER] = "between",
                                       [COMMAND_ROOT] = "root",
                                       [COMMAND_FONT] = "font",
                                       [COMMAND_FONT_SWITCH] = "switch",
                                       [COMMAND_TEXT] = "text",
                                       [COMMAND_ARROW] = "arrow",
                                       [COMMAND_STACK] = "2",
                                       [COMMAND_NAME] = "name",
                                       [COMMAND_CLASS] = "1",
                                       [COMMAND_STYLE] = "nothing",
                                       [COMMAND_FENCE] = "delimiter",
                                       [COMMAND_BIG] = "delimiter",
                                       [COMMAND_WRAP] = "1",
                                       [COMMAND_HIDDEN] = "1",
                                       [COMMAND_MODULO] = "1",
                                       [COMMAND_NOT] = "not",
                                       [COMMAND_SUBSTACK] = "1",
                                       [COMMAND_TAG] = "tag",
                                       [COMMAND_WIDTH] = "width",
                                       [COMMAND_ENVIRONMENT] = "begin",
                                       [COMMAND_LIMITS] = "nothing",
                                       [COMMAND_NOTHING] = "nothing",
                                       [COMMAND_NOTHING_OF] = "label",
                                       [COMMAND_ROW_END] = "row",
                                       [COMMAND_ENDING] = "delimiter",
                                       [COMMAND_RULE] = "nothing",
                                       [COMMAND_REFUSED] = NULL};
  for (size_t i = 0; i < COMMANDS; i++) {
    if (commands[i].kind != COMMAND_REFUSED && index-- == 0) {
      *shape = commands[i].kind <= COMMAND_SPACE ? "sign" : shapes[commands[i].kind];
      return commands[i].name;
    }
  }
  if (index >= ENVIRONMENTS) {
    return NULL;
  }
  bool argument = environments[index].counted || environments[index].columns == COLUMNS_NAMED;
  *shape = argument ? "environment 1" : "environment";
  return environments[index].name;
}
