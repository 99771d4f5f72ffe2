--- Fuzz target: front matter in TOML. What is read is a table of texts, lists of texts and tables,
-- each name once; what is refused says the line and why.
local toml = require("data.import.toml")

local function check(node)
  assert(math.type(node.line) == "integer")
  if node.kind == "text" then return assert(type(node.value) == "string") end
  local seen = {}
  for _, entry in ipairs(node.value) do
    if node.kind == "map" then
      assert(type(entry.key) == "string" and not seen[entry.key], "a name is given twice")
      seen[entry.key] = true
    end
    check(entry.node or entry)
  end
end

return function(input)
  if not utf8.len(input) then return end
  local read, node = pcall(toml.parse, input)
  if read then return check(node) end
  assert(type(node) == "table" and type(node.message) == "string", node)
  assert(math.type(node.line) == "integer")
end
