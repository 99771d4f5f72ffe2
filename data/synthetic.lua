--- Synthetic corpora of any size, as JSON lines, for load tests. The same seed, the same bytes.
--     lua5.4 data/synthetic.lua [--documents N] [--words N] [--vocabulary N] [--locale CODE]
--                               [--seed N] [--queries N]
-- Words follow Zipf's law, so that common words stand in nearly every document and most words in
-- few. With `--queries N` queries are printed in place of documents: `{id, text}` lines of one to
-- four words that occur together. `--common N` prints one query of the commonest words, N bytes.
local options = {
  documents = 1000,
  words = 100,
  vocabulary = 50000,
  locale = "en",
  seed = 1,
  queries = 0,
  common = 0,
}

for i = 1, #arg, 2 do
  local name = arg[i]:match("^%-%-(%a+)$")
  if options[name or ""] == nil or not arg[i + 1] then
    io.stderr:write(
      "unknown option ",
      arg[i],
      "; accepted: --documents --words --vocabulary ",
      "--locale --seed --queries --common, each with a value\n"
    )
    os.exit(2)
  end
  options[name] = math.tointeger(arg[i + 1]) or arg[i + 1]
end

--- A generator of its own (xorshift64*), so that the bytes do not depend on Lua's.
local state = options.seed * 0x9E3779B97F4A7C15 | 1
local function random(below)
  state = state ~ state >> 12
  state = state ~ state << 25
  state = state ~ state >> 27
  return (state * 0x2545F4914F6CDD1D >> 11) % below
end

local AGAIN = 50 -- per cent of the words that were used before in the same document
local ONSETS =
  { "b", "d", "f", "g", "h", "k", "l", "m", "n", "p", "r", "s", "t", "v", "w", "z" }
local ENDINGS = { "n", "r", "" }
local VOWELS = { "a", "e", "i", "o", "u" }

--- Word number `rank`, from 1: syllables spell the number, so that common words are short and no
-- two are equal.
local function word(rank)
  local out, rest = {}, rank + 16
  while rest > 0 do
    out[#out + 1] = ONSETS[rest % 16 + 1] .. VOWELS[rest // 16 % 5 + 1]
    rest = rest // 80
  end
  return table.concat(out) .. ENDINGS[rank % 3 + 1]
end

local words = {}
for rank = 1, options.vocabulary do
  words[rank] = word(rank)
end

--- A word drawn by Zipf's law: its rank is, nearly, the exponential of a uniformly distributed
-- number.
local span = math.log(options.vocabulary + 1)
local function draw()
  local share = random(1 << 30) / (1 << 30)
  return words[math.min(options.vocabulary, math.floor(math.exp(share * span)))]
end

--- A sentence of `length` words. `used` holds those of the document so far: as in real texts, many
-- are repeated.
local function sentence(length, used)
  local out = {}
  for i = 1, length do
    local again = #used > 0 and random(100) < AGAIN
    out[i] = again and used[random(#used) + 1] or draw()
    used[#used + 1] = out[i]
  end
  out[1] = out[1]:sub(1, 1):upper() .. out[1]:sub(2)
  return table.concat(out, " ") .. "."
end

local function document(number)
  local sentences, used, left = {}, {}, options.words // 2 + random(options.words + 1)
  while left > 0 do
    local length = math.min(left, 5 + random(15))
    sentences[#sentences + 1] = sentence(length, used)
    left = left - length
  end
  return {
    id = ("s%d"):format(number),
    locale = options.locale,
    title = sentence(3 + random(5), used),
    text = table.concat(sentences, " "),
  }
end

--- A line of JSON with the members in this order; all texts are ASCII without escapes.
local function line(object, members)
  local out = {}
  for i, name in ipairs(members) do
    out[i] = ("%q:%q"):format(name, object[name])
  end
  print("{" .. table.concat(out, ",") .. "}")
end

local function common_words(bytes)
  local out, length = {}, 0
  for rank = 1, options.vocabulary do
    length = length + #words[rank] + 1
    if length > bytes then break end
    out[rank] = words[rank]
  end
  return table.concat(out, " ")
end

if options.common > 0 then
  line({ id = "common", text = common_words(options.common) }, { "id", "text" })
elseif options.queries > 0 then
  for i = 1, options.queries do
    local text = sentence(1 + random(4), {}):lower():gsub("%.", "")
    line({ id = ("q%d"):format(i), text = text }, { "id", "text" })
  end
else
  for i = 1, options.documents do
    line(document(i), { "id", "locale", "text", "title" })
  end
end
