--- The page of a surah: Arabic right to left, translation, notes below their verse, the sources.

local face = require("base.face")
local crumbs = require("site.crumbs")
local document = require("site.document")
local page = require("site.page")
local site = require("site")
local svc = require("svc")
local verify = require("site.verify")
local words = require("base.locales")

local surah = {}

local MAIN = face.template(
  "surah",
  [[
{!crumbs}<article class="surah">
<h1>{name}</h1>
<p class="lead"><bdi lang="ar" dir="rtl">{arabic_name}</bdi> ·
<span class="meaning"{!meaning_language}>{meaning}</span><br>{number} · {revelation} · {count}</p>
{!tafsir}{!reading}<details class="contents" data-markdown-ignore><summary>{verses_word}</summary>
{!index}</details>
{!opening}{!verses}{!sources}</article>
{!verify}<nav class="turn" aria-label="{quran}">{!previous}{!next}</nav>
]]
)

local SOURCES = [[
<details class="sources" data-markdown-ignore><summary>{word}</summary>
{!sources}</details>
]]

--- The ways of reading that need a script (assets/quran.js), which keeps them on the device, and
-- what it says where it copies or shares one of several verses.
local READING = [[
<form class="reading tools" data-markdown-ignore data-last="{last}" data-resume="{resume}"
 data-name="{name} {surah}" data-source="{source}" data-url="{url}" data-copy="{copy}"
 data-copied="{copied}" data-link="{link}" data-share="{share}">
<label>{go_to} <input name="place" inputmode="search" autocomplete="off"></label>
<button>{go}</button>
<label>{beside} <select name="beside"><option value="">–</option>{!options}</select></label>
<label>{size} <select name="size">{!sizes}</select></label>
<label><input type="checkbox" name="alone"> {alone}</label>
<a class="resume" hidden></a>
</form>
]]

--- Sizes of type, in per cent.
local SIZES = { 90, 100, 120, 150 }

local VERSE = face.template(
  "surah_verse",
  [[
<section class="verse" id="verse-{n}">
<h2><a href="/{locale}/quran/{s}/{n}">{s}:{n}</a></h2>
<p class="arabic" lang="ar" dir="rtl">{arabic}&nbsp;<span
 class="end" data-markdown-ignore>{mark}</span></p>
{!translation}</section>
]]
)

--- Verses of a surah whose links stand together.
local GROUPED = 50

local GROUP = '<p class="verses"><b>{first}–{last}</b> {!links}</p>\n'

local ELSEWHERE = [[
<p class="elsewhere" data-markdown-ignore>{notice}
<a href="{url}" rel="external noopener">{label}</a></p>
]]

local OPENING = [[
<div class="verse opening"><p class="arabic" lang="ar" dir="rtl">{arabic}</p>
{!translation}</div>
]]

local NOTES = '<ul class="notes">{!items}</ul>\n'
local NOTE = '<li id="note-{verse}-{number}"><a href="#mark-{verse}-{number}" '
  .. 'aria-label="{label}">[{number}]</a> {text}</li>'
local MARK =
  '<sup><a {!id}href="#note-{verse}-{number}" aria-label="{label}">[{number}]</a></sup>'
local TAFSIR = '<details class="tafsir" open><summary>{word}</summary><p>{text}</p></details>\n'

--- U+06DD encloses the number of a verse, in Arabic-Indic digits.
local function end_mark(number)
  return "\u{6DD}"
    .. tostring(number):gsub(
      "%d",
      function(digit) return utf8.char(0x660 + tonumber(digit)) end
    )
end

--- The translation with its notes, those of a verse numbered as the publisher does.
local function translation(text, verse, w)
  local parts, items, marked = {}, {}, {}
  for _, segment in ipairs(text.segments) do
    if segment.kind == "text" then
      parts[#parts + 1] = page.escape(segment.value)
    else
      local values = { verse = verse, number = segment.number }
      values.label = w.note:format(segment.number)
      values.id = marked[segment.number] and ""
        or ('id="mark-%d-%d" '):format(verse, segment.number)
      marked[segment.number] = true
      parts[#parts + 1] = page.fill(MARK, values)
    end
  end
  for i, note in ipairs(text.notes) do
    items[i] = page.fill(NOTE, {
      verse = verse,
      number = note.number,
      label = w.note:format(note.number),
      text = note.text,
    })
  end
  local body = "<p>" .. table.concat(parts) .. "</p>\n"
  return #items == 0 and body or body .. page.fill(NOTES, { items = table.concat(items) })
end

--- Verses of a reference as HTML, and links to them.
-- @tparam integer number of the surah
-- @tparam table reference as the engine gives it
-- @tparam table w words of the locale
-- @treturn string
-- @treturn string
function surah.verses(number, reference, w)
  local parts, index = {}, {}
  for i, verse in ipairs(reference.verses) do
    local below = translation(verse.translation, verse.number, w)
    if verse.tafsir then
      below = below .. page.fill(TAFSIR, { word = w.tafsir, text = verse.tafsir })
    end
    parts[i] = page.fill(VERSE, {
      arabic = verse.arabic,
      locale = reference.locale,
      mark = end_mark(verse.number),
      n = verse.number,
      s = number,
      translation = below,
    })
    index[i] = ('<a href="#verse-%d">%d</a>'):format(verse.number, verse.number)
  end
  local groups = {}
  for i = 1, #index, GROUPED do
    local last = math.min(i + GROUPED - 1, #index)
    groups[#groups + 1] = page.fill(GROUP, {
      first = reference.verses[i].number,
      last = reference.verses[last].number,
      links = table.concat(index, " ", i, last),
    })
  end
  return table.concat(parts), table.concat(groups)
end

--- The form with the ways of reading.
-- @tparam table view of the page
-- @tparam table reference as the engine gives it
-- @tparam integer number of the surah
-- @tparam table call
-- @treturn string HTML
function surah.reading(view, reference, number, call)
  local options, sizes, w = {}, {}, words[view.lang]
  for _, locale in ipairs(svc.quran_locales) do
    if locale ~= view.lang and view.alternates[locale] then
      options[#options + 1] = page.fill(
        '<option value="{locale}" data-path="{path}">{name}</option>',
        { locale = locale, name = words[locale].name, path = view.alternates[locale] }
      )
    end
  end
  for i, size in ipairs(SIZES) do
    sizes[i] = page.fill('<option value="{size}"{!chosen}>{size} %</option>', {
      size = size,
      chosen = size == 100 and " selected" or "",
    })
  end
  return page.fill(READING, {
    alone = w.reading.alone,
    beside = w.reading.beside,
    copied = w.copied,
    copy = w.copy,
    go = w.reading.go,
    go_to = w.reading.go_to,
    last = svc.verse_count(number),
    link = w.reading.link,
    name = reference.name,
    options = table.concat(options),
    resume = w.reading.resume,
    share = w.reading.share,
    size = w.reading.size,
    sizes = table.concat(sizes),
    source = reference.sources.translation.label,
    surah = number,
    url = call.config.site_url .. (view.surah or view.path),
  })
end

local function link(url)
  return page.fill('<a href="{url}" rel="external noopener">{url}</a>', { url = url })
end

local SOURCE = [[
<h3>{heading}</h3>
<p>{label}. {notice}</p>
<dl>{!rows}</dl>
]]

local function source(heading, from, w)
  local rows = {}
  local function add(term, value)
    rows[#rows + 1] = page.fill("<div><dt>{t}</dt><dd>{!v}</dd></div>", { t = term, v = value })
  end
  add(w.publisher, page.escape(from.publisher))
  add(w.updates, link(from.update_url))
  add(w.terms, link(from.terms.url))
  add(w.version, page.escape(from.version))
  add(w.source, link(from.source_url))
  add(w.retrieved, page.escape(from.retrieved_at:sub(1, 10)))
  return page.fill(SOURCE, {
    heading = heading,
    label = from.label,
    notice = from.notice,
    rows = table.concat(rows),
  })
end

--- Links to tafsirs that the locale does not embed, as HTML.
local function elsewhere(access)
  if access.kind == "embedded" then return "" end
  return page.fill(ELSEWHERE, {
    notice = access.notice,
    url = access.source.source_url,
    label = access.source.label,
  })
end

--- The sources of a reference as HTML, below the way to a tafsir that is published elsewhere.
function surah.sources(reference, w)
  return elsewhere(reference.tafsir_access)
    .. page.fill(SOURCES, {
      word = w.sources,
      sources = source(w.arabic, reference.sources.arabic, w)
        .. source(w.translation, reference.sources.translation, w)
        .. source(w.tafsir, reference.tafsir_access.source, w),
    })
end

--- The way to a tafsir that the locale embeds, above the text; empty where it embeds none.
-- @tparam table reference as the engine gives it
-- @tparam table view of the page
-- @tparam boolean shown
-- @tparam table w words of the locale
-- @treturn string HTML
function surah.tafsir(reference, view, shown, w)
  if reference.tafsir_access.kind ~= "embedded" then return "" end
  return page.fill('<p class="tools" data-markdown-ignore><a href="{path}">{word}</a></p>\n', {
    path = shown and view.path or view.path .. "?tafsir=true",
    word = shown and w.hide_tafsir or w.show_tafsir,
  })
end

local function neighbour(number, item, call, rel, word)
  local other = call.publication:route(item.locale, "quran/" .. number)
  if not other then return "" end
  return page.fill('<a rel="{rel}" href="/{locale}/{route}">{word}: {title}</a>', {
    locale = other.locale,
    rel = rel,
    route = other.route,
    title = other.title,
    word = word,
  })
end

--- The formula that opens a surah, as HTML; empty where there is none.
function surah.opening(reference, w)
  local formula = reference.pre_bismillah
  if type(formula) ~= "table" then return "" end
  return page.fill(OPENING, {
    arabic = formula.arabic,
    translation = translation(formula.translation, 0, w),
  })
end

--- The attribute of a meaning that is in another language than its page.
-- @tparam table meaning as the engine gives it
-- @tparam string locale of the page
-- @treturn string
function surah.meaning_language(meaning, locale)
  return meaning.locale == locale and "" or page.fill(' lang="{locale}"', meaning)
end

local REPORT = '<p class="report">{wrong} <a href="{url}">{report}</a></p>\n'

--- The way to report an error, as HTML; empty where the operator takes no reports.
-- @tparam table view of the page
-- @tparam table call
-- @treturn string
function surah.report(view, call)
  local url, w = site.report(view.path, view.title, call.config), words[view.lang]
  return url and page.fill(REPORT, { report = w.report, url = url, wrong = w.wrong }) or ""
end

--- The content of `main`.
local function main(item, view, call)
  local number = site.surah(item)
  local w, shown = words[item.locale], call.params.tafsir
  local last = call.publication:verse_count(number)
  local reference = call.publication:quran(number, 1, last, item.locale, shown)
  local list, index = surah.verses(number, reference, w)
  return page.fill(MAIN, {
    arabic_name = call.publication:surah(number, item.locale).arabic_name,
    count = w.count:format(last),
    crumbs = crumbs.html(call, item.locale, item.route, item.section),
    index = index,
    meaning = reference.meaning.text,
    meaning_language = surah.meaning_language(reference.meaning, item.locale),
    name = reference.name,
    next = neighbour(number + 1, item, call, "next", w.next),
    number = w.surah:format(number),
    opening = surah.opening(reference, w),
    previous = neighbour(number - 1, item, call, "prev", w.previous),
    quran = w.quran,
    reading = surah.reading(view, reference, number, call),
    revelation = w[reference.revelation],
    sources = surah.sources(reference, w),
    tafsir = surah.tafsir(reference, view, shown, w),
    verify = verify.verses(item.locale, number, 1, last, shown, call)
      .. surah.report(view, call),
    verses = list,
    verses_word = w.verses,
  })
end

--- The page of a surah.
-- @tparam table item its document
-- @tparam table call its `params.tafsir` asks for the tafsir below each verse
-- @treturn table view of `page.answer`
function surah.of(item, call)
  local view = document.view(item, call)
  view.unlisted, view.script = call.params.tafsir or nil, "quran.js"
  view.preload = "amiri-quran.woff2"
  view.markdown = call.publication:whole_text(item.content_id, call.config.site_url)
  function view.html() return main(item, view, call) end
  return view
end

return surah
