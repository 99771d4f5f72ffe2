--- `svcd sign`: holders of keys who never meet sign one publication, one after the other.
local cjson = require("cjson")
local svc = require("svc")
local desk = require("spec.support.publication.desk")

local LESSON = '{"id":"light","title":"Light","text":"Light is fast.","locale":"en"}\n'
local TERMS = "publish --no-content --no-quran --jsonl lessons --created 2026-01-01 "

local here, public

setup(function()
  here = desk.new { "alice", "bob", "carol" }
  public = here.public
  here:write("lessons", LESSON)
  here:succeed(
    "trust init --out trust --root-key alice --publication-key alice --publication-key bob"
      .. " --publication-threshold 2"
  )
end)
teardown(function() here:clear() end)

before_each(
  function() here:succeed(TERMS .. "--key alice --signer " .. public.bob .. " --out p") end
)

describe("svcd publish --signer", function()
  it("makes a file that nobody serves before all have signed", function()
    here:refused(
      ("verify: p: signature: that of %s is missing; its holder adds it by svcd sign"):format(
        public.bob
      ),
      "verify p --trust trust"
    )
    assert.is_nil((svc.open(here:path("p"), { any_signer = true })))
    assert.truthy(
      here:succeed("inspect p"):find(public.bob .. " (not yet: svcd sign)", 1, true)
    )
  end)

  it("names who is to sign", function()
    local out = here:succeed(TERMS .. "--signer bob --signer alice --out p")
    for _, name in ipairs { "alice", "bob" } do
      local line = ("to be signed by %s: svcd sign p --key FILE\n"):format(public[name])
      assert.truthy(out:find(line, 1, true), out)
    end
  end)

  it("refuses a signer who is there twice", function()
    local _, err, status = here:svcd(TERMS .. "--key alice --signer alice --out twice")
    assert.equal(1, status)
    assert.truthy(err:find("the signer " .. public.alice .. " is named twice", 1, true), err)
  end)
end)

describe("svcd sign", function()
  it("completes what another holder began, with the digest it had", function()
    local before = cjson.decode(here:succeed("inspect p --json"))
    local after = cjson.decode(here:succeed("sign p --key bob --json"))
    assert.equal(before.digest, after.digest)
    assert.same({ { public.bob }, nil }, { before.missing, after.missing })
    here:succeed("verify p --trust trust")
  end)

  it("gives the bytes that both keys in one place would have given", function()
    here:succeed("sign p --key bob")
    here:succeed(TERMS .. "--key bob --key alice --out together")
    assert.equal(here:read("together"), here:read("p"))
  end)

  it("signs a file that nobody signed, in any order", function()
    for _, order in ipairs { { "alice", "bob" }, { "bob", "alice" } } do
      here:succeed(TERMS .. "--signer alice --signer bob --out none")
      assert.truthy(here:succeed("sign none --key " .. order[1]):find("missing    ", 1, true))
      here:succeed("sign none --key " .. order[2])
      here:succeed("verify none --trust trust")
    end
  end)

  it("writes elsewhere with --out, and leaves the file as it was", function()
    local before = here:read("p")
    here:succeed("sign p --key bob --out q")
    assert.equal(before, here:read("p"))
    here:succeed("verify q --trust trust")
  end)

  it("refuses a key that the file does not name, and one that has signed", function()
    local before = here:read("p")
    here:refused(
      ("sign: p: %s is no signer of it; publish again with --signer %s"):format(
        public.carol,
        public.carol
      ),
      "sign p --key carol"
    )
    here:refused(
      ("sign: p: %s has signed it already"):format(public.alice),
      "sign p --key bob --key alice"
    )
    assert.equal(before, here:read("p"))
  end)

  it("signs nothing that was changed on its way", function()
    local bytes = here:read("p")
    here:write("p", bytes:sub(1, 99) .. "\1" .. bytes:sub(101))
    here:refused(
      "sign: p: content: bytes 64 to … were changed after they were signed; copy it again",
      "sign p --key bob"
    )
  end)

  local ABSENT =
    "No such file or directory; correct the path, which begins in this folder or with /"
  local mistakes = {
    { "a file that is missing", "none.svp", "none.svp: " .. ABSENT },
    { "a folder", ".", ".: a directory; a regular file is needed" },
    {
      "what is no publication",
      "lessons",
      "lessons: not a publication: wrong magic; name a file that svcd publish made",
    },
  }
  for _, case in ipairs(mistakes) do
    it(
      "refuses " .. case[1],
      function() here:refused("sign: " .. case[3], "sign " .. case[2] .. " --key bob") end
    )
  end

  it("leaves the file as it was when the disk is full", function()
    if not os.execute("strace -o /dev/null true 2>/dev/null") then
      pending("strace is missing or not allowed here")
    end
    local before = here:read("p")
    local full = "strace -f -o trace -e trace=pwrite64 -e inject=pwrite64:error=ENOSPC:when=%d "
      .. here.program
    for write = 1, 2 do
      local _, err, status = here:shell(full:format(write) .. " sign p --key bob")
      assert.equal(1, status, err)
      assert.truthy(
        err:find("svcd sign: p: it cannot be written: No space left on device", 1, true),
        err
      )
      assert.equal(before, here:read("p"))
    end
  end)

  it(
    "refuses an output that cannot be written",
    function()
      here:refused(
        "sign: p: nowhere/p: no file can be made beside it: " .. ABSENT,
        "sign p --key bob --out nowhere/p"
      )
    end
  )
end)
