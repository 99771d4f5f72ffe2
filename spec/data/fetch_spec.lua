--- Fetching the Quran's sources, over a cache that `make test` filled: nothing here reaches a
-- registry or a mirror; those that the tests name are closed ports, or made here.
local lfs = require("lfs")
local svc = require("svc")
local apt_archive = require("spec.support.service.apt_archive")
local editions = require("spec.support.publication.editions")
local fetch = require("data.fetch")

local cache

before_each(function()
  cache = os.tmpname()
  os.remove(cache)
  assert(lfs.mkdir(cache))
end)

after_each(function() os.execute("rm -rf '" .. cache .. "'") end)

local function shell(command)
  local pipe <close> = assert(io.popen(command .. ' 2>&1; echo "=$?"'))
  local output, status = pipe:read("a"):match("^(.*)=(%d+)\n$")
  return tonumber(status), output
end

local function absolute(path)
  return path:sub(1, 1) == "/" and path or lfs.currentdir() .. "/" .. path
end

--- Links parts of the full cache into the test's own.
local function link(...)
  for _, part in ipairs { ... } do
    assert(
      os.execute(("ln -s '%s/%s' '%s/%s'"):format(absolute(editions.CACHE), part, cache, part))
    )
  end
end

--- What is in the test's cache besides links.
local function leftovers()
  local names = {}
  for name in lfs.dir(cache) do
    if name ~= "." and name ~= ".." then names[#names + 1] = name end
  end
  table.sort(names)
  return names
end

local REGISTRY_DOWN = "env npm_config_registry=http://127.0.0.1:9 npm_config_cache=/nonexistent"
  .. " npm_config_fetch_retries=0 "

--- Runs a fetch in a process of its own. @treturn integer exit status @treturn string its output
local function run(prefix, sources)
  return shell(("%s lua5.4 -e '%s'"):format(
    prefix,
    ([[
    local count, fault = require("data.fetch").run("%s", "%s", { log = print })
    print(count or fault)
    os.exit(count ~= nil)]]):format(sources or editions.DECLARED, cache)
  ))
end

describe("a full cache", function()
  it("needs neither a registry nor the tools to reach one", function()
    assert.equal(0, fetch.run(editions.DECLARED, editions.CACHE, {}))
    link("npm", "deb")
    local _, lua = shell("command -v lua5.4")
    local status, output = shell(
      ('env PATH=/nonexistent %s -e \'print(require("data.fetch").run("%s", "%s", {}))\''):format(
        lua:match("%S+"),
        editions.DECLARED,
        cache
      )
    )
    assert.equal("0\n", output)
    assert.equal(0, status)
  end)

  it("is said to be complete", function()
    local svcd = os.getenv("SVC_SVCD") or "build/svcd"
    local line = "%s fetch --sources %s --cache %s"
    local status, output = shell(line:format(svcd, editions.DECLARED, editions.CACHE))
    assert.equal(editions.CACHE .. ": complete, 0 packages fetched\n", output)
    assert.equal(0, status)
  end)
end)

describe("a cache with the packages only", function()
  it("is filled without a registry, no more than is named, and mended", function()
    link("packages")
    local status, output = run(REGISTRY_DOWN)
    assert.equal(0, status, output)
    local _, files = shell("cd '" .. cache .. "' && find npm deb -type f | wc -l")
    assert.equal("345\n", files)

    local file <close> =
      assert(io.open(cache .. "/npm/quran-json-3.1.2/package/dist/quran.json", "ab"))
    file:write(" ")
    file:close()
    local seen = {}
    assert.equal(
      1,
      fetch.run(editions.DECLARED, cache, {
        progress = function(...) seen[#seen + 1] = table.concat({ ... }, " ") end,
      })
    )
    assert.same({ "fetch 0 1 packages", "fetch 1 1 packages" }, seen)
    assert.equal(0, fetch.run(editions.DECLARED, cache, {}))
    assert.same({ "deb", "npm", "packages" }, leftovers())
  end)
end)

describe("a registry that cannot be reached", function()
  it("is named with the package and the cure, and leaves nothing half written", function()
    link("deb")
    local status, output = run(REGISTRY_DOWN)
    assert.equal(1, status)
    assert.is_truthy(
      output:find(
        "quran%-json cannot be fetched: [^\n]*127.0.0.1:9[^\n]*ECONNREFUSED[^\n]*; it needs npm and"
          .. " the registry: check `npm ping`, or put quran%-json%-3%.1%.2%.tgz into .*/packages/"
          .. " yourself"
      ),
      output
    )
    assert.same({ "deb" }, leftovers())
  end)

  it("is asked again for a package whose bytes are not the pinned ones", function()
    link("deb")
    assert(lfs.mkdir(cache .. "/packages"))
    for _, name in ipairs { "quran-json-2.0.0", "quran-json-3.1.2", "quran-pack-1.0.0" } do
      local file <close> = assert(io.open(cache .. "/packages/" .. name .. ".tgz", "wb"))
      file:write("not the package")
    end
    local status, output = run(REGISTRY_DOWN)
    assert.equal(1, status)
    assert.is_truthy(output:find("cannot be fetched", 1, true), output)
  end)
end)

--- A declarations file whose English translation is in a package made here.
local function declare(name, package, digest)
  local path = cache .. "/my.json"
  local file <close> = assert(io.open(path, "wb"))
  file:write(svc.json {
    sources = {
      {
        role = "translation",
        locale = "en",
        format = "quranenc-xml",
        file = name,
        sha256 = digest or ("0"):rep(64),
        package = package,
        label = "L",
        publisher = "P",
        version = "1",
        notice = "N.",
        source_url = "u",
        update_url = "u",
        retrieved_at = "2026-01-01T00:00:00Z",
        terms = { url = "u", file = "terms.txt" },
      },
    },
  })
  return path
end

--- Puts a package made of what `commands` leave in a folder into the cache.
local function pack(commands)
  assert(
    os.execute(
      (
        "mkdir -p '%s/packages' '%s/made/package' && cd '%s/made' && %s && tar -czf"
        .. " ../packages/made-1.0.0.tgz package && rm -r '%s/made'"
      ):format(cache, cache, cache, commands, cache)
    )
  )
  local bytes = editions.read(cache .. "/packages/made-1.0.0.tgz")
  return {
    kind = "npm",
    name = "made",
    versions = { { version = "1.0.0", sha256 = svc.sha256(bytes) } },
  }
end

--- Links what the project's own sources need.
local function link_all_but_made()
  os.execute(
    ("mkdir '%s/npm' && ln -s '%s'/npm/* '%s/npm/'"):format(
      cache,
      absolute(editions.CACHE),
      cache
    )
  )
  link("deb")
end

describe("a registry", function()
  --- Fetches with a registry on loopback that serves the package made here.
  -- @tparam function change what becomes of the package's digest before it is pinned
  local function fetch_from_registry(change)
    local package = pack("echo x > package/a.xml")
    os.rename(cache .. "/packages/made-1.0.0.tgz", cache .. "/served.tgz")
    package.versions[1].sha256 = change(package.versions[1].sha256)
    link_all_but_made()
    local sources = declare("package/a.xml", package, svc.sha256("x\n"))
    local script = [[
      mkfifo $C/hold
      node spec/support/service/registry.mjs made 1.0.0 $C/served.tgz <$C/hold >$C/port &
      exec 3>$C/hold
      while ! test -s $C/port; do sleep 0.05; done
      export npm_config_registry=http://127.0.0.1:$(cat $C/port) npm_config_cache=$C/npm-cache
      lua5.4 -e 'print(require("data.fetch").run("$S", "$C", {}))']]
    return shell((script:gsub("%$C", cache):gsub("%$S", sources)))
  end

  it("is asked for what the cache lacks", function()
    local status, output = fetch_from_registry(function(digest) return digest end)
    assert.equal("1\n", output)
    assert.equal(0, status)
    assert.equal("x\n", editions.read(cache .. "/npm/made-1.0.0/package/a.xml"))
    assert.is_truthy(lfs.attributes(cache .. "/packages/made-1.0.0.tgz"))
  end)

  it("that serves another package than was pinned is not believed", function()
    local _, output = fetch_from_registry(function() return ("0"):rep(64) end)
    assert.is_truthy(
      output:find(
        "^nil\tmade%-1%.0%.0%.tgz with the SHA%-256 %x+ is offered,"
          .. " accepted of made is 1%.0%.0 %(0+%); the registry serves something else"
      ),
      output
    )
    assert.is_nil(lfs.attributes(cache .. "/npm/made-1.0.0"))
    assert.is_nil(lfs.attributes(cache .. "/packages/made-1.0.0.tgz"))
  end)
end)

describe("a package is refused", function()
  -- Title, commands that fill it, the file that is asked for, what the refusal holds.
  -- stylua: ignore
  local cases = {
    { "when the file in it is another than pinned", "echo x > package/a.xml", "package/a.xml",
      "declared is sha256:0000" },
    { "when the file is missing in it", "echo x > package/b.xml", "package/a.xml",
      "made-1.0.0.tgz: file package/a.xml is missing in it" },
    { "when the file is a symbolic link", "ln -s /etc/passwd package/a.xml", "package/a.xml",
      "made-1.0.0.tgz: file package/a.xml is missing in it (no plain file)" },
    { "when the file is a folder", "mkdir package/a.xml", "package/a.xml",
      "(no plain file)" },
    { "when the file leads out of it", "echo x > package/a.xml", "package/../../../a.xml",
      "leads out of its package" },
    { "when the file is an absolute path", "echo x > package/a.xml", "/etc/passwd",
      "leads out of its package" },
  }
  for _, case in ipairs(cases) do
    it(case[1], function()
      local package = pack(case[2])
      link_all_but_made()
      local count, fault = fetch.run(declare(case[3], package), cache, {})
      assert.is_nil(count)
      assert.is_truthy(fault:find(case[4], 1, true), fault)
      assert.is_nil(lfs.attributes(cache .. "/npm/made-1.0.0"))
    end)
  end
end)

describe("svcd fetch on a terminal", function()
  it("takes the bar away before it says what cannot be fetched", function()
    link("deb")
    local line = "%s TERM=dumb script -qec '%s fetch --sources %s --cache %s' /dev/null"
    local svcd = os.getenv("SVC_SVCD") or "build/svcd"
    local status, output = shell(line:format(REGISTRY_DOWN, svcd, editions.DECLARED, cache))
    assert.equal(1, status, output)
    local bar, said = output:match("^(.*)\r\27%[K(svcd fetch: .*)$")
    assert.truthy(bar, output)
    assert.truthy(bar:find("[....", 1, true), bar)
    assert.truthy(said:find("quran-json cannot be fetched", 1, true), said)
  end)
end)

describe("a package of two sources", function()
  it("is refused where they accept different packages under its name and version", function()
    local package = {
      kind = "npm",
      name = "quran-json",
      versions = { { version = "2.0.0", sha256 = ("0"):rep(64) } },
    }
    local count, fault = fetch.run(declare("package/a.json", package), cache, {})
    assert.is_nil(count)
    assert.equal(
      "translation en: quran-json is accepted in other versions than for arabic-simple;"
        .. " declare the same",
      fault
    )
  end)
end)

describe("a Debian package", function()
  local FILE = "usr/share/made/a.xml"
  local archive, digests, apt

  --- An archive with these versions, and the apt that knows them once its lists are renewed.
  local function offer(versions)
    archive, digests = cache .. "/archive", {}
    for version, text in pairs(versions) do
      digests[version] = apt_archive.add(archive, version, text)
    end
    apt = apt_archive.configure(archive)
  end

  --- Renews the lists and fetches; `accepted` are versions, of those not offered any digest.
  local function fetch_accepted(...)
    local rows = {}
    for i, version in ipairs { ... } do
      rows[i] = { version = version, sha256 = digests[version] or ("0"):rep(64) }
    end
    link_all_but_made()
    os.execute(
      ("rm '%s/deb' && mkdir '%s/deb' && ln -s '%s'/deb/* '%s/deb/'"):format(
        cache,
        cache,
        absolute(editions.CACHE),
        cache
      )
    )
    return run(
      apt,
      declare(FILE, { kind = "deb", name = "made", versions = rows }, svc.sha256("x\n"))
    )
  end

  local function update() assert.equal(0, (shell("env " .. apt .. " apt-get -q update"))) end

  local function fetched(version) return lfs.attributes(cache .. "/deb/made-" .. version) end

  it("is taken in the one of its accepted versions that the machine's apt offers", function()
    offer { ["2.0-1"] = "x\n" }
    update()
    local status, output = fetch_accepted("1.0-1", "2.0-1")
    assert.equal(0, status, output)
    assert.equal("made 2.0-1: fetched\n1\n", output)
    assert.equal("x\n", editions.read(cache .. "/deb/made-1.0-1/" .. FILE))
    assert.is_truthy(lfs.attributes(cache .. "/packages/made_2.0-1_all.deb"))
  end)

  it("is taken in the first of them where apt offers both", function()
    offer { ["1.0-1"] = "x\n", ["2.0-1"] = "x\n" }
    update()
    local _, output = fetch_accepted("1.0-1", "2.0-1")
    assert.equal("made 1.0-1: fetched\n1\n", output)
  end)

  it("is taken out of the cache in any of them, without apt", function()
    offer { ["2.0-1"] = "x\n" }
    assert(
      os.execute(
        ("mkdir '%s/packages' && cp '%s/made_2.0-1_all.deb' '%s/packages'"):format(
          cache,
          archive,
          cache
        )
      )
    )
    local _, output = fetch_accepted("1.0-1", "2.0-1")
    assert.equal("1\n", output)
  end)

  it(
    "is taken in a version that is not accepted where the file in it is the pinned one, which is"
      .. " said",
    function()
      offer { ["3.0-1"] = "x\n" }
      update()
      local status, output = fetch_accepted("1.0-1", "2.0-1")
      assert.equal(0, status, output)
      assert.is_truthy(
        output:find(
          "^made_3%.0%-1_all%.deb with the SHA%-256 %x+ is offered,"
            .. " accepted of made is 1%.0%-1 %(0+%) or 2%.0%-1 %(0+%);"
            .. " its files are the pinned ones\n1\n$"
        ),
        output
      )
      assert.is_truthy(fetched("1.0-1"))
    end
  )

  it(
    "is refused in a version that is not accepted where the file in it is another, in one line"
      .. " with the accepted versions and both digests",
    function()
      offer { ["3.0-1"] = "y\n" }
      update()
      local status, output = fetch_accepted("1.0-1", "2.0-1")
      assert.equal(1, status)
      assert.equal(
        (
          "made_3.0-1_all.deb with the SHA-256 %s is offered, accepted of made is 1.0-1"
          .. " (%s) or 2.0-1 (%s); translation en: %s has the digest sha256:%s,"
          .. " declared is sha256:%s; fetch it again or review the new file and pin it\n"
        ):format(
          digests["3.0-1"],
          ("0"):rep(64),
          ("0"):rep(64),
          FILE,
          svc.sha256("y\n"),
          svc.sha256("x\n")
        ),
        output
      )
      assert.is_nil(fetched("1.0-1"))
    end
  )

  it(
    "that the package lists do not know is asked for again after root has renewed them, and else"
      .. " refused with that cure",
    function()
      offer { ["2.0-1"] = "x\n" }
      local _, user = shell("id -u")
      local _, output = fetch_accepted("1.0-1", "2.0-1")
      local expected = user == "0\n" and "^made 2%.0%-1: fetched\n1\n$"
        or "^made cannot be fetched: E: Unable to locate package made; it needs Debian's packages:"
          .. " run `apt%-get update` as root, or put made_1%.0%-1_all%.deb or"
          .. " made_2%.0%-1_all%.deb into "
      assert.is_truthy(output:find(expected), output)
    end
  )
end)
