--- Kept inputs of the fuzz target `guard`, by name. The first byte seeds the cuts.
local function lines(...) return "\5" .. table.concat({ ... }, "\r\n") .. "\r\n" end

local function get(...) return lines("GET /v1/health?x=1 HTTP/1.1", "Host: a", ...) end

local function chunked(...)
  return lines("POST /mcp HTTP/1.1", "Host: [::1]:80", "Transfer-Encoding: chunked", "", ...)
end

local accepted = {
  "GET /v1/health?x=1 HTTP/1.1\r\nHost: a\r\nAccept: a\r\nAccept: b\r\n\r\n",
  "POST http://a/%41?b HTTP/1.0\r\nContent-Length: 3\r\nConnection: a, close\r\n\r\nabc",
  "POST /mcp HTTP/1.1\r\nHost: [::1]:80\r\nTransfer-Encoding: chunked\r\n"
    .. 'Expect: 100-continue\r\n\r\n5;a="b\\"c";d;e=f\r\nhello\r\n0\r\nX: y\r\n\r\n',
  "OPTIONS * HTTP/1.9\r\nHost: a:\r\n\r\n",
  "GET /?a[b]={c}&%ff HTTP/1.1\r\nHost: [2001:db8::192.0.2.1]:\r\n\r\n",
  "GET /%c3%a4/%e2%82%ac/%f0%9f%98%80+~ HTTP/1.1\r\nHost: a-b.c:65535\r\n\r\n",
  "POST httpS://b?x HTTP/1.1\r\nhost:\ta \r\ntransfer-encoding: ,\tCHUNKED ,\r\n\r\n"
    .. "a;b=c\r\n0123456789\r\n00\r\nA: b\r\nC:\r\n\r\n",
}

return {
  ["accepted-pipelined"] = "\5" .. table.concat(accepted),
  ["body-chunk-without-crlf"] = chunked("5", "helloX"),
  ["body-chunked-and-length"] = get("Content-Length: 1", "Transfer-Encoding: chunked", "", "1"),
  ["body-chunked-http-1-0"] = lines("POST / HTTP/1.0", "Transfer-Encoding: chunked", "", ""),
  ["body-chunk-extension-control"] = chunked('5;a="b\27"', "hello"),
  ["body-chunk-extension-no-name"] = chunked("5;=a", "hello"),
  ["body-chunk-extension-no-value"] = chunked("5;a=", "hello"),
  ["body-chunk-extension-open"] = chunked('5;a="b\\', "hello"),
  ["body-chunk-extension-tail"] = chunked('5;a="b"c', "hello"),
  ["body-chunk-size-missing"] = chunked("x", "hello"),
  ["body-chunk-size-too-large"] = chunked("fffffffff", ""),
  ["body-length-not-a-number"] = get("Content-Length: 1x", "", ""),
  ["body-length-repeated"] = get("Content-Length: 1", "Content-Length: 1", "", "a"),
  ["body-length-too-large"] = get("Content-Length: 99999999999", "", ""),
  ["body-trailer-forbidden"] = chunked("0", "Content-Length: 1", "", ""),
  ["body-trailer-not-a-field"] = chunked("0", "X", "", ""),
  ["coding-after-chunked"] = get("Transfer-Encoding: chunked, gzip", "", ""),
  ["coding-unknown"] = get("Transfer-Encoding: gzip", "", ""),
  ["connect"] = lines("CONNECT a:1 HTTP/1.1", "Host: a", "", ""),
  ["empty-lines"] = "\1" .. ("\r\n"):rep(6) .. "GET / HTTP/1.1\r\n",
  ["expectation-unknown"] = get("Expect: 101-continue", "", ""),
  ["field-control-byte"] = get("X: a\27b", "", ""),
  ["field-folded"] = get(" folded", "", ""),
  ["field-name-byte"] = get("a b: c", "", ""),
  ["field-without-name"] = get(": x", "", ""),
  ["fields-too-many"] = get(("a: b\r\n"):rep(101), ""),
  ["head-too-large"] = get(("a: " .. ("b"):rep(7000) .. "\r\n"):rep(3), ""),
  ["host-missing-or-repeated"] = lines("GET / HTTP/1.1", "Host: a", "Host: b", "", ""),
  ["host-not-an-address"] = lines("GET / HTTP/1.1", "Host: [::1]:(", "", ""),
  ["line-bare-lf"] = "\5GET / HTTP/1.1\nHost: a\n\n",
  ["line-without-version"] = lines("GET /", "", ""),
  ["target-bad-percent"] = lines("GET http://a/%4 HTTP/1.0", "", ""),
  ["target-host-missing"] = lines("POST http:///a%27?b HTTP/1.0", "Cn?tet-"),
  ["target-percent-in-a-url"] = lines("GET http://a/%43://a/%8CONNESTed HTTP/1.0", "nHTTtT"),
  ["target-utf-8-cut"] = lines("OS /tp/%C8 HTTP/1.0", "a"),
  ["target-without-colon"] = lines("GET http HTTP/1.0", "ntg", "", ""),
  ["coding-empty"] = lines("POST /mcp HTTP/1.1", "Host: a", "Transfer-Encoding: ", "", "POST"),
  ["target-not-utf-8"] = lines("GET /%ea%8a1 HTTP/1.0", "", ""),
  ["target-scheme"] = lines("GET ftp://a/ HTTP/1.0", "", ""),
  ["version-2"] = lines("GET / HTTP/2.0", "", ""),
}
