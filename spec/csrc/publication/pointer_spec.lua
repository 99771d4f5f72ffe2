--- The pointer of a channel: its text, its signatures, and what of it is refused.
local svc = require("svc")
local forge = require("spec.support.publication.forge")

local alice, bob, carol = forge.key(), forge.key(), forge.key()
local NOW = 1500000000
local LATER = 2 * NOW
local both = { keys = { alice.public, bob.public }, threshold = 2, now = NOW }
local one = { keys = { alice.public, bob.public }, now = NOW }

local function hex(digit) return digit:rep(64) end

local function content(changes)
  local pointer = {
    sequence = 7,
    created = NOW - 10,
    expires = NOW + 10,
    digest = hex("d"),
    length = 4096,
    whole = { length = 100, sha256 = hex("1") },
    patches = {
      { from = hex("b"), length = 12, sha256 = hex("2") },
      { from = hex("a"), length = 13, sha256 = hex("3") },
    },
  }
  for name, value in pairs(changes or {}) do
    pointer[name] = value
  end
  return pointer
end

local function signed(keys, changes)
  local text = svc.make_pointer(content(changes))
  for _, key in ipairs(keys) do
    text = assert(svc.sign_pointer(text, key.private))
  end
  return text
end

local function refused(part, text, options)
  local pointer, reason = svc.check_pointer(text, options or one)
  assert.is_nil(pointer)
  assert.truthy(reason:find(part, 1, true), reason)
  assert.is_nil(reason:find("\n"), reason)
end

describe("a pointer", function()
  it("says what it was made of, patches in the order of their digests", function()
    local pointer = assert(svc.check_pointer(signed({ alice, bob }), both))
    local expected = content()
    expected.patches[1], expected.patches[2] = expected.patches[2], expected.patches[1]
    expected.signers = { alice.public, bob.public }
    table.sort(expected.signers)
    assert.same(expected, pointer)
  end)

  it("is the same whoever signs first, and however often", function()
    assert.equal(signed({ alice, bob }), signed({ bob, alice }))
    assert.equal(signed({ alice, bob }), signed({ alice, bob, alice }))
  end)

  it("needs as many trusted signatures as the threshold says", function()
    refused("trust: 1 of the 2 signatures", signed({ alice }), both)
    refused("trust: 0 of the 1 signatures", signed({}), one)
    refused("trust: 1 of the 2 signatures", signed({ alice, carol }), both)
    refused(carol.public .. ", an unknown key", signed({ carol }), one)
    assert.is_table(svc.check_pointer(signed({ alice, carol }), one))
  end)

  it("does not take a signature made for another purpose", function()
    local body = svc.make_pointer(content())
    local mark = svc.sign(alice.private, "application/vnd.svc.publication.v1", body)
    refused("does not hold", ("%ssignature %s %s\n"):format(body, alice.public, mark))
  end)

  it(
    "threat: freeze: is refused once it expired",
    function()
      refused(
        "freeze: the pointer expired at 2017-07-14 02:40:00 UTC",
        signed({ alice }, {
          created = 1,
          expires = NOW,
        })
      )
    end
  )

  it("threat: rollback: is refused with a lower sequence than one before", function()
    local state = os.tmpname()
    os.remove(state)
    local options = { keys = one.keys, now = NOW, state = state }
    assert.is_table(svc.check_pointer(signed({ alice }), options))
    assert.is_table(svc.check_pointer(signed({ alice }), options))
    refused("rollback: sequence 6, but 7", signed({ bob }, { sequence = 6 }), options)
    refused(
      "another publication with sequence 7",
      signed({ bob }, { digest = hex("e") }),
      options
    )
    os.remove(state)
  end)

  it("threat: tampering: no bit of it may change", function()
    local text, accepted = signed({ alice }), 0
    for i = 1, #text do
      for bit = 0, 7 do
        local byte = string.char(text:byte(i) ~ (1 << bit))
        local forged = text:sub(1, i - 1) .. byte .. text:sub(i + 1)
        if svc.check_pointer(forged, one) then accepted = accepted + 1 end
      end
    end
    assert.equal(0, accepted)
  end)

  it("threat: truncation: no part of it is one, and nothing follows it", function()
    local text, accepted = signed({ alice }), 0
    for i = 0, #text - 1 do
      if svc.check_pointer(text:sub(1, i), one) then accepted = accepted + 1 end
    end
    assert.equal(0, accepted)
    refused("the end is expected", text .. "more 1\n")
  end)

  it("has no space behind any of its lines", function()
    local text, number = signed({ alice }), 0
    for first, last in text:gmatch("()[^\n]*()\n") do
      number = number + 1
      refused(
        ("pointer line %d: "):format(number),
        text:sub(1, last - 1) .. " " .. text:sub(last)
      )
      assert.is_true(first < last)
    end
    assert.is_true(number > 8)
  end)

  -- Lines that take the place of another, whoever signs them.
  local patch = ("patch %s 12 %s"):format(hex("b"), hex("2"))
  local lines = {
    { "svc%-pointer 1", "svc-pointer 2", "svc-pointer N", "another format" },
    { "sequence 7", "sequence 0", "sequence N", "a sequence of 0" },
    { "sequence 7", "sequence 07", "sequence N", "a number with a zero before it" },
    { "sequence 7", "sequence 9007199254740993", "sequence N", "a sequence above 2^53" },
    { "expires %d+", "expires 5", "expires N", "an expiry before it is made" },
    { "digest d+", "digest D", "digest DIGEST", "a digest that is none" },
    { "length 4096", "length 63", "length N", "fewer bytes than a header" },
    { "length 4096", "length 68719476737", "length N", "more bytes than a publication has" },
    { "whole 100", "whole 0", "whole LENGTH", "a file of no bytes" },
    { "whole 100", "whole", "whole LENGTH", "a file without a length" },
    { patch, patch .. " x", "patch DIGEST", "a patch with more words" },
    { patch, patch .. "\n" .. patch, "a greater digest", "a patch twice" },
  }
  for _, case in ipairs(lines) do
    it("refuses " .. case[4], function()
      local body, count = svc.make_pointer(content()):gsub("%f[^\n\0]" .. case[1], case[2])
      if count == 0 then
        body, count = svc.make_pointer(content()):gsub("^" .. case[1], case[2])
      end
      assert.equal(1, count)
      local mark = svc.sign(alice.private, "application/vnd.svc.pointer.v1", body)
      refused(case[3], ("%ssignature %s %s\n"):format(body, alice.public, mark))
    end)
  end

  it("tells the line of what is lacking", function()
    local body = svc.make_pointer(content())
    refused("line 5: `digest DIGEST`", (body:gsub("\ndigest %S+", "")))
    refused("line 7: `whole LENGTH", (body:gsub("\nwhole [^\n]+", "")))
  end)

  it("refuses 17 patches, 17 signatures, and 16 KiB", function()
    local patches = {}
    for i = 1, 16 do
      patches[i] = { from = ("%064x"):format(i), length = 1, sha256 = hex("4") }
    end
    local body = svc.make_pointer(content({ patches = patches }))
    local more = ("patch %064x 1 %s\n"):format(17, hex("4"))
    refused("no further patch", body .. more)
    local text = signed({})
    for _ = 1, 16 do
      text = assert(svc.sign_pointer(text, forge.key().private))
    end
    local seventeenth, reason = svc.sign_pointer(text, forge.key().private)
    assert.is_nil(seventeenth)
    assert.truthy(reason:find("16 signatures, the most", 1, true), reason)
    refused("at most 16384 bytes", text .. (" "):rep(16384))
  end)

  it("is no publication and no trust root", function()
    refused("not a pointer of svcd release", forge.small(alice))
    refused("not a pointer of svcd release", "")
    assert.is_nil((svc.check_publication(signed({ alice }), one)))
  end)

  it("is signed by svcd sign, where it did not expire", function()
    local path = os.tmpname()
    forge.write(path, signed({}, { expires = LATER }))
    assert(svc.save_key(path .. ".key", bob.private))
    local run = ("%s sign %s --key %s.key 2>&1"):format(
      os.getenv("SVC_SVCD") or "build/svcd",
      path,
      path
    )
    local pipe <close> = io.popen(run)
    assert.truthy(pipe:read("a"):find("signatures 1\nwrote ", 1, true))
    assert.is_table(svc.check_pointer(forge.read(path), one))
    forge.write(path, signed({}))
    local again <close> = io.popen(run)
    assert.truthy(again:read("a"):find("freeze: the pointer expired", 1, true))
    os.remove(path)
    os.remove(path .. ".key")
  end)
end)
