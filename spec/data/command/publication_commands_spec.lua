--- `svcd keygen`, `trust`, `verify`, `inspect` and `tune`, as an operator types them.
local cjson = require("cjson")
local svc = require("svc")
local forge = require("spec.support.publication.forge")

local SVCD = os.getenv("SVC_SVCD") or "build/svcd"
local folder

setup(function() folder = forge.folder() end)
teardown(function() forge.remove(folder) end)

-- Runs a command; `@name` is a file in the folder. Gives its output, its errors and its status.
local function svcd(command)
  command = command:gsub("@", folder .. "/")
  local _, _, status =
    os.execute(("%s %s >%s/out 2>%s/err"):format(SVCD, command, folder, folder))
  return forge.read(folder .. "/out"), forge.read(folder .. "/err"), status
end

local function succeed(command)
  local out, err, status = svcd(command)
  assert.equal("", err)
  assert.equal(0, status)
  return out
end

local function refused(part, command)
  local out, err, status = svcd(command)
  assert.equal(1, status)
  assert.equal("", out)
  assert.truthy(err:find(part, 1, true), err)
  assert.equal(1, select(2, err:gsub("\n", "\n")), err)
end

local function keygen(name)
  os.remove(folder .. "/" .. name)
  return cjson.decode(succeed("keygen --json --out @" .. name)).public_key
end

-- A fresh publication, signed by the key file `name`.
local function publish(name, sequence)
  return assert(forge.builder():write(folder .. "/p", {
    private_key = assert(svc.load_key(folder .. "/" .. name)),
    sequence = sequence or 1,
    created = 1000000000,
    expires = 4000000000,
  }))
end

describe("svcd keygen", function()
  it("makes a file of mode 0600 and prints the public key", function()
    local out = succeed("keygen --out @first")
    local public = svc.public_key(assert(svc.load_key(folder .. "/first")))
    assert.truthy(out:find("public key " .. public, 1, true), out)
    local pipe <close> = io.popen("stat -c %a " .. folder .. "/first")
    assert.equal("600", pipe:read("l"))
  end)

  it(
    "says of a development key that it is one",
    function()
      assert.truthy(
        succeed("keygen --development --out @dev"):find("never for real use", 1, true)
      )
    end
  )

  it("never overwrites a file", function()
    forge.write(folder .. "/precious", "x")
    refused("exists already and is not overwritten", "keygen --out @precious")
    assert.equal("x", forge.read(folder .. "/precious"))
  end)
end)

describe("svcd trust", function()
  local root, first

  before_each(function()
    root, first = keygen("root"), keygen("first")
    os.remove(folder .. "/t")
    succeed("trust init --out @t --root-key @root --publication-key @first")
  end)

  local function show() return cjson.decode(succeed("trust show --json @t")) end

  it("init makes version 1, which verifies a publication", function()
    publish("first")
    assert.truthy(succeed("verify @p --trust @t"):find("good; sequence 1", 1, true))
    assert.same({ threshold = 1, keys = { root } }, show().root)
    assert.same({ threshold = 1, keys = { first } }, show().publication)
  end)

  it(
    "init never overwrites a file",
    function()
      refused("exists already", "trust init --out @t --root-key @root --publication-key @first")
    end
  )

  it("add trusts another key, given as file or digits", function()
    keygen("second")
    succeed("trust add @t --publication-key @second --sign @root")
    local third = keygen("third")
    succeed("trust add @t --publication-key " .. third .. " --sign @root")
    for _, name in ipairs { "first", "second", "third" } do
      publish(name)
      succeed("verify @p --trust @t")
    end
    assert.equal(3, show().version)
  end)

  it("add raises the threshold", function()
    keygen("second")
    succeed("trust add @t --publication-key @second --publication-threshold 2 --sign @root")
    publish("first")
    refused("1 of the 2 signatures", "verify @p --trust @t")
  end)

  it("add refuses a stranger's signature, and the file stays as it was", function()
    local before = forge.read(folder .. "/t")
    refused("no root key of it", "trust add @t --publication-key @first --sign @first")
    assert.equal(before, forge.read(folder .. "/t"))
  end)

  it("rotate changes the root keys when old and new sign", function()
    local new = keygen("new")
    refused("own root keys owe", "trust rotate @t --root-key @new --remove @root --sign @root")
    refused(
      "of the root keys of version 1",
      "trust rotate @t --root-key @new --remove @root --sign @new"
    )
    succeed("trust rotate @t --root-key @new --remove @root --sign @root --sign @new")
    assert.same({ new }, show().root.keys)
    publish("first")
    succeed("verify @p --trust @t")
    refused("no root key of it", "trust add @t --publication-key @new --sign @root")
  end)

  it("rotate raises the threshold of the root", function()
    keygen("new")
    succeed("trust rotate @t --root-key @new --root-threshold 2 --sign @root --sign @new")
    keygen("second")
    refused("1 of the 2", "trust add @t --publication-key @second --sign @root")
    succeed("trust add @t --publication-key @second --sign @new --sign @root")
  end)

  it("revoke refuses what the key signed", function()
    keygen("second")
    succeed("trust add @t --publication-key @second --sign @root")
    publish("first")
    succeed("verify @p --trust @t")
    succeed("trust revoke @t " .. first .. " --sign @root")
    refused("a revoked key", "verify @p --trust @t")
    assert.same({ first }, show().revoked)
    refused("still listed", "trust add @t --publication-key @first --sign @root")
  end)

  it(
    "revoke refuses to leave fewer keys than the threshold",
    function()
      refused("asks for 1 keys, and only 0 follow", "trust revoke @t @first --sign @root")
    end
  )

  it("show prints it in 80 columns", function()
    for line in succeed("trust show @t"):gmatch("[^\n]+") do
      assert.is_true(#line <= 80, line)
    end
  end)

  it("names a file that is no trust root", function()
    forge.write(folder .. "/x", "hello\n")
    refused("not a trust file", "trust show @x")
    refused("No such file", "trust show @missing")
    refused("cannot be read", "trust show @")
  end)

  it("names a key that is none", function()
    os.execute("chmod 600 " .. forge.write(folder .. "/junk", "junk"))
    refused("no private key found", "trust add @t --publication-key @first --sign @junk")
    os.execute("chmod 644 " .. folder .. "/first")
    refused("chmod 600", "trust add @t --publication-key @first --sign @root")
  end)
end)

describe("svcd verify", function()
  setup(function()
    keygen("key")
    os.remove(folder .. "/t")
    succeed("trust init --out @t --root-key @key --publication-key @key")
  end)

  it("gives the facts as JSON", function()
    local info = publish("key", 12)
    local found = cjson.decode(succeed("verify @p --trust @t --json"))
    assert.equal(12, found.sequence)
    assert.equal(info.digest, found.digest)
  end)

  local cases = {
    { "No such file", "verify @missing --trust @t", "a missing publication" },
    { "directory", "verify @ --trust @t", "a directory" },
    { "No such file", "verify @p --trust @missing", "a missing trust root" },
    { "wrong magic", "verify @t --trust @t", "a file that is no publication" },
    { "not a trust file", "verify @p --trust @p", "a trust root that is none" },
  }
  for _, case in ipairs(cases) do
    it("names in one line " .. case[3], function()
      publish("key")
      refused(case[1], case[2])
    end)
  end
end)

describe("svcd inspect", function()
  setup(function() keygen("key") end)

  it("prints what is in a publication in 80 columns", function()
    local info = publish("key")
    local out = succeed("inspect @p")
    for line in out:gmatch("[^\n]+") do
      assert.is_true(#line <= 80, line)
    end
    local parts = { info.id, info.digest, "2001-09-09T01:46:40Z", "not checked", "documents" }
    for _, part in ipairs(parts) do
      assert.truthy(out:find(part, 1, true), part)
    end
  end)

  it("gives it as JSON, with counts", function()
    publish("key")
    local found = cjson.decode(succeed("inspect @p --json"))
    assert.equal(1, found.counts.en.articles)
    assert.equal(1, found.counts.en.material)
    assert.equal(0, found.counts.de.quran)
    assert.is_false(found.trusted)
  end)

  it("refuses a publication that was changed, whoever signed it", function()
    publish("key")
    local bytes = forge.read(folder .. "/p")
    forge.write(folder .. "/p", bytes:sub(1, 100) .. "\255" .. bytes:sub(102))
    refused("content: bytes 64 to", "inspect @p")
  end)
end)

describe("svcd tune", function()
  local DEMO = (os.getenv("BUILD") or "build") .. "/demo.svp"

  it("shows the evidence of each hit in 80 columns", function()
    local out = succeed("tune " .. DEMO .. " 'fotosynthesis of leaves' --limit 3")
    for _, part in ipairs({
      "read as: photosynthesis of leaves",
      "1 material/biology/photosynthesis",
      "photosynthesi",
      "two edits",
      "in the title",
    }) do
      assert.truthy(out:find(part, 1, true), out)
    end
    for line in out:gmatch("[^\n]+") do
      assert.is_true(utf8.len(line) <= 80, line)
    end
  end)

  it("tells a query that is a whole title from its words", function()
    local out = succeed("tune " .. DEMO .. " --locale de Geduld --limit 1")
    assert.truthy(out:find("(its title)", 1, true), out)
    assert.falsy(out:find("nil", 1, true), out)
  end)

  it("says which words nothing has, and which language has them", function()
    local out = succeed("tune " .. DEMO .. " Gleichungssystem")
    assert.truthy(out:find("nothing has: Gleichungssystem", 1, true), out)
    assert.truthy(out:find("all of it is in: de", 1, true), out)
  end)

  it("gives the same as JSON", function()
    local answer = cjson.decode(succeed("tune --json --locale id " .. DEMO .. " tangis"))
    assert.equal("root", answer.items[1].evidence.terms[1].evidence)
    assert.same({}, answer.advice.missing)
  end)

  it("refuses what is no query", function()
    refused("a query is 1 to 512 bytes of UTF-8", "tune " .. DEMO .. " ' '")
    refused("more than 4 phrasings", "tune " .. DEMO .. " a b c d e")
  end)
end)
