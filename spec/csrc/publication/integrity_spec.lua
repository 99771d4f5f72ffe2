--- A publication that was changed in any way after it was signed is refused, and one that was
-- opened no longer depends on its file.
local svc = require("svc")
local forge = require("spec.support.publication.forge")

local key = forge.key()
local good = forge.small(key)
local options = { keys = { key.public }, now = forge.now }

local function refused(bytes) return svc.check_publication(bytes, options) == nil end

describe("an untouched publication", function()
  it("of at most 8 KiB is accepted", function()
    assert.is_true(#good <= 8192, #good .. " bytes")
    assert(svc.check_publication(good, options))
  end)
end)

describe("tampering with any byte", function()
  it("refuses every flip of a single bit", function()
    local accepted = {}
    for at = 1, #good do
      local head, byte, tail = good:sub(1, at - 1), good:byte(at), good:sub(at + 1)
      for bit = 0, 7 do
        if not refused(head .. string.char(byte ~ (1 << bit)) .. tail) then
          accepted[#accepted + 1] = at - 1 .. "." .. bit
        end
      end
    end
    assert.same({}, accepted)
  end)

  it("refuses random edits of several bytes", function()
    math.randomseed(20261120)
    for _ = 1, 2000 do
      local first = math.random(#good)
      local last = math.min(first + math.random(64), #good)
      local edit = {}
      for i = first, last do
        edit[#edit + 1] = string.char(good:byte(i) ~ math.random(255))
      end
      assert.is_true(
        refused(good:sub(1, first - 1) .. table.concat(edit) .. good:sub(last + 1))
      )
    end
  end)
end)

describe("truncation", function()
  it("refuses every shorter length", function()
    for length = 0, #good - 1 do
      assert.is_true(refused(good:sub(1, length)))
    end
  end)
end)

describe("appended bytes", function()
  it("refuses each of 64 lengths, zeros or not", function()
    for length = 1, 64 do
      assert.is_true(refused(good .. ("\0"):rep(length)))
      assert.is_true(refused(good .. good:sub(1, length)))
    end
  end)
end)

describe("swapped sections", function()
  local parts = forge.parse(good)

  -- The sections' bytes with two of them exchanged, under the untouched manifest and signature.
  local function swapped(i, j)
    local list = {}
    for n, section in ipairs(parts.sections) do
      list[n] = section.bytes
    end
    list[i], list[j] = list[j], list[i]
    local content = ""
    for _, bytes in ipairs(list) do
      content = content .. bytes .. ("\0"):rep(-#bytes % 64)
    end
    return good:sub(1, 64) .. content .. good:sub(64 + #content + 1)
  end

  for i = 1, #parts.sections do
    for j = i + 1, #parts.sections do
      it(("refuses sections %d and %d in each other's place"):format(i, j), function()
        local bytes = swapped(i, j)
        assert.equal(#good, #bytes)
        assert.is_true(refused(bytes))
      end)
    end
  end
end)

describe("opening by path", function()
  local folder
  setup(function() folder = forge.folder() end)
  teardown(function() forge.remove(folder) end)

  local function run(command) assert(os.execute((command:gsub("@", folder .. "/x")))) end

  local cases = {
    { "a missing file", "true", "No such file or directory" },
    { "a directory", "mkdir @", "a directory; a regular file is needed" },
    { "a FIFO, without waiting for a writer", "mkfifo @", "not a regular file" },
    { "an empty file", ": > @", "0 bytes, shorter than a header" },
    {
      "a link to a device",
      "ln -s /dev/zero @",
      "not a regular file; a regular file is needed",
    },
    { "a sparse file of 1 TiB, without reading it", "truncate -s 1T @", "1099511627776 bytes" },
    { "a sparse file of 4 GiB, without copying it", "truncate -s 4G @", "wrong magic" },
    { "text", "seq 100 > @", "not a publication: wrong magic" },
  }
  describe("symlink, FIFO, directory, empty file, sparse 1 TiB file:", function()
    for _, case in ipairs(cases) do
      it("refuses " .. case[1] .. " in one line", function()
        run("rm -rf @; " .. case[2])
        local publication, reason = svc.open(folder .. "/x", options)
        assert.is_nil(publication)
        assert.truthy(reason:find(case[3], 1, true), reason)
        assert.equal(1, reason:find(folder .. "/x", 1, true))
        assert.is_nil(reason:find("\n"))
      end)
    end
  end)

  it("refuses a wrong key in one line", function()
    forge.write(folder .. "/good", good)
    local publication, reason = svc.open(folder .. "/good", { keys = { forge.key().public } })
    assert.is_nil(publication)
    assert.truthy(reason:find(key.public .. ", an unknown key", 1, true), reason)
    assert.is_nil(reason:find("\n"))
  end)

  it("refuses without being told whom to trust", function()
    forge.write(folder .. "/good", good)
    local publication, reason = svc.open(folder .. "/good")
    assert.is_nil(publication)
    assert.truthy(reason:find("whom to trust", 1, true), reason)
  end)
end)

describe("the file changed, truncated or deleted while served:", function()
  local folder, path
  before_each(function()
    folder = forge.folder()
    path = forge.write(folder .. "/x", good)
  end)
  after_each(function() forge.remove(folder) end)

  local function overwrite(mode, offset, bytes)
    return function()
      local file <close> = assert(io.open(path, mode))
      file:seek("set", offset)
      file:write(bytes)
    end
  end

  local changes = {
    truncated = overwrite("wb", 0, ""),
    overwritten = overwrite("wb", 0, ("\0"):rep(100000)),
    ["overwritten in place"] = overwrite("r+b", 100, "XXXXXXXX"),
    deleted = function() assert(os.remove(path)) end,
  }
  for name, change in pairs(changes) do
    it(name .. " changes no answer", function()
      local publication <close> = assert(svc.open(path, options))
      local fd = assert(svc.seal(path, options))
      change()
      local attached <close> = assert(svc.attach(fd))
      for _, each in ipairs { publication, attached } do
        assert.equal("# Light\n\nIt is fast.\n", each:text("asset:en:material:physics:light"))
        assert.equal(2, each:info().documents)
      end
    end)
  end
end)

describe("svc.attach", function()
  it("refuses a descriptor that is not sealed", function()
    local publication, reason = svc.attach(0)
    assert.is_nil(publication)
    assert.truthy(reason:find("sealed", 1, true), reason)
  end)

  it("refuses a descriptor that is not open", function() assert.is_nil((svc.attach(9999))) end)

  it("shares what this process has attached already, until the last handle closes", function()
    local function mapped()
      local file <close> = assert(io.open("/proc/self/maps"))
      return select(2, file:read("a"):gsub("memfd:publication", ""))
    end
    local signer, path = forge.key(), os.tmpname()
    forge.write(path, forge.small(signer, { expires = 4000000000 }))
    local before = mapped()
    local fd = assert(svc.seal(path, { keys = { signer.public } }))
    local first, second = assert(svc.attach(fd)), assert(svc.attach(fd))
    assert.equal(before + 1, mapped())
    first:close()
    first:close()
    assert.equal(
      "# Light\n",
      second:text("asset:en:material:physics:light"):match("^# Light\n")
    )
    second:close()
    assert.equal(before, mapped())
    os.remove(path)
  end)

  it("gives a view that nobody can close, nor sign by", function()
    local path = forge.write(os.tmpname(), good)
    local fd = assert(svc.seal(path, options))
    os.remove(path)
    local shown = assert(svc.attach(fd, nil, true))
    do
      local again <close> = shown
      assert.equal(2, again:info().documents)
    end
    assert.same({ nil, nil }, { shown.close, shown.sign })
    assert.equal("# Light\n\nIt is fast.\n", shown:text("asset:en:material:physics:light"))
  end)

  it("gives a claim that ends with its last handle, and takes nothing else for one", function()
    local path = forge.write(os.tmpname(), good)
    local fd = assert(svc.seal(path, options))
    os.remove(path)
    local shown, claim = assert(svc.attach(fd))
    for _, other in ipairs({ shown, "claim", io.stdout, 1 }) do
      assert.error_matches(function() svc.reclaim(other) end, "no claim of svc.attach")
    end
    shown:close()
    assert.error_matches(function() svc.reclaim(claim) end, "no claim of svc.attach")
    assert.is_false(svc.reclaim())
    assert.is_false(svc.reclaim(nil))
  end)

  it("with a descriptor to hold, leaves mapped what is closed until it is released", function()
    local function count(command, name)
      local pipe <close> = assert(io.popen(command:format(name)))
      return tonumber(pipe:read("l"))
    end
    local pid = io.open("/proc/self/stat"):read("a"):match("^%d+")
    local function held() return count("ls -l /proc/%d/fd | grep -c memfd:publication", pid) end
    local function mapped() return count("grep -c memfd:publication /proc/%d/maps", pid) end
    local path = forge.write(os.tmpname(), good)
    local fd, hold = assert(svc.seal(path, options)), assert(svc.seal(path, options))
    os.remove(path)
    local before = { mapped(), held() }
    assert(svc.attach(fd, hold)):close()
    assert.same({ before[1] + 1, before[2] + 1 }, { mapped(), held() })
    repeat
    until not svc.reclaim()
    assert.same(before, { mapped(), held() })
  end)
end)

describe("svc.seal of memory that was sealed before", function()
  local fd, other
  setup(function()
    local path = forge.write(os.tmpname(), good)
    fd, other = assert(svc.seal(path, options)), forge.key()
    os.remove(path)
  end)

  it("gives memory of the same bytes", function()
    local again, info = assert(svc.seal(fd, options))
    assert.equal(svc.check_publication(good, options).digest, info.digest)
    assert.equal(2, assert(svc.attach(again)):info().documents)
  end)

  local refusals = {
    {
      "a signer who is not trusted",
      function() return { keys = { other.public }, now = forge.now } end,
      "^trust: 0 of the 1 signatures",
    },
    {
      "a publication that has expired since",
      function() return { keys = options.keys, now = 5000000000 } end,
      "expired",
    },
    {
      "one that is older than what is served",
      function()
        local served = { sequence = 9, signers = { key.public } }
        return { keys = options.keys, now = forge.now, served = served }
      end,
      "^rollback: sequence 1, but 9",
    },
  }
  for _, case in ipairs(refusals) do
    it("refuses " .. case[1], function()
      local memory, reason = svc.seal(fd, case[2]())
      assert.is_nil(memory)
      assert.truthy(reason:find(case[3]), reason)
    end)
  end

  it("refuses a descriptor that is not sealed", function()
    local memory, reason = svc.seal(0, options)
    assert.is_nil(memory)
    assert.truthy(reason:find("sealed", 1, true), reason)
  end)
end)

describe("a handle", function()
  local publication

  before_each(function()
    local path = forge.write(os.tmpname(), good)
    publication = assert(svc.open(path, options))
    os.remove(path)
  end)

  it("may be closed twice", function()
    publication:close()
    publication:close()
  end)

  it("raises when it is used after it was closed", function()
    local next_document = publication:each()
    publication:close()
    assert.has_error(function() publication:info() end)
    assert.has_error(function() publication:document("x") end)
    local _, reason = pcall(next_document)
    assert.truthy(reason:find("#1 ", 1, true) and reason:find("is closed", 1, true), reason)
  end)

  it("says in a walk over its documents that it was closed", function()
    local ok, reason = pcall(function()
      for _ in publication:each() do
        publication:close()
      end
    end)
    assert.is_false(ok)
    assert.is_truthy(reason:find("bad argument #1 to 'for iterator'", 1, true), reason)
    assert.is_truthy(reason:find("the publication is closed", 1, true), reason)
  end)

  it("raises when it is no publication", function()
    assert.has_error(function() publication.text("x", "y") end)
  end)
end)

describe("a process that has no descriptor to spare", function()
  it("is told so by svc.seal and svc.attach", function()
    local path, program = forge.write(os.tmpname(), good), os.tmpname()
    forge.write(
      program,
      [[
      local svc = require("svc")
      local options, files = { any_signer = true, now = tonumber(arg[2]) }, {}
      local fd = assert(svc.seal(arg[1], options))
      for i = 1, 64 do files[i] = io.open("/dev/null") or nil end
      print(select(2, svc.seal(fd, options)))
      print(select(2, svc.attach(fd, fd)))
      files[1]:close() -- one descriptor opens the file, none is left for its copy
      print(select(2, svc.seal(arg[1], options)))]]
    )
    local command = "ulimit -n 48; lua5.4 %s %s %d 2>&1"
    local pipe <close> = assert(io.popen(command:format(program, path, forge.now)))
    local told = "a descriptor cannot be copied: Too many open files; allow the process more\n"
    local copy = "no memory for a copy: Too many open files\n"
    assert.equal(told .. told .. path .. ": " .. copy, pipe:read("a"))
    os.remove(path)
    os.remove(program)
  end)
end)

describe("an option of svc.open that cannot be used", function()
  for _, case in ipairs({
    { { now = -1 }, "`now` is an integer from 0 to " },
    { { now = "soon" }, "`now` is an integer from 0 to " },
    { { keys = { key.public }, threshold = 1.5 }, "`threshold` is an integer from 0 to " },
    { { trust = {} }, "`trust` is a text" },
    { { state = 1 }, "`state` is a text" },
    { { keys = key.public }, "a list of public keys expected, got string" },
    { { keys = { {} } }, "a public key is 64 lower-case hexadecimal digits" },
    { { keys = {} }, "1 to 16 keys expected" },
  }) do
    it(("is named: %s, not %s"):format(case[2], svc.json(case[1])), function()
      local opened, reason = pcall(svc.open, "unread", case[1])
      assert.is_false(opened)
      assert.is_truthy(reason:find(case[2], 1, true), reason)
      assert.is_nil(reason:find("#-", 1, true), reason)
    end)
  end
end)
