--- Files named by symbolic links: what a link leads to is opened once, checked and served, and a
-- link that is turned to something else is followed anew. What svcd writes never goes through one.

local cjson = require("cjson")
local forge = require("spec.support.publication.forge")
local installation = require("spec.support.service.installation")
local server = require("spec.support.service.server")
local svc = require("svc")

local REF = "/v1/content?ref=asset:en:material:physics:light"
local BINARY = os.getenv("SVC_SVCD") or "build/svcd"

local key, root = forge.key(), forge.key()

local function trust_in(signer)
  return forge.trust({
    expires = 4000000000,
    root = { threshold = 1, keys = { root } },
    publication = { threshold = 1, keys = { signer } },
  }, { root })
end

local function bytes_of(sequence, words, signer)
  return forge.small(
    signer or key,
    { sequence = sequence, words = words, expires = 4000000000 }
  )
end

--- Turns a link to another target in one step, as deployments and Kubernetes do.
local function turn(link, target)
  installation.run(("ln -s %s %s.new && mv -T %s.new %s"):format(target, link, link, link))
end

local folder, running

local function at(name) return folder .. "/" .. name end

local function make(name) installation.run("mkdir -p " .. at(name)) end

--- Starts svcd; without a config of its own it has no quota, which waiting would use up.
local function start(options)
  local all = { publication = at("live"), trust = at("trust") }
  all.quota_limit = not (options and options.config) and 0 or nil
  for name, value in pairs(options or {}) do
    all[name] = value
  end
  running = server.start(all)
end

local function text()
  local answer = running:request(REF)
  return answer.status == 200 and cjson.decode(answer.body).text or answer.status
end

local function serves(expected)
  return server.await(function() return text() == expected end)
end

local function logs(expected)
  return server.await(function() return running:errors():find(expected, 1, true) end)
end

local function open_folder()
  folder = forge.folder()
  forge.write(at("trust"), trust_in(key))
end

local function close_folder()
  if running then running:stop() end
  running = nil
  forge.remove(folder)
end

describe("a publication opened through a symbolic link", function()
  before_each(open_folder)
  after_each(close_folder)

  it("is the file that the link leads to, through as many links as there are", function()
    forge.write(at("one"), bytes_of(7, "one"))
    turn(at("second"), "one")
    turn(at("live"), at("second"))
    local publication <close> = assert(svc.open(at("live"), { keys = { key.public } }))
    assert.equal(7, publication:info().sequence)
  end)

  local refused = {
    { "a device", "/dev/zero", "not a regular file; a regular file is needed" },
    { "a FIFO, without waiting for a writer", "fifo", "not a regular file" },
    { "a folder", ".", "a directory; a regular file is needed" },
    { "nothing", "absent", "No such file or directory" },
    { "itself", "live", "Too many levels of symbolic links" },
    { "another kind of file", "trust", "not a publication" },
  }
  for _, case in ipairs(refused) do
    it(("is refused in one line where the link leads to %s"):format(case[1]), function()
      installation.run("mkfifo " .. at("fifo"))
      turn(at("live"), case[2])
      local publication, reason = svc.open(at("live"), { keys = { key.public } })
      assert.is_nil(publication)
      assert.truthy(reason:find(case[3], 1, true), reason)
      assert.equal(1, reason:find(at("live"), 1, true))
    end)
  end
end)

describe("a service whose publication is a link", function()
  before_each(function()
    open_folder()
    forge.write(at("one"), bytes_of(1, "one"))
    forge.write(at("two"), bytes_of(2, "two"))
    turn(at("live"), "one")
  end)
  after_each(close_folder)

  it("serves what it leads to, and after a reload what it was turned to", function()
    start()
    assert.equal("one", text())
    turn(at("live"), "two")
    running:signal("HUP")
    assert.is_true(serves("two"))
  end)

  it("notices by itself that the link was turned", function()
    start()
    turn(at("live"), "two")
    assert.is_true(serves("two"))
  end)

  it("notices that the link was removed and made anew", function()
    start()
    installation.run(("rm %s && ln -s two %s"):format(at("live"), at("live")))
    assert.is_true(serves("two"))
  end)

  it("notices that the file behind it was replaced in a folder of its own", function()
    make("store")
    installation.run(("mv %s %s"):format(at("one"), at("store/one")))
    turn(at("live"), "store/one")
    start()
    installation.run(("mv %s %s"):format(at("two"), at("store/one")))
    assert.is_true(serves("two"))
  end)

  it("watches the folder that the link was turned to last", function()
    make("store")
    installation.run(("mv %s %s"):format(at("two"), at("store/two")))
    forge.write(at("three"), bytes_of(3, "three"))
    start()
    turn(at("live"), at("store/two"))
    assert.is_true(serves("two"))
    installation.run(("mv %s %s"):format(at("three"), at("store/two")))
    assert.is_true(serves("three"))
  end)

  it("follows a link in the middle of the path", function()
    make("releases/1")
    make("releases/2")
    installation.run(("mv %s %s"):format(at("one"), at("releases/1/live")))
    installation.run(("mv %s %s"):format(at("two"), at("releases/2/live")))
    turn(at("current"), "releases/1")
    start { publication = at("current/live") }
    assert.equal("one", text())
    turn(at("current"), "releases/2")
    assert.is_true(serves("two"))
  end)

  it("takes the first file of a link that led to nothing", function()
    turn(at("live"), "later/file")
    start { allow_unavailable = true }
    assert.equal(503, text())
    make("later")
    installation.run(("mv %s %s"):format(at("one"), at("later/file")))
    assert.is_true(serves("one"))
  end)

  it("refuses an older publication behind it as behind any name", function()
    turn(at("live"), "two")
    start { state_dir = at("state") }
    turn(at("live"), "one")
    assert.is_truthy(logs("rollback: sequence 1, but 2 was accepted before"))
    assert.equal("two", text())
  end)

  it("answers as before while the link leads to nothing", function()
    start()
    turn(at("live"), "absent")
    running:signal("HUP")
    assert.is_truthy(logs("No such file or directory"))
    assert.equal("one", text())
  end)
end)

describe("a volume of Kubernetes", function()
  -- Every file is a link through `..data`, which one rename turns to the folder of a new version.
  local function version(number, files)
    make("..version_" .. number)
    for name, bytes in pairs(files) do
      forge.write(at(("..version_%d/%s"):format(number, name)), bytes)
    end
    turn(at("..data"), "..version_" .. number)
    if number > 1 then installation.run("rm -r " .. at("..version_" .. number - 1)) end
  end

  before_each(function()
    folder = forge.folder()
    version(1, {
      live = bytes_of(1, "one"),
      trust = trust_in(key),
      ["svcd.conf.lua"] = "return { quota_limit = 7 }",
    })
    for _, name in ipairs { "live", "trust", "svcd.conf.lua" } do
      turn(at(name), "..data/" .. name)
    end
  end)
  after_each(close_folder)

  it("gives publication, trust and configuration", function()
    start { config = at("svcd.conf.lua") }
    assert.equal("one", text())
    assert.equal('"default";q=7;w=60', running:request(REF).headers["ratelimit-policy"])
  end)

  it("gives the new publication by itself, version after version", function()
    start()
    version(2, { live = bytes_of(2, "two"), trust = trust_in(key) })
    assert.is_true(serves("two"))
    version(3, { live = bytes_of(3, "three"), trust = trust_in(key) })
    assert.is_true(serves("three"))
  end)

  it("gives publication and trust of one version together", function()
    local other = forge.key()
    start()
    version(2, { live = bytes_of(2, "two", other), trust = trust_in(other) })
    assert.is_true(serves("two"))
  end)
end)

describe("trust that is a link", function()
  before_each(open_folder)
  after_each(close_folder)

  it("is followed anew at a reload", function()
    local other = forge.key()
    forge.write(at("other"), trust_in(other))
    forge.write(at("mine"), trust_in(key))
    forge.write(at("live"), bytes_of(1, "one"))
    os.remove(at("trust"))
    turn(at("trust"), "mine")
    start()
    turn(at("trust"), "other")
    forge.write(at("new"), bytes_of(2, "two", other))
    assert(os.rename(at("new"), at("live")))
    running:signal("HUP")
    assert.is_true(serves("two"))
  end)
end)

describe("routes behind a link", function()
  local function routes_answering(word)
    return ([[return { { method = "GET", path = "/x", produces = { "text/plain" },
      handle = function() return %q end } }]]):format(word)
  end

  local function answers(word)
    return server.await(function()
      local good, answer = pcall(running.request, running, "/x")
      return good and answer.body == word
    end)
  end

  before_each(function()
    open_folder()
    for _, word in ipairs { "one", "two" } do
      make(word)
      forge.write(at(word .. "/init.lua"), routes_answering(word))
    end
    turn(at("current"), "one")
  end)
  after_each(close_folder)

  it("are those it was turned to once `svcd reload` returns, in the sandbox too", function()
    running = server.start { routes = at("current"), workers = 2 }
    assert.equal("one", running:request("/x").body)
    turn(at("current"), "two")
    local said = installation.try(
      ("SVC_HOME=$PWD %s reload --control %s/control"):format(BINARY, running.folder)
    )
    assert.truthy(said:find("routes reloaded", 1, true), said)
    for _ = 1, 10 do
      assert.equal("two", running:request("/x").body)
    end
  end)

  it("are reloaded in the same workers where the link is inside the folder", function()
    make("volume")
    turn(at("volume/..data"), "../one")
    installation.run(
      ("mv %s %s && mv %s %s"):format(at("one"), at("volume/..1"), at("two"), at("volume/..2"))
    )
    turn(at("volume/..data"), "..1")
    turn(at("volume/init.lua"), "..data/init.lua")
    running = server.start { routes = at("volume") }
    local before = running:workers()
    turn(at("volume/..data"), "..2")
    running:signal("HUP")
    assert.is_true(answers("two"))
    assert.same(before, running:workers())
  end)

  it("are reloaded by --watch when the link is turned", function()
    running = server.start { routes = at("current"), watch = "true" }
    turn(at("current"), "two")
    assert.is_true(answers("two"))
    forge.write(at("two/init.lua"), routes_answering("three"))
    assert.is_true(answers("three"))
  end)
end)

describe("a private key behind a link", function()
  before_each(open_folder)
  after_each(close_folder)

  it("is read where its own mode keeps others out", function()
    assert(svc.save_key(at("real"), key.private))
    turn(at("link"), "real")
    assert.equal(key.private, svc.load_key(at("link")))
  end)

  it("is refused where others may read the file itself", function()
    assert(svc.save_key(at("real"), key.private))
    installation.run("chmod 644 " .. at("real"))
    turn(at("link"), "real")
    local none, reason = svc.load_key(at("link"))
    assert.is_nil(none)
    assert.truthy(reason:find("others may read it (mode 0644)", 1, true), reason)
  end)
end)

describe("an access log that is a link into another folder", function()
  before_each(open_folder)
  after_each(close_folder)

  it("is opened anew behind the link, in the sandbox too", function()
    make("logs")
    turn(at("log"), "logs/real")
    running = server.start { access_log = at("log") }
    running:request("/v1/health")
    assert.is_true(
      server.await(
        function() return io.open(at("logs/real")) and forge.read(at("logs/real")) ~= "" end
      )
    )
    assert(os.rename(at("logs/real"), at("logs/old")))
    running:signal("USR1")
    assert.is_truthy(server.await(function() return io.open(at("logs/real")) end))
  end)
end)

describe("what svcd writes", function()
  before_each(function()
    open_folder()
    forge.write(at("target"), "kept")
    turn(at("link"), "target")
  end)
  after_each(close_folder)

  it("never replaces a key that a link leads to", function()
    local saved, reason = svc.save_key(at("link"), key.private)
    assert.is_nil(saved)
    assert.truthy(reason:find("it exists already", 1, true), reason)
    assert.equal("kept", forge.read(at("target")))
  end)

  it("takes the place of a link and leaves what it leads to", function()
    assert(forge.builder():write(at("link"), {
      private_key = key.private,
      sequence = 1,
      created = forge.created,
      expires = forge.expires,
    }))
    assert.equal("kept", forge.read(at("target")))
    assert.equal("\x89SVP", forge.read(at("link")):sub(1, 4))
  end)
end)
