--- Kept inputs of the fuzz target `toml`, by name.
return {
  ["array"] = "tags = [\n  'a', \"b\", # c\n  1\n]\n",
  ["escapes"] = 'a = "\\u00e9\\n\\"\\\\"\n',
  ["escape-with-a-sign"] = 'a = "\\u-00e"\n',
  ["keys-with-dots"] = "a.b.c = 1\na.b.d = true\n",
  ["nested"] = "a = [[1, [2]], {b.c = 'd', e = {}}]\n",
  ["tables"] = "[a]\nb = 2026-01-01\n[a.c]\nd = 'e'\n",
  ["text-of-lines"] = 'a = """\nb\n"""\n',
  ["text-of-joined-lines"] = 'a = """b\\\n  c\\U0001F600"""""\nd = \'\'\'\ne\'\'\'\n',
  ["text-open"] = 'a = "b\n',
  ["twice"] = "a = 1\na = 2\n",
}
