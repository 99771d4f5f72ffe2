--- The page of one verse or of some: `/{locale}/quran/{surah}/{verse}` and `…/{first}-{last}`, with
-- their neighbours, their reference to copy, and the way to their surah.

local face = require("base.face")
local crumbs = require("site.crumbs")
local document = require("site.document")
local page = require("site.page")
local surah = require("site.surah")
local svc = require("svc")
local verify = require("site.verify")
local words = require("base.locales")

local verse = {}

local MAIN = face.template(
  "verse",
  [[
{!crumbs}<article class="surah single{range}">
<h1>{name} <span class="numbers">{numbers}</span></h1>
{!opening}{!verses}<p class="tools">
<label>{cite} <input readonly value="{reference}"></label>
<button type="button" class="copy" hidden data-copied="{copied}"
 data-text="{quotation}">{copy}</button>
<button type="button" class="share" hidden data-title="{name} {numbers}">{share}</button></p>
<nav class="turn" aria-label="{verses_word}">{!before}{!after}</nav>
<p class="lead"><bdi lang="ar" dir="rtl">{arabic_name}</bdi> ·
<span class="meaning"{!meaning_language}>{meaning}</span><br><a href="{context}">{number}</a></p>
{!tafsir}{!reading}{!sources}</article>
{!verify}]]
)

local MARKDOWN = "# %s\n\n%s\n\n%s\n\n[%s](%s.md)\n"

--- Surah and verses of a path.
-- @tparam string path below its locale
-- @treturn integer|nil the surah; nil where the path names none, or verses in no ascending order
-- @treturn integer|nil the first verse
-- @treturn integer|nil the last one: the first, where one verse is named
function verse.numbers(path)
  local number, first, to = path:match("^quran/([1-9]%d?%d?)/([1-9]%d?%d?)%-?([%d]*)$")
  if not number or to:find("^0") or path:find("%-$") then return nil end
  local last = to == "" and tonumber(first) or tonumber(to)
  if to ~= "" and last <= tonumber(first) then return nil end
  return math.tointeger(tonumber(number)), math.tointeger(tonumber(first)), math.tointeger(last)
end

--- Visits every verse that has a page in a locale.
-- @tparam userdata publication
-- @tparam string locale
-- @tparam function visit `visit(n, path, item)`: the verse, where its surah's page is from the root
-- of the site, and the document of its surah
function verse.each(publication, locale, visit)
  if not publication:quran(1, 1, 1, locale, false) then return end
  for number = 1, svc.surahs do
    local item = publication:route(locale, "quran/" .. number)
    local path = item and ("/%s/%s"):format(locale, item.route)
    for n = 1, item and svc.verse_count(number) or 0 do
      visit(n, path, item)
    end
  end
end

local function link(lang, number, n, rel, word)
  if n < 1 or n > svc.verse_count(number) then return "" end
  local template = '<a rel="{rel}" href="/{lang}/quran/{s}/{n}">{word}: {s}:{n}</a>'
  return page.fill(template, { lang = lang, n = n, rel = rel, s = number, word = word })
end

--- The text of a translation, without the marks of its notes.
local function plain(translation)
  local parts = {}
  for _, segment in ipairs(translation.segments) do
    if segment.kind == "text" then parts[#parts + 1] = segment.value end
  end
  return table.concat(parts)
end

--- Verses as they are cited: `2:255`, `2:255–257`.
local function numbers_of(number, first, last)
  return first == last and ("%d:%d"):format(number, first)
    or ("%d:%d–%d"):format(number, first, last)
end

local function main(view, reference, number, call)
  local lang, w = view.lang, words[view.lang]
  local first, last = reference.verses[1].number, reference.verses[#reference.verses].number
  local shown = call.params.tafsir
  return page.fill(MAIN, {
    arabic_name = call.publication:surah(number, lang).arabic_name,
    after = link(lang, number, last + 1, "next", w.next_verse),
    before = link(lang, number, first - 1, "prev", w.previous_verse),
    cite = w.cite,
    crumbs = crumbs.html(call, lang, ("quran/%d/%d"):format(number, first), "quran"),
    context = ("%s#verse-%d"):format(view.surah, first),
    copied = w.copied,
    copy = w.copy,
    meaning = reference.meaning.text,
    meaning_language = surah.meaning_language(reference.meaning, lang),
    name = reference.name,
    number = w.surah:format(number),
    numbers = numbers_of(number, first, last),
    quotation = view.quotation,
    range = first < last and " range" or "",
    reading = surah.reading(view, reference, number, call),
    share = w.reading.share,
    opening = surah.opening(reference, w),
    reference = view.cited,
    sources = surah.sources(reference, w),
    tafsir = surah.tafsir(reference, view, shown, w),
    verify = verify.verses(lang, number, first, last, shown, call) .. surah.report(view, call),
    verses = (surah.verses(number, reference, w)),
    verses_word = w.verses,
  })
end

--- The page of verses.
-- @tparam table item the document of their surah
-- @tparam integer number of the surah
-- @tparam integer first verse
-- @tparam integer last verse
-- @tparam table call
-- @treturn table|nil view of `page.answer`; nil where the surah has no such verses, or where they
-- are more than an answer may hold
function verse.of(item, number, first, last, call)
  local shown, locale = call.params.tafsir, item.locale
  local reference = last - first < call.config.quran_max_verses
    and call.publication:quran(number, first, last, locale, shown)
  if not reference then return nil end
  local arabic, texts = {}, {}
  for i, own in ipairs(reference.verses) do
    arabic[i], texts[i] = own.arabic, plain(own.translation)
  end
  local view = document.view(item, call)
  local below = first == last and "/" .. first or ("/%d-%d"):format(first, last)
  view.surah, view.unlisted = view.path, shown or first < last or nil
  view.path = view.path .. below
  view.markdown_path = view.path .. ".md"
  view.title = ("%s %s"):format(reference.name, numbers_of(number, first, last))
  view.description = texts[1]
  view.cited = ("%s, %s – %s%s"):format(
    view.title,
    reference.sources.translation.label,
    call.config.site_url,
    view.path
  )
  local text = table.concat(texts, "\n\n")
  view.quotation = ("%s\n%s\n(%s)"):format(
    table.concat(arabic, "\n"),
    table.concat(texts, "\n"),
    view.cited
  )
  view.script, view.preload = "quran.js", "amiri-quran.woff2"
  for other, path in pairs(view.alternates) do
    view.alternates[other] = path .. below
  end
  local quoted, surah_url = table.concat(arabic, "\n\n"), call.config.site_url .. view.surah
  view.markdown = MARKDOWN:format(view.title, quoted, text, reference.name, surah_url)
  function view.html() return main(view, reference, number, call) end
  return view
end

return verse
