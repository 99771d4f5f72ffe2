--- The reader of PROXY headers by itself: what names a client, what names nobody, what is refused;
-- and, for every prefix of each, that nothing is decided before it is known.

local build = os.getenv("BUILD") or "build"

local quoted = require("spec.support.house.shell").quoted

--- Header of version 2. @param first the byte of version and command, `second` family and transport
local function binary(first, second, rest, length)
  return "\r\n\r\n\0\r\nQUIT\n"
    .. string.char(first, second)
    .. (">I2"):pack(length or #rest)
    .. rest
end

local IPV4 = "\203\0\113\7" .. "\192\0\2\1" .. (">I2I2"):pack(40000, 443)
local IPV6 = "\x20\x01\x0d\xb8"
  .. ("\0"):rep(11)
  .. "\7"
  .. ("\0"):rep(15)
  .. "\1"
  .. (">I2I2"):pack(40000, 443)
local UNIX = "/run/client" .. ("\0"):rep(97) .. "/run/server" .. ("\0"):rep(97)
local TLV = "\3\0\4\1\2\3\4" .. "\4\0\3pad"
local LONG = "\4\1\249" .. ("x"):rep(505)
local NOBODY = "the connection"

--- { what, bytes, the length of the header, who is named }
local good = {
  { "TCP4", "PROXY TCP4 203.0.113.7 192.0.2.1 40000 443\r\n", nil, "203.0.113.7" },
  { "TCP4 with the smallest ports", "PROXY TCP4 1.2.3.4 5.6.7.8 0 0\r\n", nil, "1.2.3.4" },
  {
    "TCP4 with the largest ports",
    "PROXY TCP4 1.2.3.4 5.6.7.8 65535 65535\r\n",
    nil,
    "1.2.3.4",
  },
  { "TCP6", "PROXY TCP6 2001:db8::7 ::1 40000 443\r\n", nil, "2001:db8::7" },
  { "TCP6 in capitals", "PROXY TCP6 2001:DB8::A ::1 1 1\r\n", nil, "2001:db8::a" },
  { "TCP6 of an IPv4 client", "PROXY TCP6 ::ffff:1.2.3.4 ::1 1 1\r\n", nil, "1.2.3.4" },
  {
    "TCP6 of the greatest length",
    "PROXY TCP6 " .. ("ffff:"):rep(7) .. "ffff " .. ("ffff:"):rep(7) .. "ffff 65535 65535\r\n",
    104,
    ("ffff:"):rep(7) .. "ffff",
  },
  { "UNKNOWN", "PROXY UNKNOWN\r\n", nil, NOBODY },
  { "UNKNOWN with a space", "PROXY UNKNOWN \r\n", nil, NOBODY },
  { "UNKNOWN with addresses", "PROXY UNKNOWN ffff::1 ffff::2 65535 65535\r\n", nil, NOBODY },
  { "UNKNOWN of 107 bytes", "PROXY UNKNOWN " .. ("x"):rep(91) .. "\r\n", 107, NOBODY },
  { "PROXY over IPv4", binary(0x21, 0x11, IPV4), 28, "203.0.113.7" },
  { "PROXY over IPv4 with fields", binary(0x21, 0x11, IPV4 .. TLV), 41, "203.0.113.7" },
  { "PROXY of 536 bytes", binary(0x21, 0x11, IPV4 .. LONG), 536, "203.0.113.7" },
  { "PROXY over IPv6", binary(0x21, 0x21, IPV6), 52, "2001:db8::7" },
  { "PROXY over a unix socket", binary(0x21, 0x31, UNIX), 232, NOBODY },
  { "PROXY of an unknown family", binary(0x21, 0x00, ""), 16, NOBODY },
  { "PROXY of an unknown family with bytes", binary(0x21, 0x00, IPV4), 28, NOBODY },
  { "LOCAL", binary(0x20, 0x00, ""), 16, NOBODY },
  { "LOCAL with addresses", binary(0x20, 0x11, IPV4), 28, NOBODY },
  { "LOCAL of a family that is none", binary(0x20, 0xff, "x"), 17, NOBODY },
}

local FAMILY = "its family is none of TCP4, TCP6, UNKNOWN"
local SOURCE, DESTINATION = "its source address", "its destination address"
local CRLF = "a line that does not end in CRLF"
local NEITHER = "neither version 1 nor version 2"
local STREAM = "its family or transport is not that of a stream"
local SHORT = "too short for its family"

local function tcp4(rest) return "PROXY TCP4 " .. rest .. "\r\n" end

--- { what, bytes, what is said }
-- stylua: ignore
local bad = {
  { "a request", "GET / HTTP/1.1\r\n\r\n", NEITHER },
  { "the word in small letters", "proxy TCP4 1.2.3.4 5.6.7.8 1 2\r\n", NEITHER },
  { "a tabulator behind the word", "PROXY\tTCP4 1.2.3.4 5.6.7.8 1 2\r\n", NEITHER },
  { "a line feed ahead of it", "\nPROXY UNKNOWN\r\n", NEITHER },
  { "two spaces", "PROXY  TCP4 1.2.3.4 5.6.7.8 1 2\r\n", FAMILY },
  { "no family", "PROXY \r\n", FAMILY },
  { "another family", "PROXY UDP4 1.2.3.4 5.6.7.8 1 2\r\n", FAMILY },
  { "a family in small letters", "PROXY tcp4 1.2.3.4 5.6.7.8 1 2\r\n", FAMILY },
  { "UNKNOWN without its space", "PROXY UNKNOWNX\r\n", FAMILY },
  { "no addresses", "PROXY TCP4\r\n", SOURCE },
  { "a name for an address", tcp4("localhost 5.6.7.8 1 2"), SOURCE },
  { "three numbers for an address", tcp4("1.2.3 5.6.7.8 1 2"), SOURCE },
  { "an address with leading zeros", tcp4("01.2.3.4 5.6.7.8 1 2"), SOURCE },
  { "an address beyond 255", tcp4("256.2.3.4 5.6.7.8 1 2"), SOURCE },
  { "an address with a NUL", tcp4("1.2.3.4\0x 5.6.7.8 1 2"), SOURCE },
  { "an IPv6 address as TCP4", tcp4("::1 ::1 1 2"), SOURCE },
  { "an IPv4 address as TCP6", "PROXY TCP6 1.2.3.4 5.6.7.8 1 2\r\n", SOURCE },
  { "a scoped address", "PROXY TCP6 fe80::1%eth0 ::1 1 2\r\n", SOURCE },
  { "an address in brackets", "PROXY TCP6 [::1] ::1 1 2\r\n", SOURCE },
  { "an address longer than any", "PROXY TCP6 " .. ("0"):rep(60) .. " ::1 1 2\r\n", SOURCE },
  { "no destination", tcp4("1.2.3.4"), DESTINATION },
  { "a destination that is none", tcp4("1.2.3.4 x 1 2"), DESTINATION },
  { "two spaces between addresses", tcp4("1.2.3.4  5.6.7.8 1 2"), DESTINATION },
  { "no ports", tcp4("1.2.3.4 5.6.7.8"), "its source port" },
  { "one port", tcp4("1.2.3.4 5.6.7.8 1"), "its destination port" },
  { "three ports", tcp4("1.2.3.4 5.6.7.8 1 2 3"), "its destination port" },
  { "a space at the end", tcp4("1.2.3.4 5.6.7.8 1 2 "), "its destination port" },
  { "a port with a leading zero", tcp4("1.2.3.4 5.6.7.8 01 2"), "its source port" },
  { "a port of zeros", tcp4("1.2.3.4 5.6.7.8 00 2"), "its source port" },
  { "a port with an exponent", tcp4("1.2.3.4 5.6.7.8 1e3 2"), "its source port" },
  { "a port with a sign", tcp4("1.2.3.4 5.6.7.8 1 +2"), "its destination port" },
  { "a port beyond 65535", tcp4("1.2.3.4 5.6.7.8 1 65536"), "its destination port" },
  { "a port of six digits", tcp4("1.2.3.4 5.6.7.8 1 100000"), "its destination port" },
  { "a port in hexadecimal", tcp4("1.2.3.4 5.6.7.8 0x1 2"), "its source port" },
  { "a line feed alone", "PROXY UNKNOWN\n", CRLF },
  { "a carriage return alone", "PROXY UNKNOWN\rx\r\n", CRLF },
  { "two carriage returns", "PROXY UNKNOWN\r\r\n", CRLF },
  { "a line of 108 bytes", "PROXY UNKNOWN " .. ("x"):rep(92) .. "\r\n",
    "a line of more than 107 bytes" },
  { "a line that does not end", "PROXY TCP4 " .. ("1"):rep(200),
    "a line of more than 107 bytes" },
  { "a wrong signature", "\r\n\r\n\0\r\nQUIT\r\33\17\0\12" .. IPV4, NEITHER },
  { "a signature cut short", "\r\n\r\nGET / HTTP/1.1\r\n", NEITHER },
  { "version 1 in binary", binary(0x11, 0x11, IPV4), "its version or command" },
  { "version 3", binary(0x31, 0x11, IPV4), "its version or command" },
  { "another command", binary(0x22, 0x11, IPV4), "its version or command" },
  { "datagrams", binary(0x21, 0x12, IPV4), STREAM },
  { "an address without transport", binary(0x21, 0x10, IPV4), STREAM },
  { "a transport without address", binary(0x21, 0x01, IPV4), STREAM },
  { "a fourth family", binary(0x21, 0x41, UNIX), STREAM },
  { "IPv4 of 11 bytes", binary(0x21, 0x11, IPV4:sub(1, 11)), SHORT },
  { "IPv6 of 35 bytes", binary(0x21, 0x21, IPV6:sub(1, 35)), SHORT },
  { "IPv6 of the length of IPv4", binary(0x21, 0x21, IPV4), SHORT },
  { "unix paths of 215 bytes", binary(0x21, 0x31, UNIX:sub(1, 215)), SHORT },
  { "537 bytes", binary(0x21, 0x11, IPV4 .. LONG .. "x"), "more than 536 bytes" },
  { "the greatest length", binary(0x21, 0x11, IPV4, 65535), "more than 536 bytes" },
  { "LOCAL of the greatest length", binary(0x20, 0x00, "", 65535), "more than 536 bytes" },
}

describe("the reader of PROXY headers", function()
  local folder, program

  setup(function()
    folder = os.tmpname()
    os.remove(folder)
    program = folder .. "/read"
    local sanitize = build:find("asan") and "-fsanitize=address,undefined" or ""
    local line = "mkdir %s && cc -g -std=gnu17 -D_GNU_SOURCE %s -Icsrc -o %s "
      .. "spec/support/service/proxy_header.c csrc/host/wire/proxy_header.c "
      .. "csrc/host/wire/address.c"
    assert(os.execute(line:format(folder, sanitize, program)))
  end)
  teardown(function() os.execute("rm -r " .. folder) end)

  --- @treturn string a letter for each prefix
  -- @treturn string what is said of the whole
  local function read(bytes)
    local hex = bytes:gsub(".", function(byte) return ("%02x"):format(byte:byte()) end)
    local pipe <close> = assert(io.popen(("echo %s | %s"):format(quoted(hex), program)))
    return pipe:read("a"):match("^(%u+) (.*)\n$")
  end

  for _, row in ipairs(good) do
    it(("takes %s, once it is whole"):format(row[1]), function()
      local length = row[3] or #row[2]
      local letters, said = read(row[2] .. "GET / HTTP/1.1\r\n\r\n")
      assert.equal(("%d %s"):format(length, row[4]), said)
      assert.equal(("M"):rep(length) .. ("G"):rep(#letters - length), letters)
    end)
  end

  for _, row in ipairs(bad) do
    it(("refuses %s, and no longer prefix less"):format(row[1]), function()
      local letters, said = read(row[2] .. "GET / HTTP/1.1\r\n\r\n")
      assert.equal(row[3], said)
      assert.truthy(letters:find("^M+R+$"))
    end)
  end

  it(
    "asks for more of nothing at all",
    function() assert.same({ "M", "more" }, { read("") }) end
  )
end)
