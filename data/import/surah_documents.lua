--- The surahs as documents: one for each surah and locale, its text being readable Markdown with
-- Arabic, translation, footnotes and the sources' notices.
local svc = require("svc")
local book = require("data.import.quran_book")
local locales = require("base.locales")

local surah_documents = {}

--- Text that Markdown shows as it is: what would be markup inside a line is escaped.
local function escape(text)
  if not text:find("[\\`*_<$|~%]]") then return text end
  return (text:gsub("[\\`*_<$|~]", "\\%0"):gsub("%]([(:])", "\\]%1"))
end

--- The same for a text that begins a line, where more would be markup.
local function escape_line(text)
  text = escape(text)
  if not text:find("^[>#%d+-]") then return text end
  text = text:gsub("^>", "\\>"):gsub("^([-+])%f[%s]", "\\%1"):gsub("^#", "\\#")
  return (text:gsub("^(%d+)([.)])%f[%s]", "%1\\%2"))
end

--- The translation with its markers `[n]` back in their places.
local function marked(verse)
  if type(verse) == "string" then return escape_line(verse) end
  local parts, at = {}, 1
  for _, mark in ipairs(verse.marks) do
    local byte = utf8.offset(verse.text, mark.offset + 1)
    local write = at == 1 and escape_line or escape
    parts[#parts + 1] = write(verse.text:sub(at, byte - 1)) .. "[" .. mark.number .. "]"
    at = byte
  end
  parts[#parts + 1] = escape(verse.text:sub(at))
  return table.concat(parts)
end

local function add_verse(lines, arabic, verse)
  lines[#lines + 1] = arabic
  lines[#lines + 1] = marked(verse)
  local notes = {}
  for i, note in ipairs(type(verse) == "table" and verse.notes or {}) do
    notes[i] = ("- [%d] %s"):format(note.number, escape(note.text))
  end
  if #notes > 0 then lines[#lines + 1] = table.concat(notes, "\n") end
end

local function source_line(words, heading, source, notice)
  return ("- %s: %s. %s. %s: %s. %s %s: <%s>. %s: <%s>."):format(
    words[heading],
    escape(source.label),
    escape(source.publisher),
    words.version,
    escape(source.version),
    escape(notice or source.notice),
    words.terms,
    source.terms.url,
    words.updates,
    source.update_url
  )
end

local function name(data, surah, locale)
  local names = data.surahs[surah].names or {}
  return names[locale] or data.surahs[surah].name
end

local function meaning(data, surah, locale)
  local meanings = data.surahs[surah].meanings
  return meanings[locale] or meanings.en
end

local function text_of(data, surah, locale)
  local words, names = locales[locale], data.surahs[surah]
  local translation, verses = data.translations[locale], svc.verse_count(surah)
  local lines = {
    "# " .. name(data, surah, locale),
    names.arabic_name .. " · " .. escape(meaning(data, surah, locale)),
    table.concat(
      { words.surah:format(surah), words[names.revelation], words.count:format(verses) },
      " · "
    ),
  }
  if surah ~= 1 and surah ~= 9 then
    add_verse(lines, data.bismillah[surah] or data.arabic[1], translation[1])
  end
  for verse = 1, verses do
    local index = book.index(surah, verse)
    lines[#lines + 1] = ("## %d:%d"):format(surah, verse)
    add_verse(lines, data.arabic[index], translation[index])
  end
  lines[#lines + 1] = "## " .. words.sources
  local arabic = data.sources.arabic
  lines[#lines + 1] = source_line(words, "arabic", arabic, (arabic.notices or {})[locale])
    .. "\n"
    .. source_line(words, "translation", data.sources.translation[locale])
  return table.concat(lines, "\n\n") .. "\n"
end

local function document(data, surah, locale)
  local words, names = locales[locale], data.surahs[surah]
  return {
    id = ("asset:%s:quran:surah:%d"):format(locale, surah),
    locale = locale,
    section = "quran",
    concept = "concept:quran:surah-" .. surah,
    lens = "lens:quran",
    route = "quran/" .. surah,
    title = name(data, surah, locale),
    description = words.surah_description:format(
      surah,
      name(data, surah, locale),
      meaning(data, surah, locale),
      svc.verse_count(surah)
    ),
    text = text_of(data, surah, locale),
    labels = {
      words.surah_label:format(surah),
      names.arabic_name,
      meaning(data, surah, locale),
    },
  }
end

--- All surahs in all locales, as the publish pipeline takes documents.
-- @tparam table data as data.import.quran's `load` returns it
-- @treturn table list of 114 documents a locale
function surah_documents.all(data)
  local documents = {}
  for _, locale in ipairs(svc.quran_locales) do
    for surah = 1, book.SURAHS do
      documents[#documents + 1] = document(data, surah, locale)
    end
  end
  return documents
end

return surah_documents
