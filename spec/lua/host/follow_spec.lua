--- `svcd follow`: what it takes from a channel, and what of a mirror's mischief it refuses. The
-- mirror is nginx over TLS; whatever happens, the last good publication stays in place.
local lfs = require("lfs")
local svc = require("svc")
local channel = require("base.channel")
local desk = require("spec.support.publication.desk")
local forge = require("spec.support.publication.forge")
local mirror = require("spec.support.service.mirror")
local server = require("spec.support.service.server")

local THERE = mirror.is_there()
local WORDS = forge.read("data/KEYS.md")

--- The text of an edition: all are as long, so that their files are.
local function words_of(name) return ("%s\n\nWords of edition %-5s.\n"):format(WORDS, name) end
local DAY = 86400

-- Publications of the specs: their names, sequences and signers.
local EDITIONS = { one = 1, two = 2, three = 3 }

local here, site

local function release(name, more)
  here:succeed(
    ("release %s --channel www --trust trust --key alice%s"):format(name, more or "")
  )
end

local function follow(more)
  return ("follow %s/ch --out site.svp --trust trust --authorities %s --once %s"):format(
    site.url,
    site.authority,
    more or ""
  )
end

local function edition(name) return here:read(name) end

local function digest(name)
  return svc.open(here:path(name), { any_signer = true }):info().digest
end

local function whole(name) return "www/" .. channel.whole(digest(name)) end

local function pointer()
  return svc.check_pointer(here:read("www/current"), { any_signer = true, now = 0 })
end

--- Puts a pointer into the channel: the one that is there, with changes, signed by `key`.
local function point(changes, key)
  local known = pointer()
  for name, value in pairs(changes) do
    known[name] = value
  end
  local text = svc.make_pointer(known)
  here:write(
    "www/current",
    assert(svc.sign_pointer(text, assert(svc.load_key(here:path(key or "alice")))))
  )
end

--- Puts a file into the channel in place of another, and points to it.
local function replace_whole(bytes)
  here:write(whole("two"), bytes)
  point { whole = { length = #bytes, sha256 = svc.sha256(bytes) } }
end

local function hidden()
  local list = {}
  for name in lfs.dir(here.folder) do
    if name:find("^%.[^.]") then list[#list + 1] = name end
  end
  return table.concat(list, " ")
end

local function log_since(before) return site:log():sub(#before + 1) end

setup(function()
  if not THERE then return end
  site = mirror.start()
  here = desk.new { "alice", "bob" }
  here:succeed("trust init --out trust --root-key alice --publication-key alice")
  for name, sequence in pairs(EDITIONS) do
    here:publish(name, sequence, "alice", words_of(name))
  end
  assert(lfs.mkdir(here:path("www")))
  assert(lfs.link(here:path("www"), site.www .. "/ch", true))
end)
teardown(function()
  if not THERE then return end
  site:stop()
  here:clear()
end)
before_each(function()
  if not THERE then pending("SKIP: nginx is missing; apt-get install nginx-light") end
  here:shell("rm -rf www/* www/.[a-z]* site.svp* .site.svp.*")
end)

describe("svcd follow", function()
  it("fetches the whole first, and then the change alone", function()
    release("one")
    local out = here:succeed(follow())
    assert.truthy(
      out:find("sequence 1, digest " .. digest("one") .. ": whole of", 1, true),
      out
    )
    assert.equal(edition("one"), here:read("site.svp"))
    release("two")
    local patch = pointer().patches[1].length
    out = here:succeed(follow())
    assert.truthy(out:find((": patch of %d bytes"):format(patch), 1, true), out)
    assert.equal(edition("two"), here:read("site.svp"))
    assert.equal(".site.svp.lock", hidden())
  end)

  it("trusts the authorities that are a credential of systemd", function()
    release("one")
    here:shell(
      ("mkdir -p credentials; cp %s credentials/follow_authorities"):format(site.authority)
    )
    local command = follow():gsub("%-%-authorities %S+", "")
    local _, err, status = here:shell("CREDENTIALS_DIRECTORY=$PWD/credentials svcd " .. command)
    assert.equal(0, status, err)
    assert.equal(edition("one"), here:read("site.svp"))
  end)

  it("fetches nothing but the pointer where it has the publication already", function()
    release("one")
    here:succeed(follow())
    local before = site:log()
    assert.equal("", here:succeed(follow()))
    assert.equal(
      ("200 GET /ch/current %d\n"):format(#here:read("www/current")),
      log_since(before)
    )
  end)

  it("fetches the whole where there is no patch from what it has", function()
    release("one")
    here:succeed(follow())
    release("two", " --patches 0")
    assert.truthy(here:succeed(follow()):find(": whole of", 1, true))
    assert.equal(edition("two"), here:read("site.svp"))
  end)

  it("fetches the whole where the patch is missing or wrong", function()
    for _, spoil in ipairs { "rm %s", "truncate -s -1 %s", "echo x >>%s" } do
      here:shell("rm -rf www/* site.svp*")
      release("one")
      here:succeed(follow())
      release("two")
      here:shell("cd www && " .. spoil:format(channel.patch(digest("one"), digest("two"))))
      assert.truthy(here:succeed(follow()):find(": whole of", 1, true), spoil)
      assert.equal(edition("two"), here:read("site.svp"))
    end
  end)

  it("goes on where a transfer was broken off", function()
    release("one")
    local packed = here:read(whole("one"))
    local part = (".site.svp.%s.part"):format(svc.sha256(packed):sub(1, 16))
    here:write(part, packed:sub(1, 1000))
    local before = site:log()
    assert.truthy(
      here:succeed(follow()):find(("whole of %d bytes"):format(#packed - 1000), 1, true)
    )
    assert.truthy(log_since(before):find("\n206 GET [^\n]* " .. #packed - 1000 .. "\n"))
    assert.equal(edition("one"), here:read("site.svp"))
  end)

  it("begins again where what it had of a file was wrong", function()
    release("one")
    local packed = here:read(whole("one"))
    local part = (".site.svp.%s.part"):format(svc.sha256(packed):sub(1, 16))
    here:write(part, ("x"):rep(1000))
    here:refused(
      "follow: …/ch/publication-….svp.zst: it is not the file that the signed pointer names; "
        .. "there is no publication yet",
      follow()
    )
    here:succeed(follow())
    assert.equal(edition("one"), here:read("site.svp"))
  end)

  it("fetches again what was removed or damaged", function()
    release("one")
    for _, spoil in ipairs { "rm site.svp", "truncate -s 100 site.svp", "echo x >site.svp" } do
      here:succeed(follow())
      here:shell(spoil)
      here:succeed(follow())
      assert.equal(edition("one"), here:read("site.svp"), spoil)
    end
  end)

  it("takes what a new trust file allows", function()
    here:shell("cp trust before")
    release("one")
    here:succeed(follow())
    here:succeed("trust add trust --publication-key bob --sign alice")
    here:succeed("trust revoke trust alice --sign alice --sign bob >/dev/null || true")
    here:publish("bobs", 4, "bob", "Words of bob.")
    here:succeed("release bobs --channel www --trust trust --key bob")
    here:succeed(follow())
    assert.equal(edition("bobs"), here:read("site.svp"))
    here:shell("mv before trust")
  end)
end)

describe("svcd follow, running on,", function()
  local running

  after_each(function()
    if running then os.execute("kill " .. running .. " 2>/dev/null") end
  end)

  local function start(more)
    local command = follow(more):gsub("%-%-once", "--every 1")
    local out = here:shell(
      ("(SVC_HOME=%s exec %s %s) >told 2>&1 & echo $!"):format(
        os.getenv("PWD"),
        here.program,
        command
      )
    )
    running = tonumber(out)
  end

  local function holds(name)
    return server.await(function()
      local file <close> = io.open(here:path("site.svp"), "rb")
      return file and file:read("a") == edition(name)
    end, 20)
  end

  it("asks by ETag for what is new", function()
    release("one")
    local before = site:log()
    start()
    assert.is_true(
      server.await(
        function() return log_since(before):find("304 GET /ch/current 0") ~= nil end,
        20
      )
    )
    release("two")
    assert.is_true(holds("two"), here:read("told"))
  end)

  it("keeps no descriptor of what it fetched", function()
    local function files()
      return here:shell(("ls -l /proc/%d/fd | grep -c -e '-> /.*svp' || true"):format(running))
    end
    release("one")
    start()
    assert.is_true(holds("one"))
    local before = files()
    for _, name in ipairs { "two", "three" } do
      release(name)
      assert.is_true(holds(name))
    end
    assert.is_true(server.await(function() return files() == before end), files())
  end)

  it("tells of a channel that is gone once, and goes on when it is back", function()
    release("one")
    start()
    assert.is_true(holds("one"))
    here:shell("mv www/current away")
    assert.is_true(
      server.await(
        function() return here:read("told"):find("status 404", 1, true) ~= nil end,
        20
      )
    )
    local before = site:log()
    assert.is_true(
      server.await(
        function() return select(2, log_since(before):gsub("404 GET", "")) > 1 end,
        20
      )
    )
    assert.equal(1, select(2, here:read("told"):gsub("status 404", "")))
    here:shell("mv away www/current")
    release("two")
    assert.is_true(holds("two"))
  end)

  it("is the only one of its file", function()
    release("one")
    start()
    assert.is_true(holds("one"))
    here:refused(
      "follow: site.svp: another svcd follow writes it; stop that one, or name another file",
      follow()
    )
  end)

  it("gives a running service what is new", function()
    release("one")
    here:succeed(follow())
    local svcd <close> = server.start {
      publication = here:path("site.svp"),
      trust = here:path("trust"),
    }
    start()
    release("two")
    local control = svcd.folder .. "/control"
    assert.is_true(
      server.await(
        function()
          return here:succeed("status --control " .. control):find("sequence 2,", 1, true)
            ~= nil
        end,
        20
      )
    )
  end)

  it("orders a reload where it is told a control socket", function()
    release("one")
    here:succeed(follow())
    local svcd <close> = server.start {
      publication = here:path("site.svp"),
      trust = here:path("trust"),
    }
    release("two")
    local control = svcd.folder .. "/control"
    here:succeed(follow("--control " .. control))
    assert.truthy(here:succeed("status --control " .. control):find("sequence 2,", 1, true))
  end)
end)

local OUT_OF_DATE = "the mirror is out of date, or the publisher has to release one with a greater "
  .. "sequence"

-- Each: the threat, what the mirror does after it offered edition one, which is in place, and the
-- line that is told of it, `@` being the address of the channel.
local threats = {
  {
    "tampering with the pointer",
    function()
      here:write("www/current", (here:read("www/current"):gsub("sequence 2", "sequence 9")))
    end,
    "@/current: pointer: the signature of … does not hold",
  },
  {
    "a pointer by an unknown key",
    function()
      here:write(
        "www/current",
        assert(
          svc.sign_pointer(svc.make_pointer(pointer()), assert(svc.load_key(here:path("bob"))))
        )
      )
    end,
    "@/current: trust: 0 of the 1 signatures by trusted keys it needs; it is signed by …, an "
      .. "unknown key; sign it with a trusted key or get the current trust file",
  },
  {
    "tampering with the file",
    function()
      local bytes = here:read(whole("two"))
      here:write(whole("two"), bytes:sub(1, 500) .. "x" .. bytes:sub(502))
    end,
    "@/publication-….svp.zst: it is not the file that the signed pointer names",
  },
  {
    "truncation",
    function() here:shell("truncate -s -1 " .. whole("two")) end,
    "@/publication-….svp.zst: it is not the file that the signed pointer names",
  },
  {
    "appended bytes",
    function() here:shell("echo x >>" .. whole("two")) end,
    "@/publication-….svp.zst: longer than the … bytes it may have",
  },
  {
    "an oversize file, sparse 1 TiB",
    function() here:shell("truncate -s 1T " .. whole("two")) end,
    "@/publication-….svp.zst: longer than the … bytes it may have",
  },
  {
    "an oversize pointer",
    function() here:shell("truncate -s 1T www/current") end,
    "@/current: longer than the 16384 bytes it may have",
  },
  {
    "a missing file",
    function() here:shell("rm " .. whole("two")) end,
    "@/publication-….svp.zst: it is answered by status 404",
  },
  {
    "rollback",
    function()
      here:succeed(follow())
      here:shell("rm -rf www/*")
      release("one")
    end,
    "@/current: rollback: sequence 1, but 2 was accepted before; " .. OUT_OF_DATE,
    "two",
  },
  {
    "rollback where the publication is gone",
    function()
      here:succeed(follow())
      here:shell("rm -rf www/* && cp one site.svp")
      release("one", " --days 8")
    end,
    "@/current: rollback: sequence 1, but 2 was accepted before; " .. OUT_OF_DATE,
  },
  {
    "another publication of the same sequence",
    function()
      here:shell("rm -rf www/*")
      here:publish("other", 1, "alice", "Other words.")
      release("other")
    end,
    "@/current: rollback: another publication with sequence 1 was accepted before; "
      .. OUT_OF_DATE,
  },
  {
    "freeze",
    function() point { created = os.time() - 2 * DAY, expires = os.time() - DAY } end,
    "@/current: freeze: the pointer expired at … (now is …); its publisher has to run svcd release "
      .. "again, or somebody keeps the new one away",
  },
  {
    "mix-and-match: a file of another publication than the pointer names",
    function() replace_whole(here:read("packed")) end,
    ".site.svp.new: it is another publication than the pointer names",
  },
  {
    "a bomb: a frame of more bytes than it says",
    function()
      here:shell("head -c 100M /dev/zero | zstd -q --no-content-size >bomb")
      replace_whole(here:read("bomb"))
    end,
    "not a zstd frame of … bytes",
  },
  {
    "what was never packed",
    function() replace_whole(here:read("two")) end,
    "not a zstd frame of … bytes",
  },
  {
    "a publication that the trust root does not accept, pointed to by one that it does",
    function()
      here:publish("stolen", 3, "bob", "Words of a thief.")
      here:shell("zstd -q -f stolen -o stolen.zst")
      local packed, name = here:read("stolen.zst"), channel.whole(digest("stolen"))
      here:write("www/" .. name, packed)
      point {
        sequence = 3,
        digest = digest("stolen"),
        length = #here:read("stolen"),
        whole = { length = #packed, sha256 = svc.sha256(packed) },
      }
    end,
    "site.svp.new: trust: 0 of the 1 signatures by trusted keys it needs; it is signed by …, an "
      .. "unknown key; sign it with a trusted key or get the current trust file",
  },
  {
    "a publication of another digest than the pointer names",
    function()
      here:shell("zstd -q -f three -o three.zst")
      here:publish("three", 3, "alice", words_of("three"))
      local packed = here:read("three.zst")
      here:write(whole("two"), packed)
      point {
        length = #here:read("three"),
        whole = { length = #packed, sha256 = svc.sha256(packed) },
      }
    end,
    ".site.svp.new: it is another publication than the pointer names",
  },
}

describe("threat to a follower:", function()
  for _, threat in ipairs(threats) do
    it(threat[1], function()
      release("one")
      here:succeed(follow())
      here:shell("zstd -q -f --content-size three -o packed")
      release("two", " --patches 0")
      threat[2]()
      local line = threat[3]:gsub("@", site.url .. "/ch")
      local stays = threat[4] or "one"
      here:refused(
        ("follow: %s; sequence %d stays"):format(line:gsub("^site", "…site"), EDITIONS[stays]),
        follow()
      )
      assert.equal(edition(stays), here:read("site.svp"))
      assert.is_nil(lfs.attributes(here:path(".site.svp.new")))
    end)
  end

  local harms = {
    { "endless body", "endless", "longer than the 16384 bytes it may have" },
    { "lost connection", "cut", "…" },
    {
      "silence",
      "silent",
      "Operation timed out after … with … bytes received",
      "--timeout 1",
    },
    { "an empty pointer", "empty", "not a pointer of svcd release" },
    { "unchanged without a tag", "unchanged", "it is answered by …" },
    { "a part that was not asked for", "part", "it is answered by status 206" },
    { "an answer of another kind", "other", "it is answered by status 203" },
    { "no HTTP", "none", "it is answered by status 502" },
  }
  for _, harm in ipairs(harms) do
    it(harm[1], function()
      release("one")
      here:succeed(follow())
      local url = site.url .. "/bad/" .. harm[2]
      local command = follow(harm[4]):gsub("https://%S+", url, 1)
      here:refused(("follow: %s/current: %s; sequence 1 stays"):format(url, harm[3]), command)
      assert.equal(edition("one"), here:read("site.svp"))
    end)
  end

  it("a body that memory has no room for", function()
    if (os.getenv("LD_PRELOAD") or "") ~= "" then
      pending("a sanitizer reserves more than the limit")
    end
    local script = ([[local client = require("svc_transfer").client("%s", 20)
      print(client:text("%s/bad/endless/current", 1 << 40))]]):format(
      site.authority,
      site.url
    )
    local pipe <close> = io.popen(("ulimit -v 262144; lua5.4 -e '%s' 2>&1"):format(script))
    assert.equal("nil\tout of memory\n", pipe:read("a"))
  end)

  it("a redirect to another host", function()
    local line = "follow: %s/redirect/current: it is answered by a redirect (302), which is not "
      .. "followed; give the address where the channel is; there is no publication yet"
    here:refused(line:format(site.url), (follow():gsub("/ch ", "/redirect ")))
  end)

  local certificates = {
    {
      "an authority that is not trusted",
      "%-%-authorities %S+",
      "",
      "SSL certificate problem: …",
    },
    {
      "a certificate of another host",
      "127%.0%.0%.1",
      "localhost",
      "SSL: no alternative certificate subject name matches target host…'localhost'",
    },
  }
  for _, case in ipairs(certificates) do
    it(case[1], function()
      release("one")
      local command = follow():gsub(case[2], case[3], 1)
      local line = "follow: https://…/ch/current: %s; there is no publication yet"
      here:refused(line:format(case[4]), command)
    end)
  end

  it("no TLS", function()
    local url = site.url:gsub("https", "http")
    local line = 'follow: "%s/ch" is no address of a channel; accepted is https://HOST/FOLDER'
    here:refused(line:format(url), (follow():gsub("https", "http")))
  end)

  it("a full disk", function()
    release("one")
    here:succeed(follow())
    release("two")
    local _, err, status = here:shell("ulimit -f 1; svcd " .. follow())
    assert.equal(1, status, err)
    assert.truthy(
      err:find(
        "it cannot be written: File too large; raise the limit of a file's size",
        1,
        true
      ),
      err
    )
    assert.equal(1, select(2, err:gsub("\n", "")), err)
    assert.equal(edition("one"), here:read("site.svp"))
    here:succeed(follow())
    assert.equal(edition("two"), here:read("site.svp"))
  end)
end)
