--- The real server and its publication: nothing done to the file changes an answer, an older one
-- is refused, and rolled back to only when that is said.
local cjson = require("cjson")
local client = require("spec.support.service.client")
local forge = require("spec.support.publication.forge")
local server = require("spec.support.service.server")

local REF = "/v1/content?ref=asset:en:material:physics:light"

describe("a served publication", function()
  local key, root = forge.key(), forge.key()
  local folder, host, admin

  local function publish(sequence, words, expires)
    expires = expires or 4000000000
    local bytes = forge.small(key, { sequence = sequence, words = words, expires = expires })
    forge.write(folder .. "/new", bytes)
    assert(os.rename(folder .. "/new", folder .. "/p"))
  end

  local function start(options)
    local all = { publication = folder .. "/p", trust = folder .. "/trust", quota_limit = 0 }
    for name, value in pairs(options or {}) do
      all[name] = value
    end
    host = server.start(all)
    admin = host:admin_port()
  end

  -- A command to the service. @treturn string all it wrote
  local function run(arguments)
    local line = "unset LUA_PATH LUA_CPATH; %s %s --control %s/control 2>&1"
    local pipe <close> = assert(
      io.popen(line:format(os.getenv("SVC_SVCD") or "build/svcd", arguments, host.folder))
    )
    return pipe:read("a")
  end

  local function text()
    local answer = assert(host:request(REF))
    return answer.status == 200 and cjson.decode(answer.body).text or answer.status
  end

  before_each(function()
    folder = forge.folder()
    forge.write(
      folder .. "/trust",
      forge.trust({
        expires = 4000000000,
        root = { threshold = 1, keys = { root } },
        publication = { threshold = 1, keys = { key } },
      }, { root })
    )
    publish(1, "one")
  end)

  after_each(function()
    if host then host:stop() end
    host = nil
    forge.remove(folder)
  end)

  local function overwrite(mode, offset, bytes)
    return function(path)
      local file <close> = assert(io.open(path, mode))
      file:seek("set", offset)
      file:write(bytes)
    end
  end

  local changes = {
    truncated = overwrite("wb", 0, ""),
    overwritten = overwrite("wb", 0, ("\0"):rep(100000)),
    ["overwritten in place"] = overwrite("r+b", 100, ("X"):rep(200)),
    deleted = function(path) assert(os.remove(path)) end,
  }
  describe("the file changed, truncated or deleted while served:", function()
    for name, change in pairs(changes) do
      it(name .. " on the disk changes no answer, not even after a reload", function()
        start()
        change(folder .. "/p")
        assert.equal("one", text())
        host:signal("HUP")
        assert.is_truthy(
          server.await(function() return host:errors():find("publication", 1, true) end)
        )
        assert.equal("one", text())
      end)
    end

    it("deleted on the disk is what a worker started since serves", function()
      start()
      assert(os.remove(folder .. "/p"))
      local before = host:workers()[1]
      host:signal("KILL", before)
      assert.is_truthy(server.await(function()
        local now = host:workers()[1]
        return now and now ~= before and select(2, pcall(text)) == "one"
      end))
    end)
  end)

  local function status() return cjson.decode(client.request(admin, "/status").body) end

  local function metric(name)
    return tonumber(client.request(admin, "/metrics").body:match("\n" .. name .. " (%d+)"))
  end

  it("that expires stays, the log says so once, and metrics and status show it", function()
    -- Late enough to be seen before it expires, of a sanitized service too.
    local expires = os.time() + math.ceil(client.PATIENCE) + 1
    publish(1, "one", expires)
    start { admin_listen = "127.0.0.1:0" }
    assert.same({ false, expires, 0 }, {
      status().expired,
      metric("svc_publication_expires_time_seconds"),
      metric("svc_publication_expired"),
    })
    local first = status().publication.id
    local ahead = ("publication %s (sequence 1) expires on %s; publish a newer one"):format(
      first,
      os.date("!%Y-%m-%d %H:%M:%S UTC", expires)
    )
    assert.truthy(host:errors():find(ahead, 1, true), host:errors())
    assert.is_true(
      server.await(function() return status().expired end, 2 * client.PATIENCE + 1)
    )
    assert.equal(1, metric("svc_publication_expired"))
    assert.equal("one", text())
    assert.equal(200, client.request(admin, "/ready").status)
    host:signal("HUP")
    assert.is_truthy(
      server.await(function() return host:errors():find("expired at", 1, true) end)
    )
    assert.equal("one", text())
    publish(2, "two")
    assert.is_true(server.await(function() return text() == "two" end))
    local told = ("publication %s (sequence 1) expired on %s and is served on"):format(
      first,
      os.date("!%Y-%m-%d %H:%M:%S UTC", expires)
    )
    assert.equal(1, select(2, host:errors():gsub("and is served on", "")))
    assert.truthy(host:errors():find(told, 1, true), host:errors())
    -- The master notes a generation once every worker has it.
    assert.is_true(server.await(function() return not status().expired end))
    assert.equal(0, metric("svc_publication_expired"))
  end)

  local function reload_to(expected)
    host:signal("HUP")
    return server.await(function() return text() == expected end)
  end

  it("is replaced by a newer one, and never by an older one", function()
    start { state_dir = folder .. "/state" }
    publish(3, "three")
    assert.is_true(reload_to("three"))
    publish(2, "two")
    host:signal("HUP")
    assert.is_truthy(
      server.await(
        function()
          return host:errors():find("rollback: sequence 2, but 3 was accepted before", 1, true)
        end
      )
    )
    assert.equal("three", text())
  end)

  it(
    "is never replaced by an older one while it runs, also where nothing is remembered",
    function()
      start()
      publish(3, "three")
      assert.is_true(reload_to("three"))
      publish(2, "two")
      assert.truthy(
        run("reload"):find("rollback: sequence 2, but 3 was accepted before", 1, true)
      )
      assert.equal("three", text())
      local digest = host:errors():match("svcd rollback (%x+)")
      assert.equal("publication reloaded\n", run("rollback " .. digest))
      assert.equal("two", text())
      publish(1, "one")
      assert.truthy(run("rollback " .. digest):find("rollback: sequence 1", 1, true))
      assert.equal("two", text())
    end
  )

  it("is rolled back to one that is named, which is logged", function()
    local state = folder .. "/state"
    publish(3, "three")
    start { state_dir = state }
    assert.equal("three", text())
    host:stop()
    host = nil
    publish(2, "two")
    local good, reason = pcall(start, { state_dir = state })
    assert.is_false(good)
    local digest = reason:match("rollback: sequence 2, but 3.*svcd rollback (%x+)")
    start { state_dir = state, allow_unavailable = "true" }
    assert.equal(503, text())
    assert.equal("publication reloaded\n", run("rollback " .. digest))
    assert.equal("two", text())
    assert.truthy(
      host:errors():find("a rollback to publication " .. digest .. " is ordered", 1, true),
      host:errors()
    )
    host:stop()
    start { state_dir = state }
    assert.equal("two", text())
  end)
end)
