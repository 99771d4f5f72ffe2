--- The worst that a client can send to what reads it before any script: the guard, the edge, the
-- choice of a coding, and what hands the request to the scripts. Cases without `run`: `worst` gives
-- the bytes of a request, after which the connection lives on.

local client = require("spec.support.service.client")

local rep = string.rep

--- A quarter of the longest head and of the longest request line, with room for the rest of them.
local HEAD, LINE = 3600, 1900

local function get(target, headers)
  return client.format(target, { keep = true, headers = headers })
end

local function field(name, text, before, after)
  return function(n)
    local value = (before or "") .. rep(text, n // #text) .. (after or "")
    return get("/v1/health", { name .. ": " .. value })
  end
end

local function fields(line)
  return function(n)
    local list = {}
    for i = 1, n // 160 do
      list[i] = line:format(i % 1000) .. rep("a", 150 - #line)
    end
    return get("/v1/health", list)
  end
end

local function chunked(body)
  return function(n)
    return "POST /v1/health HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
      .. body(n)
  end
end

-- stylua: ignore
return {
  { name = "X-Forwarded-For: trusted proxies", size = HEAD,
    worst = field("X-Forwarded-For", "10.0.0.1,") },
  { name = "X-Forwarded-For: commas", size = HEAD, worst = field("X-Forwarded-For", ",") },
  { name = "X-Forwarded-For: blanks", size = HEAD,
    worst = field("X-Forwarded-For", " ", "192.0.2.1,", "10.0.0.1") },
  { name = "Accept-Encoding: codings", size = HEAD, worst = field("Accept-Encoding", "gzip,") },
  { name = "Accept-Encoding: commas", size = HEAD, worst = field("Accept-Encoding", ",") },
  { name = "Accept-Encoding: blanks", size = HEAD,
    worst = field("Accept-Encoding", " ", "gzip", ";q=1") },
  { name = "Connection: options", size = HEAD, worst = field("Connection", "a,") },
  { name = "a field: blanks", size = HEAD, worst = field("A", " ", "a", "b") },
  { name = "one long name", size = HEAD,
    worst = function(n) return get("/v1/health", { rep("a", n) .. ": b" }) end },
  { name = "one field, repeated", size = HEAD, worst = fields("A: ") },
  { name = "different fields", size = HEAD, worst = fields("A%03d: ") },
  { name = "different long names", size = HEAD, worst = fields("%03d" .. rep("a", 120) .. ": ") },
  { name = "escapes in the query", size = LINE,
    worst = function(n) return get("/v1/health?" .. rep("%41", n // 3)) end },
  { name = "escapes in the path", size = LINE,
    worst = function(n) return get("/" .. rep("%41", n // 3)) end },
  { name = "chunks of a byte", size = 10000,
    worst = chunked(function(n) return rep("1\r\na\r\n", n // 6) .. "0\r\n\r\n" end) },
  { name = "extensions of a chunk", size = 250,
    worst = chunked(function(n) return "0" .. rep(";a=b", n // 4) .. "\r\n\r\n" end) },
  { name = "trailer fields", size = 1000,
    worst = chunked(function(n) return "0\r\n" .. rep("A: b\r\n", n // 6) .. "\r\n" end) },
}
