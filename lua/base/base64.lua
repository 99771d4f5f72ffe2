--- Base64 (RFC 4648, 4), read strictly: padded, no white space, no stray bits.

local base64 = {}

local ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

local value_of = {}
for i = 1, #ALPHABET do
  value_of[ALPHABET:byte(i)] = i - 1
end

--- Decodes.
-- @tparam string text
-- @treturn string|nil bytes; nil when the text is not base64
function base64.decode(text)
  local digits, padding = text:match("^([%w+/]*)(=?=?)$")
  if not digits or #text % 4 ~= 0 then return nil end
  local bytes, bits, held = {}, 0, 0
  for i = 1, #digits do
    held, bits = (held << 6 | value_of[digits:byte(i)]) & 0xFFFF, bits + 6
    if bits >= 8 then
      bits = bits - 8
      bytes[#bytes + 1] = string.char(held >> bits & 0xFF)
    end
  end
  local stray = held & ((1 << bits) - 1)
  if stray ~= 0 or bits // 2 ~= #padding then return nil end
  return table.concat(bytes)
end

--- Encodes.
-- @tparam string bytes
-- @treturn string
function base64.encode(bytes)
  local digits = {}
  for i = 1, #bytes, 3 do
    local a, b, c = bytes:byte(i, i + 2)
    local word = a << 16 | (b or 0) << 8 | (c or 0)
    for shift = 18, 0, -6 do
      local digit = word >> shift & 63
      digits[#digits + 1] = ALPHABET:sub(digit + 1, digit + 1)
    end
    if not b then digits[#digits - 1] = "=" end
    if not c then digits[#digits] = "=" end
  end
  return table.concat(digits)
end

return base64
