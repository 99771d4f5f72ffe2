--- `svcd release`: what is in a channel, and what is refused.
local lfs = require("lfs")
local svc = require("svc")
local desk = require("spec.support.publication.desk")
local forge = require("spec.support.publication.forge")

local WORDS = forge.read("data/KEYS.md")
local RELEASE = "release %s --channel ch --trust trust --key alice"

local here

local function release(name, more) return here:succeed(RELEASE:format(name) .. (more or "")) end

local function pointer(name)
  return assert(svc.check_pointer(here:read(name or "ch/current"), { any_signer = true }))
end

local function names()
  local list = {}
  for name in lfs.dir(here:path("ch")) do
    if name ~= "." and name ~= ".." then list[#list + 1] = name end
  end
  table.sort(list)
  return list
end

--- Publications `p1` to `pN`, each with a word more.
local function publish(count)
  for i = 1, count do
    here:publish("p" .. i, i, "alice", WORDS .. ("\n\nWord %d.\n"):format(i))
  end
end

setup(function()
  here = desk.new { "alice", "bob" }
  here:succeed("trust init --out trust --root-key alice --publication-key alice")
  here:succeed(
    "trust init --out pair --root-key alice --publication-key alice --publication-key bob"
      .. " --publication-threshold 2"
  )
  here:shell("cp trust alone")
  publish(8)
end)
teardown(function() here:clear() end)
before_each(function() here:shell("rm -rf ch") end)

describe("svcd release", function()
  it("makes a pointer that is signed, names the file and expires in a week", function()
    release("p1")
    local known =
      assert(svc.check_pointer(here:read("ch/current"), { trust = here:path("trust") }))
    local info = svc.open(here:path("p1"), { any_signer = true }):info()
    assert.same({ info.digest, info.bytes, 1 }, { known.digest, known.length, known.sequence })
    assert.equal(7 * 86400, known.expires - known.created)
    assert.same({ "current", "publication-" .. info.digest .. ".svp.zst" }, names())
  end)

  it("packs what zstd unpacks: the whole, and the change from the one before", function()
    release("p1")
    release("p2")
    local old, new = pointer().patches[1].from, pointer().digest
    local _, err, status = here:shell(
      ("cd ch && zstd -q -d -o ../whole publication-%s.svp.zst"):format(new)
        .. (" && zstd -q -d --patch-from=../p1 -o ../patched %s-%s.zst"):format(old, new)
    )
    assert.equal(0, status, err)
    assert.equal(here:read("p2"), here:read("whole"))
    assert.equal(here:read("p2"), here:read("patched"))
  end)

  it("says of each file its length and its digest", function()
    release("p1")
    release("p2")
    local known = pointer()
    local files = {
      ["publication-" .. known.digest .. ".svp.zst"] = known.whole,
      [known.patches[1].from .. "-" .. known.digest .. ".zst"] = known.patches[1],
    }
    for name, file in pairs(files) do
      local bytes = here:read("ch/" .. name)
      assert.same({ #bytes, svc.sha256(bytes) }, { file.length, file.sha256 })
    end
  end)

  it("keeps patches from the last ones only, and what the pointer before names", function()
    for i = 1, 6 do
      release("p" .. i, " --patches 2")
    end
    local function digest(i)
      return svc.open(here:path("p" .. i), { any_signer = true }):info().digest
    end
    local from = { pointer().patches[1].from, pointer().patches[2].from }
    table.sort(from)
    local expected = { digest(4), digest(5) }
    table.sort(expected)
    assert.same(expected, from)
    local files = { "current" }
    for i = 3, 6 do
      files[#files + 1] = "publication-" .. digest(i) .. ".svp.zst"
    end
    for _, pair in ipairs { { 3, 5 }, { 4, 5 }, { 4, 6 }, { 5, 6 } } do
      files[#files + 1] = digest(pair[1]) .. "-" .. digest(pair[2]) .. ".zst"
    end
    table.sort(files)
    assert.same(files, names())
  end)

  it("makes no patch with --patches 0", function()
    release("p1")
    release("p2", " --patches 0")
    assert.same({}, { table.unpack(pointer().patches) })
  end)

  it("renews the pointer of the same publication, its files untouched", function()
    release("p1")
    release("p2", " --days 1")
    local before, files = pointer(), names()
    local whole = here:path("ch/publication-" .. before.digest .. ".svp.zst")
    local inode = lfs.attributes(whole, "ino")
    release("p2", " --days 30")
    assert.is_true(pointer().expires > before.expires)
    assert.same(before.patches, pointer().patches)
    assert.same({ files, inode }, { names(), lfs.attributes(whole, "ino") })
  end)

  it("renews files that were damaged", function()
    release("p1")
    release("p2")
    local known = pointer()
    local whole = "ch/publication-" .. known.digest .. ".svp.zst"
    local bytes = here:read(whole)
    here:write(whole, "x" .. bytes:sub(2))
    release("p2")
    assert.equal(bytes, here:read(whole))
  end)

  it("gives every pointer a later time of change, of which servers make an ETag", function()
    local last = 0
    for i = 1, 4 do
      release("p" .. i)
      local time = lfs.attributes(here:path("ch/current"), "modification")
      assert.is_true(time > last)
      last = time
    end
  end)

  it("waits for a second signature, made on another machine", function()
    here:shell("rm -f both")
    here:succeed("trust add trust --publication-key bob --sign alice --json")
    local key =
      { assert(svc.load_key(here:path("alice"))), assert(svc.load_key(here:path("bob"))) }
    assert(forge.builder():write(here:path("both"), {
      private_key = key,
      sequence = 1,
      created = 1,
      expires = 4000000000,
    }))
    local out = here:succeed("release both --channel ch --trust pair --key alice")
    assert.truthy(out:find("not released yet: trust: 1 of the 2 signatures", 1, true), out)
    local command = "to be signed: svcd (sign ch/current.unsigned %-%-key) FILE ([^\n]+)"
    local before, after = out:match(command)
    assert.is_nil(lfs.attributes(here:path("ch/current")))
    here:succeed(before .. " bob " .. after)
    assert.is_table(svc.check_pointer(here:read("ch/current"), { trust = here:path("pair") }))
    here:succeed("release both --channel ch --trust pair --key alice --key bob")
    assert.is_nil(lfs.attributes(here:path("ch/current.unsigned")))
  end)

  it("removes what a release that was killed left", function()
    release("p1")
    local left = {
      ".before-1",
      "..before-1.aBcDeF",
      (".publication-%s.svp.zst.aBcDeF"):format(pointer().digest),
    }
    for _, name in ipairs(left) do
      here:write("ch/" .. name, "x")
    end
    here:write("ch/.htaccess", "x")
    release("p2")
    for _, name in ipairs(left) do
      assert.is_nil(lfs.attributes(here:path("ch/" .. name)), name)
    end
    assert.equal("x", here:read("ch/.htaccess"))
  end)

  describe("refuses", function()
    it("an older publication, and another of the same sequence", function()
      release("p2")
      local line = "release: sequence %d, but the channel has 2; publish with --previous, or "
        .. "with a greater --sequence"
      here:refused(line:format(1), RELEASE:format("p1"))
      here:publish("other", 2, "alice", "Other words.")
      here:refused(line:format(2), RELEASE:format("other"))
      assert.equal(2, pointer().sequence)
    end)

    it("one that followers would refuse", function()
      here:publish("bobs", 3, "bob")
      here:refused(
        "release: bobs: trust: 0 of the 1 signatures by trusted keys it needs; it is signed by …, "
          .. "an unknown key; sign it with a trusted key or get the current trust file",
        "release bobs --channel ch --trust alone --key alice"
      )
      assert.is_nil(lfs.attributes(here:path("ch")))
    end)

    it("a channel whose pointer is no pointer", function()
      here:shell("mkdir ch && echo x >ch/current")
      here:refused(
        "release: ch/current: not a pointer of svcd release; remove it to begin anew",
        RELEASE:format("p1")
      )
    end)

    it(
      "a channel that cannot be made",
      function()
        here:refused(
          "release: p1/ch: no folder can be made: Not a directory",
          "release p1 --channel p1/ch --trust trust --key alice"
        )
      end
    )
  end)
end)

describe("a lesson changed", function()
  local BUILD = os.getenv("BUILD") or "build"
  local SHARE = 0.01 -- .3 % is measured

  it("costs at most 1 % of the demo's file", function()
    local sources = os.getenv("SVC_SOURCES") or BUILD .. "/sources"
    local command =
      "publish --content content --sources-cache %s --quran-sources %s --key alice "
    local home = os.getenv("PWD") .. "/"
    if sources:sub(1, 1) ~= "/" then sources = home .. sources end
    local demo = (BUILD:sub(1, 1) == "/" and BUILD or home .. BUILD) .. "/demo"
    command = command:format(sources, home .. "data/quran/sources.json")
    here:shell("cp -r " .. home .. "data/content content")
    here:shell("cp " .. demo .. ".svp before")
    here:succeed(
      "trust init --out two --root-key alice --publication-key alice --publication-key "
        .. demo
        .. ".key"
    )
    local lesson = "content/en/material/computer-science/networks.md"
    here:write(lesson, here:read(lesson) .. "\nA sentence about a tortoise and a telescope.\n")
    here:succeed(command .. "--previous before --out after")
    here:succeed("release before --channel ch --trust two --key alice")
    local out = here:succeed("release after --channel ch --trust two --key alice")
    local patch, file = pointer().patches[1].length, #here:read("after")
    assert.is_true(patch <= SHARE * file, out)
    assert.is_true(patch > 0)
  end)
end)
