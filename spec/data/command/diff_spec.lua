--- `svcd diff`, as a publisher types it: what it finds, how it reads, and its exit status.
local cjson = require("cjson")
local difference = require("data.difference")
local forge = require("spec.support.publication.forge")
local svc = require("svc")

local SVCD = os.getenv("SVC_SVCD") or "build/svcd"
local TEXT = "# Light\n\nIt is fast. It has no mass.\n\n```text\nlight = 1\n```\n"
local folder, key

local function document(name, changed)
  local fields = {
    id = "asset:en:material:physics:" .. name,
    concept = "concept:physics:" .. name,
    lens = "lens:material:physics",
    route = "material/physics/" .. name,
    title = name,
    text = TEXT,
  }
  for member, value in pairs(changed or {}) do
    fields[member] = value
  end
  return fields
end

local function publish(file, documents, aliases, sequence)
  local builder = svc.builder()
  for _, each in ipairs(documents) do
    builder:document(each)
  end
  for alias, route in pairs(aliases or {}) do
    builder:label { kind = "alias", locale = "en", id = alias, label = route }
  end
  forge.write(folder .. "/" .. file, forge.signed(builder, key, { sequence = sequence }))
end

setup(function()
  folder, key = forge.folder(), forge.key()
  local light = document("light")
  publish("a", { light, document("sound", { text = "# Sound\n\nA wave.\n" }) })
  publish("same", { light, document("sound", { text = "# Sound\n\nA wave.\n" }) }, nil, 2)
  publish("b", {
    document("light", { title = "Light", text = TEXT:gsub("no mass", "colours") }),
    document("heat", { text = "# Heat\n" }),
  })
  publish("renamed", { light, document("tone", { text = "# Sound\n\nA wave.\n" }) })
  publish("led", { light, document("tone", { text = "# Sound\n\nA wave.\n" }) }, {
    ["material/physics/sound"] = "material/physics/tone",
  })
  publish("moved", {
    document("light", { route = "material/physics/light-2" }),
    document("sound", { text = "# Sound\n\nA wave.\n" }),
  })
end)
teardown(function() forge.remove(folder) end)

local function diff(arguments)
  local command = ("cd %s && '%s' diff %s >out 2>err"):format(
    folder,
    SVCD:gsub("^[^/]", os.getenv("PWD") .. "/%0"),
    arguments
  )
  local _, _, status = os.execute(command)
  return forge.read(folder .. "/out"), status, forge.read(folder .. "/err")
end

local UNKNOWN = "Who signed them was not checked; give --trust FILE.\n"

describe("svcd diff", function()
  it(
    "ends with 0 where another signature and number stand under the same content",
    function() assert.same({ UNKNOWN .. "the same content\n", 0, "" }, { diff("a same") }) end
  )

  it("ends with 2 and a line where a file cannot be read", function()
    local out, status, err = diff("a nowhere")
    assert.same({ "", 2 }, { out, status })
    local line =
      "svcd diff: nowhere: No such file or directory; correct the path, which begins in "
    assert.equal(line .. "this folder or with /\n", err)
  end)

  it("ends with 2 where the trust root does not have the signer", function()
    forge.write(folder .. "/trust", (svc.extend_trust(nil, {
      expires = 4000000000,
      root = { threshold = 1, keys = { key.public } },
      publication = { threshold = 1, keys = { forge.key().public } },
    }, key.private)))
    local out, status = diff("a b --trust trust")
    assert.same({ "", 2 }, { out, status })
  end)

  it("shows what was added, is gone, and changed by its sentences", function()
    local out, status = diff("a b")
    assert.equal(1, status)
    assert.equal(UNKNOWN .. ([[
added    en/material/physics/heat  heat
gone     en/material/physics/sound  sound
         (no alias: the address leads nowhere)
changed  en/material/physics/light: title, text +1 -1
-title: light
+title: Light
@@ -2 +2 @@
.
 It is fast.
-It has no mass.
+It has colours.
.
 ```text
1 added, 1 gone, 0 moved, 1 changed
]]):gsub("\n%.\n", "\n \n"), out)
  end)

  it(
    "names what differs only, with --brief",
    function() assert.equal(5, select(2, diff("a b --brief"):gsub("\n", "")) - 1) end
  )

  local moves = {
    { "another id with the same text", "renamed", "sound", "tone", nil },
    { "another id, with an alias", "led", "sound", "tone", "en/material/physics/tone" },
    { "another address of the same id", "moved", "light", "light-2", nil },
  }
  for _, case in ipairs(moves) do
    it("tells what moved: " .. case[1], function()
      local found = cjson.decode((diff("a " .. case[2] .. " --json")))
      assert.same({ 1, 0, 0 }, { #found.moved, #found.added, #found.gone })
      local moved = found.moved[1]
      assert.same(
        { "en/material/physics/" .. case[3], "en/material/physics/" .. case[4], case[5] },
        { moved.from, moved.address, moved.leads_to }
      )
    end)
  end

  it("warns of an address that leads nowhere", function()
    assert.truthy(diff("a renamed"):find("(no alias: the old address leads nowhere)", 1, true))
    assert.falsy(diff("a led"):find("no alias", 1, true))
  end)

  it("gives the same as fields with --json", function()
    local found = cjson.decode((diff("a b --json")))
    assert.same({ false, false }, { found.same, found.trusted })
    assert.same({ title = { from = "light", to = "Light" } }, found.changed[1].fields)
    assert.same({ 1, 1 }, { found.changed[1].added, found.changed[1].gone })
    assert.equal("-It has no mass.", found.changed[1].lines[4])
  end)

  it("writes no colours and no progress where there is no terminal", function()
    local out, _, err = diff("a b")
    assert.same({ nil, "" }, { out:find("\27", 1, true), err })
  end)

  it("colours lines on a terminal", function()
    local command = "cd %s && script -qec '%s diff a b' /dev/null"
    local program = SVCD:gsub("^[^/]", os.getenv("PWD") .. "/%0")
    local pipe <close> = io.popen(command:format(folder, program))
    local out = pipe:read("a")
    assert.truthy(out:find("\27[31m-It has no mass.\27[0m", 1, true), out)
  end)
end)

describe("a difference", function()
  --- The fewest units that one has and the other lacks, by the table of all pairs.
  local function fewest(a, b)
    local row = {}
    for j = 0, #b do
      row[j] = 0
    end
    for i = 1, #a do
      local corner = 0
      for j = 1, #b do
        local above = row[j]
        row[j] = a:byte(i) == b:byte(j) and corner + 1 or math.max(above, row[j - 1])
        corner = above
      end
    end
    return #b - row[#b], #a - row[#b]
  end

  it("is never larger than it must be", function()
    math.randomseed(45)
    local function random()
      return (
        ("x")
          :rep(math.random(1, 14))
          :gsub("x", function() return ("abc"):sub(math.random(3)):sub(1, 1) end)
      )
    end
    for _ = 1, 500 do
      local a, b = random(), random()
      local _, added, gone = difference.lines((a:gsub(".", "%0\n")), (b:gsub(".", "%0\n")))
      assert.same({ a, b, fewest(a, b) }, { a, b, added, gone })
    end
  end)

  it("is as wide as a terminal", function()
    local long = ("wörter "):rep(40)
    for _, line in ipairs((difference.lines(long, long .. "ende" .. ("x"):rep(200)))) do
      assert.is_true(utf8.len(line) <= difference.WIDTH, line)
    end
  end)

  it("of texts that have nothing in common is found within bounds", function()
    local a, b = {}, {}
    for i = 1, 4000 do
      a[i], b[i] = "a" .. i, "b" .. i
    end
    local _, added, gone = difference.lines(table.concat(a, "\n"), table.concat(b, "\n"))
    assert.same({ 4000, 4000 }, { added, gone })
  end)
end)
