--- ARCHITECTURE.md against the tree: its rooms are those there are, its picture and its words name
-- what is there, its ways lead through files that have what is looked for.
local forge = require("spec.support.publication.forge")
local shell = require("spec.support.house.shell")

local TEXT = forge.read("ARCHITECTURE.md")

--- What stands between a heading and the next. @treturn string
local function part(title)
  local at = assert(select(2, TEXT:find("\n## " .. title .. "\n", 1, true)), title)
  return TEXT:sub(at, (TEXT:find("\n## ", at, true) or #TEXT + 1) - 1)
end

--- Rooms as the tree has them: folders with sources, the large ones by their parts.
local function rooms_of_the_tree()
  local rooms = {}
  for _, path in ipairs(shell.lines("git ls-files csrc lua routes data contract cli spec")) do
    local room = path:match("^(csrc/host/%l+)/")
      or path:match("^(csrc/%l+)/")
      or path:match("^(lua/%l+)/")
      or path:match("^(%l+)/")
    if not path:find("^lua/[^/]+$") then rooms[room] = true end
  end
  return rooms
end

describe("the rooms of the architecture", function()
  it("are those of the tree, each once", function()
    local told = {}
    for room in part("The rooms"):gmatch("\n| `([%l/]+)` |") do
      assert.is_nil(told[room], room)
      told[room] = true
    end
    assert.same(rooms_of_the_tree(), told)
  end)

  it("may use one another as style_spec has it", function()
    local rules = forge.read("spec/house/style_spec.lua")
    local count = 0
    for line in part("The rooms"):gmatch("\n(base ◂ [^\n]*)") do
      local names = {}
      for name in line:gmatch("[%l/]+") do
        names[#names + 1] = ('"%s"'):format(name)
      end
      count = count + 1
      assert.truthy(rules:find("{ " .. table.concat(names, ", ") .. " }", 1, true), line)
    end
    assert.equal(3, count)
  end)
end)

describe("the picture of the architecture", function()
  local picture = part("The picture")
  for _, room in ipairs {
    "host/wire",
    "host/script",
    "web",
    "mcp",
    "routes",
    "binding",
    "store",
    "quran",
    "search",
    "json",
  } do
    it("shows the room " .. room .. ", which is there", function()
      assert.truthy(picture:find(room, 1, true))
      local there =
        shell.lines(("ls -d csrc/%s lua/%s %s 2>/dev/null"):format(room, room, room))
      assert.is_true(#there > 0)
    end)
  end
end)

describe("the ways of the architecture", function()
  local steps = 0
  for path, name in TEXT:gmatch("\n| %[([^%]]+)%]%b() | `([^`]+)` |") do
    steps = steps + 1
    it(
      ("find %s in %s"):format(name, path),
      function() assert.matches(name, forge.read(path), 1, true) end
    )
  end

  it("are five, of 25 steps at least", function()
    local _, count = part("The ways"):gsub("\n%*%*", "")
    assert.equal(5, count)
    assert.is_true(steps >= 25, steps .. " steps")
  end)
end)

describe("the page of the architecture", function()
  it("links to no file that is not there", function()
    for path in TEXT:gmatch("%]%(([^)#:%s]+)%)") do
      assert.truthy(io.open(path), path)
    end
  end)

  it("is at most 250 lines long", function()
    local _, lines = TEXT:gsub("\n", "")
    assert.is_true(lines <= 250, lines .. " lines")
  end)

  it("gives each word one row", function()
    local known = {}
    for word in part("The words"):gmatch("\n| (%l+) |") do
      assert.is_nil(known[word], word)
      known[word] = true
    end
    for _, word in ipairs { "release", "mark", "call", "chunk", "trial", "follow", "generation" } do
      assert.truthy(known[word], word)
    end
  end)

  it("says of each decision what was asked, chosen, spent and what would change it", function()
    local rows = 0
    for row in part("The decisions"):gmatch("\n(| [^\n]*)") do
      local _, cells = row:gsub(" | ", "")
      assert.equal(3, cells, row)
      rows = rows + 1
    end
    assert.is_true(rows >= 10, rows .. " rows")
  end)
end)
