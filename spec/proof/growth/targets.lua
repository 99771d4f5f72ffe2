--- The worst that servers, stores and other processes can send to parsers that Lua does not reach:
-- each case is the input of a fuzz target, which `make growth` builds without sanitizers.

local rep = string.rep

--- A quarter of what comes in one piece.
local ANSWER, PACKET, REPORT = 4096, 2048, 4096

--- Asked for how many requests, and in which pieces a store answers: in whole ones, or in bytes.
local STORE, SLOWLY = "\7\255", "\7\0"

local function repeated(piece, before, after)
  return function(n) return (before or "") .. rep(piece, n // #piece) .. (after or "") end
end

local OK = "HTTP/1.1 200 OK\r\n"

local ASK, ANSWERED = 1, 3

--- A message of a process in packets of `size` bytes each.
local function message(kind, head, size)
  local packets = {}
  for at = 0, #head - 1, size do
    local asks = kind == ASK
    local facts = ("<BBI2I4I4I4I4I4"):pack(
      kind,
      0,
      asks and 0 or 200,
      7,
      #head,
      0,
      asks and 1 or 0,
      at
    )
    packets[#packets + 1] = ("<s2"):pack(facts .. head:sub(at + 1, at + size))
  end
  return table.concat(packets)
end

-- stylua: ignore
local ROWS = {
  { "RESP: numbers", "quota_store", repeated(":1\r\n", STORE), ANSWER },
  { "RESP: a line that does not end", "quota_store", repeated("a", STORE .. "+"), ANSWER },
  { "RESP: a line, byte by byte", "quota_store", repeated("a", SLOWLY .. "+"), 4 * ANSWER },
  { "RESP: lists in lists", "quota_store", repeated("*1\r\n", STORE), ANSWER },
  { "RESP: a list of nothing", "quota_store", repeated("$-1\r\n", STORE .. "*9999\r\n"), ANSWER },
  { "RESP: a text of blanks", "quota_store", repeated(" ", STORE .. "$9999\r\n"), ANSWER },
  { "a download: fields", "download", repeated("A: b\r\n", "\0" .. OK), ANSWER },
  { "a download: tags", "download", repeated("ETag: b\r\n", "\0" .. OK), ANSWER },
  { "a download: one field", "download", repeated("a", "\0" .. OK .. "A: "), ANSWER },
  { "a download: a folded field", "download", repeated(
    " a\r\n", "\0" .. OK .. "A: b\r\n"), ANSWER },
  { "a download: chunks of a byte", "download", repeated(
    "1\r\na\r\n", "\0" .. OK .. "Transfer-Encoding: chunked\r\n\r\n"), ANSWER },
  { "a download: a body", "download", repeated("a", "\0" .. OK .. "\r\n"), ANSWER },
  { "a fetch: fields", "fetch_packet", function(n)
    local fields = {}
    for i = 1, n // 9 do
      fields[i] = ("A%04d: b\0"):format(i)
    end
    return message(ASK, "a\0/b\0" .. table.concat(fields), 60000)
  end, PACKET },
  { "a fetch: steps of a path", "fetch_packet", function(n)
    return message(ASK, "a\0" .. rep("/a", n // 2) .. "\0", 60000)
  end, PACKET },
  { "a fetch: packets of a byte", "fetch_packet", function(n)
    return message(ANSWERED, rep("a", n // 29), 1)
  end, PACKET },
  { "a report: escapes", "handover", repeated("\\\"", '\3{"reason":"'), REPORT },
  { "a report: names", "handover", repeated('"reason"', "\3"), 4 * REPORT },
  { "what is handed over: lines", "handover", repeated("20 a\n", "\0"), REPORT // 8 },
  { "what is passed on: names", "handover", repeated(":", "\0012\n", "\n\nweb"), REPORT },
}

local cases = {}
for i, row in ipairs(ROWS) do
  cases[i] = { name = row[1], target = row[2], worst = row[3], size = row[4] }
end
return cases
