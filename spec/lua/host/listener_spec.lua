--- Where the service listens: the texts of operators, and what they mean.

local config = require("host.config")
local listener = require("host.listener")

--- { text, the parts besides text, address and proxy }
local good = {
  { "127.0.0.1:8080", { host = "127.0.0.1", port = "8080", ipv6only = false } },
  { ":8080", { host = "", port = "8080", ipv6only = false } },
  { "localhost:0", { host = "localhost", port = "0", ipv6only = false } },
  { "a-b.example_1:65535", { host = "a-b.example_1", port = "65535", ipv6only = false } },
  { "[::]:8080", { host = "::", port = "8080", ipv6only = true } },
  { "[fe80::1%eth0]:80", { host = "fe80::1%eth0", port = "80", ipv6only = true } },
  { "[::]:8080?ipv6only=true", { host = "::", port = "8080", ipv6only = true } },
  { "[::]:8080?ipv6only=false", { host = "::", port = "8080", ipv6only = false } },
  {
    "127.0.0.1:8080?proxy",
    { host = "127.0.0.1", port = "8080", ipv6only = false, proxy = true },
  },
  {
    "[::]:80?proxy&ipv6only=false",
    { host = "::", port = "80", ipv6only = false, proxy = true },
  },
  { "unix:/run/svc/svc.sock", { path = "/run/svc/svc.sock", mode = 432 } },
  { "unix:svc.sock", { path = "svc.sock", mode = 432 } },
  { "unix:/a?mode=0600", { path = "/a", mode = 384 } },
  {
    "unix:/a?mode=666&group=www-data&proxy",
    { path = "/a", mode = 438, group = "www-data", proxy = true },
  },
  { "unix:/a?group=33", { path = "/a", mode = 432, group = "33" } },
  { "unix:/" .. ("a"):rep(106), { path = "/" .. ("a"):rep(106), mode = 432 } },
  { "fd:http", { name = "http" } },
  { "fd:svc.socket?proxy", { name = "svc.socket", proxy = true } },
  { "fd:3", { name = "3" } },
}

--- { what, text, a part of what is said }
-- stylua: ignore
local bad = {
  { "nothing", "", "is not an address such as 127.0.0.1:8080" },
  { "a host alone", "localhost", "is not an address such as 127.0.0.1:8080" },
  { "a port alone", "8080", "is not an address" },
  { "a port of letters", "localhost:http", "is not an address" },
  { "a port beyond 65535", "localhost:65536", "has a port that is not 0 to 65535" },
  { "a port beyond every number", "localhost:" .. ("9"):rep(400), "not 0 to 65535" },
  { "a port below 0", "localhost:-1", "is not an address" },
  { "an IPv6 address without brackets", "::1:8080", "[::1]:8080" },
  { "a URL", "http://127.0.0.1:8080", "is not an address" },
  { "a word behind", "127.0.0.1:80x", "is not an address" },
  { "an unknown parameter", "127.0.0.1:80?backlog=1",
    'has the parameter "backlog"; accepted there: proxy' },
  { "an empty parameter", "127.0.0.1:80?", 'has the parameter ""; accepted there: proxy' },
  { "a parameter of IPv6 on IPv4", "0.0.0.0:80?ipv6only=false", "accepted there: proxy" },
  { "a mode on TCP", "[::]:80?mode=0660", "accepted there: proxy, ipv6only" },
  { "a parameter of IPv6 on a unix socket", "unix:/a?ipv6only=true",
    "accepted there: proxy, mode, group" },
  { "a mode on what is passed on", "fd:http?mode=0660", "accepted there: proxy" },
  { "a parameter twice", "unix:/a?mode=0660&mode=0600", "has mode twice" },
  { "a word for proxy", "127.0.0.1:80?proxy=on", "accepted: proxy, without a value" },
  { "an empty word for proxy", "127.0.0.1:80?proxy=", "accepted: proxy, without a value" },
  { "ipv6only without a word", "[::]:80?ipv6only", "ipv6only=true or ipv6only=false" },
  { "ipv6only with a number", "[::]:80?ipv6only=1", "ipv6only=true or ipv6only=false" },
  { "a mode without digits", "unix:/a?mode", "three octal digits" },
  { "a mode that is not octal", "unix:/a?mode=0680", "three octal digits" },
  { "a mode with more bits", "unix:/a?mode=4755", "three octal digits" },
  { "a mode of two digits", "unix:/a?mode=66", "three octal digits" },
  { "an empty group", "unix:/a?group=", "the name or number of a group" },
  { "a group with a blank", "unix:/a?group=a b", "the name or number of a group" },
  { "no path", "unix:", "has no path" },
  { "a path of 108 bytes", "unix:/" .. ("a"):rep(107), "has a path of 108 bytes, 107 at most" },
  { "a path with a NUL", "unix:/a\0b", "has no path" },
  { "no name", "fd:", "names no descriptor such as fd:http or fd:3" },
  { "a name with a colon", "fd:a:b", "names no descriptor" },
  { "a name that is too long", "fd:" .. ("a"):rep(256), "names no descriptor" },
  { "standard error", "fd:2", "descriptors begin at 3" },
}

describe("an address to listen at", function()
  for _, row in ipairs(good) do
    it("may be " .. row[1], function()
      local expected = row[2]
      expected.text, expected.address = row[1], row[1]:gsub("?.*", "")
      assert.same(expected, (listener.read(row[1])))
    end)
  end

  for _, row in ipairs(bad) do
    it(("may not be %s, and that is said in one line"):format(row[1]), function()
      local found, reason = listener.read(row[2])
      assert.is_nil(found)
      assert.truthy(reason:find(row[3], 1, true), reason)
      assert.is_nil(reason:find("\n", 1, true))
    end)
  end
end)

describe("a list of addresses", function()
  local function addresses(given) return listener.addresses(assert(listener.list(given))) end

  it("is joined with commas, or a list, or both", function()
    local three = { "127.0.0.1:1", "unix:/a", "fd:x" }
    assert.same(three, addresses("127.0.0.1:1,unix:/a?proxy, fd:x"))
    assert.same(three, addresses({ "127.0.0.1:1", "unix:/a", "fd:x?proxy" }))
    assert.same(three, addresses({ "127.0.0.1:1,unix:/a", "fd:x" }))
  end)

  it(
    "may ask for several free ports",
    function() assert.same({ "[::1]:0", "[::1]:0" }, addresses("[::1]:0,[::1]:0?proxy")) end
  )

  it("holds 16 at most", function()
    local texts = {}
    for port = 1, 17 do
      texts[port] = ":" .. port
    end
    assert.equal("17 addresses, 16 at most", select(2, listener.list(texts)))
    texts[17] = nil
    assert.equal(16, #assert(listener.list(texts)))
  end)

  local refused = {
    { "the same address twice", { ":1", ":1" }, '":1" stands there twice' },
    { "it with other parameters", "unix:/a,unix:/a?mode=0600", '"unix:/a" stands there twice' },
    { "an empty text", "", "no address is given, such as 127.0.0.1:8080" },
    { "commas alone", ", ,", "no address is given, such as 127.0.0.1:8080" },
    { "an empty list", {}, "no address is given, such as 127.0.0.1:8080" },
    { "a table in a list", { {} }, "is not an address" },
    { "a good one beside a bad one", ":1,x", '"x" is not an address' },
  }
  for _, row in ipairs(refused) do
    it("is refused with " .. row[1], function()
      local found, reason = listener.list(row[2])
      assert.is_nil(found)
      assert.truthy(reason:find(row[3], 1, true), reason)
    end)
  end
end)

describe("the option", function()
  --- Each form of an option, given twice.
  local function load(flags, variables, file)
    local path = os.tmpname()
    local handle <close> = assert(io.open(path, "wb"))
    handle:write(file or "")
    handle:flush()
    variables.SVC_CONFIG = path
    local options, reason = config.load(flags, variables)
    os.remove(path)
    return options and listener.addresses(options.listen), reason
  end

  it(
    "is repeated on the command line",
    function() assert.same({ ":1", ":2" }, load({ listen = { ":1", ":2" } }, {})) end
  )

  it(
    "is joined with commas in the environment",
    function() assert.same({ ":1", ":2" }, load({}, { SVC_LISTEN = ":1,:2" })) end
  )

  it("is a list or a text in the config file", function()
    assert.same({ ":1", ":2" }, load({}, {}, 'listen = { ":1", ":2" }'))
    assert.same({ ":1", ":2" }, load({}, {}, 'listen = ":1,:2"'))
  end)

  it(
    "is 127.0.0.1:8080 where it is not given",
    function() assert.same({ "127.0.0.1:8080" }, load({}, {})) end
  )

  it("is named in a refusal, in each form", function()
    local where = { "^%-%-listen: ", "^SVC_LISTEN: ", "^/.*: listen: " }
    local reasons = {
      select(2, load({ listen = { "x" } }, {})),
      (select(2, load({}, { SVC_LISTEN = "x" }))),
      (select(2, load({}, {}, "listen = {}"))),
    }
    for i, reason in ipairs(reasons) do
      assert.truthy(reason:find(where[i]), reason)
    end
  end)
end)
