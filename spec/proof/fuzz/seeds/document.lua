--- Kept inputs of the fuzz target `document`: texts that have what is rewritten, derived or checked
-- when a text is published.
return {
  ["code-and-comments"] = "`a` <!-- b -->\n\n```lua\nc\n```\n\n    d\n",
  ["definitions"] = "[a]: b\n[a]: c\n[D e]: <f g> 'h'\n\n[a][a] [d E]\n",
  ["formula-faulty"] = "$\\frac{a}$ and $$\\left( b$$\n",
  ["formulas"] = "$a^2$ \\(b\\)\n\n$$\n\\begin{matrix}1 & 2\\\\3 & 4\\end{matrix}\n$$\n",
  ["headings"] = "# A `b` $c$\n\n## [d](e)\n\nf\n---\n## A b c\n",
  ["html"] = "<details>\n\na <b>c</b> <script>\n\n</details>\n<img src=d>\n",
  ["images"] = '![a ![b](c) [d](e)](f.svg "g")\n\n[![h](i)](j)\n',
  ["link-in-a-footnote"] = "a[^1]\n\n[^1]: [b](c.md) and $d_1$\n",
  ["link-in-a-table"] = "| [a](b\\|c) | $d$ |\n|---|---|\n| ![e](f) | `[g](h)` |\n",
  ["links"] = "[a](b.md) [c](<d e> 'f') <https://g.example> h@i.example www.j.example\n",
  ["link-with-escapes"] = '[a](b\\)c.md "d\\"e")\n\n[f]: <g\\>h>\n\n[f][] [f]',
  ["lists-and-quotations"] = "- a\n  > b\n  1. [c](d)\n\n     e\n- [ ] f\n",
  ["opening-behind-a-list"] = "- a\n- b\n\n> c\n\nWhat it is *about*.\n",
  ["wide-letters"] = "# \u{E9}\u{2028}\u{1F600}\n\n\u{627}\u{644} [\u{643}](\u{62A}.md)\n",
}
