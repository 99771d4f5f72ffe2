--- The wire guard in the real svcd: hostile and odd requests, and the one answer each must get.
-- A row is what it is, its bytes, and the expected statuses in order. After the bytes of a refused
-- request stands a well-formed one, which must never be answered: nothing is smuggled.

local cjson = require("cjson")
local client = require("spec.support.client")
local server = require("spec.support.server")

local HEALTH = "GET /v1/health HTTP/1.1\r\nHost: a\r\n\r\n"
local CODES = {
  [400] = "INVALID_REQUEST", [404] = "ENDPOINT_NOT_FOUND", [405] = "METHOD_NOT_ALLOWED",
  [413] = "CONTENT_TOO_LARGE", [414] = "URI_TOO_LONG", [415] = "UNSUPPORTED_MEDIA_TYPE",
  [417] = "EXPECTATION_FAILED", [431] = "HEADERS_TOO_LARGE", [501] = "NOT_IMPLEMENTED",
  [505] = "HTTP_VERSION_NOT_SUPPORTED",
}

--- A request with this first line.
local function line(text)
  return text .. "\r\nHost: a\r\n\r\n"
end

--- A GET of health with these header lines instead of `Host: a`.
local function head(...)
  return "GET /v1/health HTTP/1.1\r\n" .. table.concat({ ... }, "\r\n") .. "\r\n\r\n"
end

--- A GET of health with these header lines besides `Host: a`.
local function with(...)
  return head("Host: a", ...)
end

--- A GET of health with a chunked body of these bytes.
local function chunked(body)
  return with("Transfer-Encoding: chunked") .. body
end

--- A GET of health with a body of this declared length.
local function sized(length, body)
  return with("Content-Length: " .. length) .. body
end

local a = ("a"):rep(20000)
local largest = ("x"):rep(65536)
local groups = {}

groups["request line"] = {
  { "plain", line("GET /v1/health HTTP/1.1"), 200 },
  { "one empty line before it", "\r\n" .. HEALTH, 200 },
  { "two empty lines before it", "\r\n\r\n" .. HEALTH, 200 },
  { "many empty lines before it", ("\r\n"):rep(9) .. HEALTH, 400 },
  { "a bare LF before it", "\n" .. HEALTH, 400 },
  { "a bare CR before it", "\r" .. HEALTH, 400 },
  { "a blank before it", " " .. HEALTH, 400 },
  { "a byte order mark before it", "\xef\xbb\xbf" .. HEALTH, 400 },
  { "bare LF at its end", "GET /v1/health HTTP/1.1\nHost: a\r\n\r\n", 400 },
  { "bare LF everywhere", "GET /v1/health HTTP/1.1\nHost: a\n\n", 400 },
  { "bare CR at its end", "GET /v1/health HTTP/1.1\rHost: a\r\n\r\n", 400 },
  { "CR CR LF at its end", "GET /v1/health HTTP/1.1\r\r\nHost: a\r\n\r\n", 400 },
  { "CR inside", line("GET /v1/he\ralth HTTP/1.1"), 400 },
  { "two blanks before the target", line("GET  /v1/health HTTP/1.1"), 400 },
  { "two blanks before the version", line("GET /v1/health  HTTP/1.1"), 400 },
  { "a tab as separator", line("GET\t/v1/health HTTP/1.1"), 400 },
  { "a tab before the version", line("GET /v1/health\tHTTP/1.1"), 400 },
  { "a vertical tab as separator", line("GET\v/v1/health HTTP/1.1"), 400 },
  { "a form feed as separator", line("GET\f/v1/health HTTP/1.1"), 400 },
  { "a blank at its end", line("GET /v1/health HTTP/1.1 "), 400 },
  { "a tab at its end", line("GET /v1/health HTTP/1.1\t"), 400 },
  { "a fourth word", line("GET /v1/health HTTP/1.1 x"), 400 },
  { "no target", line("GET HTTP/1.1"), 400 },
  { "an empty target", line("GET  HTTP/1.1"), 400 },
  { "the method alone", line("GET"), 400 },
  { "HTTP/0.9", "GET /v1/health\r\n", 400 },
  { "HTTP/0.9 with headers", line("GET /v1/health"), 400 },
  { "NUL in it", line("GET /v1/health\0 HTTP/1.1"), 400 },
  { "NUL in the method", line("G\0T /v1/health HTTP/1.1"), 400 },
  { "a TLS handshake", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400 },
  { "an SSH banner", "SSH-2.0-OpenSSH_9.2\r\n\r\n", 400 },
  { "a response instead", "HTTP/1.1 200 OK\r\n\r\n", 400 },
  { "an HTTP/2 preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505 },
  { "a redis command", "*1\r\n$4\r\nPING\r\n\r\n", 400 },
}

groups["method"] = {
  { "HEAD", line("HEAD /v1/health HTTP/1.1"), 200, methods = { "HEAD" } },
  { "OPTIONS", line("OPTIONS /v1/health HTTP/1.1"), 204 },
  { "OPTIONS of the server", line("OPTIONS * HTTP/1.1"), 204 },
  { "POST", line("POST /v1/health HTTP/1.1"), 405 },
  { "PUT", line("PUT /v1/health HTTP/1.1"), 405 },
  { "DELETE", line("DELETE /v1/health HTTP/1.1"), 405 },
  { "PATCH", line("PATCH /v1/health HTTP/1.1"), 405 },
  { "TRACE", line("TRACE /v1/health HTTP/1.1"), 405 },
  { "QUERY", line("QUERY /v1/health HTTP/1.1"), 405 },
  { "CONNECT", line("CONNECT a:80 HTTP/1.1"), 405 },
  { "CONNECT of an address", line("CONNECT [::1]:80 HTTP/1.1"), 405 },
  { "CONNECT without a port", line("CONNECT a HTTP/1.1"), 400 },
  { "CONNECT of a path", line("CONNECT /v1/health HTTP/1.1"), 400 },
  { "lower case", line("get /v1/health HTTP/1.1"), 405 },
  { "mixed case", line("Get /v1/health HTTP/1.1"), 405 },
  { "every byte of a token", line("!#$%&'*+-.^_`|~09azAZ /v1/health HTTP/1.1"), 405 },
  { "of 4000 bytes", line(("M"):rep(4000) .. " /v1/health HTTP/1.1"), 405 },
  { "with a colon", line("G:T /v1/health HTTP/1.1"), 400 },
  { "with a parenthesis", line("GET( /v1/health HTTP/1.1"), 400 },
  { "with an at sign", line("G@T /v1/health HTTP/1.1"), 400 },
  { "with a slash", line("G/T /v1/health HTTP/1.1"), 400 },
  { "with a quote", line('"GET" /v1/health HTTP/1.1'), 400 },
  { "with a control byte", line("GE\x01T /v1/health HTTP/1.1"), 400 },
  { "with DEL", line("GET\x7f /v1/health HTTP/1.1"), 400 },
  { "not ASCII", line("G\xc3\x89T /v1/health HTTP/1.1"), 400 },
  { "empty", line(" /v1/health HTTP/1.1"), 400 },
}

groups["version"] = {
  { "HTTP/1.0 without Host", "GET /v1/health HTTP/1.0\r\n\r\n", 200, closed = true },
  { "HTTP/1.0 with Host", line("GET /v1/health HTTP/1.0"), 200, closed = true },
  { "HTTP/1.2 is read as 1.1", line("GET /v1/health HTTP/1.2"), 200 },
  { "HTTP/1.9 is read as 1.1", line("GET /v1/health HTTP/1.9"), 200 },
  { "HTTP/2.0", line("GET /v1/health HTTP/2.0"), 505 },
  { "HTTP/3.0", line("GET /v1/health HTTP/3.0"), 505 },
  { "HTTP/0.9 spelt out", line("GET /v1/health HTTP/0.9"), 505 },
  { "HTTP/9.9", line("GET /v1/health HTTP/9.9"), 505 },
  { "HTTP/2", line("GET /v1/health HTTP/2"), 400 },
  { "HTTP/1", line("GET /v1/health HTTP/1"), 400 },
  { "HTTP/1.", line("GET /v1/health HTTP/1."), 400 },
  { "HTTP/1.10", line("GET /v1/health HTTP/1.10"), 400 },
  { "HTTP/11.1", line("GET /v1/health HTTP/11.1"), 400 },
  { "HTTP/01.1", line("GET /v1/health HTTP/01.1"), 400 },
  { "HTTP/1,1", line("GET /v1/health HTTP/1,1"), 400 },
  { "HTTP 1.1", line("GET /v1/health HTTP 1.1"), 400 },
  { "HTTP/-1.1", line("GET /v1/health HTTP/-1.1"), 400 },
  { "HTTP/+1.1", line("GET /v1/health HTTP/+1.1"), 400 },
  { "HTTP/1.x", line("GET /v1/health HTTP/1.x"), 400 },
  { "HTTP/x.1", line("GET /v1/health HTTP/x.1"), 400 },
  { "lower case", line("GET /v1/health http/1.1"), 400 },
  { "mixed case", line("GET /v1/health Http/1.1"), 400 },
  { "HTTPS/1.1", line("GET /v1/health HTTPS/1.1"), 400 },
  { "HTP/1.1", line("GET /v1/health HTP/1.1"), 400 },
  { "ICE/1.1", line("GET /v1/health ICY/1.1"), 400 },
  { "with NUL", line("GET /v1/health HTTP/1.1\0"), 400 },
}

groups["target"] = {
  { "absolute form", line("GET http://a/v1/health HTTP/1.1"), 200 },
  { "absolute form, another host than Host", line("GET http://b/v1/health HTTP/1.1"), 200 },
  { "absolute form, with a port", line("GET http://a:80/v1/health HTTP/1.1"), 200 },
  { "absolute form, scheme in capitals", line("GET HTTP://a/v1/health HTTP/1.1"), 200 },
  { "absolute form, https", line("GET https://a/v1/health HTTP/1.1"), 200 },
  { "absolute form, a query without a path", line("GET http://a?%zz HTTP/1.1"), 400 },
  { "absolute form without Host", "GET http://a/v1/health HTTP/1.1\r\n\r\n", 400 },
  { "absolute form, no host", line("GET http:///v1/health HTTP/1.1"), 400 },
  { "absolute form, user and password", line("GET http://u:p@a/v1/health HTTP/1.1"), 400 },
  { "absolute form, a junk host", line("GET http://a b/v1/health HTTP/1.1"), 400 },
  { "absolute form, a port beyond 65535", line("GET http://a:65536/v1/health HTTP/1.1"), 400 },
  { "absolute form, another scheme", line("GET ftp://a/v1/health HTTP/1.1"), 400 },
  { "absolute form, file", line("GET file:///etc/passwd HTTP/1.1"), 400 },
  { "one slash after the scheme", line("GET http:/a/v1/health HTTP/1.1"), 400 },
  { "authority form for GET", line("GET a:80 HTTP/1.1"), 400 },
  { "no leading slash", line("GET v1/health HTTP/1.1"), 400 },
  { "a star for GET", line("GET * HTTP/1.1"), 400 },
  { "a star and more", line("OPTIONS *x HTTP/1.1"), 400 },
  { "a backslash", line("GET \\v1\\health HTTP/1.1"), 400 },
  { "a backslash inside", line("GET /v1\\health HTTP/1.1"), 400 },
  { "a fragment", line("GET /v1/health#x HTTP/1.1"), 400 },
  { "a quote", line('GET /v1/"health" HTTP/1.1'), 400 },
  { "angle brackets", line("GET /<script> HTTP/1.1"), 400 },
  { "braces", line("GET /{x} HTTP/1.1"), 400 },
  { "a bar", line("GET /a|b HTTP/1.1"), 400 },
  { "a caret", line("GET /a^b HTTP/1.1"), 400 },
  { "a backtick", line("GET /a`b HTTP/1.1"), 400 },
  { "a control byte", line("GET /v1/health\x01 HTTP/1.1"), 400 },
  { "DEL", line("GET /v1/health\x7f HTTP/1.1"), 400 },
  { "raw UTF-8", line("GET /v1/h\xc3\xa4lth HTTP/1.1"), 400 },
  { "a raw byte above ASCII", line("GET /v1/\xff HTTP/1.1"), 400 },
  { "encoded NUL", line("GET /v1/health%00 HTTP/1.1"), 400 },
  { "encoded NUL inside", line("GET /v1/hea%00lth HTTP/1.1"), 400 },
  { "a percent sign alone", line("GET /v1/% HTTP/1.1"), 400 },
  { "one digit after a percent sign", line("GET /v1/%4 HTTP/1.1"), 400 },
  { "no digits after a percent sign", line("GET /v1/%zz HTTP/1.1"), 400 },
  { "one wrong digit", line("GET /v1/%4g HTTP/1.1"), 400 },
  { "an encoding of IIS", line("GET /v1/%u0041 HTTP/1.1"), 400 },
  { "an overlong slash", line("GET /v1%c0%afhealth HTTP/1.1"), 400 },
  { "an overlong slash of three bytes", line("GET /v1%e0%80%afhealth HTTP/1.1"), 400 },
  { "an overlong NUL", line("GET /v1/health%c0%80 HTTP/1.1"), 400 },
  { "an encoded surrogate", line("GET /%ed%a0%80 HTTP/1.1"), 400 },
  { "beyond Unicode", line("GET /%f4%90%80%80 HTTP/1.1"), 400 },
  { "a lone continuation byte", line("GET /%80 HTTP/1.1"), 400 },
  { "a cut UTF-8 sequence", line("GET /%e2%82 HTTP/1.1"), 400 },
  { "an encoded slash is no separator", line("GET /v1%2fhealth HTTP/1.1"), 404 },
  { "an encoded slash in capitals", line("GET /v1%2Fhealth HTTP/1.1"), 404 },
  { "a doubly encoded slash", line("GET /v1%252fhealth HTTP/1.1"), 404 },
  { "encoded UTF-8", line("GET /v1/h%C3%A4lth HTTP/1.1"), 404 },
  { "dots to the parent", line("GET /v1/../v1/health HTTP/1.1"), 404 },
  { "encoded dots to the parent", line("GET /v1/%2e%2e/v1/health HTTP/1.1"), 404 },
  { "a dot segment", line("GET /v1/./health HTTP/1.1"), 404 },
  { "out of the root", line("GET /../../etc/passwd HTTP/1.1"), 404 },
  { "a doubled slash", line("GET //v1/health HTTP/1.1"), 404 },
  { "a doubled slash inside", line("GET /v1//health HTTP/1.1"), 404 },
  { "a slash at the end", line("GET /v1/health/ HTTP/1.1"), 404 },
  { "a path parameter", line("GET /v1/health;x=1 HTTP/1.1"), 404 },
  { "an empty query", line("GET /v1/health? HTTP/1.1"), 200 },
  { "a query of a question mark", line("GET /v1/health?? HTTP/1.1"), 400 },
  { "an unknown parameter", line("GET /v1/health?x=1 HTTP/1.1"), 400 },
  { "a raw blank in the query", line("GET /v1/health?a b HTTP/1.1"), 400 },
  { "a raw quote in the query", line('GET /v1/health?" HTTP/1.1'), 400 },
  { "raw UTF-8 in the query", line("GET /v1/health?\xc3\xa4 HTTP/1.1"), 400 },
  { "encoded NUL in the query", line("GET /v1/health?a=%00 HTTP/1.1"), 400 },
  { "an overlong form in the query", line("GET /v1/health?a=%c0%af HTTP/1.1"), 400 },
  { "a cut encoding in the query", line("GET /v1/health?a=% HTTP/1.1"), 400 },
}

groups["Host"] = {
  { "a name", head("Host: example.org"), 200 },
  { "a name and port", head("Host: example.org:8080"), 200 },
  { "a name and an empty port", head("Host: example.org:"), 200 },
  { "an IPv4 address", head("Host: 127.0.0.1"), 200 },
  { "an IPv6 address", head("Host: [::1]"), 200 },
  { "an IPv6 address and port", head("Host: [::1]:80"), 200 },
  { "in lower case", head("host: a"), 200 },
  { "in capitals", head("HOST: a"), 200 },
  { "no blank after the colon", head("Host:a"), 200 },
  { "blanks around the value", head("Host: \t a \t "), 200 },
  { "none", head("Accept: */*"), 400 },
  { "none and no headers at all", "GET /v1/health HTTP/1.1\r\n\r\n", 400 },
  { "two", head("Host: a", "Host: b"), 400 },
  { "two that agree", head("Host: a", "Host: a"), 400 },
  { "two in different case", head("Host: a", "hOST: a"), 400 },
  { "empty", head("Host:"), 400 },
  { "blanks only", head("Host:   "), 400 },
  { "a list", head("Host: a, b"), 400 },
  { "a blank inside", head("Host: a b"), 400 },
  { "a path", head("Host: a/b"), 400 },
  { "a URL", head("Host: http://a"), 400 },
  { "a user", head("Host: u@a"), 400 },
  { "a query", head("Host: a?b"), 400 },
  { "a fragment", head("Host: a#b"), 400 },
  { "angle brackets", head("Host: <script>"), 400 },
  { "a quote", head('Host: "a"'), 400 },
  { "a backslash", head("Host: a\\b"), 400 },
  { "a port that is no number", head("Host: a:b"), 400 },
  { "a port beyond 65535", head("Host: a:65536"), 400 },
  { "a huge port", head("Host: a:99999999999999999999"), 400 },
  { "a negative port", head("Host: a:-1"), 400 },
  { "two ports", head("Host: a:80:80"), 400 },
  { "a port alone", head("Host: :80"), 400 },
  { "an open bracket", head("Host: [::1"), 400 },
  { "a closed bracket", head("Host: ::1]"), 400 },
  { "an IPv6 address without brackets", head("Host: ::1"), 400 },
  { "junk in brackets", head("Host: [junk]"), 400 },
  { "bytes after the bracket", head("Host: [::1]x"), 400 },
  { "not ASCII", head("Host: \xc3\xa4"), 400 },
  { "a percent sign", head("Host: a%00b"), 400 },
  { "longer than a name can be", head("Host: " .. ("a"):rep(256)), 400 },
  { "two on HTTP/1.0", "GET /v1/health HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n", 400 },
  { "junk on HTTP/1.0", "GET /v1/health HTTP/1.0\r\nHost: a b\r\n\r\n", 400 },
}

groups["header line"] = {
  { "bare LF", "GET /v1/health HTTP/1.1\r\nHost: a\nAccept: */*\r\n\r\n", 400 },
  { "bare LF at the end of the head", "GET /v1/health HTTP/1.1\r\nHost: a\r\n\n", 400 },
  { "bare CR", with("X: a\rb"), 400 },
  { "bare CR before the line end", with("X: a\r"), 400 },
  { "CR as the end of the head", "GET /v1/health HTTP/1.1\r\nHost: a\r\n\rX\r\n\r\n", 400 },
  { "no colon", with("X"), 400 },
  { "no name", with(": x"), 400 },
  { "a colon alone", with(":"), 400 },
  { "a blank before the colon", with("X : y"), 400 },
  { "a tab before the colon", with("X\t: y"), 400 },
  { "a blank in the name", with("X Y: z"), 400 },
  { "a folded line", with("X: a", " b"), 400 },
  { "a folded line with a tab", with("X: a", "\tb"), 400 },
  { "a blank before the first field", "GET /v1/health HTTP/1.1\r\n Host: a\r\n\r\n", 400 },
  { "a line of blanks", with("X: a", "   "), 400 },
  { "NUL in the name", with("X\0: y"), 400 },
  { "NUL in the value", with("X: a\0b"), 400 },
  { "a control byte in the value", with("X: a\x01b"), 400 },
  { "DEL in the value", with("X: a\x7fb"), 400 },
  { "a vertical tab in the value", with("X: a\vb"), 400 },
  { "a form feed before the value", with("X: \fa"), 400 },
  { "a parenthesis in the name", with("X(: y"), 400 },
  { "a quote in the name", with('X": y'), 400 },
  { "a slash in the name", with("X/Y: z"), 400 },
  { "an at sign in the name", with("X@Y: z"), 400 },
  { "brackets in the name", with("X[]: z"), 400 },
  { "not ASCII in the name", with("X\xc3\xa4: z"), 400 },
  { "a control byte in the name", with("X\x01: z"), 400 },
  { "every byte of a token in the name", with("!#$%&'*+-.^_`|~09azAZ: z"), 200 },
  { "an empty value", with("X:"), 200 },
  { "a value of blanks", with("X: \t "), 200 },
  { "a tab in the value", with("X: a\tb"), 200 },
  { "bytes above ASCII in the value", with("X: \xc3\xa4\xff"), 200 },
  { "a colon in the value", with("X: a:b"), 200 },
  { "an underscore in the name", with("Content_Length: 5"), 200 },
  { "an upgrade that is not taken", with("Connection: Upgrade", "Upgrade: h2c"), 200 },
  { "a websocket upgrade", with("Connection: Upgrade", "Upgrade: websocket"), 200 },
}

groups["Content-Length"] = {
  { "0", sized("0", ""), 200 },
  { "5", sized("5", "hello"), 200 },
  { "leading zeros", sized("005", "hello"), 200 },
  { "blanks around it", sized("  5 \t", "hello"), 200 },
  { "the largest", sized(65536, ("x"):rep(65536)), 200 },
  { "one beyond the largest", sized(65537, ("x"):rep(65537)), 413 },
  { "beyond 32 bits", sized("4294967301", "hello"), 413 },
  { "beyond 64 bits", sized("18446744073709551621", "hello"), 413 },
  { "of 1000 digits", sized(("9"):rep(1000), "hello"), 413 },
  { "negative", sized("-5", "hello"), 400 },
  { "with a plus sign", sized("+5", "hello"), 400 },
  { "hexadecimal", sized("0x5", "hello"), 400 },
  { "a fraction", sized("5.0", "hello"), 400 },
  { "an exponent", sized("5e0", "hello"), 400 },
  { "a blank inside", sized("1 0", "hello"), 400 },
  { "empty", sized("", ""), 400 },
  { "a word", sized("five", "hello"), 400 },
  { "quoted", sized('"5"', "hello"), 400 },
  { "with an underscore", sized("1_0", "hello"), 400 },
  { "a list of equals", sized("5, 5", "hello"), 400 },
  { "a list", sized("5, 6", "hello"), 400 },
  { "with a comma", sized("5,", "hello"), 400 },
  { "with a semicolon", sized("5;", "hello"), 400 },
  { "two different", with("Content-Length: 5", "Content-Length: 6") .. "hello", 400 },
  { "two equal", with("Content-Length: 5", "Content-Length: 5") .. "hello", 400 },
  { "two in different case", with("Content-Length: 0", "content-length: 5") .. "hello", 400 },
  { "two, one empty", with("Content-Length: 5", "Content-Length:") .. "hello", 400 },
  { "a blank before the colon", with("Content-Length : 5") .. "hello", 400 },
  { "Arabic digits", sized("\xd9\xa5", "hello"), 400 },
}

groups["Transfer-Encoding"] = {
  { "chunked", chunked("5\r\nhello\r\n0\r\n\r\n"), 200 },
  { "Chunked", with("Transfer-Encoding: Chunked") .. "0\r\n\r\n", 200 },
  { "blanks around it", with("Transfer-Encoding: \t chunked \t") .. "0\r\n\r\n", 200 },
  { "with Content-Length", with("Content-Length: 5", "Transfer-Encoding: chunked")
    .. "0\r\n\r\n", 400 },
  { "before Content-Length", with("Transfer-Encoding: chunked", "Content-Length: 5")
    .. "0\r\n\r\n", 400 },
  { "with Content-Length 0", with("Content-Length: 0", "Transfer-Encoding: chunked")
    .. "0\r\n\r\n", 400 },
  { "on HTTP/1.0", "GET /v1/health HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400 },
  { "a blank before the colon", with("Transfer-Encoding : chunked") .. "0\r\n\r\n", 400 },
  { "folded", with("Transfer-Encoding:", " chunked") .. "0\r\n\r\n", 400 },
  { "chunked twice in a list", with("Transfer-Encoding: chunked, chunked") .. "0\r\n\r\n", 400 },
  { "chunked in two lines", with("Transfer-Encoding: chunked", "Transfer-Encoding: chunked")
    .. "0\r\n\r\n", 400 },
  { "chunked not last", with("Transfer-Encoding: chunked, gzip") .. "0\r\n\r\n", 400 },
  { "chunked, then identity", with("Transfer-Encoding: chunked", "Transfer-Encoding: identity")
    .. "0\r\n\r\n", 400 },
  { "empty", with("Transfer-Encoding:") .. "0\r\n\r\n", 400 },
  { "a comma", with("Transfer-Encoding: ,") .. "0\r\n\r\n", 400 },
  { "chunked and a comma", with("Transfer-Encoding: chunked,") .. "0\r\n\r\n", 400 },
  { "quoted", with('Transfer-Encoding: "chunked"') .. "0\r\n\r\n", 400 },
  { "a vertical tab before it", with("Transfer-Encoding: \vchunked") .. "0\r\n\r\n", 400 },
  { "NUL behind it", with("Transfer-Encoding: chunked\0") .. "0\r\n\r\n", 400 },
  { "gzip", with("Transfer-Encoding: gzip") .. "x", 501 },
  { "gzip, chunked", with("Transfer-Encoding: gzip, chunked") .. "0\r\n\r\n", 501 },
  { "identity", with("Transfer-Encoding: identity") .. "x", 501 },
  { "an unknown coding", with("Transfer-Encoding: cow") .. "x", 501 },
  { "nearly chunked", with("Transfer-Encoding: xchunked") .. "0\r\n\r\n", 501 },
  { "chunked with a parameter", with("Transfer-Encoding: chunked;a=b") .. "0\r\n\r\n", 501 },
  { "chunked cut short", with("Transfer-Encoding: chunke") .. "0\r\n\r\n", 501 },
}

groups["chunk"] = {
  { "several", chunked("2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n"), 200 },
  { "size in lower-case digits", chunked("a\r\n0123456789\r\n0\r\n\r\n"), 200 },
  { "size in capital digits", chunked("A\r\n0123456789\r\n0\r\n\r\n"), 200 },
  { "leading zeros in the size", chunked("005\r\nhello\r\n000\r\n\r\n"), 200 },
  { "an extension", chunked("5;a=b\r\nhello\r\n0;c\r\n\r\n"), 200 },
  { "a quoted extension", chunked('5;a="b;\\"c"\r\nhello\r\n0\r\n\r\n'), 200 },
  { "a trailer field", chunked("0\r\nX: y\r\n\r\n"), 200 },
  { "of the largest body", chunked("10000\r\n" .. largest .. "\r\n0\r\n\r\n"), 200 },
  { "a thousand of one byte", chunked(("1\r\nx\r\n"):rep(1000) .. "0\r\n\r\n"), 200 },
  { "beyond the largest body", chunked("10001\r\nx" .. largest .. "\r\n0\r\n\r\n"), 413 },
  { "beyond it in two", chunked("10000\r\n" .. largest .. "\r\n1\r\nx\r\n0\r\n\r\n"), 413 },
  { "a size beyond 32 bits", chunked("100000005\r\nhello\r\n0\r\n\r\n"), 413 },
  { "a size beyond 64 bits", chunked("10000000000000005\r\nhello\r\n0\r\n\r\n"), 400 },
  { "bare LF after the size", chunked("5\nhello\r\n0\r\n\r\n"), 400 },
  { "bare LF after the data", chunked("5\r\nhello\n0\r\n\r\n"), 400 },
  { "bare LF after the last size", chunked("5\r\nhello\r\n0\n\r\n"), 400 },
  { "bare CR after the data", chunked("5\r\nhello\r0\r\n\r\n"), 400 },
  { "no line end after the data", chunked("5\r\nhello0\r\n\r\n"), 400 },
  { "more data than its size", chunked("4\r\nhello\r\n0\r\n\r\n"), 400 },
  { "an empty size", chunked("\r\nhello\r\n0\r\n\r\n"), 400 },
  { "a size that is no number", chunked("x\r\nhello\r\n0\r\n\r\n"), 400 },
  { "a size with 0x", chunked("0x5\r\nhello\r\n0\r\n\r\n"), 400 },
  { "a negative size", chunked("-5\r\nhello\r\n0\r\n\r\n"), 400 },
  { "a size with a plus sign", chunked("+5\r\nhello\r\n0\r\n\r\n"), 400 },
  { "a blank before the size", chunked(" 5\r\nhello\r\n0\r\n\r\n"), 400 },
  { "a blank after the size", chunked("5 \r\nhello\r\n0\r\n\r\n"), 400 },
  { "a tab after the size", chunked("5\t;a\r\nhello\r\n0\r\n\r\n"), 400 },
  { "an underscore in the size", chunked("0_5\r\nhello\r\n0\r\n\r\n"), 400 },
  { "an extension without a name", chunked("5;\r\nhello\r\n0\r\n\r\n"), 400 },
  { "an extension without a value", chunked("5;a=\r\nhello\r\n0\r\n\r\n"), 400 },
  { "an open quote in an extension", chunked('5;a="b\r\nhello\r\n0\r\n\r\n'), 400 },
  { "a control byte in an extension", chunked('5;a="\x01"\r\nhello\r\n0\r\n\r\n'), 400 },
  { "an escaped control byte in an extension", chunked('5;a="\\\x1c"\r\nhello\r\n0\r\n\r\n'), 400 },
  { "bare LF in an extension", chunked("5;a\nb\r\nhello\r\n0\r\n\r\n"), 400 },
  { "a bare CR in an extension", chunked("5;a\rb\r\nhello\r\n0\r\n\r\n"), 400 },
  { "an extension of 64 KiB", chunked("5;a=" .. largest .. "\r\nhello\r\n0\r\n\r\n"), 400 },
  { "NUL in the size line", chunked("5\0\r\nhello\r\n0\r\n\r\n"), 400 },
  { "a trailer without a colon", chunked("0\r\nX\r\n\r\n"), 400 },
  { "a folded trailer", chunked("0\r\nX: y\r\n z\r\n\r\n"), 400 },
  { "bare LF in the trailers", chunked("0\r\nX: y\n\r\n"), 400 },
  { "Content-Length as a trailer", chunked("0\r\nContent-Length: 5\r\n\r\n"), 400 },
  { "Connection as a trailer", chunked("0\r\nConnection: close\r\n\r\n"), 400 },
  { "Transfer-Encoding as a trailer", chunked("0\r\nTransfer-Encoding: chunked\r\n\r\n"), 400 },
  { "Host as a trailer", chunked("0\r\nHost: b\r\n\r\n"), 400 },
  { "trailers of 8 KiB", chunked("0\r\nX: " .. ("y"):rep(8192) .. "\r\n\r\n"), 431 },
}

groups["Expect"] = {
  { "another expectation", with("Expect: 200-ok"), 417 },
  { "a list of expectations", with("Expect: 100-continue, 200-ok"), 417 },
  { "two expectations", with("Expect: 100-continue", "Expect: x"), 417 },
  { "empty", with("Expect:"), 417 },
  { "100-continue without a body", with("Expect: 100-continue"), 200 },
  { "100-continue with the body at once", with("Expect: 100-Continue", "Content-Length: 5")
    .. "hello", 200 },
  { "on HTTP/1.0 it means nothing", "GET /v1/health HTTP/1.0\r\nExpect: x\r\n\r\n", 200,
    closed = true },
}

local filler = {}
for i = 1, 98 do
  filler[i] = "X: y"
end

groups["size"] = {
  { "a request line of 8192 bytes", line("GET /" .. a:sub(1, 8192 - 16) .. " HTTP/1.1"), 404 },
  { "a request line of 8193 bytes", line("GET /" .. a:sub(1, 8193 - 16) .. " HTTP/1.1"), 414 },
  { "a request line without an end", a, 414 },
  { "a query of 8 KiB", line("GET /v1/health?" .. a:sub(1, 8192) .. " HTTP/1.1"), 414 },
  { "99 fields and Host", with(table.unpack(filler, 1, 98)), 200 },
  { "100 fields", with("Y: z", table.unpack(filler, 1, 98)), 200 },
  { "101 fields", with("Y: z", "Z: z", table.unpack(filler, 1, 98)), 431 },
  { "a head of 16384 bytes", with("X: " .. ("y"):rep(16384 - 41)), 200 },
  { "a head of 16385 bytes", with("X: " .. ("y"):rep(16385 - 41)), 431 },
  { "a header line without an end", "GET /v1/health HTTP/1.1\r\nHost: a\r\nX: " .. a, 431 },
  { "a header name of 17 KiB", with(("X"):rep(17 * 1024) .. ": y"), 431 },
  { "many short fields", with(("X:y\r\n"):rep(4000)), 431 },
}

groups["pipelining and connection"] = {
  { "two", HEALTH .. HEALTH, 200, 200 },
  { "two with an empty line between", HEALTH .. "\r\n" .. HEALTH, 200, 200 },
  { "a body and another", sized("5", "hello") .. HEALTH, 200, 200 },
  { "chunks and another", chunked("5\r\nhello\r\n0\r\n\r\n") .. HEALTH, 200, 200 },
  { "an error of the application does not end it", line("GET /x HTTP/1.1") .. HEALTH, 404, 200 },
  { "close ends it", with("Connection: close") .. HEALTH, 200, closed = true },
  { "Close ends it", with("Connection: Close") .. HEALTH, 200, closed = true },
  { "close among others ends it", with("Connection: x , close, y") .. HEALTH, 200, closed = true },
  { "close in a second line ends it", with("Connection: x", "Connection: close") .. HEALTH, 200,
    closed = true },
  { "closed does not end it", with("Connection: closed") .. HEALTH, 200, 200 },
  { "HTTP/1.0 ends it", "GET /v1/health HTTP/1.0\r\nConnection: keep-alive\r\n\r\n" .. HEALTH, 200,
    closed = true },
  { "a good one, then a bad one", HEALTH .. "BAD\r\n\r\n", 200, 400 },
}

local MEMBERS = {
  "code", "detail", "instance", "request_id", "resolution", "status", "title", "type",
}

local function check_problem(answer)
  assert.equal("application/problem+json", answer.headers["content-type"])
  local body = cjson.decode(answer.body)
  local names = {}
  for name in pairs(body) do
    names[#names + 1] = name
  end
  table.sort(names)
  assert.same(MEMBERS, names)
  assert.same({ CODES[answer.status], answer.status, answer.headers["x-request-id"] },
    { body.code, body.status, body.request_id })
end

local function statuses(answers)
  local list = {}
  for i, answer in ipairs(answers) do
    list[i] = answer.status
  end
  return list
end

describe("the wire guard", function()
  local svcd, cases = nil, 0

  setup(function()
    svcd = server.start()
  end)
  teardown(function()
    assert.is_true(svcd:stop())
    assert.is_true(cases >= 250)
  end)

  local function check(row)
    local expected = { table.unpack(row, 3) }
    local bytes = row[2]
    local refused = expected[#expected] >= 400 and expected[#expected] ~= 404
    local text, ending = svcd:raw(refused and bytes .. HEALTH or bytes, { half = true })
    assert.equal("closed", ending)
    local answers, reason = client.parse(text, row.methods)
    assert(answers, reason)
    return expected, answers, refused
  end

  for name, rows in pairs(groups) do
    for _, row in ipairs(rows) do
      cases = cases + 1
      it(("answers %d to %s: %s"):format(row[#row], name, row[1]), function()
        local expected, answers = check(row)
        local first = {}
        for i = 1, #expected do
          first[i] = answers[i] and answers[i].status
        end
        assert.same(expected, first)
        -- What an application refuses leaves the connection usable, unlike what the guard refuses.
        local more = #answers > #expected and answers[#expected].headers.connection ~= "close"
        assert(#answers == #expected or more, "a second answer was smuggled")
        for _, answer in ipairs(answers) do
          assert.truthy(answer.headers["x-request-id"])
          if answer.status >= 400 then check_problem(answer) end
          if answer.status == 405 then assert.truthy(answer.headers.allow) end
        end
      end)
    end
  end

  it("names the path in `instance` once it was read", function()
    local text = svcd:raw("GET /v1/health?x HTTP/1.1\r\nHost: a\r\nbad\r\n\r\n")
    assert.equal("/v1/health", cjson.decode(client.parse(text)[1].body).instance)
    text = svcd:raw("GET  /v1/health HTTP/1.1\r\n\r\n")
    assert.equal("/", cjson.decode(client.parse(text)[1].body).instance)
  end)

  it("takes an absolute form without a path for the root", function()
    local function status(target)
      local text = svcd:raw(line("GET " .. target .. " HTTP/1.1"), { half = true })
      return client.parse(text)[1].status
    end
    assert.equal(status("/"), status("http://a"))
  end)

  it("sends 100 Continue only while the body is awaited", function()
    local connection = client.connect(svcd.port)
    connection:send("GET /v1/health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
      .. "Expect: 100-continue\r\nContent-Length: 5\r\n\r\n")
    assert.equal("HTTP/1.1 100 Continue", connection:receive("*l"))
    connection:receive("*l")
    connection:send("hello")
    local answers = client.parse((client.drain(connection)))
    assert.same({ 200 }, statuses(answers))
    local refused = client.parse((svcd:raw("GET / HTTP/1.1\r\nHost: a\r\n"
      .. "Expect: 100-continue\r\nContent-Length: 99999\r\n\r\n")))
    assert.same({ 413 }, statuses(refused))
  end)

  it("gives the same answers however the bytes are cut in two", function()
    local bytes = chunked("5;a=b\r\nhello\r\n0\r\nX: y\r\n\r\n") .. with("Connection: close")
    for cut = 1, #bytes - 1 do
      local text = svcd:raw({ bytes:sub(1, cut), bytes:sub(cut + 1) }, { pause = 0.001 })
      assert.same({ 200, 200 }, statuses(assert(client.parse(text))))
    end
  end)

  it("gives the same answers byte by byte", function()
    local pieces = {}
    for byte in (HEALTH .. with("Connection: close")):gmatch(".") do
      pieces[#pieces + 1] = byte
    end
    local text = svcd:raw(pieces)
    assert.same({ 200, 200 }, statuses(assert(client.parse(text))))
  end)

  for _, count in ipairs { 50, 2000 } do
    it("answers " .. count .. " pipelined requests of one segment", function()
      local text = svcd:raw(HEALTH:rep(count - 1) .. with("Connection: close"))
      assert.equal(count, #assert(client.parse(text)))
    end)
  end

  it("answers fifty pipelined requests of fifty sends", function()
    local pieces = {}
    for i = 1, 49 do
      pieces[i] = HEALTH
    end
    pieces[50] = with("Connection: close")
    assert.equal(50, #assert(client.parse((svcd:raw(pieces)))))
  end)

  it("answers 49 good requests and a bad one, and not what follows", function()
    local text = svcd:raw(HEALTH:rep(49) .. "GET / HTTP/1.1\r\nHost: a b\r\n\r\n" .. HEALTH)
    local answers = assert(client.parse(text))
    assert.equal(50, #answers)
    assert.equal(400, answers[50].status)
  end)

  it("keeps a well-formed request id and replaces any other", function()
    local function id(...)
      return client.parse((svcd:raw(with("Connection: close", ...))))[1].headers["x-request-id"]
    end
    local uuid = "^%x+%-%x+%-4%x+%-[89ab]%x+%-%x+$"
    assert.equal("Az09._-", id("X-Request-Id: Az09._-"))
    assert.equal(("a"):rep(64), id("X-Request-Id: " .. ("a"):rep(64)))
    assert.truthy(id():match(uuid))
    assert.truthy(id("X-Request-Id: " .. ("a"):rep(65)):match(uuid))
    assert.truthy(id("X-Request-Id: a b"):match(uuid))
    assert.truthy(id("X-Request-Id:"):match(uuid))
    assert.truthy(id("X-Request-Id: a", "X-Request-Id: b"):match(uuid))
    assert.truthy(id("X-Request-Id: a", "bad"):match(uuid))
  end)
end)
