--- Proofs of the demo publication, judged by the library, by the verifier in spec/support that is
-- written from /docs/proofs, and by the client's: all of them accept what the API gives, and all
-- refuse it once anything of answer or proof was edited.
--
--   lua init.lua PUBLICATION TRUST EDITS SEED
--
-- Prints how many of each there were and ends with status 1 where one was judged otherwise.
local svc = require("svc")
local proofs = require("spec.support.publication.proofs")

local PUBLICATION, TRUST, EDITS, SEED = arg[1], arg[2], tonumber(arg[3]), tonumber(arg[4])
local BATCH, SHOWN, RANGE = 500, 5, 50
local LARGEST, LONGEST = 8192, 0.001 -- bytes, and seconds on the average

math.randomseed(SEED)
local publication = assert(svc.open(PUBLICATION, { trust = TRUST }))
local now = os.time()
local wrong = 0

local function case(what, answer, proof)
  return { what = what, answer = answer, proof = proof, trust = TRUST, now = now }
end

--- Judges cases by all three; counts those that are not what is expected.
local function judge(cases, expected)
  local elsewhere = proofs.judge_elsewhere(cases)
  for i, each in ipairs(cases) do
    local verdicts = { proofs.judge(each), table.unpack(elsewhere[i]) }
    for _, verdict in ipairs(verdicts) do
      if verdict:match("^%a+") ~= expected then
        wrong = wrong + 1
        if wrong <= SHOWN then print(each.what, table.concat(verdicts, " | ")) end
        break
      end
    end
  end
end

--- The answers that give all documents and all verses.
local function all()
  local cases = {}
  for document in publication:each() do
    if document.readable then
      local answer = svc.json(proofs.content(publication, document))
      local proof = publication:proof(document.content_id)
      cases[#cases + 1] = case(document.content_id, answer, proof)
    end
  end
  local documents, verses = #cases, 0
  for _, locale in ipairs(svc.quran_locales) do
    for surah = 1, svc.surahs do
      local count = svc.verse_count(surah)
      for first = 1, count, RANGE do
        local last = math.min(first + RANGE - 1, count)
        local tafsir = math.random() < 0.5
        local answer = proofs.verses(publication, locale, surah, first, last, tafsir)
        local what = ("%s %d:%d-%d"):format(locale, surah, first, last)
        local proof = publication:verse_proof(locale, surah, first, last)
        cases[#cases + 1] = case(what, svc.json(answer), proof)
        verses = verses + last - first + 1
      end
    end
  end
  return cases, documents, verses
end

local function pick(list) return list[math.random(#list)] end

--- The changes of a text. Each: (text, another text of its kind) -> text.
local EDITS_OF = {
  function(text) -- another byte
    local at = math.random(#text)
    return text:sub(1, at - 1) .. string.char(math.random(0, 255)) .. text:sub(at + 1)
  end,
  function(text) -- another printable character
    local at = math.random(#text)
    return text:sub(1, at - 1) .. string.char(math.random(32, 126)) .. text:sub(at + 1)
  end,
  function(text) -- some bytes less
    local at = math.random(#text)
    return text:sub(1, at - 1) .. text:sub(at + math.random(8))
  end,
  function(text) -- some bytes more
    local at = math.random(#text)
    return text:sub(1, at)
      .. pick({ "0", '"', " ", ",", "a", "\\", "1", "é", "null,", "{" })
      .. text:sub(at + 1)
  end,
  function(text) -- two neighbours exchanged
    local at = math.random(#text - 1)
    return text:sub(1, at - 1)
      .. text:sub(at + 1, at + 1)
      .. text:sub(at, at)
      .. text:sub(at + 2)
  end,
  function(text) -- a digit, of a number or a digest, changed
    local at = text:find("%x", math.random(#text)) or text:find("%x")
    return text:sub(1, at - 1) .. ("%x"):format(math.random(0, 15)) .. text:sub(at + 1)
  end,
  function(text) -- the end cut off
    return text:sub(1, math.random(#text) - 1)
  end,
  function(text, other) -- the end of another
    local at = math.random(math.min(#text, #other))
    return text:sub(1, at) .. other:sub(at + 1)
  end,
  function(text) -- a piece twice
    local from = math.random(#text)
    local to = math.min(#text, from + math.random(200))
    return text:sub(1, to) .. text:sub(from)
  end,
  function(text, other) -- another text altogether
    return math.random() < 0.1 and other or text:upper()
  end,
}

--- A case with one of its texts edited.
local function edited(cases)
  local own, other = pick(cases), pick(cases)
  local part = pick({ "answer", "proof" })
  local text
  repeat
    text = pick(EDITS_OF)(own[part], other[part])
  until text ~= own[part]
  local changed = case(("%s of %s edited"):format(part, own.what), own.answer, own.proof)
  changed[part] = text
  return changed
end

--- The cases that are short: an edit costs no more than it must.
local function short(cases)
  local list = {}
  for _, each in ipairs(cases) do
    if #each.answer < 16384 then list[#list + 1] = each end
  end
  return list
end

local function in_batches(count, make, expected)
  for first = 1, count, BATCH do
    local batch = {}
    for i = first, math.min(first + BATCH - 1, count) do
      batch[#batch + 1] = make(i)
    end
    judge(batch, expected)
  end
end

--- How large proofs are, and how long it takes to make one. @treturn boolean as it must be
local function measured()
  local most, count, start = 0, 0, os.clock()
  local function take(proof)
    most, count = math.max(most, #proof), count + 1
  end
  for document in publication:each() do
    take(publication:proof(document.content_id))
  end
  for surah = 1, svc.surahs do
    for _, locale in ipairs(svc.quran_locales) do
      take(publication:verse_proof(locale, surah, 1, 1))
      take(publication:verse_proof(locale, surah, 1, math.min(RANGE, svc.verse_count(surah))))
    end
  end
  local each = (os.clock() - start) / count
  print(("%d proofs, the largest %d bytes, %.3f ms each"):format(count, most, each * 1000))
  return most <= LARGEST and each <= LONGEST
end

local cases, documents, verses = all()
local small = measured()
in_batches(#cases, function(i) return cases[i] end, "good")
print(("%d documents and %d verses accepted by all three"):format(documents, verses))
local bases = short(cases)
in_batches(EDITS, function() return edited(bases) end, "refused")
print(("%d edits refused by all three, seed %d"):format(EDITS, SEED))
print(("%d judged otherwise"):format(wrong))
os.exit(wrong == 0 and small)
