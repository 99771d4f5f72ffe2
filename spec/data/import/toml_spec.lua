--- TOML as front matter and settings of other programs have it.
local toml = require("data.import.toml")

--- A node as one line: texts in quotation marks, lists in brackets, tables in braces.
local function shown(node)
  if node.kind == "text" then return ("%q"):format(node.value):gsub("\\\n", "\\n") .. "" end
  local parts = {}
  for i, item in ipairs(node.value) do
    parts[i] = node.kind == "map" and item.key .. "=" .. shown(item.node) or shown(item)
  end
  local line = table.concat(parts, " ")
  return node.kind == "map" and "{" .. line .. "}" or "[" .. line .. "]"
end

describe("TOML", function()
  local read = {
    { "a table on one line", 'a = {b = 1, c.d = "x"}', '{a={b="1" c={d="x"}}}' },
    { "an empty table", "a = {}\nb = 2", '{a={} b="2"}' },
    { "tables in tables", "a = {b = {c = {d = []}}}", "{a={b={c={d=[]}}}}" },
    { "a table over lines", "a = {\n  b = 1, # c\n}\n", '{a={b="1"}}' },
    { "an array of tables", "a = [{b = 1}, {b = 2},]", '{a=[{b="1"} {b="2"}]}' },
    { "arrays in arrays", "a = [[1, 2], ['$$', '$$'], []]", '{a=[["1" "2"] ["$$" "$$"] []]}' },
    { "a text of lines", 'a = """\nb\n c "d" ""e\n"""', '{a="b\\n c \\"d\\" \\"\\"e\\n"}' },
    { "a text of lines that are joined", 'a = """b \\\n\n   c"""', '{a="b c"}' },
    { "quotation marks at the end of lines", 'a = """b"""""', '{a="b\\"\\""}' },
    { "a literal text of lines", "a = '''\nb\\n'c''\n'''", "{a=\"b\\\\n'c''\\n\"}" },
    { "a backslash at the end of lines", 'a = """\\\\"""\nb = 1', '{a="\\\\" b="1"}' },
    { "a mark of quotation that is escaped", 'a = """b\\"""""" # c', '{a="b\\"\\"\\""}' },
    { "characters by their codes", 'a = "\\u00e9\\U0001F600"', '{a="é😀"}' },
    { "a day and a time", "a = 1979-05-27 07:32:00Z # b", '{a="1979-05-27 07:32:00Z"}' },
    { "what stands behind lines", 'a = """\nb\n"""\n[c]\nd = 1', '{a="b\\n" c={d="1"}}' },
  }
  for _, case in ipairs(read) do
    it("reads " .. case[1], function() assert.equal(case[3], shown(toml.parse(case[2]))) end)
  end

  local refused = {
    { "a text of lines that does not end", 'b = 1\na = """x', 1, "does not end; close it" },
    { "a literal text of lines that does not end", "a = '''x''", 0, "does not end" },
    { "a table that does not end", "a = {b = 1", 0, "a table that does not end" },
    { "a table without a comma", "a = {b = 1 c = 2}", 0, "a table that does not end" },
    { "a name twice on one line", "a = {b = 1, b = 2}", 0, '"b" is given twice' },
    { "a table on one line that goes on below", "a = {b = 1}\n[a]\nc = 2", 1, '"a" is given' },
    { "a table on one line that goes on by dots", "a = {}\na.c = 2", 1, '"a" is given twice' },
    { "a code that is no character", 'a = "\\UFFFFFFFF"', 0, "is no character" },
    { "half a pair of codes", 'a = "\\ud83d"', 0, "is no character" },
    { "an escape that is none", 'a = """\n\\q"""', 0, "has the escape \\q" },
    { "arrays that are nested too deep", "a = " .. ("["):rep(99), 0, "nested deeper than 16" },
    {
      "tables that are nested too deep",
      "a = " .. ("{b="):rep(99),
      0,
      "nested deeper than 16",
    },
    {
      "a fault in an array over lines",
      "a = [\n1, # b\n\n2 3\n]",
      3,
      "an array that does not",
    },
    { "a fault behind lines", 'a = """\nb\n"""\nc =', 3, "has a value that is none" },
  }
  for _, case in ipairs(refused) do
    it("refuses " .. case[1], function()
      local read_at_all, fault = pcall(toml.parse, case[2])
      assert.is_false(read_at_all)
      assert.equal(case[3], fault.line)
      assert.matches(case[4], fault.message, 1, true)
    end)
  end
end)
