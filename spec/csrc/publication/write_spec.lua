--- Publishing: the same input gives the same bytes, keys are kept safe, and what is refused
-- leaves the old file.
local svc = require("svc")
local forge = require("spec.support.publication.forge")

local key, second = forge.key(), forge.key()
local folder
setup(function() folder = forge.folder() end)
teardown(function() forge.remove(folder) end)

local function options(changes)
  local o = { private_key = key.private, sequence = 1, created = 10, expires = 20 }
  for name, value in pairs(changes or {}) do
    o[name] = value
  end
  return o
end

-- Documents, labels and their order of arrival, shuffled by `seed`.
local function shuffled(seed)
  local steps = {}
  for _, locale in ipairs(svc.locales) do
    for i = 1, 40 do
      steps[#steps + 1] = {
        "document",
        {
          id = ("asset:%s:material:m%d"):format(locale, i),
          concept = "concept:m",
          lens = "lens:material",
          route = "material/" .. i,
          title = "Title " .. i,
          text = ("word%d other "):format(i):rep(9),
          labels = { "physics", "m" .. i },
        },
      }
      steps[#steps + 1] = {
        "label",
        {
          kind = "category",
          locale = locale,
          id = "c" .. i,
          label = "Category " .. i,
        },
      }
    end
  end
  math.randomseed(seed)
  for i = #steps, 2, -1 do
    local j = math.random(i)
    steps[i], steps[j] = steps[j], steps[i]
  end
  local builder = svc.builder()
  for _, step in ipairs(steps) do
    builder[step[1]](builder, step[2])
  end
  return builder
end

local function bytes_of(builder, changes)
  local path = folder .. "/bytes"
  local info = assert(builder:write(path, options(changes)))
  return forge.read(path), info
end

describe("publishing is reproducible:", function()
  it("shuffled input gives the same bytes", function()
    local first = bytes_of(shuffled(1))
    for seed = 2, 4 do
      assert.is_true(first == bytes_of(shuffled(seed)))
    end
  end)

  it("the order of keys gives the same bytes", function()
    local a = bytes_of(shuffled(1), { private_key = { key.private, second.private } })
    local b = bytes_of(shuffled(1), { private_key = { second.private, key.private } })
    assert.is_true(a == b)
  end)

  it("other dates, keys or sequences keep the id and change the digest", function()
    local _, first = bytes_of(shuffled(1))
    for _, changes in ipairs {
      { sequence = 2 },
      { created = 11 },
      { expires = 21 },
      { private_key = second.private },
      { previous = first.digest },
    } do
      local _, info = bytes_of(shuffled(1), changes)
      assert.equal(first.id, info.id)
      assert.not_equal(first.digest, info.digest)
    end
  end)

  it("other content changes the id", function()
    local _, first = bytes_of(forge.builder("one"))
    local _, other = bytes_of(forge.builder("two"))
    assert.not_equal(first.id, other.id)
  end)
end)

describe("what write answers", function()
  it("is what a reader sees", function()
    local path = folder .. "/info"
    local previous = ("ab"):rep(32)
    local info =
      assert(forge.builder():write(path, options { previous = previous, sequence = 7 }))
    local publication <close> = assert(svc.open(path, { keys = { key.public }, now = 15 }))
    assert.same(info, publication:info())
    assert.equal(#forge.read(path), info.bytes)
    assert.equal(7, info.sequence)
    assert.equal(previous, info.previous)
    assert.same({ key.public }, info.signers)
    assert.equal(2, info.documents)
  end)

  it("names the sections in their order, aligned to 64 bytes", function()
    local _, info = bytes_of(forge.builder())
    local names = {}
    for i, section in ipairs(info.sections) do
      names[i] = section.name
      assert.equal(0, section.offset % 64)
    end
    assert.same({ "documents", "labels", "search", "trees", "renditions" }, names)
  end)

  it("comes after progress through write, index and sign", function()
    local stages, last = {}, {}
    bytes_of(shuffled(1), {
      progress = function(stage, done, total)
        if stages[#stages] ~= stage then stages[#stages + 1] = stage end
        assert.is_true(done <= total)
        last[stage] = done == total
      end,
    })
    assert.same({ "write", "index", "sign" }, stages)
    assert.same({ index = true, write = true, sign = true }, last)
  end)
end)

describe("write refuses", function()
  local cases = {
    { { sequence = 0 }, "the sequence must be", "a sequence of 0" },
    { { sequence = (1 << 53) + 1 }, "the sequence must be", "a sequence above 2^53" },
    { { created = 20 }, "expire before it is created", "an expiry that is not later" },
    { { private_key = "x" }, "no private key found", "what is no key" },
    { { private_key = (key.private:gsub("\nMC4", "\nMC5")) }, "damaged", "a damaged key" },
    { { private_key = { key.private, key.private } }, "named twice", "a key given twice" },
    { { private_key = {} }, "0 signers; 1 to 16", "no key" },
  }
  for _, case in ipairs(cases) do
    it(case[3] .. ", and leaves the old file alone", function()
      local path = forge.write(folder .. "/old", "old")
      local info, reason = forge.builder():write(path, options(case[1]))
      assert.is_nil(info)
      assert.truthy(reason:find(case[2], 1, true), reason)
      assert.equal("old", forge.read(path))
      local listing <close> = io.popen("ls -A " .. folder .. " | grep -c '^[.]'")
      assert.equal("0", listing:read("l"))
    end)
  end

  it("a folder that does not exist", function()
    local info, reason = forge.builder():write(folder .. "/none/x", options())
    assert.is_nil(info)
    assert.truthy(reason:find("No such file or directory", 1, true), reason)
  end)

  it("no documents", function()
    local info, reason = svc.builder():write(folder .. "/x", options())
    assert.is_nil(info)
    assert.truthy(reason:find("no document", 1, true), reason)
  end)

  it("an RSA key and an encrypted one, without asking for a pass phrase", function()
    local path = folder .. "/rsa"
    local function sign()
      return select(
        2,
        forge.builder():write(
          folder .. "/x",
          options {
            private_key = forge.read(path),
          }
        )
      )
    end
    assert(os.execute("openssl genpkey -quiet -algorithm rsa -out " .. path .. " 2>/dev/null"))
    local reason = sign()
    assert.truthy(
      reason:find("of kind rsaEncryption; an Ed25519 key is needed", 1, true),
      reason
    )
    assert(
      os.execute("openssl genpkey -algorithm ed25519 -aes256 -pass pass:secret -out " .. path)
    )
    reason = sign()
    assert.truthy(reason:find("no private key found", 1, true), reason)
  end)

  it("a builder that was used up", function()
    local builder = forge.builder()
    bytes_of(builder)
    assert.has_error(function() builder:write(folder .. "/x", options()) end)
    assert.has_error(function() builder:document {} end)
  end)

  it("nothing when its progress function closes it, which is refused", function()
    local builder = forge.builder()
    local reasons = {}
    local closing = options {
      progress = function()
        local _, reason = pcall(getmetatable(builder).__close, builder)
        reasons[#reasons + 1] = reason
      end,
    }
    local wrote = assert(builder:write(folder .. "/closing", closing))
    assert.truthy(wrote.documents)
    assert.is_true(#reasons > 3)
    for _, reason in ipairs(reasons) do
      assert.truthy(reason:find("is being written", 1, true), reason)
    end
    getmetatable(builder).__close(builder)
  end)

  it("nothing when its progress function raises, but leaves no file behind", function()
    local stopping = options { progress = function() error("stop") end }
    local ok, reason = pcall(
      function() forge.builder():write(folder .. "/stopped", stopping) end
    )
    assert.is_false(ok)
    assert.truthy(tostring(reason):find("stop", 1, true))
    collectgarbage()
    local listing <close> = io.popen("ls -A " .. folder .. " | grep -c stopped")
    assert.equal("0", listing:read("l"))
  end)
end)

describe("keys", function()
  it("made by svc.keygen are those that openssl reads", function()
    local path = folder .. "/key"
    local private, public = svc.keygen()
    assert(svc.save_key(path, private))
    local pipe <close> = io.popen(
      "openssl pkey -in "
        .. path
        .. " -pubout -outform DER"
        .. " | tail -c 32 | od -An -v -tx1 | tr -d ' \\n'"
    )
    assert.equal(public, pipe:read("a"))
    assert.equal(public, svc.public_key(assert(svc.load_key(path))))
  end)

  it("made by openssl are accepted", function()
    local path = folder .. "/openssl"
    assert(os.execute("openssl genpkey -algorithm ed25519 -out " .. path))
    local private = assert(svc.load_key(path))
    local _, info = bytes_of(forge.builder(), { private_key = private })
    assert.same({ svc.public_key(private) }, info.signers)
  end)

  it("are saved for their owner only, and never over another file", function()
    local path = folder .. "/mine"
    assert(svc.save_key(path, key.private))
    local pipe <close> = io.popen("stat -c %a " .. path)
    assert.equal("600", pipe:read("l"))
    local saved, reason = svc.save_key(path, second.private)
    assert.is_nil(saved)
    assert.truthy(reason:find("exists already", 1, true), reason)
    assert.equal(key.private, forge.read(path))
  end)

  it("that others may read are refused", function()
    local path = folder .. "/loose"
    assert(svc.save_key(path, key.private))
    assert(os.execute("chmod 640 " .. path))
    local loaded, reason = svc.load_key(path)
    assert.is_nil(loaded)
    assert.truthy(reason:find("chmod 600", 1, true), reason)
  end)

  it("sign a type and a body, and neither another type nor another body", function()
    local signature = svc.sign(key.private, "type", "body")
    assert.is_true(svc.verify(key.public, "type", "body", signature))
    assert.is_false(svc.verify(key.public, "typ", "ebody", signature))
    assert.is_false(svc.verify(key.public, "type", "bodi", signature))
    assert.is_false(svc.verify(second.public, "type", "body", signature))
    assert.is_false(svc.verify(key.public, "type", "body", signature:sub(1, -2)))
  end)

  it("sign as DSSE says", function()
    -- The example of the DSSE protocol document, with a key of our own.
    local type, text = "http://example.com/HelloWorld", "hello world"
    local pae = "DSSEv1 29 http://example.com/HelloWorld 11 hello world"
    local path, body = folder .. "/dsse", forge.write(folder .. "/pae", pae)
    assert(svc.save_key(path, key.private))
    local pipe <close> = io.popen(
      ("openssl pkeyutl -sign -rawin -inkey %s -in %s | od -An -v -tx1"):format(path, body)
        .. " | tr -d ' \\n'"
    )
    assert.equal(pipe:read("a"), svc.sign(key.private, type, text))
  end)
end)

describe("svc.sha256", function()
  it("is SHA-256 in hexadecimal digits", function()
    local abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    local nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert.equal(abc, svc.sha256("abc"))
    assert.equal(nothing, svc.sha256(""))
  end)
end)

describe("svc.extend_trust", function()
  it("writes what svc.check_trust reads, keys in any order", function()
    local root = forge.key()
    local keys = { forge.key().public, forge.key().public, forge.key().public }
    local text = assert(svc.extend_trust(nil, {
      expires = 99,
      root = { threshold = 1, keys = { root.public } },
      publication = { threshold = 2, keys = keys },
      revoked = { forge.key().public },
    }, root.private))
    local read = assert(svc.check_trust(text, 98))
    table.sort(keys)
    assert.same(keys, read.publication.keys)
    assert.equal(2, read.publication.threshold)
    assert.equal(1, #read.revoked)
    assert.equal(1, read.version)
    assert.is_nil((svc.check_trust(text, 99)))
  end)

  it("refuses to continue a file that does not hold", function()
    local root = forge.key()
    local text = forge.simple_trust(root, { key })
    local extended, reason = svc.extend_trust(text:gsub("expires 2", "expires 3"), {
      expires = 99,
      root = { threshold = 1, keys = { root.public } },
      publication = { threshold = 1, keys = { key.public } },
    }, root.private)
    assert.is_nil(extended)
    assert.truthy(reason:find("does not hold", 1, true), reason)
  end)
end)

describe("a member of another type is named", function()
  local function document(labels)
    return svc.builder():document {
      id = "asset:en:material:physics:light",
      concept = "concept:physics:light",
      lens = "lens:material:physics",
      route = "material/physics/light",
      title = "Light",
      labels = labels,
    }
  end
  for named, call in pairs {
    ["`sequence` is an integer from 1 to "] = function() svc.make_pointer { sequence = 0 } end,
    ["`created` is an integer from 1 to "] = function()
      svc.make_pointer { sequence = 1, created = "soon" }
    end,
    ["`expires` is an integer from 0 to "] = function()
      svc.extend_trust(nil, { expires = -1 }, {})
    end,
    ["`threshold` is an integer from 0 to 16"] = function()
      svc.extend_trust(nil, { expires = 1, root = { threshold = 17 } }, {})
    end,
    ["`created` is an integer from 0 to "] = function()
      forge.builder():write("unwritten", { sequence = 1, created = {} })
    end,
    ["member `labels`: a list of strings expected, got string"] = function() document("x") end,
    ["member `labels`: a list of strings expected, got one with a table"] = function()
      document { "x", {} }
    end,
  } do
    it("as in: " .. named, function()
      local good, reason = pcall(call)
      assert.is_false(good)
      assert.is_truthy(reason:find(named, 1, true), reason)
    end)
  end
end)
