--- Kept inputs of the fuzz targets `markdown` and `html`, by name.

--- Most of what Markdown and formulas have.
local MIXED = [=[
# T &amp; &#65; &#x41; &#0; &unknown; &uuml;

Text $x^2 + \frac{a}{b}$ and $$\binom{n}{k} = \left( \frac{n!}{k!} \right) \left\{ x \right. \mathbb{R} \mathbb{Z} \sqrt[3]{x} \sqrt{2} \xrightarrow[a]{b} \xrightarrow{c} \mathrm{m} \text{a b} \alpha \leq \sum_{i=1}^{n} x_{i}^{2} \overline{x} \vec{v} \begin{pmatrix} a & b \\ c & d \end{pmatrix}$$

$E = mc^2$, $10^{-3}$, $90^\circ$, $\cos x$, $H_2O$, $\unknown{x}$, $\left x$, $\mathbb{Q}$, $\left[ a \right|$, $x^{n+1}$, $a^{b^c}$

| a | b |
|---|---|
| c | d |

- [x] done `code` <b>raw</b> **bold** *it* ~~st~~ ![i](x.png "t") [l](https://a.test "t") <https://a.test>

> quote

```lua
local x = 1
```

<div>html <span>x</span></div>

1. one
2. two
]=]

local BLOCKS = [=[
- a

  > b [l](javascript:x) [m](<a b> 't') www.a.test <a@b.test>

      c ``a ` b`` **a *b* c** \\* \\$ \\
  1) d
     - e	f

***

Set *it*
===

> > x
lazy
> ```
> y

[r]: /b "c"

[r] [x][r] [none] ![&lt;](i "t") [r]
]=]

local CASES = [=[
# A $x^2$

[a](javascript&#58;1) <b>

|a|$x_1$|
|---|---|
|1|$\begin{cases} 1 & \text{if } a \\ 2 \end{cases}$|
]=]

--- `text` with another in place of the `number`th of a character. @treturn string
local function replaced(text, character, number, by)
  local at = 0
  for _ = 1, number do
    at = assert(text:find(character, at + 1, true))
  end
  return text:sub(1, at - 1) .. by .. text:sub(at + 1)
end

return {
  ["blocks"] = BLOCKS,
  ["cases"] = CASES,
  ["mixed"] = MIXED,
  ["blocks-bracket-twice"] = replaced(BLOCKS, "[", 3, "[["),
  ["cases-backslash-twice"] = replaced(CASES, "\\", 4, "\\\\"),
  ["cases-brace-twice"] = replaced(CASES, "{", 2, "{{"),
  ["mixed-without-a-bar"] = replaced(MIXED, "|", 1, ""),
  ["mixed-without-a-brace"] = replaced(MIXED, "}", 26, ""),
  ["mixed-without-a-command"] = replaced(MIXED, "\\", 6, ""),
  ["mixed-without-a-dollar"] = replaced(MIXED, "$", 12, ""),
  ["blank"] = "\n",
  ["entities"] = "&amp; &#65; &#x41; &#0; &#x110000; &#xD800; &unknown; &uuml; &hellip; &"
    .. "nbsp; &\n",
  ["formula-accents"] = "$\\overline{x} \\vec{v} \\hat{a} \\bar{b} \\dot{c} \\vec{a|b} 90"
    .. "^\\circ$\n",
  ["formula-arrows"] = "$\\xrightarrow[a]{b} \\xrightarrow{c} \\rightleftharpoons \\to$ $"
    .. "\\xrightarrow{][ab}$\n",
  ["formula-binomial"] = "$$\\binom{n}{k} = \\left( \\frac{n!}{k!} \\right) \\left\\{ x \\"
    .. "right. $$\n",
  ["formula-blackboard"] = "$\\mathbb{R} \\mathbb{Z} \\mathbb{Q} \\mathbb{N} \\mathbb{X} "
    .. "\\mathbb $\n",
  ["formula-braces"] = "$a^{b}_{c}$ $a_{b}^{c}$ ${c}$ $}$ ${$ $x^$ $_$ $x^{a}^{b}$\n",
  ["formula-fences"] = "$\\left\\langle a \\right\\rangle \\left[ a \\right| \\left| b \\"
    .. "right\\| \\left x \\right)$\n",
  ["formula-in-text"] = "Text $x^2 + \\frac{a}{b}$ and $c$5, 5$ and 6$, $10^{-3}$, $H_2O$"
    .. "!\n\n$\n$\n",
  ["formula-large-operators"] = "$\\sum_{i=1}^{n} x_{i}^{2} \\prod_{k} \\int_0^1 f \\lim_"
    .. "{x \\to 0}$\n",
  ["formula-matrix"] = "$$\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix} \\begin{cases}"
    .. " x \\\\ y \\end{cases}$$\n",
  ["formula-matrix-broken"] = "$$\\begin{pmatrix} a & b \\\\ \\end{cases}$$ $\\begin{unkn"
    .. "own} a$ $\\end{pmatrix}$ $\\begin$\n",
  ["formula-nested-deep"] = "$" .. ("\\frac{a}{"):rep(40) .. ("}"):rep(40) .. "$\n",
  ["formula-primes"] = "$f'(x) = f''_{a}' − t$ $x^{\u{2212}1}$\n",
  ["formula-roots"] = "$\\sqrt[3]{x} \\sqrt{2} \\sqrt x \\sqrt[ \\sqrt$ $\\frac{1}$ $\\fr"
    .. "ac 12$\n",
  ["formula-text"] = "$\\text{a b} \\mathrm{m/s} \\mathbf{v} \\operatorname{ggT} \\cos x "
    .. "\\text{open$\n",
  ["headings-alike"] = ("# A1\n# A\n# A2\n# A\n"):rep(40),
  ["headings"] = "# T {#a}\n\n## *b* `c` $d$\n\nSet\n===\n\nSub\n---\n\n###### e ######\n"
    .. "#no\n\n## *b* `c` $d$\n",
  ["images"] = '![a &amp; *b*](i "t &lt;")\n\nx ![a](i) y ![c](x.png "t")\n\n![](i)\n',
  ["not-utf-8"] = "X\xa7 \xf0 \xe3b$",
  ["reference-multiplied"] = "[a]: /" .. ("u"):rep(500) .. "\n\n" .. ("[a]"):rep(170) .. "\n",
  ["table"] = "| a | b |\n|:--|--:|\n| $c$ | d \\| e |\n| `f` |\n\n| x |\n|:-:|\n",
  ["mutated-accents-and-entities"] = "# T arr}$$\n\n$E = mc^3$, $10^{-3}$, $90^\\circec{v"
    .. "ix}$!\n\n$E = \x10\x10\x10\x10\x10"
    .. "{{2y$}$\n\n$\\−$ht\\, $90^\\circec{e\\ vb}b^c$}$\n\n| a# #65; &#x41; &#0;# hllip;\n&#"
    .. "66;r &#x41ld** *it* ~~saaa```\n\n<dv>/\n\n1&unknown; &uuml;\n\nText $x^2 + \\frac{a}{"
    .. "b}$ and arrow$\\frae{1'}{2}c<mtext>${bb}]\nt c$ Ac{0}rA>aa\nrrow{bb+\\$$\\$tarrow$\\f"
    .. "rac{1'}{2}c{1'}{2}${bbb+\\$$\\$tarw{bb}$\nightarrow[a]Qb} \\xrightarrow{c} \\mathrm{m"
    .. "} \\textd arrow$\\frac{0'}{2}c<mtext>${bb}]\nt c$ Ac{0}rA>aa\nrrT &amp;ow$\\mathbb{R}"
    .. "$\n{c} \\ma$\\xrighb^{n+nd{pmat−}$$\n\n$E = mc^3$,\\text{c}_ $10^{-3}$, $90^\\ccec{e\\"
    .. " xt{c}_{2ZZ?]ZZZZZvb}b^c}$\n",
  ["mutated-binomial-and-arrows"] = '\n\n$E = mcml <span?x~ pp!ppp[i](x.png "t}$\n")$\n$\n'
    .. "}$\n$\nhtt2 + \\frac{a}{b}$ an"
    .. "d $$\\binom{n}{k} = \\left( \\frac{n!}{k!} \\right) \\left\\{ x!\\right. \\mathbb{R} "
    .. "\\mathbb{Z} \\sqrt[3]{x} \\sqrt{2} \\xrightarrow{][ab}= \\left( \\frac{n!}{k!} \\righ"
    .. "t) \\left\\{ x!\\right. \\mathbb{R} \\mathbb{Z} \\sqrt[1]{x} \\sqrt{2t[1]{x} \\sqrt{2"
    .. "} \\xrightarrow{][ab} \\xrightarrow{c} \\mathrm{t[1]{x} \\sqrt{2} \\xrightarrow{][ab}"
    .. " \\xrightarrow{c} \\mathrm{m)} \\terac{n!}{k!} \\x_{i}^{2}{x} −erline{x} \\matm)} \\t"
    .. "erac{n!}{k!} \\x_{i}^{2} −erline{x} \\matrix} a & b \\\\ c & d \\end{pmatrix}$$\n\n$E"
    .. " =>41; &#0; &unknown; &uuml;\n\nText $t>\n\x02>cod!x^2 + \\frac{a}{b}$ and $$\\binom{"
    .. "np}{k} ppY=",
  ["mutated-matrix-in-a-text"] = "# T &amp; &#65; &#x41; &#0; &unknown; &u\x16ml;\n\nText"
    .. " $x^2and $$\\binom{n\\sum_{i=2"
    .. "}^{n} x_{i}^{2} \\overline|x} \\vec{sqrtbegin{pmatrix} a & b \\  &c\\ d \\end{pm<&/mr"
    .. "ow>atrix}$$\n\nE =m$ cx} a & b \\  &c\\ d \\end{pm</mrow>atrix}$$$E = mc^3$, $10^{-3}"
    .. "$, $90^\\circec{vix}$!\n\n$c{e\\ xt{c}_{4ZZ?]ZZZZZvb}b^c}$\n\n| a# T &\n\n$E = mc^3$,"
    .. " $10^{-3}$, $90^\\c} \\ma$\\xrighb^{n+nd{pmatrix}$$\n\n$E = mc^3$,\\text{c}_ $10^{-3}"
    .. "$, $90^\\c$\\le   1 mxt>                  cec{e\\ xt{c}_{4ZZ?]ZZZZZvb}b^c}$\n\n| a# T"
    .. " &\n\n$E = mc^3$, $10^{-3}$, $90^\\cios x$, $H_2O$, $\\unkn $10^{-3}$, $90own{x}$, $\\"
    .. "left x$, $\\mone\n2. two\n",
  ["mutated-exponents-and-strikes"] = "# T &ampoec{v} $x^2$ is $a^d $c^{zm$^r************"
    .. "*************************0,$ E e\x01"
    .. "mc^2$,to1$0$\n\n$E e\x01mc^2$, $10^{-3}$, $9.0^\\cs $a~~~~^d $c#}~~ \\~0\n$\n",
  ["mutated-sums-and-quotes"] = "$ft qSh\nbbf \\vec{v} \\begin{pmatria x}&  b \\\\ c & d "
    .. "\\end{pmatrixirc$, $\\cos x$,"
    .. ' $H_2O$m{m} \\text{a \'""""""""""""""b} \\alpha \\leq \\sum_{i= x$, $H_2'
    .. 'O$m{m} \\text{a b} \\alpha \\leq \\sum""b} \\alpha \\leq \\sum_{i= x$, $H_2O$m{m} \\'
    .. "text{a b} \\alpha \\leq \\sum_{_{i=1}^{n} x_{irc$, $\\cos x$, $H_2O$m{m} \\text{a '\""
    .. '"""""""""""""b} \\alpha \\leq \\sum_{i= x$, $H_2O$m{m} \\text{a b} \\alp'
    .. 'ha \\leq \\sum""b} \\alpha \\leq \\sum_{i= x$, $H_2O$m{m} \\text{a b} \\alpha \\leq'
    .. " \\sum_{_{i=1}^{n} x_{i}^{2} \\overline{x} \\vec{v} \\b}^{2} \\overline{x} \\vec{v} \\"
    .. "beb^c}$\n\n| a | b |\n|---|--ne `c|---|---|\n| c |*",
  ["mutated-roots-never-closed"] = "# T &amp;$&#65; &#x41; &#0; &unknown; &uuml?\n\nText "
    .. "$41x^2 + \\&!dsqrt$\\sqrt[$a[$a\n"
    .. "\\}$[$a\n\\ha\\eleft\\lang\\sqrt[$a\n\\eahrmn$\\sqrt[$a\n\\eahrmn}$[$a\n\\}$[$a\n\\ea"
    .. "h\\frac{",
  ["mutated-braces-and-degrees"] = "$x^2$ is $a^{}}$ antext>}$ 902$ is $a^{}}$ antext>}$ "
    .. "90,^\\circ$\n",
  ["entities-beyond-and-a-case"] = "# Aa&#x110000;&#xD800;&bogusz;&hellip |$x_ 0a \\\\ 2 "
    .. "\\end{casA }$|\n",
}
