--- Building the index: the same bytes whatever the order, and every length of list.
local svc = require("svc")
local forge = require("spec.support.publication.forge")
local shelf = require("spec.support.publication.shelf")

local function entries(count)
  local list = {}
  for i = 1, count do
    local words = {}
    for k = 1, i % 50 + 1 do
      words[k] = "w" .. (i * k) % 97
    end
    list[i] = {
      name = "d" .. i,
      locale = svc.locales[i % 3 + 1],
      section = svc.sections[i % 3 + 1],
      title = "Title " .. i,
      text = "# Head\n\nAll of them. " .. table.concat(words, " ") .. "\n",
    }
  end
  return list
end

local function shuffled(list)
  math.randomseed(7)
  local out = { table.unpack(list) }
  for i = #out, 2, -1 do
    local k = math.random(i)
    out[i], out[k] = out[k], out[i]
  end
  return out
end

describe("two builds", function()
  it("of the same documents in another order have the same bytes", function()
    local key, list = svc.keygen(), shelf.documents(entries(400))
    local one = shelf.bytes(list, key)
    assert.is_true(one == shelf.bytes(shuffled(list), key))
    assert.is_true(one == shelf.bytes(list, key))
  end)
end)

describe("a word in", function()
  -- around the length of a block of 128, and of windows of 2048 units
  for _, count in ipairs({ 1, 2, 127, 128, 129, 255, 256, 257, 2047, 2048, 2049 }) do
    it(count .. " documents finds them all, in their order", function()
      local list = {}
      for i = 1, count do
        list[i] = { name = ("d%05d"):format(i), text = "A common word.\n" }
      end
      list[count + 1] = { name = "zz", text = "Another.\n" }
      local publication = shelf.open(list)
      local found = publication:search({ queries = { "common" }, limit = count + 5 })
      assert.equal(count, #found.items)
      assert.is_false(found.has_more)
      for i, item in ipairs(found.items) do
        assert.equal(("material/d%05d"):format(i), item.route)
      end
    end)
  end
end)

describe("how often a word occurs", function()
  it("counts in each document of several blocks, beside a rarer word too", function()
    local list, lions = {}, {}
    for i = 1, 600 do
      local count = i * 7 % 11 % 3 + 1
      local first = i % 6 > 0 and "A zebra here. " or "A gnu here too. "
      local text = first .. ("lion "):rep(count) .. ("other "):rep(4 - count) .. "end.\n"
      list[i] = { name = ("d%03d"):format(i), text = text }
      lions["material/" .. list[i].name] = count
    end
    local items = shelf.open(list):search({ queries = { "zebra lion" }, limit = 500 }).items
    for i = 2, #items do
      assert.is_true(lions[items[i - 1].route] >= lions[items[i].route], items[i].route)
    end
    assert.equal(500, #items)
  end)
end)

describe("where a word stands", function()
  it("is kept for every posting of several blocks", function()
    local list = {}
    for i = 1, 300 do
      local before = ("Something else is said here. "):rep(10 + i * 7 % 40)
      list[i] = { name = ("d%03d"):format(i), text = before .. "Then a zebra comes.\n" }
    end
    local items = shelf.open(list):search({ queries = { "zebra" }, limit = 300 }).items
    assert.equal(300, #items)
    for _, item in ipairs(items) do
      assert.truthy(item.excerpt:find("a zebra comes", 1, true), item.route)
    end
  end)

  it("is kept in order, whichever form of the word stands first", function()
    local publication = shelf.open({
      { name = "apart", text = "One panels two solar three four panel.\n" },
      { name = "side", text = "One two solar panels three four panel.\n" },
    })
    assert.equal("side apart", shelf.find(publication, "solar panel"))
  end)

  it("counts less as a part of a compound than as a word", function()
    local publication = shelf.open({
      { name = "a", locale = "de", text = "Ein Gartenzaun steht dort.\n" },
      { name = "b", locale = "de", text = "Die Gärten stehen dort.\n" },
      { name = "c", locale = "de", text = "Der Garten, der Zaun.\n" },
      { name = "d", locale = "de", text = "Der Garten, der Zaun.\n" },
    })
    assert.equal("c d b a", shelf.find(publication, "Garten", { locale = "de" }))
  end)
end)

describe("an index", function()
  it("of documents without any text answers", function()
    local publication = shelf.open({ { name = "a", title = "Zebra" } })
    assert.equal("a", shelf.find(publication, "zebra"))
    assert.equal("", shelf.find(publication, "lion"))
    assert.equal("", shelf.find(publication, "zebra", { locale = "de" }))
  end)

  it("keeps a word that occurs a thousand times in one text", function()
    local publication = shelf.open({
      { name = "a", text = ("zebra "):rep(1000) .. "\n" },
      { name = "b", text = "zebra lion\n" },
    })
    assert.equal("a b", shelf.find(publication, "zebra"))
    assert.equal("b a", shelf.find(publication, { "zebra", "lion" }))
  end)

  it("takes words of any length", function()
    local long = ("a"):rep(5000)
    local publication = shelf.open({ { name = "a", text = long .. " zebra\n" } })
    assert.equal("a", shelf.find(publication, "zebra"))
    assert.equal("a", shelf.find(publication, long:sub(1, 4000)))
  end)
end)

describe("a signed index that no builder makes", function()
  local key = forge.key()
  local SEARCH = 4

  --- Why a publication is refused when `change` has changed the bytes of its index.
  local function refusal(change)
    local parts = forge.parse(forge.small(key))
    for _, section in ipairs(parts.sections) do
      if section.id == SEARCH then section.bytes = change(section.bytes) end
    end
    local path = forge.write(os.tmpname(), forge.build(parts, { key }))
    local opened, reason = svc.open(path, { any_signer = true, now = forge.now })
    os.remove(path)
    assert.is_nil(opened)
    return reason
  end

  local function with(at, format, value)
    return function(bytes)
      return bytes:sub(1, at) .. format:pack(value) .. bytes:sub(at + 1 + format:packsize())
    end
  end

  for _, case in ipairs({
    {
      "of an older version",
      4,
      "<I4",
      2,
      "the index is of version 2, this release reads 7: publish",
    },
    { "of a locale that begins behind 4 GiB", 8, "<I8", 1 << 32, "does not hold together" },
    {
      "of a locale that is longer than the file",
      16,
      "<I8",
      1 << 40,
      "does not hold together",
    },
    { "with a part behind 4 GiB", 56 + 44 + 8, "<I8", 1 << 32, "does not hold together" },
  }) do
    it(case[1] .. " is refused", function()
      local reason = refusal(with(case[2], case[3], case[4]))
      assert.is_truthy(reason:find(case[5], 1, true), reason)
    end)
  end

  it("is searched all the same, whatever lengths its dictionary tells", function()
    -- One of 15 bytes and what follows, shared or the rest; a rest of 1 KiB; 15 MiB shared.
    local GROUPS, LENGTHS = 3, { "\x0f", "\xf0", "\x0f\xff\x07", "\xf1\xff\xff\xff\x07" }
    local words = {}
    for i = 1, 200 do
      words[i] = ("w%dord%d"):format(i * 7919 % 997, i)
    end
    local parts = forge.parse(shelf.bytes(
      shelf.documents {
        {
          name = "a",
          text = "Lions and lionesses, a zebra of " .. table.concat(words, " ") .. ".\n",
        },
        { name = "b", text = "A secret of some lions: 2h^{3}-5 and §823, or a zebra.\n" },
      },
      key.private
    ))
    local section
    for _, each in ipairs(parts.sections) do
      if each.id == SEARCH then section = each end
    end
    local whole, asked = section.bytes, 0
    local partition = ("<I8"):unpack(whole, 9)
    local first, last = ("<I8I8"):unpack(whole, partition + 44 + 8 * GROUPS + 1)
    for at = partition + first + 1, partition + last - 5, 8 do
      for _, told in ipairs(LENGTHS) do
        section.bytes = whole:sub(1, at - 1) .. told .. whole:sub(at + #told)
        local publication <close> = forge.open(forge.build(parts, { key }))
        for _, query in ipairs { "zebra", "lions secret", "h^3", "zebrs", words[90] } do
          local found = publication and publication:search { queries = query }
          if found then asked = asked + #found.items end
        end
      end
    end
    assert.is_true(asked > 1000, asked)
  end)

  local function varints(list)
    local bytes = {}
    for _, value in ipairs(list) do
      while value > 127 do
        bytes[#bytes + 1] = string.char(value & 127 | 128)
        value = value >> 7
      end
      bytes[#bytes + 1] = string.char(value)
    end
    return table.concat(bytes)
  end

  --- The index with other records at the beginning of the first unit's map. @tparam table list of
  -- words and bytes since the last
  local function with_map(bytes, list)
    local partition = ("<I8"):unpack(bytes, 9)
    local maps = ("<I8"):unpack(bytes, partition + 44 + 8 * 11 + 1)
    local at = bytes:match("^[\x80-\xff]*[^\x80-\xff]()", partition + maps + 4 + 1)
    at = bytes:match("^[\x80-\xff]*[^\x80-\xff]()", at)
    local map = varints(list)
    return bytes:sub(1, at - 1) .. map .. bytes:sub(at + #map)
  end

  it("never shows another text where a map goes backwards", function()
    local lions = ("the *lion* roars "):rep(300) .. "zebra\n"
    local parts = forge.parse(shelf.bytes(
      shelf.documents {
        { name = "a", text = lions },
        { name = "b", text = ("secret "):rep(2000) },
      },
      key.private
    ))
    for _, section in ipairs(parts.sections) do
      if section.id == SEARCH then
        -- The last stands at byte 100, behind one at 5000: 32 bits wrap.
        section.bytes =
          with_map(section.bytes, { 0, 0, 100, 4000, 100, 1000, 700, (1 << 32) - 4900 })
      end
    end
    local publication <close> = assert(forge.open(forge.build(parts, { key })))
    local excerpt = publication:search({ queries = "zebra" }).items[1].excerpt
    assert.is_nil(excerpt:find("secret", 1, true), excerpt)
  end)

  it("tells where no more than one of 32 words stands, however short sentences are", function()
    local text = ("Lions roar. "):rep(1600)
    local parts =
      forge.parse(shelf.bytes(shelf.documents { { name = "a", text = text } }, key.private))
    for _, section in ipairs(parts.sections) do
      if section.id == SEARCH then
        local partition = ("<I8"):unpack(section.bytes, 9)
        local first, last = ("<I8I8"):unpack(section.bytes, partition + 44 + 8 * 11 + 1)
        assert.is_true(last - first < 10 + 3200 / 32 * 3, last - first)
      end
    end
  end)
end)

local engine = (os.getenv("PLAIN") or os.getenv("BUILD") or "build") .. "/libengine.a"
-- A program that is linked with the engine here is of no use for another architecture.
local describe_linked = io.open(engine) and describe or pending

describe_linked("content beyond a limit", function()
  local program = os.tmpname()
  local LOW = "-DVOCABULARY_PAGES=2 -DSTORE_MOST=10 '-DFORMAT_LONGEST=(uint64_t)10000'"
  local SOURCES = "spec/support/publication/limits.c csrc/search/vocabulary.c "
    .. "csrc/search/partition.c csrc/store/build.c csrc/store/store.c csrc/publication/write.c"

  setup(function()
    local compile = "gcc -std=gnu17 -D_GNU_SOURCE %s -Icsrc %s %s -o %s "
      .. "-lcrypto -lutf8proc -lstemmer -lexpat -lm"
    assert(os.execute(compile:format(LOW, SOURCES, engine, program)))
  end)
  teardown(function() os.remove(program) end)

  for _, case in ipairs({
    {
      "words",
      "the words of en and where they stand take more than 2 MiB; divide the content",
    },
    { "documents", "more than 10 documents; divide the content" },
    { "file", "a publication has at most 10000: divide the content" },
  }) do
    it(("of its %s is refused with a sentence"):format(case[1]), function()
      local path = os.tmpname()
      local pipe <close> = assert(io.popen(("%s %s %s"):format(program, case[1], path)))
      local said = pipe:read("a")
      os.remove(path)
      assert.is_truthy(said:find(case[2], 1, true), said)
    end)
  end
end)

-- csrc/search/vocabulary.c: lists of more than 256 KiB wait in a file.
describe("an index too big for memory", function()
  local folder
  setup(function() folder = forge.folder() end)
  teardown(function() forge.remove(folder) end)

  -- Publishes 2500 documents of 120 words in FOLDER/out; says why not.
  local CHILD = [[
    local svc, shelf = require("svc"), require("spec.support.publication.shelf")
    local builder = svc.builder()
    for i = 1, 2500 do
      local words = {}
      for k = 1, 120 do words[k] = "w" .. (i * k) % 4999 end
      local text = table.concat(words, " ") .. "\n"
      builder:document(shelf.documents({ { name = ("d%05d"):format(i), text = text } })[1])
    end
    local _, reason = builder:write(arg[1] .. "/out/p", {
      private_key = (svc.keygen()), sequence = 1, created = 1, expires = 4000000000,
    })
    if reason then io.stderr:write(reason) end
  ]]

  -- What the child says, and the files that it leaves.
  local function run(wrapper)
    forge.write(folder .. "/child.lua", CHILD)
    local pipe <close> =
      assert(
        io.popen(
          (
            "rm -rf %s/out && mkdir %s/out && "
            .. "%s lua5.4 %s/child.lua %s 2>&1; ls -A %s/out"
          ):format(folder, folder, wrapper, folder, folder, folder)
        )
      )
    return pipe:read("a")
  end

  it("answers from its lists, and leaves no other file", function()
    assert.equal("p\n", run(""))
    local publication <close> = assert(svc.open(folder .. "/out/p", { any_signer = true }))
    assert.is_true(publication:info().bytes > 2 ^ 20)
    local expected = 0
    for i = 1, 2500 do
      for k = 1, 120 do
        if (i * k) % 4999 == 4998 then
          expected = expected + 1
          break
        end
      end
    end
    local found = publication:search { queries = { "w4998" }, limit = 2500 }
    assert.equal(expected, #found.items)
  end)

  local written = "search: the index cannot be written to a temporary file: "
  local failures = {
    { "write", 1, "ENOSPC", written .. "No space left on device" },
    { "write", 3, "EIO", written .. "Input/output error" },
    {
      "?unlink,unlinkat",
      1,
      "EPERM",
      "a temporary file beside it stays: Operation not permitted",
    },
  }
  for _, case in ipairs(failures) do
    it(("says so when %s number %d fails with %s"):format(case[1], case[2], case[3]), function()
      if not os.execute("strace -o /dev/null true 2>/dev/null") then pending("no strace") end
      local said = run(
        ("strace -o /dev/null -e trace=%s -e inject=%s:error=%s:when=%d"):format(
          case[1],
          case[1],
          case[3],
          case[2]
        )
      )
      assert.truthy(said:find(case[4], 1, true), said)
    end)
  end
end)

describe("a word that is nearly everywhere", function()
  local publication
  setup(function()
    local list = {}
    for i = 1, 1500 do
      local rare = i % 100 == 0 and "The heat of the conduction is rare."
        or "Heat is not conduction."
      list[i] = {
        name = ("d%04d"):format(i),
        text = "# Lesson\n\nIt begins with many words. " .. rare .. " Of the others the end.\n",
      }
    end
    publication = shelf.open(list)
  end)

  it("is found, and shown in the excerpt", function()
    local items = publication:search({ queries = { "the" } }).items
    assert.equal(10, #items)
    for _, item in ipairs(items) do
      assert.is_truthy(item.excerpt:lower():find("%f[%a]the%f[%A]"), item.excerpt)
    end
  end)

  it("between two others still makes them a phrase", function()
    local found = shelf.find(publication, "heat of the conduction", { limit = 15 })
    for name in found:gmatch("%S+") do
      assert.equal("00", name:sub(-2), found)
    end
  end)
end)

describe("publication:search", function()
  local publication
  setup(function() publication = shelf.open(entries(30)) end)

  for _, case in ipairs({
    { { queries = { "a", "b", "c", "d", "e" } }, "at most 4 queries" },
    { { queries = { ("a"):rep(4097) } }, "a query has at most 4096 bytes" },
    { { queries = { "\255" } }, "not UTF%-8" },
    { { locale = "xx" }, "unknown locale" },
    { { section = "music" }, "unknown section" },
    { { below = "music" }, "`below` is a path of a `section`, which is not given" },
    { { limit = -1 }, "limit and offset" },
    { { offset = -1 }, "limit and offset" },
    { { limit = 1.5 }, "limit and offset" },
    { { query = "a" }, "no member `query`" },
    { { "a" }, "no member `%[…%]`; a search takes `queries`" },
    { { queries = 7 }, "#1 to 'search' .`queries` is a string or a list of strings" },
    { { queries = { {} } }, "#1 to 'search' .`queries` is a string or a list of strings" },
    { { locale = {} }, "#1 to 'search' .`locale` is a string, not a table" },
    { { limit = "5" }, "#1 to 'search' .`limit` is a number, not a string" },
  }) do
    it("refuses what is " .. case[2]:gsub("%%", ""), function()
      local ok, message = pcall(function() return publication:search(case[1]) end)
      assert.is_false(ok)
      assert.is_truthy(message:find(case[2]), message)
    end)
  end

  it(
    "takes one phrasing as a plain string",
    function()
      assert.same(
        publication:search({ queries = { "common" } }),
        publication:search({ queries = "common" })
      )
    end
  )

  it("gives an empty page for no limit, and beyond the end", function()
    assert.same({}, publication:search({ limit = 0 }).items)
    assert.is_true(publication:search({ limit = 0 }).has_more)
    assert.same({}, publication:search({ offset = 1000 }).items)
    assert.is_false(publication:search({ offset = 1000 }).has_more)
  end)

  it(
    "finds nothing for a phrasing of symbols",
    function() assert.same({}, publication:search({ queries = { "?! --- ..." } }).items) end
  )

  it("fails on a closed publication", function()
    local other = shelf.open(entries(3))
    other:close()
    assert.has_error(function() other:search({}) end)
  end)
end)
