--- svcd for arm64 beside that of this machine, whose path is in NATIVE: the same publication gives
-- the same answers.
-- luacheck: std +busted

local server = require("spec.support.service.server")

local BUILD = os.getenv("BUILD")
local NATIVE = assert(os.getenv("NATIVE"), "NATIVE: the path of this machine's svcd")
local GET = "GET %s HTTP/1.1\r\nHost: api.test\r\nConnection: close\r\n\r\n"
local PATHS = {
  "/v1/quran/112?locale=de",
  "/v1/search?query=throne+verse&limit=3",
  "/en/quran/2.md",
  "/v1/quran/115",
}

local function read(path)
  local file <close> = assert(io.open(path, "rb"))
  return file:read("a")
end

--- The bodies of the answers to PATHS.
local function bodies(program)
  local svcd = server.start({
    publication = BUILD .. "/demo.svp",
    trust = BUILD .. "/demo.trust",
    base_url = "http://api.test",
  }, nil, { program = program })
  local found = {}
  for i, path in ipairs(PATHS) do
    local body = svcd:raw(GET:format(path)):match("\r\n\r\n(.*)$")
    found[i] = body:gsub('"request_id":"[^"]*"', "")
  end
  assert.is_true(svcd:stop())
  return found
end

--- Of two texts, what follows from the first byte on that is not the same.
local function difference(a, b)
  local at = 1
  while a:byte(at) == b:byte(at) and at <= #a do
    at = at + 1
  end
  return a:sub(at, at + 200), b:sub(at, at + 200)
end

describe("svcd for arm64", function()
  it("is a program for arm64", function()
    local AARCH64, MACHINE = 183, 18 -- of ELF: the architecture's number and where it stands
    assert.equal(AARCH64, ("<I2"):unpack(read(BUILD .. "/svc.so"), MACHINE + 1))
  end)

  it("answers as that of this machine does", function()
    local expected, found = bodies(NATIVE), bodies()
    assert.truthy(expected[1]:find("Sag: Er ist Allah", 1, true))
    for i, path in ipairs(PATHS) do
      assert.is_true(
        expected[i] == found[i],
        ("%s:\n%s\n%s"):format(path, difference(expected[i], found[i]))
      )
    end
  end)
end)
