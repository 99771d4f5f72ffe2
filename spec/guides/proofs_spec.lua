--- The description of proofs does what it shows, and says what an answer holds.
local svc = require("svc")
local document = require("spec.support.house.document")
local forge = require("spec.support.publication.forge")

local PATH = "lua/site/assets/proofs.md"

-- All commands of the page in one shell, and what each printed.
local function run(commands)
  local script = {}
  for i, command in ipairs(commands) do
    script[i] = ("printf '\\1'\n%s\n"):format(command.text)
  end
  local path = forge.write(os.tmpname(), table.concat(script))
  local pipe <close> = assert(io.popen("bash " .. path .. " 2>&1"))
  local printed = {}
  for output in pipe:read("a"):gmatch("\1([^\1]*)") do
    printed[#printed + 1] = output:gsub("\n$", "")
  end
  os.remove(path)
  return printed
end

local commands = {}
for _, block in ipairs(document.blocks(PATH)) do
  if block.language == "console" then
    table.move(document.commands(block), 1, #document.commands(block), #commands + 1, commands)
  end
end
local printed = run(commands)

describe(PATH, function()
  for i, command in ipairs(commands) do
    it(
      "shows what this prints: " .. command.text:sub(1, 60),
      function() assert.equal(table.concat(command.expected, "\n"):gsub("\n*$", ""), printed[i]) end
    )
  end

  it("computes by hand what the publisher signs", function()
    local builder = svc.builder()
    for _, name in ipairs { "a", "b", "c" } do
      builder:document {
        id = "asset:en:articles:x:" .. name,
        concept = "concept:x:" .. name,
        lens = "lens:articles",
        route = "x/" .. name,
        title = name:upper(),
        text = "# " .. name:upper() .. "\n",
      }
    end
    local publication <close> = assert(forge.open(forge.signed(builder)))
    local root = publication:info().trees[1].root
    assert.truthy(forge.read(PATH):find("\n" .. root .. "\n", 1, true), root)
  end)

  it("names every member of an answer that is not part of what is signed", function()
    local text = forge.read(PATH)
    for _, name in ipairs { "Content", "QuranReference" } do
      local schema = svc.parse_json(forge.read("contract/schemas/" .. name .. ".json"))
      local properties = svc.json(schema)
      for member in properties:gmatch('"([%a_]*url)":{') do
        local source = member == "source_url" or member == "update_url" or member == "url"
        assert.is_true(source or text:find("`" .. member .. "`", 1, true) ~= nil, member)
      end
    end
  end)
end)
