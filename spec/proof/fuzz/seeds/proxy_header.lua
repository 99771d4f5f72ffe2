--- Kept inputs of the fuzz target `proxy_header`, by name: the text form and the binary one.
local function binary(version, family, addresses, length)
  return "\r\n\r\n\0\r\nQUIT\n"
    .. string.char(version, family)
    .. (">I2"):pack(length or #addresses)
    .. addresses
end

local ipv4 = "\xcb\0\x71\7\xc0\0\2\1\x9c\x40\1\xbb"
local ipv6 = "\x20\1\x0d\xb8" .. ("\0"):rep(11) .. "\7" .. ("\0"):rep(15) .. "\1\x9c\x40\1\xbb"

return {
  ["binary-cut"] = binary(0x21, 0x11, ipv4:sub(1, 11)),
  ["binary-datagram"] = binary(0x21, 0x12, ipv4),
  ["binary-ipv4-with-extension"] = binary(0x21, 0x11, ipv4 .. "\3\0\4\1\2\3\4") .. "GET",
  ["binary-ipv6"] = binary(0x21, 0x21, ipv6),
  ["binary-local"] = binary(0x20, 0x11, ipv4),
  ["binary-too-long"] = binary(0x21, 0x11, ipv4, 0xffff),
  ["binary-unix"] = binary(0x21, 0x31, ("x"):rep(216)),
  ["binary-unspecified"] = binary(0x21, 0, ""),
  ["binary-version"] = binary(0x31, 0x11, ipv4),
  ["no-header"] = "GET / HTTP/1.1\r\n\r\n",
  ["text-bare-lf"] = "PROXY UNKNOWN\n",
  ["text-destination"] = "PROXY TCP4 1.2.3.4 x 1 2\r\n",
  ["text-family"] = "PROXY UDP4 1.2.3.4 5.6.7.8 1 2\r\n",
  ["text-ipv4"] = "PROXY TCP4 203.0.113.7 192.0.2.1 40000 443\r\nGET / HTTP/1.1\r\n\r\n",
  ["text-ipv6"] = "PROXY TCP6 2001:db8::7 ::1 40000 443\r\nGET",
  ["text-ipv6-scoped"] = "PROXY TCP6 fe80::1%eth0 ::1 1 2\r\n",
  ["text-port-destination"] = "PROXY TCP4 1.2.3.4 5.6.7.8 1 1e3\r\n",
  ["text-port-large"] = "PROXY TCP4 1.2.3.4 5.6.7.8 1 65536\r\n",
  ["text-port-leading-zero"] = "PROXY TCP4 1.2.3.4 5.6.7.8 01 2\r\n",
  ["text-too-long"] = "PROXY UNKNOWN " .. ("x"):rep(98),
  ["text-unknown"] = "PROXY UNKNOWN ffff::1 ffff::2 1 2\r\n",
}
