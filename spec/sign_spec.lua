--- `svcd sign`: holders of keys who never meet sign one publication, one after the other.
local cjson = require("cjson")
local svc = require("svc")
local forge = require("spec.support.forge")

local SVCD = os.getenv("SVC_SVCD") or "build/svcd"
local LESSON = '{"id":"light","title":"Light","text":"Light is fast.","locale":"en"}\n'
local TERMS = "publish --no-content --no-quran --jsonl @lessons --created 2026-01-01 "

local folder, public

-- Runs a command; `@` begins the name of a file in the folder. Gives output, errors and status.
local function svcd(command)
  local line = "cd %s && %s %s >out 2>err"
  local _, _, status = os.execute(
    line:format(
      folder,
      SVCD:sub(1, 1) == "/" and SVCD or os.getenv("PWD") .. "/" .. SVCD,
      command:gsub("@", "")
    )
  )
  return forge.read(folder .. "/out"), forge.read(folder .. "/err"), status
end

local function succeed(command)
  local out, err, status = svcd(command)
  assert.equal(0, status, err)
  return out
end

local function refused(reason, command)
  local out, err, status = svcd(command)
  assert.same({ 1, "" }, { status, out })
  assert.equal("svcd " .. reason .. "\n", err)
end

local function read(name) return forge.read(folder .. "/" .. name) end

setup(function()
  folder, public = forge.folder(), {}
  forge.write(folder .. "/lessons", LESSON)
  for _, name in ipairs { "alice", "bob", "carol" } do
    succeed("keygen --out @" .. name)
    public[name] = svc.public_key(assert(svc.load_key(folder .. "/" .. name)))
  end
  succeed(
    "trust init --out @trust --root-key @alice --publication-key @alice --publication-key @bob"
      .. " --publication-threshold 2"
  )
end)
teardown(function() forge.remove(folder) end)

before_each(
  function() succeed(TERMS .. "--key @alice --signer " .. public.bob .. " --out @p") end
)

describe("svcd publish --signer", function()
  it("makes a file that nobody serves before all have signed", function()
    refused(
      ("verify: p: signature: that of %s is missing; its holder adds it by svcd sign"):format(
        public.bob
      ),
      "verify @p --trust @trust"
    )
    assert.is_nil((svc.open(folder .. "/p", { any_signer = true })))
    assert.truthy(succeed("inspect @p"):find(public.bob .. " (not yet: svcd sign)", 1, true))
  end)

  it("names who is to sign", function()
    local out = succeed(TERMS .. "--signer @bob --signer @alice --out @p")
    for _, name in ipairs { "alice", "bob" } do
      local line = ("to be signed by %s: svcd sign p --key FILE\n"):format(public[name])
      assert.truthy(out:find(line, 1, true), out)
    end
  end)

  it("refuses a signer who is there twice", function()
    local _, err, status = svcd(TERMS .. "--key @alice --signer @alice --out @twice")
    assert.equal(1, status)
    assert.truthy(err:find("the signer " .. public.alice .. " is named twice", 1, true), err)
  end)
end)

describe("svcd sign", function()
  it("completes what another holder began, with the digest it had", function()
    local before = cjson.decode(succeed("inspect @p --json"))
    local after = cjson.decode(succeed("sign @p --key @bob --json"))
    assert.equal(before.digest, after.digest)
    assert.same({ { public.bob }, nil }, { before.missing, after.missing })
    succeed("verify @p --trust @trust")
  end)

  it("gives the bytes that both keys in one place would have given", function()
    succeed("sign @p --key @bob")
    succeed(TERMS .. "--key @bob --key @alice --out @together")
    assert.equal(read("together"), read("p"))
  end)

  it("signs a file that nobody signed, in any order", function()
    for _, order in ipairs { { "alice", "bob" }, { "bob", "alice" } } do
      succeed(TERMS .. "--signer @alice --signer @bob --out @none")
      assert.truthy(succeed("sign @none --key @" .. order[1]):find("missing    ", 1, true))
      succeed("sign @none --key @" .. order[2])
      succeed("verify @none --trust @trust")
    end
  end)

  it("writes elsewhere with --out, and leaves the file as it was", function()
    local before = read("p")
    succeed("sign @p --key @bob --out @q")
    assert.equal(before, read("p"))
    succeed("verify @q --trust @trust")
  end)

  it("refuses a key that the file does not name, and one that has signed", function()
    local before = read("p")
    refused(
      ("sign: p: %s is no signer of it; publish again with --signer %s"):format(
        public.carol,
        public.carol
      ),
      "sign @p --key @carol"
    )
    refused(
      ("sign: p: %s has signed it already"):format(public.alice),
      "sign @p --key @bob --key @alice"
    )
    assert.equal(before, read("p"))
  end)

  it("signs nothing that was changed on its way", function()
    local bytes = read("p")
    forge.write(folder .. "/p", bytes:sub(1, 99) .. "\1" .. bytes:sub(101))
    local out, err, status = svcd("sign @p --key @bob")
    assert.same({ 1, "" }, { status, out })
    local told = "^svcd sign: p: content: bytes 64 to %d+ were changed after they were signed; "
    assert.truthy(err:find(told .. "copy it again\n$"), err)
  end)

  local mistakes = {
    { "a file that is missing", "@none.svp", "none.svp: No such file or directory" },
    { "a folder", ".", ".: a directory; a regular file is needed" },
    {
      "what is no publication",
      "@lessons",
      "lessons: not a publication: wrong magic; name a file that svcd publish made",
    },
  }
  for _, case in ipairs(mistakes) do
    it(
      "refuses " .. case[1],
      function() refused("sign: " .. case[3], "sign " .. case[2] .. " --key @bob") end
    )
  end

  it(
    "refuses an output that cannot be written",
    function()
      refused(
        "sign: p: nowhere/p: no file can be made beside it: No such file or directory",
        "sign @p --key @bob --out @nowhere/p"
      )
    end
  )
end)
