--- Kept inputs of the fuzz target `other_book`, by name: a byte for the program, and a page.
return {
  ["admonition"] = '\0!!! note "Title"\n    text\n\n    !!! tip\n        more\n',
  ["components"] = "\1import A from 'a'\n\n<Tabs>\n<TabItem value=\"b\">c</TabItem>\n</Tabs>\n",
  ["containers"] = "\1:::note[Title]\n:::tip\na\n:::\nb\n:::\n",
  ["front-matter"] = "\2+++\ntitle = 'a'\n+++\n# b\n",
  ["html-lists"] = "\3<ol>\n<li>a\n<ul><li>b</li></ul></li>\n</li></ol>\n"
    .. "<a href='c'>\n<p>d</p></a>\n",
  ["liquid"] = "\4[a]({% link b.md %}) {{ '/c' | relative_url }} {% raw %}{{ d }}{% endraw %}\n",
  ["html"] = '\3<a id="b"></a>\n\n# c\n\n<b>d</b> <script>e</script><!-- f -->\n',
  ["marks"] = "\3a ==b== {: .c} :smile: $d\n",
  ["math"] = "\3```math\nx\n```\n$`y`$ ![z](a){width=3}\n<table>\n\n<tr></tr></table>\n",
  ["roles"] = "\3## a\n:label:`b`\n:numref:`b` {ref}`c <d>` :f:`g`\n:begin_tab:`h`\n:end_tab:\n",
  ["shortcodes-around"] = '\2{{< tabs items="a" >}}\n{{< tab >}}{{% notice tip "T" %}}\nb\n'
    .. "{{% /notice %}}{{< /tab >}}\n{{< /tabs >}}{{< c >}}\nd: e\nf: g\n{{< /c >}}"
    .. "{{% include h %}}\n",
  ["shortcodes"] = '\2{{< figure src="a.png" caption="b" >}}\n'
    .. "{{< highlight lua >}}\nc\n{{< /highlight >}}\n",
}
