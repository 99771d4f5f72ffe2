--- Kept inputs of the fuzz target `script`, by name: a byte for how a stream is read, and a program
-- of spec/proof/fuzz/support/script/lua/host/boot.lua. ORDERS has its orders by name.

--- The places of the words of a text, from 0.
local function places(text)
  local found, count = {}, 0
  for word in text:gmatch("%S+") do
    found[word], count = count, count + 1
  end
  return found
end

local ORDERS = places(
  "good name byte word number least nan yes no list text rep add set stream "
    .. "thread meta again drop swap raise call over"
)
local NAMES = places(
  "status headers body stream counted key recalled kept_for unmodified type "
    .. "plain length lines nul empty x"
)

--- The functions of the host, as the script sorts them.
local HOST = places("add encode exchange get keys log now quota recall route set uuid work")

--- A program of words: an order, a number, a name, or a function of the host behind an @.
local function program(words, how)
  local bytes = { string.char(how or 0) }
  for word in words:gmatch("%S+") do
    local code = ORDERS[word] or HOST[word:match("^@(.*)")] or tonumber(word)
    bytes[#bytes + 1] = code and string.char(code)
      or string.char(1, (assert(NAMES[word], word)))
  end
  return table.concat(bytes)
end

--- The field of an answer of 200, of what the words leave.
local function with(name, words, how)
  return program(("good %s %s set"):format(name, words), how)
end

local PAIR = "list type add plain add"

return {
  ["body-of-lists"] = with("body", "list x add list add"),
  ["body-of-texts"] = with("body", "list x add plain add"),
  ["body-of-too-much"] = with("body", "list x rep 255 255 add x rep 255 255 add"),
  ["body-that-is-a-record"] = with("body", "list x yes set"),
  ["good"] = program("good"),
  ["header-of-lines"] = with("headers", "list list type add lines add add"),
  ["header-of-one"] = with("headers", "list list type add add"),
  ["header-of-the-host"] = with("headers", "list list length add x add add"),
  ["header-with-nul"] = with("headers", "list list type add nul add add"),
  ["headers"] = with("headers", ("list %s add %s add"):format(PAIR, PAIR)),
  ["headers-itself"] = with("headers", "list again add"),
  ["headers-too-long"] = with("headers", "list list type add x rep 255 9 add add"),
  ["key"] = with("key", "plain") .. program("kept_for word 1 0 set counted yes set"):sub(2),
  ["key-number"] = with("key", "number 1"),
  ["none"] = program("drop"),
  ["raise"] = program("raise 1"),
  ["host"] = program(
    "call 0 @now call 0 @uuid x call 1 @route text 4 105 110 102 111 x "
      .. "call 2 @log x plain yes call 3 @quota x call 1 @work x call 1 @recall good"
  ),
  ["encoded"] = with("body", "x rep 99 99 text 4 103 122 105 112 plain call 3 @encode"),
  ["exchange"] = program("text 3 71 69 84 byte 9 nul empty call 4 @exchange good"),
  ["shared"] = program(
    "x plain call 2 @set x call 1 @get x byte 1 call 2 @add plain word 1 1 "
      .. "call 2 @add x byte 9 call 2 @keys good"
  ),
  ["shared-key-none"] = program("list call 1 @get yes call 1 @set good"),
  ["status-float"] = with("status", "number 200"),
  ["status-least"] = with("status", "least"),
  ["status-nan"] = with("status", "nan"),
  ["stream"] = with("stream", "list x add byte 0 add plain add stream", 8),
  ["stream-closed-by-a-reload"] = with("stream", "list x rep 9 9 add plain add stream", 1),
  ["stream-endless"] = with("stream", "list x add yes add stream"),
  ["stream-fails"] = with("stream", "list x add no add stream"),
  ["stream-sends-nothing"] = with("stream", "list empty add empty add stream"),
  ["stream-waits-for-nothing"] = with("stream", "list nan add least add stream"),
  ["stream-yields"] = with("stream", "list list add stream"),
  ["table-of-a-type"] = with("headers", "list meta"),
  ["text-found"] = program("x rep 9 9 text 6 40 46 45 41 37 49 over 0 1 good"),
  ["text-formatted"] = program("text 4 37 57 46 113 plain over 4 1 good"),
  ["text-packed"] = program("text 3 115 52 33 plain over 5 1 text 2 115 52 swap over 6 1 good"),
  ["text-replaced"] = program("x rep 9 9 text 2 46 42 text 2 37 48 over 3 2 good"),
  ["thread"] = with("stream", "list stream thread"),
}
