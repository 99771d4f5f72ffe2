--- Verses in Latin letters, in the manners in which people write them: the verse is found first.
-- Other words find none.
local svc = require("svc")

local BUILD = os.getenv("BUILD") or "build"

local publication
setup(
  function() publication = assert(svc.open(BUILD .. "/demo.svp", { any_signer = true })) end
)

--- The verse that a query finds first, as `surah:verse`.
local function first(query, locale)
  local item = publication:search({ queries = query, locale = locale, limit = 1 }).items[1]
  return item and item.verse and item.route:match("%d+$") .. ":" .. item.verse
end

local VERSES = {
  en = {
    { "alhamdu lillahi rabbil alameen", "1:2" },
    { "iyyaka na'budu wa iyyaka nasta'een", "1:5" },
    { "dhalikal kitabu la rayba feeh", "2:2" },
    { "la yukallifullahu nafsan illa wus'aha", "2:286" },
    { "wa'tasimu bihablillahi jamee'a", "3:103" },
    { "inna rabbakumullahul ladhi khalaqas samawat", "7:54" },
    { "wa ma arsalnaka illa rahmatan lil alamin", "21:107" },
    { "rabbish rahli sadri", "20:25" },
    { "rabbi inni lima anzalta ilayya min khairin faqeer", "28:24" },
    { "inna fatahna laka fathan mubina", "48:1" },
    { "iqtarabatis sa'ah wanshaqqal qamar", "54:1" },
    { "tabarakal ladhi biyadihil mulk", "67:1" },
    { "ya ayyuhal muddaththir qum fa'andhir", "74:1" },
    { "iqra bismi rabbikal ladhi khalaq", "96:1" },
    { "inna anzalnahu fi laylatil qadr", "97:1" },
    { "idha zulzilatil ardu zilzalaha", "99:1" },
    { "inna a'taynakal kawthar", "108:1" },
    { "idha ja'a nasrullahi wal fath", "110:1" },
    { "lam yalid wa lam yulad", "112:3" },
    { "la tahzan innallaha maana", "9:40" },
    { "innallaha ma as sabirin", "2:153" },
    { "alhamdulillahirabbilalamin", "1:2" },
    { "meaning of inna lillahi wa inna ilayhi rajioon", "2:156" },
    { "which surah is fabi ayyi ala i rabbikuma tukadhiban", "55:13" },
    { "what does wa ma arsalnaka illa rahmatan lil alameen mean", "21:107" },
  },
  id = {
    { "ihdinash shirathal mustaqim", "1:6" },
    { "rabbana atina fiddunya hasanah wafil akhirati hasanah", "2:201" },
    { "hasbunallah wanikmal wakil", "3:173" },
    { "waidza sa'alaka ibadi anni fainni qarib", "2:186" },
    { "laqad kana lakum fi rasulillahi uswatun hasanah", "33:21" },
    { "fabiayyi ala irabbikuma tukadziban", "55:13" },
    { "alam nasyrah laka shadrak", "94:1" },
    { "iqra bismirabbikalladzi khalaq", "96:1" },
    { "wal ashri innal insana lafi khusrin", "103:1" },
    { "wailul likulli humazatil lumazah", "104:1" },
    { "alam tara kaifa fa'ala rabbuka bi ashabil fil", "105:1" },
    { "aroaitalladzi yukadzdzibu biddin", "107:1" },
    { "fashalli lirabbika wanhar", "108:2" },
    { "qul yaa ayyuhal kaafiruun", "109:1" },
    { "idza jaa nashrullahi wal fath", "110:1" },
    { "min syarril waswasil khannas", "114:4" },
    { "la ikraha fiddin", "2:256" },
    { "arti dari hasbunallah wanikmal wakil", "3:173" },
    { "ayat la yukallifullahu nafsan illa wus'aha", "2:286" },
    { "innalillahiwainnailaihirojiun", "2:156" },
  },
  de = {
    { "al-hamdu li-llahi rabbi l-alamin", "1:2" },
    { "iqra bismi rabbika", "96:1" },
    { "inna aataynakal kauthar", "108:1" },
    { "wal asr innal insana lafi khusr", "103:1" },
    { "kul huvallahu ehad allahus samed", "112:1" },
    { "inna lillahi wa inna ilaihi radschiun", "2:156" },
    { "la ikraha fi d-din qad tabayyana r-ruschd", "2:256" },
    { "fa-inna maʿa l-ʿusri yusran", "94:5" },
    { "izâ câe nasrullahi vel feth", "110:1" },
  },
}

-- Words that no text has, and that no verse is.
local OTHERS = {
  "sql joins",
  "mitocondria functon",
  "ringtone download kostenlos",
  "lakers celtics scoreboard",
  "brownies selber machen",
  "kubernetes docker swarm",
  "sinetron ikatan cinta",
  "harga motor bekas",
  "qwertz asdf jklm",
  "xbox playstation nintendo",
}

describe("a verse in Latin letters", function()
  for locale, cases in pairs(VERSES) do
    for _, case in ipairs(cases) do
      it(
        ("is found: %s (%s)"):format(case[1], locale),
        function() assert.equal(case[2], first(case[1], locale)) end
      )
    end
  end
end)

describe("words of no language of the verses", function()
  for _, query in ipairs(OTHERS) do
    it("find no verse: " .. query, function()
      for _, locale in ipairs({ "en", "id", "de" }) do
        assert.is_nil(first(query, locale))
      end
    end)
  end
end)

-- The letters and marks of the text, in Latin letters; others are left out.
local LATIN = {
  ["ء"] = "'",
  ["ب"] = "b",
  ["ت"] = "t",
  ["ث"] = "th",
  ["ج"] = "j",
  ["ح"] = "h",
  ["خ"] = "kh",
  ["د"] = "d",
  ["ذ"] = "dh",
  ["ر"] = "r",
  ["ز"] = "z",
  ["س"] = "s",
  ["ش"] = "sh",
  ["ص"] = "s",
  ["ض"] = "d",
  ["ط"] = "t",
  ["ظ"] = "z",
  ["ع"] = "'",
  ["غ"] = "gh",
  ["ف"] = "f",
  ["ق"] = "q",
  ["ك"] = "k",
  ["ل"] = "l",
  ["م"] = "m",
  ["ن"] = "n",
  ["ه"] = "h",
  ["و"] = "w",
  ["ي"] = "y",
  ["ة"] = "t",
  ["\u{64e}"] = "a",
  ["\u{64f}"] = "u",
  ["\u{650}"] = "i",
  [" "] = " ",
}

--- A text of verses as one might write it down: the lam of an article becomes the letter behind it.
local function written(text)
  local out, lam = {}, false
  for _, point in utf8.codes(text) do
    local latin = LATIN[utf8.char(point)]
    if lam and latin and latin:find("[^aiu ]") then out[#out] = "" end
    lam = latin == "l"
    out[#out + 1] = latin
    if not latin and point ~= 0x651 then lam = false end
  end
  return table.concat(out)
end

local function spelled(surah, verse)
  local quran = publication:quran(surah, verse, verse, "en")
  return quran and written(quran.verses[1].arabic)
end

describe("a verse of middle length", function()
  it("is found by its own sounds, or one that begins or ends alike is", function()
    local asked, wrong = 0, {}
    for surah = 1, 114 do
      local verse, query = 1, spelled(surah, 1)
      while query do
        if #query >= 24 and #query <= 80 and select(2, query:gsub(" ", "")) < 10 then
          asked = asked + 1
          local found = first(query, "en")
          local s, v = (found or ""):match("(%d+):(%d+)")
          local other = s and spelled(s // 1, v // 1) or ""
          local alike = other:find(query:sub(1, 12), 1, true)
            or other:find(query:sub(-12), 1, true)
          if not alike then
            table.insert(wrong, ("%d:%d, %s, gives %s"):format(surah, verse, query, found))
          end
        end
        verse = verse + 7
        query = spelled(surah, verse)
      end
    end
    assert.is_true(asked > 200, tostring(asked))
    assert.is_true(#wrong <= asked // 100, table.concat(wrong, "; "))
  end)
end)
