--- Every threat that the signed publication is to meet, by its name. Each case is decided twice:
-- by the engine, and by the independent verifier in spec/support/publication/verify.mjs.
local svc = require("svc")
local forge = require("spec.support.publication.forge")

local alice, bob, mallory, stolen = forge.key(), forge.key(), forge.key(), forge.key()
local root, next_root = forge.key(), forge.key()
local folder = forge.folder()
local now = forge.now

-- Two different publications with the same layout, and the parts of the first.
local good, other =
  forge.small(alice), forge.small(alice, { words = "# Light\n\nIt is fast!\n" })
local function parts(changes)
  local p = forge.parse(good)
  for name, value in pairs(changes or {}) do
    p[name] = value
  end
  return p
end

local function build(changes, keys) return forge.build(parts(changes), keys or { alice }) end

-- The only tree of these publications, with fields changed.
local function tree(changes)
  local t = parts().trees[1]
  for name, value in pairs(changes) do
    t[name] = value
  end
  return t
end

local trees, renditions = parts().sections[4], parts().sections[5]

local one_of = forge.simple_trust(root, { alice, bob })
local function both_of(changes)
  local t = {
    root = { threshold = 1, keys = { root } },
    publication = { threshold = 2, keys = { alice, bob } },
  }
  for name, value in pairs(changes or {}) do
    t[name] = value
  end
  return forge.trust(t, { root })
end

-- A chain of two roots; the second one changed and signed as told.
local function chain(second, signers)
  local t = {
    version = 2,
    root = { threshold = 1, keys = { next_root } },
    publication = { threshold = 1, keys = { bob } },
  }
  for name, value in pairs(second or {}) do
    t[name] = value
  end
  return one_of .. forge.trust(t, signers or { root, next_root })
end

local with_revoked = forge.trust({
  root = { threshold = 1, keys = { root } },
  publication = { threshold = 1, keys = { bob } },
  revoked = { alice },
}, { root })

local function splice(bytes, at, insert)
  return bytes:sub(1, at) .. insert .. bytes:sub(at + #insert + 1)
end

local manifest_at = ("<I8"):unpack(good, 25)
local digests_at = ("<I8"):unpack(good, 57)

-- threat → list of { detail, publication, trust file, part of the reason; none when accepted }
-- stylua: ignore
local threats = {
  ["no threat at all"] = {
    { "is accepted", good, one_of },
    { "is accepted when it was put together by hand", build(), one_of },
    { "is accepted when two keys signed and one is needed", build({}, { alice, bob }), one_of },
    { "is accepted when two keys signed and both are needed", build({}, { alice, bob }),
      both_of() },
    { "is accepted under a rotated root", build({}, { bob }), chain() },
    { "is accepted when a key unknown to the root signed too", build({}, { alice, mallory }),
      one_of },
    { "is accepted with a section of a later reader", build {
      sections = { parts().sections[1], parts().sections[2], parts().sections[4],
        renditions, { id = 9, bytes = "later" } },
    }, one_of },
  },
  ["tampering with any byte"] = {
    { "of the header", splice(good, 16, "\1"), one_of, "the publication is" },
    { "of a section", splice(good, 100, "\255"), one_of, "content: bytes 64 to" },
    { "of a digest", splice(good, digests_at + 3, "\255"), one_of, "the id is not" },
    { "of the manifest", splice(good, manifest_at + 70, "\1"), one_of, "does not hold" },
    { "of the signature", splice(good, #good - 1, "\255"), one_of, "does not hold" },
  },
  truncation = {
    { "by one byte", good:sub(1, -2), one_of, "it was cut or extended" },
    { "to the header", good:sub(1, 64), one_of, "it was cut or extended" },
  },
  ["appended bytes"] = {
    { "of any kind", good .. "x", one_of, "it was cut or extended" },
    { "that the header counts, though the signature does not",
      build { header = { length = #good + 64 }, tail = ("\0"):rep(64) }, one_of, "signatures" },
  },
  ["swapped, overlapping or missing sections"] = {
    { "swapped", build { sections = { parts().sections[2], parts().sections[1] } }, one_of,
      "ascending order" },
    { "one twice", build { sections = { parts().sections[1], parts().sections[1] } }, one_of,
      "ascending order" },
    { "overlapping", build { entries = function(e) e[2].offset = 64 end }, one_of,
      "is not where it must be" },
    { "beyond the manifest", build { entries = function(e) e[1].length = 1 << 40 end }, one_of,
      "is not where it must be" },
    { "of a length that wraps", build { entries = function(e) e[1].length = -1 end }, one_of,
      "is not where it must be" },
    { "empty", build { entries = function(e) e[2].length = 0 end }, one_of,
      "is not where it must be" },
    { "with a gap between", build { entries = function(e) e[2].offset = e[2].offset + 64 end },
      one_of, "is not where it must be" },
    { "without documents", build { sections = { parts().sections[2] } }, one_of,
      "the documents section is missing" },
    { "without labels", build { sections = { parts().sections[1] } }, one_of,
      "the labels section is missing" },
    { "without renditions", build { sections = { parts().sections[1], parts().sections[2],
      trees } }, one_of, "not one for each document" },
    { "without trees", build { sections = { parts().sections[1], parts().sections[2] } }, one_of,
      "the trees section is missing" },
  },
  ["mix-and-match of two publications"] = {
    { "content of another", other:sub(1, digests_at) .. good:sub(digests_at + 1), one_of,
      "content: bytes 64 to" },
    { "content and digests of another", other:sub(1, manifest_at) .. good:sub(manifest_at + 1),
      one_of, "the id is not" },
    { "manifest and signature of another", good:sub(1, manifest_at) .. other:sub(manifest_at + 1),
      one_of, "the id is not" },
    { "signature of another", good:sub(1, -65) .. other:sub(-64), one_of, "does not hold" },
    { "id of another", build { manifest = { id = ("\7"):rep(32) } }, one_of, "the id is not" },
  },
  ["trees that are not those of the content"] = {
    { "another root", build { trees = { tree { root = ("\7"):rep(32) } } }, one_of,
      "do not make its root" },
    { "more leaves than documents", build { trees = { tree { size = 3 } } }, one_of, "cut off" },
    { "fewer leaves than documents", build { trees = { tree { size = 1 } } }, one_of,
      "nodes of no tree" },
    { "another node", build { sections = { parts().sections[1], parts().sections[2],
      { id = 5, bytes = ("\7"):rep(#trees.bytes) }, renditions } }, one_of,
      "do not make its root" },
    { "one twice", build { trees = { tree {}, tree {} } }, one_of, "ascending order" },
  },
  ["freeze (expired)"] = {
    { "in the very second", build { expires = now }, one_of, "expired at" },
    { "with a root that expired", good, forge.trust({
      expires = now, root = { threshold = 1, keys = { root } },
      publication = { threshold = 1, keys = { alice } },
    }, { root }), "trust root version 1 expired" },
    { "expiring before it is created", build { created = 5, expires = 5 }, one_of, "out of range" },
  },
  ["unknown key"] = {
    { "alone", build({}, { mallory }), one_of, "an unknown key" },
    { "towards a threshold", build({}, { alice, mallory }), both_of(), "1 of the 2 signatures" },
  },
  ["revoked key"] = {
    { "alone", good, with_revoked, "a revoked key" },
    { "beside a trusted one is not counted", build({}, { alice, bob }), with_revoked },
    { "still listed as a key", good, both_of { revoked = { alice } },
      "a revoked key is still listed" },
    { "dropped by a later root", good,
      with_revoked .. forge.trust({
        version = 2, root = { threshold = 1, keys = { root } },
        publication = { threshold = 1, keys = { alice } },
      }, { root }), "no longer revokes" },
  },
  ["one key counted twice towards a threshold"] = {
    { "as signer",
      build({
        signers = function(list) list[2] = list[1] end,
        signatures = function(list) list[2] = list[1] end,
      }), both_of(), "each once" },
    { "as publication key of the root", good, both_of {
      publication = { threshold = 2, keys = { alice, alice } },
    }, "each key once" },
    { "as root key", good, forge.trust({
      root = { threshold = 2, keys = { root, root } },
      publication = { threshold = 1, keys = { alice } },
    }, { root }), "each key once" },
    { "as signature of the root", good, (one_of:gsub("(signature [^\n]*\n)", "%1%1")),
      "one of a key" },
  },
  ["root rotation that skips a version"] = {
    { "by one", good, chain { version = 3 }, "version 3 where version 2 is due" },
    { "to the same", good, chain { version = 1 }, "version 1 where version 2 is due" },
    { "at the beginning", good, forge.trust({
      version = 2, root = { threshold = 1, keys = { root } },
      publication = { threshold = 1, keys = { alice } },
    }, { root }), "version 2 where version 1 is due" },
  },
  ["root rotation that is not signed by old and new"] = {
    { "only by the new", good, chain({}, { next_root }), "of the root keys of version 1" },
    { "only by the old", good, chain({}, { root }), "its own root keys owe" },
    { "by a stranger too", good, chain({}, { root, next_root, mallory }), "no root key of it" },
    { "and the first by nobody", good, forge.trust({
      root = { threshold = 1, keys = { root } }, publication = { threshold = 1, keys = { alice } },
    }, {}), "has 0 of the 1" },
  },
  ["wrong payload type"] = {
    { "of the publication", build { type = "application/vnd.svc.trust.v1" }, one_of,
      "does not hold" },
    { "of the root", good, forge.trust({
      root = { threshold = 1, keys = { root } }, publication = { threshold = 1, keys = { alice } },
    }, { root }, "application/vnd.svc.publication.v1"), "does not hold" },
  },
  ["a lying key id"] = {
    { "naming a trusted key over a stranger's signature",
      build({ signers = function(list) list[1] = forge.unhex(alice.public) end }, { mallory }),
      one_of, "does not hold" },
    { "in the root", good,
      (forge.trust({
        root = { threshold = 1, keys = { root } },
        publication = { threshold = 1, keys = { mallory } },
      }, { mallory }):gsub("signature %x+", "signature " .. root.public)), "does not hold" },
  },
  ["swapped or empty signature"] = {
    { "swapped", build({ signatures = function(list) list[1], list[2] = list[2], list[1] end },
      { alice, bob }), one_of, "does not hold" },
    { "of zeros", build { signatures = function(list) list[1] = ("\0"):rep(64) end }, one_of,
      "is missing; its holder adds it" },
    { "none at all", build({}, {}), one_of, "signatures are not where they can be" },
    { "one too few", build({ signatures = function(list) list[2] = nil end }, { alice, bob }),
      one_of, "it was cut or extended" },
  },
  ["oversize counts"] = {
    { "of sections", build { manifest = { sections = 0xffffffff } }, one_of, "sections" },
    { "of no sections", build { manifest = { sections = 0 } }, one_of, "0 sections" },
    { "of signers", build { manifest = { signers = 0x7fffffff } }, one_of, "signers" },
    { "of chunks", build { chunks = function(list) list[#list + 1] = list[1] end }, one_of,
      "the manifest is not where" },
    { "of trees", build { manifest = { trees = 0xffffffff } }, one_of, "trees" },
    { "of no trees", build { manifest = { trees = 0 } }, one_of, "0 trees" },
    { "of leaves", build { trees = { tree { size = 1 << 33 } } }, one_of, "no size it can have" },
    { "of no leaves", build { trees = { tree { size = 0 } } }, one_of, "no size it can have" },
    { "in the header", build { header = { manifest_length = (1 << 63) - 64 } }, one_of, "header" },
    { "of a manifest that wraps", build { header = { manifest = -64 } }, one_of, "header" },
    { "of signatures before the manifest", build {
      header = { signatures = 64, signatures_length = #good - 64 },
    }, one_of, "the manifest is not where" },
    { "of signatures that are not whole", build {
      header = { length = #good + 1, signatures_length = 65 }, tail = "x",
    }, one_of, "the signatures are not where" },
    { "of the sequence", build { sequence = (1 << 53) + 1 }, one_of, "out of range" },
    { "of the sequence, which is 0", build { sequence = 0 }, one_of, "out of range" },
    { "of the root's keys", good, both_of { lines = function(l) l[4] = "root-threshold 2" end },
      "asks for 2 keys" },
    { "of a number of the root", good, both_of {
      lines = function(l) l[2] = "version 99999999999999999999" end }, "line 2" },
  },
  ["non-zero padding"] = {
    { "between sections", build { padding = "\1" }, one_of, "padding" },
    { "in the header's flags", build { header = { flags = 1 } }, one_of, "reserved field" },
    { "in a tree", build { trees = { tree { zero = 1 } } }, one_of, "no size it can have" },
    { "in the section table", build { entries = function(e) e[1].zero = 1 end }, one_of,
      "is not where it must be" },
  },
  ["trailing bytes"] = {
    { "after the last section, signed", build { trailing = ("\0"):rep(64) }, one_of,
      "belong to none" },
    { "after the signatures", build { tail = "\0" }, one_of, "it was cut or extended" },
    { "after the root", good, one_of .. "\n", "line 10" },
    { "after the root without a newline", good, one_of .. "signature", "line 10" },
  },
  ["a root of another encoding"] = {
    { "with a carriage return", good, (one_of:gsub("\n", "\r\n")), "line 1" },
    { "with a leading zero", good, both_of { lines = function(l) l[2] = "version 01" end },
      "line 2" },
    { "with capital digits", good, (one_of:gsub("publication%-key (%x+)", function(hex)
      return "publication-key " .. hex:upper()
    end)), "hexadecimal digits" },
    { "with its lines exchanged", good, both_of {
      lines = function(l) l[2], l[3] = l[3], l[2] end }, "line 2" },
    { "empty", good, "", "not a trust file" },
  },
  ["a later format"] = {
    { "of the container", build { header = { format = 4 } }, one_of,
      "a publication of format 4; this release reads format 3: install a newer release" },
    { "of the container of an older release", build { header = { format = 2 } }, one_of,
      "a publication of format 2; this release reads format 3: publish it again with this" },
    { "that needs a later reader", build { reader = 2 }, one_of, "a reader of version 2" },
    { "of the root", good, (one_of:gsub("svc%-trust 1", "svc-trust 2")), "line 1" },
  },
}

-- The cases in one order, each with its files.
local cases = {}
for threat, list in pairs(threats) do
  for i, case in ipairs(list) do
    cases[#cases + 1] = {
      threat = threat,
      order = i,
      detail = case[1],
      reason = case[4],
      path = forge.write(("%s/%d.svp"):format(folder, #cases + 1), case[2]),
      trust = forge.write(("%s/%d.trust"):format(folder, #cases + 1), case[3]),
    }
  end
end
table.sort(cases, function(a, b)
  if a.threat ~= b.threat then return a.threat < b.threat end
  return a.order < b.order
end)

-- What the independent verifier says: one process for all cases.
local function independent()
  local lines = {}
  for i, case in ipairs(cases) do
    lines[i] = table.concat({ case.path, case.trust, now, case.state }, "\t")
  end
  local batch = forge.write(folder .. "/batch", table.concat(lines, "\n") .. "\n")
  local pipe <close> =
    assert(io.popen("node spec/support/publication/verify.mjs --batch " .. batch))
  for i in ipairs(cases) do
    cases[i].independent = pipe:read("l")
  end
end

independent()

describe("threat:", function()
  teardown(function() forge.remove(folder) end)

  for _, case in ipairs(cases) do
    it(case.threat .. ": " .. case.detail, function()
      local publication, reason = svc.open(case.path, { trust = case.trust, now = now })
      if case.reason then
        assert.is_nil(publication)
        assert.truthy(reason:find(case.reason, 1, true), reason)
        assert.is_nil(reason:find("\n"))
        assert.equal("refused", case.independent:match("^%a+"), case.independent)
      else
        assert.is_truthy(publication, reason)
        assert.equal("good", case.independent:match("^%a+"), case.independent)
      end
    end)
  end
end)

-- Threats that need a memory of what was accepted before.
describe("threat:", function()
  local state_folder, state, path, trust

  before_each(function()
    state_folder = forge.folder()
    state, path, trust =
      state_folder .. "/state", state_folder .. "/p", state_folder .. "/trust"
    forge.write(trust, forge.simple_trust(root, { alice, stolen }))
  end)
  after_each(function() forge.remove(state_folder) end)

  local function open(bytes, options)
    forge.write(path, bytes)
    local pipe <close> = io.popen(
      ("node spec/support/publication/verify.mjs %s %s %d %s"):format(path, trust, now, state)
    )
    local second_opinion = pipe:read("l")
    local publication, reason = svc.open(path, {
      trust = trust,
      state = state,
      now = now,
      rollback = options and options.rollback,
    })
    if not options then
      assert.equal(publication and "good" or "refused", second_opinion:match("^%a+"))
    end
    return publication, reason
  end

  local function assert_refused(reason_part, publication, reason)
    assert.is_nil(publication)
    assert.truthy(reason:find(reason_part, 1, true), reason)
  end

  -- Root version 2, which revokes the stolen key.
  local function revoke()
    forge.write(trust, forge.read(trust) .. forge.trust({
      version = 2,
      root = { threshold = 1, keys = { root } },
      publication = { threshold = 1, keys = { alice } },
      revoked = { stolen },
    }, { root }))
  end

  local function small(key, sequence, words)
    return forge.small(key, { sequence = sequence, words = words })
  end

  local function digest_of(bytes)
    return assert(svc.check_publication(bytes, { any_signer = true, now = now })).digest
  end

  it("rollback below what is served, without anything remembered", function()
    local served =
      assert(svc.check_publication(small(alice, 5), { any_signer = true, now = now }))
    forge.write(path, small(alice, 4))
    local options = { trust = trust, now = now, served = served }
    assert_refused("rollback: sequence 4, but 5 was accepted before", svc.open(path, options))
    options.rollback = digest_of(small(alice, 4))
    assert(svc.open(path, options)):close()
  end)

  it("rollback below what is served, but for what a revoked key had signed", function()
    local served =
      assert(svc.check_publication(small(stolen, 9), { any_signer = true, now = now }))
    forge.write(path, small(alice, 4))
    local options = { trust = trust, now = now, served = served }
    assert_refused("rollback: sequence 4, but 9 was accepted before", svc.open(path, options))
    revoke()
    assert(svc.open(path, options)):close()
  end)

  it("rollback to an older valid one", function()
    assert(open(small(alice, 5)))
    assert_refused("rollback: sequence 4, but 5 was accepted before", open(small(alice, 4)))
    assert(open(small(alice, 5)))
    assert(open(small(alice, 6)))
  end)

  it("rollback to an older valid one of another key", function()
    assert(open(small(stolen, 4)))
    assert(open(small(alice, 5)))
    assert_refused("rollback", open(small(stolen, 4)))
  end)

  it("rollback that is allowed explicitly, and only that one", function()
    assert(open(small(alice, 9)))
    local fourth = small(alice, 4)
    local named = { rollback = digest_of(fourth) }
    assert_refused("svcd rollback " .. digest_of(small(alice, 3)), open(small(alice, 3), named))
    assert(open(fourth, named))
    assert_refused("rollback", open(small(alice, 3)))
    assert(open(small(alice, 5)))
  end)

  it("rollback to a sequence that another key had signed with other bytes", function()
    assert(open(small(stolen, 4)))
    assert(open(small(alice, 9)))
    local chosen = small(alice, 4, "# Chosen\n")
    assert(open(chosen, { rollback = digest_of(chosen) }))
    assert(open(chosen))
  end)

  it("same sequence with different bytes", function()
    assert(open(small(alice, 5)))
    assert_refused("another publication with sequence 5", open(small(alice, 5, "# Other\n")))
    assert_refused("another publication with sequence 5", open(small(stolen, 5, "# Other\n")))
  end)

  it("fast-forward by a stolen key and recovery", function()
    assert(open(small(alice, 5)))
    assert(open(small(stolen, 1 << 53)))
    assert_refused("rollback", open(small(alice, 6)))
    revoke()
    assert_refused("a revoked key", open(small(stolen, 1 << 53)))
    assert(open(small(alice, 6)))
    assert_refused("rollback", open(small(alice, 5)))
  end)

  it("rollback of the root to one that trusts the stolen key", function()
    local old = forge.read(trust)
    revoke()
    assert(open(small(alice, 5)))
    forge.write(trust, old)
    assert_refused("ends at root version 1, but version 2", open(small(stolen, 6)))
  end)

  it("another root of the same version", function()
    assert(open(small(alice, 5)))
    forge.write(trust, forge.simple_trust(mallory, { alice }))
    assert_refused("is another one than the version 1 accepted before", open(small(alice, 6)))
  end)

  it("a state file that was tampered with", function()
    assert(open(small(alice, 5)))
    local whole = forge.read(state)
    local entry = whole:match("key [^\n]+\n")
    -- stylua: ignore
    local texts = {
      [""] = 1, ["svc-state 2\n"] = 1, ["\0"] = 1, ["svc-state 1\n"] = 2,
      [whole .. "x"] = 4, [whole .. entry] = 4, [whole:gsub("root 1", "root x")] = 2,
      [whole:gsub("root 1", "root 4294967296")] = 2, [whole:gsub(" 5 ", " 05 ")] = 3,
      [whole:gsub("\nkey ", "\nkey 0")] = 3, [whole .. ("x"):rep(20000)] = false,
    }
    for text, line in pairs(texts) do
      forge.write(state, text)
      local reason = line and ("state file line %d:"):format(line)
        or "longer than the 16384 bytes"
      assert_refused(reason, open(small(alice, 6), {}))
    end
  end)

  local function fill(key)
    local lines = { "svc-state 1", "root 0 " .. ("0"):rep(64) }
    for i = 1, 63 do
      lines[#lines + 1] = ("key %064x %d %s"):format(i, i, ("0"):rep(64))
    end
    lines[#lines + 1] = ("key %s 64 %s"):format(key, ("0"):rep(64))
    forge.write(state, table.concat(lines, "\n") .. "\n")
    assert_refused("rollback: sequence 63, but 64", open(small(alice, 63)))
    assert(open(small(alice, 65)))
    return forge.read(state)
  end

  it("a state full of keys of the past still takes a new one", function()
    local text = fill(("%064x"):format(64))
    assert.equal(64, select(2, text:gsub("\nkey ", "")))
    assert.is_nil(text:find(("key %064x"):format(1), 1, true))
    assert_refused("rollback", open(small(alice, 64)))
  end)

  it("a full state that has the key already forgets no other", function()
    local text = fill(alice.public)
    assert.equal(64, select(2, text:gsub("\nkey ", "")))
    assert.truthy(text:find(("key %064x 1 "):format(1), 1, true))
    assert.truthy(text:find(("key %s 65 "):format(alice.public), 1, true))
  end)

  it("a refused publication leaves the state as it was", function()
    assert(open(small(alice, 5)))
    local before = forge.read(state)
    open(small(mallory, 9))
    open(small(alice, 9):sub(1, -2))
    open(small(alice, 4))
    assert.equal(before, forge.read(state))
  end)

  it("a state that cannot be written refuses the publication", function()
    assert(os.execute("mkdir " .. state))
    assert_refused("directory", open(small(alice, 5), {}))
  end)
end)
