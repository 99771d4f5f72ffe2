--- The seam between svcd and the shared libmicrohttpd (csrc/host/wire/seam.c): it is there, and
-- where a library does not go through it, svcd refuses to start.

local forge = require("spec.support.publication.forge")

local BUILD = os.getenv("BUILD") or "build"
local SVCD = os.getenv("SVC_SVCD") or BUILD .. "/svcd"

local function output(command)
  local pipe <close> = assert(io.popen("{ " .. command .. "; } 2>&1"))
  return pipe:read("a")
end

--- The library that svcd loads.
local function library() return (output("ldd " .. SVCD):match("libmicrohttpd%S* => (/%S+)")) end

--- A copy of the library whose imported function `from` is `to` instead: in the table of symbols
-- (.dynsym, entries of 24 bytes) the name of the one is made that of the other.
local function with_import(from, to)
  local bytes = forge.read(library())
  local headers = ("<I8"):unpack(bytes, 0x28 + 1)
  local size, count = ("<I2I2"):unpack(bytes, 0x3a + 1)
  local names, symbols, total
  for i = 0, count - 1 do
    local at = headers + i * size + 1
    local kind, offset, length, link = ("<xxxxI4xxxxxxxxxxxxxxxxI8I8I4"):unpack(bytes, at)
    if kind == 11 then
      symbols, total = offset, length
      names = ("<I8"):unpack(bytes, headers + link * size + 1 + 0x18)
    end
  end
  local place, other
  for at = symbols + 1, symbols + total, 24 do
    local name = ("<I4"):unpack(bytes, at)
    local text = ("z"):unpack(bytes, names + name + 1)
    if text == from then place = at end
    if text == to then other = name end
  end
  return bytes:sub(1, place - 1) .. ("<I4"):pack(other) .. bytes:sub(place + 4)
end

describe("svcd", function()
  it("links the shared library, nothing of GnuTLS, and wraps no call", function()
    assert.truthy(library())
    local symbols = output("nm " .. SVCD)
    assert.truthy(symbols:find(" T epoll_wait\n", 1, true))
    assert.is_nil(symbols:find("gnutls", 1, true))
    assert.is_nil(symbols:find("__wrap_", 1, true))
  end)

  -- What reads does it otherwise: `read` is what a library may well use in place of `recv`.
  it("refuses, in one line, a library whose reads pass by the guard", function()
    local folder = os.tmpname()
    os.remove(folder)
    assert(os.execute("mkdir " .. folder))
    local path = folder .. "/libmicrohttpd.so.12"
    local file <close> = assert(io.open(path, "wb"))
    file:write(with_import("recv", "read"))
    file:close()
    local serve =
      "LD_LIBRARY_PATH=%s %s serve --listen 127.0.0.1:0 --control %s/control; echo $?"
    local told = output(serve:format(folder, SVCD, folder))
    os.execute("rm -r " .. folder)
    local reason, status = told:match("^svcd: library: ([^\n]*)\n(%d+)\n$")
    assert.equal("1", status, told)
    assert.truthy(reason:find("^libmicrohttpd [%d.]+ passes by the guard %(recv%)"), reason)
  end)

  it("refuses a library that does not send what is written over its headers", function()
    local folder = os.tmpname()
    os.remove(folder)
    assert(os.execute("mkdir " .. folder))
    local compile =
      "cc -shared -fPIC -o %s/copied.so spec/support/service/copied_headers.c -ldl"
    assert(os.execute(compile:format(folder)))
    local serve =
      "LD_PRELOAD=%s/copied.so %s serve --listen 127.0.0.1:0 --control %s/control; echo $?"
    local told = output(serve:format(folder, os.getenv("SVC_PLAIN") or SVCD, folder))
    os.execute("rm -r " .. folder)
    local reason, status = told:match("^svcd: library: ([^\n]*)\n(%d+)\n$")
    assert.equal("1", status, told)
    assert.truthy(reason:find("sends the texts of one answer with another", 1, true), reason)
  end)
end)
