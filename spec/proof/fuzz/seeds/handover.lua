--- Kept inputs of the fuzz target `handover`, by name: a byte for who speaks, and what is said.
local HANDED, PASSED, SAID, TRIED = "\0", "\1", "\2", "\3"
local WHOLE, WORKER, FD = 1, 2, 4
local READY, REFUSED = 8, 11

--- A message of a process: its kind, and whether it says that it has descriptors.
local function message(how, kind, fds)
  local head = ("<I4I4I4i4i4i4i4"):pack(kind, 0, 0, table.unpack(fds or { -1, -1, -1, -1 }))
  return string.char(how) .. ("<s2"):pack(head .. ("r"):rep(600))
end

local function passed(...) return PASSED .. table.concat({ ... }, "\n") end

return {
  ["handed"] = HANDED
    .. "20 listen 127.0.0.1:8080\n21 metrics 4 of 2\n22 publication 1.2 3.4\n",
  ["handed-beyond"] = HANDED .. "99999999999 a\n-1 b\n2 c\n1000 d\n",
  ["handed-names-none"] = HANDED .. "20 \n21\n x\n\n22 a b",
  ["handed-twice"] = HANDED .. "20 a\n20 b\n21 a\n",
  ["message-cut"] = SAID .. message(0, READY),
  ["messages"] = SAID .. message(WHOLE + WORKER, READY) .. message(WHOLE + WORKER, REFUSED),
  ["message-of-other-descriptors"] = SAID .. message(WHOLE + 3 * FD, 0, { 9, -1, -1, -1 }),
  ["message-with-descriptors"] = SAID .. message(WHOLE + 2 * FD, 0, { 9, -1, 9, -1 }),
  ["message-with-too-many"] = SAID .. message(WHOLE + 8 * FD, 0, { 9, 9, 9, 9 }),
  ["message-of-a-worker-with-descriptors"] = SAID
    .. message(WHOLE + WORKER + FD, READY, { 9, -1, -1, -1 }),
  ["passed"] = passed("4", "a:b:c:web", "", "web"),
  ["passed-by-number"] = passed("4", "", "", "6"),
  ["passed-no-socket"] = passed("4", "web:b:c:d", "", "web"),
  ["passed-to-another"] = passed("4", "a:b:c:web", "1", "web"),
  ["passed-too-many"] = passed("257", ":::", "", "web"),
  ["tried"] = TRIED .. '{"checks":[{"name":"port","reason":"a \\"b\\" c"},{"ok":true}]}\n',
  ["tried-cut"] = TRIED .. '{"reason":"a \\',
  ["tried-good"] = TRIED .. '{"a":{"b":1},"ok":true}\n',
  ["tried-long"] = TRIED .. '{"reason":"' .. ("x"):rep(900) .. '"}',
}
