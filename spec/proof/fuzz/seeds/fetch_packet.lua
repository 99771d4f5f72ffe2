--- Kept inputs of the fuzz target `fetch_packet`, by name: messages in packets.
local ASK, GIVE_UP, ANSWER, FAILED = 1, 2, 3, 4

local function packet(kind, facts, bytes, offset)
  local head, body = facts.head or #bytes, facts.body or 0
  return ("<s2"):pack(
    ("<BBI2I4I4I4I4I4"):pack(
      kind,
      facts.code or 0,
      facts.status or 0,
      7,
      head,
      body,
      facts.timeout or 0,
      offset or 0
    ) .. bytes
  )
end

local call = "weather\0/forecast/Bonn?units=metric\0Accept: application/json\0X-One: 1\0"
local answer = "content-type: text/plain\0etag: x\0"

local function ask(head) return packet(ASK, { timeout = 1000 }, head) end

return {
  ["answer"] = packet(ANSWER, { status = 200, head = #answer, body = 5 }, answer .. "sunny"),
  ["answer-in-parts"] = packet(ANSWER, { status = 200, head = 9, body = 3 }, "a: b\0c:")
    .. packet(ANSWER, { status = 200, head = 9, body = 3 }, "d\0sun", 7),
  ["answer-overlapping"] = packet(ANSWER, { status = 200, head = 9 }, "a: b\0")
    .. packet(ANSWER, { status = 200, head = 9 }, "b\0c:", 3),
  ["answer-status"] = packet(ANSWER, { status = 99 }, answer),
  ["ask"] = ask(call),
  ["ask-dots"] = ask("weather\0/a/%2e%2E/b\0"),
  ["ask-field-split"] = ask("weather\0/a\0X: b\r\nY: c\0"),
  ["ask-host"] = ask("weather\0/a\0host: b\0"),
  ["ask-huge"] = packet(ASK, { timeout = 1, head = 0xffffffff, body = 0xffffffff }, "x"),
  ["ask-method"] = packet(ASK, { code = 6, timeout = 1 }, call),
  ["ask-twice"] = ask("weather\0/a\0X: b\0x: c\0"),
  ["ask-with-body"] = packet(
    ASK,
    { code = 2, timeout = 1, head = #call, body = 2 },
    call .. "{}"
  ),
  ["bare-order"] = "\0" .. call,
  ["failed"] = packet(FAILED, { code = 1 }, "no answer in time\0"),
  ["give-up"] = packet(GIVE_UP, {}, ""),
  ["kind"] = packet(9, {}, "x"),
  ["short"] = "\3\0abc",
}
