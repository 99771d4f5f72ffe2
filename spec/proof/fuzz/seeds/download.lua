--- Kept inputs of the fuzz target `download`, by name: a byte for what is asked, then the bytes of
-- the server.
local transfer = require("svc_transfer")

local TEXT, FILE, TAGGED, BEGUN, SHORT = 0, 1, 2, 4, 8

local function answer(asked, status, fields, body)
  local head = ("HTTP/1.1 %s\r\n%s\r\n"):format(status, fields)
  return string.char(asked) .. head .. (body or "")
end

local function sized(body) return ("Content-Length: %d\r\n"):format(#body) end

--- A text as the channel packs it. @treturn string
local function packed(text)
  local plain, path = os.tmpname(), os.tmpname()
  local file = assert(io.open(plain, "wb"))
  file:write(text)
  file:close()
  assert(transfer.pack(plain, nil, path))
  local made <close> = assert(io.open(path, "rb"))
  os.remove(plain)
  os.remove(path)
  return made:read("a")
end

local FRAME = packed(("what a channel holds "):rep(40))
local CHUNKED = "Transfer-Encoding: chunked\r\n"

return {
  ["begun"] = answer(
    FILE + BEGUN,
    "206 Partial Content",
    "Content-Range: bytes 8-11/12\r\n" .. sized("rest"),
    "rest"
  ),
  ["begun-of-another-place"] = answer(
    FILE + BEGUN,
    "206 Partial Content",
    "Content-Range: bytes 3-6/7\r\n" .. sized("rest"),
    "rest"
  ),
  ["begun-sent-whole"] = answer(FILE + BEGUN, "200 OK", sized("whole"), "whole"),
  ["chunk-longer-than-said"] = answer(TEXT, "200 OK", CHUNKED, "2\r\nabcd\r\n0\r\n\r\n"),
  ["chunks"] = answer(TEXT, "200 OK", CHUNKED, "2\r\nab\r\n1\r\nc\r\n0\r\nETag: x\r\n\r\n"),
  ["continue"] = answer(
    TEXT,
    "100 Continue",
    "ETag: a\r\n",
    "HTTP/1.1 200 OK\r\nETag: b\r\n\r\nx"
  ),
  ["cut-body"] = answer(FILE, "200 OK", "Content-Length: 100\r\n", "short"),
  ["cut-head"] = "\0HTTP/1.1 200 OK\r\nETag: ",
  ["fold-first"] = answer(TEXT, "200 OK", " a: b\r\n" .. sized("text"), "text"),
  ["frame"] = answer(FILE, "200 OK", sized(FRAME), FRAME),
  ["frame-cut"] = answer(FILE, "200 OK", "", FRAME:sub(1, -5)),
  ["frame-of-another-length"] = answer(
    FILE,
    "200 OK",
    "",
    FRAME:sub(1, 5) .. "\xff" .. FRAME:sub(7)
  ),
  ["frame-with-more-behind"] = answer(FILE, "200 OK", "", FRAME .. FRAME),
  ["http-0-9"] = "\0what is no head at all",
  ["length-negative"] = answer(TEXT, "200 OK", "Content-Length: -1\r\n", "text"),
  ["length-twice"] = answer(TEXT, "200 OK", sized("text") .. "Content-Length: 9\r\n", "text"),
  ["longer-than-it-may"] = answer(TEXT + SHORT, "200 OK", "", ("x"):rep(17)),
  ["longer-than-said"] = answer(TEXT, "200 OK", sized("text"), "text and more"),
  ["not-found"] = answer(TEXT, "404 Not Found", sized("none"), "none"),
  ["partial-unasked"] = answer(FILE, "206 Partial Content", sized("part"), "part"),
  ["redirect"] = answer(TEXT, "301 Moved", "Location: https://b.example/\r\n"),
  ["status-none"] = "\0HTTP/1.1  \r\n\r\n",
  ["switching"] = answer(TEXT, "101 Switching Protocols", "Upgrade: h2c\r\n", "PRI"),
  ["tag"] = answer(TEXT, "200 OK", 'ETag: "a"\r\n' .. sized("text"), "text"),
  ["tag-folded"] = answer(TEXT, "200 OK", "ETag: a\r\n b\r\n", "text"),
  ["tag-long"] = answer(TEXT, "200 OK", "ETag: " .. ("t"):rep(300) .. "\r\n", "text"),
  ["tag-with-return"] = answer(TEXT, "200 OK", "ETag: a\rb\r\n", "text"),
  ["unchanged"] = answer(TEXT + TAGGED, "304 Not Modified", 'ETag: "x"\r\n'),
  ["unchanged-unasked"] = answer(TEXT, "304 Not Modified", ""),
}
