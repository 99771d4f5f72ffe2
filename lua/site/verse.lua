--- The page of one verse: `/{locale}/quran/{surah}/{verse}`, with its neighbours, its reference to
-- copy, and the way to its surah.

local crumbs = require("site.crumbs")
local document = require("site.document")
local page = require("site.page")
local surah = require("site.surah")
local svc = require("svc")
local verify = require("site.verify")
local words = require("base.locales")

local verse = {}

local MAIN = [[
{!crumbs}<article class="surah single">
<h1>{name} <span class="numbers">{numbers}</span></h1>
{!opening}{!verses}<p class="tools">
<label>{cite} <input readonly value="{reference}"></label>
<button type="button" class="copy" hidden data-copied="{copied}"
 data-text="{quotation}">{copy}</button>
<button type="button" class="share" hidden data-title="{name} {numbers}">{share}</button></p>
<nav class="turn" aria-label="{verses_word}">{!before}{!after}</nav>
<p class="lead"><bdi lang="ar" dir="rtl">{arabic_name}</bdi> ·
<span class="meaning"{!meant_in}>{meaning}</span><br>{number}</p>
{!tafsir}{!reading}{!sources}</article>
{!verify}]]

local MARKDOWN = "# %s\n\n%s\n\n%s\n\n[%s](%s.md)\n"

--- Surah and verse of a path.
-- @tparam string path below its locale
-- @treturn integer|nil
-- @treturn integer|nil
function verse.numbers(path)
  local number, n = path:match("^quran/([1-9]%d?%d?)/([1-9]%d?%d?)$")
  return math.tointeger(tonumber(number)), math.tointeger(tonumber(n))
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

local function main(view, reference, number, n, call)
  local lang, w = view.lang, words[view.lang]
  return page.fill(MAIN, {
    arabic_name = call.publication:surah(number, lang).arabic_name,
    after = link(lang, number, n + 1, "next", w.next_verse),
    before = link(lang, number, n - 1, "prev", w.previous_verse),
    cite = w.cite,
    crumbs = crumbs.html(call, lang, ("quran/%d/%d"):format(number, n), "quran"),
    copied = w.copied,
    copy = w.copy,
    meaning = reference.meaning.text,
    meant_in = surah.meant_in(reference.meaning, lang),
    name = reference.name,
    number = w.surah:format(number),
    numbers = ("%d:%d"):format(number, n),
    quotation = view.quotation,
    reading = surah.reading(view, svc.verse_count(number), w),
    share = w.reading.share,
    opening = surah.opening(reference, w),
    reference = view.cited,
    sources = surah.sources(reference, w),
    tafsir = surah.tafsir(reference, view, call.params.tafsir, w),
    verify = verify.verses(lang, number, n, n, call.params.tafsir, call),
    verses = (surah.verses(number, reference, w)),
    verses_word = w.verses,
  })
end

--- The page of a verse.
-- @tparam table item the document of its surah
-- @tparam integer number of the surah
-- @tparam integer n of the verse
-- @tparam table call
-- @treturn table|nil view of `page.answer`; nil where the surah has no such verse
function verse.of(item, number, n, call)
  local reference = call.publication:quran(number, n, n, item.locale, call.params.tafsir)
  if not reference then return nil end
  local own = reference.verses[1]
  local text = plain(own.translation)
  local view = document.view(item, call)
  local translation = reference.sources.translation
  view.surah, view.unlisted = view.path, call.params.tafsir or nil
  view.path = ("%s/%d"):format(view.path, n)
  view.markdown_path = view.path .. ".md"
  view.title = ("%s %d:%d"):format(reference.name, number, n)
  view.description = text
  view.cited = ("%s, %s – %s%s"):format(
    view.title,
    translation.label,
    call.config.site_url,
    view.path
  )
  view.quotation = ("%s\n%s\n(%s)"):format(own.arabic, text, view.cited)
  view.script = "quran.js"
  for locale, path in pairs(view.alternates) do
    view.alternates[locale] = ("%s/%d"):format(path, n)
  end
  view.markdown = MARKDOWN:format(view.title, own.arabic, text, reference.name, view.surah)
  function view.html() return main(view, reference, number, n, call) end
  return view
end

return verse
