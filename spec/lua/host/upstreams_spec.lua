--- The upstreams of the config: what is read of a text and of a table, and what is refused.
local forge = require("spec.support.publication.forge")
local upstreams = require("host.upstreams")

describe("upstreams of the config", function()
  it("are read of a table, with defaults", function()
    local list = assert(upstreams.read { weather = { url = "https://api.example.org/v2/" } })
    assert.same({
      {
        base = "https://api.example.org/v2",
        failures = 5,
        host = "api.example.org",
        in_flight = 64,
        max_bytes = 1 << 20,
        name = "weather",
        pause = 10,
        port = 443,
        scheme = "https",
        timeout = 5000,
      },
    }, list)
  end)

  it("are read of texts, sorted by name", function()
    local list = assert(upstreams.read {
      "b http://[::1]:81 timeout=0.5 max_bytes=2M secret=/s",
      "a https://127.0.0.1:8443/x authorities=/ca failures=2 pause=1 header=X secret=/s",
    })
    assert.same({ "a", "b" }, { list[1].name, list[2].name })
    assert.same({ "::1", 81, 500, 2 << 20, "Authorization" }, {
      list[2].host,
      list[2].port,
      list[2].timeout,
      list[2].max_bytes,
      list[2].header,
    })
  end)

  -- stylua: ignore
  local refused = {
    { "a ftp://h", "is no address of an upstream" },
    { "a https://", "is no address of an upstream" },
    { "a https://user:secret@h", "is no address of an upstream" },
    { "a https://h:0", "is no address of an upstream" },
    { "a https://h:65536", "is no address of an upstream" },
    { "a https://h:", "is no address of an upstream" },
    { "a https://h/a/../b", "is no address of an upstream" },
    { "a https://h/%2e%2e", "is no address of an upstream" },
    { "a https://h/a?b", "is no address of an upstream" },
    { "a https://h/a#b", "is no address of an upstream" },
    { "a https://h//a", "is no address of an upstream" },
    { "A https://h", "is no name of an upstream" },
    { "a https://h timout=3", "did you mean timeout?" },
    { "a https://h timeout=0", "is not a number of seconds" },
    { "a https://h timeout=61", "is not a number of seconds" },
    { "a https://h max_bytes=17M", "is not a number of bytes" },
    { "a https://h in_flight=0", "is not a whole number of 1 to 256" },
    { "a https://h header=X", "header has no secret" },
    { "a http://h authorities=/ca", "of no use without https" },
    { "a https://h timeout=1 timeout=2", "each key once" },
    { "a https://h x", "is not KEY=VALUE" },
    { "a", "is no address of an upstream" },
  }
  for _, row in ipairs(refused) do
    it("are refused: " .. row[1], function()
      local list, reason = upstreams.read { row[1] }
      assert.is_nil(list)
      assert.matches(row[2], reason, 1, true)
    end)
  end

  it("passes over blank lines, and refuses what has no others", function()
    for _, blank in ipairs { " ", "\t", "\r", "\f \v", "" } do
      local list = assert(upstreams.read { blank .. "\na https://h\r\n" .. blank, blank })
      assert.equal("a", list[1].name)
      assert.matches("0 upstreams are named", select(2, upstreams.read(blank .. "\n")), 1, true)
    end
  end)

  it("are refused where two have one name, and beyond 32", function()
    assert.is_nil((upstreams.read { "a https://h", "a https://g" }))
    local many = {}
    for i = 1, 33 do
      many[i] = ("a%d https://h"):format(i)
    end
    assert.matches("name 1 to 32", select(2, upstreams.read(many)), 1, true)
  end)

  it("have files that hold what they must, and a stamp of them", function()
    local folder = forge.folder()
    local name = folder .. "/secret"
    local options = { upstreams = upstreams.read { "a https://h secret=" .. name } }
    assert.matches("No such file", upstreams.look(options), 1, true)
    forge.write(name, "two\nlines\n")
    assert.matches("does not hold one line", upstreams.look(options), 1, true)
    forge.write(name, "one line\n")
    assert.is_nil(upstreams.look(options))
    local stamp = options.upstreams[1].stamp
    forge.write(name, "another line\n")
    assert.is_nil(upstreams.look(options))
    assert.not_equal(stamp, options.upstreams[1].stamp)
    options.upstreams[1].authorities = name
    assert.matches("holds no certificate", upstreams.look(options), 1, true)
    forge.remove(folder)
  end)
end)
