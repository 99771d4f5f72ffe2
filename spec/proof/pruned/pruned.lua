--- Random corpora and queries: what the search leaves out changes nothing.
--     lua5.4 spec/proof/pruned/pruned.lua CORPORA SEED
-- A search for all hits cannot skip a unit: its first pass adds up every list, its second scores
-- every candidate exactly. Its first hits must be those of a search for a few. Phrasings that
-- differ in case, blanks or order, or are given twice, must give the same hits.
package.path = "./?.lua;" .. package.path

local svc = require("svc")
local shelf = require("spec.support.publication.shelf")
local small_quran = require("spec.support.publication.small_quran")

local pruned = {}

local ALL = 1000000
local SYLLABLES =
  { "ka", "ro", "mi", "tel", "bun", "sa", "ge", "lo", "ver", "dan", "pi", "stu" }
local LEADS = { "what is ", "wer ist ", "apa itu ", "the ", "Quran verse ", "Sure ", "" }
local IDENTIFIERS = { "x^2", "C++", "2024", "UTBK-2024", "101₂", "§ 823", "3.14", "2:255" }
local ARABIC = { "الصلاة", "كتاب", "والكتاب", "رحمة", "يا", "أيها" }

local function pick(list) return list[math.random(#list)] end

--- A vocabulary in which words are near each other, begin alike and are joined to others.
local function vocabulary(size)
  local words = {}
  for i = 1, size do
    local parts = {}
    for k = 1, math.random(2, 4) do
      parts[k] = pick(SYLLABLES)
    end
    words[i] = table.concat(parts)
  end
  return words
end

--- A word; those in front are much more frequent.
local function word(words)
  local kind = math.random(40)
  if kind == 1 then return pick(IDENTIFIERS) end
  if kind == 2 then return pick(ARABIC) end
  if kind == 3 then return pick(words) .. pick(words) end
  return words[1 + math.floor(#words * math.random() ^ 3)]
end

local function text(words, most)
  local parts = {}
  for i = 1, math.random(most) do
    parts[i] = word(words) .. (math.random(12) == 1 and "." or "")
  end
  return table.concat(parts, " ")
end

local function corpus(words, locale)
  local entries = {}
  -- some have more units than are scored at a time
  local count = math.random(30) == 1 and math.random(2000, 4000) or math.random(1, 300)
  local most = count > 1000 and 8 or pick({ 3, 20, 120 })
  for i = 1, count do
    local entry = { name = "d-" .. i, locale = locale, title = text(words, 3) }
    entry.section = math.random(8) == 1 and "tryout" or "material"
    if math.random(10) > 1 then
      entry.text = (math.random(4) == 1 and "# " .. entry.title .. "\n\n" or "")
        .. text(words, most)
        .. "\n"
    end
    if math.random(3) == 1 then entry.description = text(words, 8) end
    entries[i] = entry
  end
  return entries
end

local function mistyped(typed)
  local at = math.random(#typed)
  return typed:sub(1, at - 1) .. pick({ "", "e", "xx" }) .. typed:sub(at + 1)
end

local function phrasing(words)
  local parts = {}
  for i = 1, math.random(6) do
    local typed = word(words)
    local kind = math.random(14)
    if kind == 1 and typed:find("^%l+$") then typed = mistyped(typed) end
    if kind == 2 then typed = '"' .. typed .. " " .. word(words) .. '"' end
    if kind == 3 and typed:find("^%l+$") then typed = "-" .. typed end
    if kind == 4 then typed = typed:sub(1, utf8.offset(typed, 4) and 4 or -1) end
    parts[i] = utf8.len(typed) and typed or "ka"
  end
  return pick(LEADS) .. table.concat(parts, " ") .. pick({ "", "", "?" })
end

--- The same words, written otherwise.
local function rewritten(typed)
  local blanks = typed:gsub(" ", "  ")
  return pick({
    typed,
    " " .. typed .. " ",
    blanks,
    typed:upper(),
    (typed:gsub("%l", string.upper, 1)),
  })
end

local function hits(publication, request)
  local list = {}
  for i, item in ipairs(publication:search(request).items) do
    list[i] = item.content_id .. "#" .. (item.verse or "") .. " " .. item.excerpt
  end
  return list
end

local function request_for(phrasings, case, limit, offset)
  return {
    queries = phrasings,
    locale = case.locale,
    section = case.section,
    limit = limit,
    offset = offset or 0,
  }
end

--- The difference between the first hits of two searches, or nil.
local function compare(all, few, offset, limit)
  for i = 1, limit do
    if all[offset + i] ~= few[i] then
      return ("hit %d is %s; without pruning %s"):format(
        offset + i,
        few[i] or "none",
        all[offset + i] or "none"
      )
    end
  end
end

local function check_query(publication, words, case)
  local phrasings, others = {}, {}
  for i = 1, pick({ 1, 1, 2, 4 }) do
    phrasings[i] = phrasing(words)
  end
  for i, typed in ipairs(phrasings) do
    table.insert(others, math.random(i), rewritten(typed))
  end
  if #others < svc.phrasings then others[#others + 1] = rewritten(phrasings[1]) end
  local all = hits(publication, request_for(phrasings, case, ALL))
  for _, page in ipairs({ { 0, 1 }, { 0, 10 }, { math.random(9), 3 } }) do
    local offset, limit = page[1], page[2]
    local few = hits(publication, request_for(phrasings, case, limit, offset))
    local wrong = compare(all, few, offset, limit)
    if wrong then return wrong, phrasings end
  end
  local wrong = compare(all, hits(publication, request_for(others, case, ALL)), 0, #all + 1)
  return wrong and "rewritten: " .. wrong, phrasings
end

local function open(entries, quran)
  if not quran then return shelf.open(entries) end
  local builder, path = svc.builder(), os.tmpname()
  builder:quran(small_quran.data())
  for _, document in ipairs(shelf.documents(entries)) do
    if document.id:find(":quran:", 1, true) then
      document.id = document.id:gsub("quran:(%d+)$", "quran:surah:%1")
    end
    builder:document(document)
  end
  local terms = { private_key = svc.keygen(), sequence = 1, created = 1, expires = 2 ^ 40 // 1 }
  assert(builder:write(path, terms))
  local publication = assert(svc.open(path, { any_signer = true }))
  os.remove(path)
  return publication
end

--- Tries queries over one random corpus.
-- @tparam integer seed the same seed tries the same
-- @treturn string what is wrong, nil when nothing is
function pruned.check(seed)
  math.randomseed(seed)
  local words = vocabulary(math.random(5, 300))
  local locale = pick(svc.quran_locales)
  local entries, quran = corpus(words, locale), math.random(50) == 1
  for surah = 1, quran and svc.surahs or 0 do
    entries[#entries + 1] = {
      name = tostring(surah),
      section = "quran",
      locale = locale,
      title = "Surah " .. word(words),
    }
  end
  local publication <close> = open(entries, quran)
  for _ = 1, 8 do
    local case = { locale = locale, section = pick({ nil, "material", "tryout" }) }
    local wrong, phrasings = check_query(publication, words, case)
    if wrong then
      return ("seed %d, %s: %s"):format(seed, table.concat(phrasings, " | "), wrong)
    end
  end
end

-- As a program: a module gets its own name.
if ... ~= "spec.proof.pruned.pruned" then
  local corpora, first = tonumber(arg[1]), tonumber(arg[2])
  local failed = 0
  for seed = first, first + corpora - 1 do
    local wrong = pruned.check(seed)
    if wrong then
      failed = failed + 1
      print(wrong)
    end
  end
  print(("%d corpora, %d wrong"):format(corpora, failed))
  os.exit(failed == 0)
end

return pruned
