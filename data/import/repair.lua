--- The changes of a text between its source and the publication: the repairs that its
-- declaration lists, and nothing else but white space, and entities and note markers where the
-- declaration says so. Each step is logged as `source verse: what`; what no step explains is
-- refused.
local book = require("data.import.quran_book")
local notes = require("data.import.notes")
local punctuation = require("data.import.punctuation")

local repair = {}

--- The cure for a text that no step explains.
local REPAIR = "add a repair for it to the sources file"

local ENTITIES = {
  amp = "&",
  lt = "<",
  gt = ">",
  quot = '"',
  apos = "'",
  nbsp = "\u{A0}",
  shy = "\u{AD}",
  circ = "\u{2C6}",
}

-- Leftovers that no text may hold, control characters apart: how it begins, pattern, name. Looking
-- for the plain beginning first is several times as fast as the pattern alone.
local LEFTOVERS = {
  { "\xc2", "\xc2[\x80-\x9f]", "a control character" },
  { "\xef", "\xef\xbf\xbd", "a replacement character (U+FFFD)" },
  { "\xef", "\xef\xbb\xbf", "a byte order mark" },
  { "<", "<[%a/!]", "markup" },
  { "&", "&#?%w+;", "an entity" },
  { "\\", "\\", "a backslash" },
}

-- The forms of a note marker in any edition: a number that is glued to a letter, a raised one, and,
-- in a translation, which counts nothing, one behind punctuation.
local MARKERS = {
  "%a%d",
  "[\xc3-\xdb][\x80-\xbf]%d",
  "\xc2[\xb2\xb3\xb9]",
  "\xe2\x81[\xb0-\xb9]",
  translation = "%a[.,;:!?]+[\"']?%d",
}

--- True when a text holds a string.
local function holds(text, plain) return text:find(plain, 1, true) ~= nil end

local function has_control(text) return not text:find("^%C*$") end

--- Applies the declared repairs of a verse; one that finds nothing, or finds it twice, is refused.
local function declared(record, repairs, log)
  for _, row in ipairs(repairs) do
    local first, last = record.text:find(row.find, 1, true)
    if not first or record.text:find(row.find, last + 1, true) then
      local what = ("repair %q does not apply exactly once"):format(row.find)
      local cure = "correct the repair in the sources file: the text has changed"
      return book.refuse(record, what, cure)
    end
    record.text = record.text:sub(1, first - 1) .. row.replace .. record.text:sub(last + 1)
    log(record, "repaired: " .. row.why)
  end
  return true
end

local function decode_entities(record, log)
  if not holds(record.text, "&") then return true end
  local unknown
  local text, count = record.text:gsub("&(%a+);", function(name)
    if not ENTITIES[name] then unknown = name end
    return ENTITIES[name]
  end)
  if unknown then
    return book.refuse(record, ("entity &%s; is unknown"):format(unknown), REPAIR)
  end
  if count > 0 then log(record, "decoded HTML entities") end
  record.text = text
  return true
end

local WHITE = { "  ", "\u{A0}", "\n", "\t", "\r" }

local function is_folded(text)
  for _, white in ipairs(WHITE) do
    if holds(text, white) then return false end
  end
  return not text:find("^ ") and not text:find(" $", -1)
end

--- Runs of white space, no-break spaces included, as one space, none at the ends.
local function folded(text)
  if is_folded(text) then return text end
  text = text:gsub("\u{A0}", " "):gsub("[ \t\r\n]+", " ")
  return text:match("^ ?(.-) ?$")
end

local function fold(record, log)
  local text = folded(record.text)
  if text ~= record.text then log(record, "folded white space") end
  record.text = text
end

--- Takes out markers that have no notes: `[n]`, and `n)`, which must count 1, 2, 3, … through the
-- book to be distinguished from text.
local function drop_markers(record, counter)
  if not record.text:find("%d[%])]") then return true end
  local wrong
  local text = record.text:gsub(" ?(%d+)(%)?)", function(number, bracket)
    if bracket == "" then return nil end
    counter.last = counter.last + 1
    if tonumber(number) ~= counter.last then wrong = wrong or number end
    return ""
  end)
  if wrong then
    local what = ("marker %s) does not continue the count"):format(wrong)
    return book.refuse(record, what, "it may be text: " .. REPAIR)
  end
  record.text = notes.cut((text:gsub("^ ", "")))
  return true
end

--- Refuses an empty text and what must not be left in one.
local function check(record, text)
  if not text:find("%S") then
    return book.refuse(record, "the text is empty", "fetch the file of the edition again")
  end
  if not utf8.len(text) then
    return book.refuse(record, "is not valid UTF-8", "save the file as UTF-8")
  end
  if has_control(text) then return book.refuse(record, "holds a control character", REPAIR) end
  for _, row in ipairs(LEFTOVERS) do
    if holds(text, row[1]) and text:find(row[2]) then
      return book.refuse(record, "holds " .. row[3], REPAIR)
    end
  end
  return true
end

--- Refuses what looks like a note marker and was not read as one.
local function check_markers(record, role)
  local found
  for _, pattern in ipairs(MARKERS) do
    found = found or record.text:match(pattern)
  end
  found = found or MARKERS[role] and record.text:match(MARKERS[role])
  if not found then return true end
  return book.refuse(record, ("holds %q, which looks like a note marker"):format(found), REPAIR)
end

--- Logs parentheses that do not pair: they are the publisher's, and kept.
local function log_parentheses(record, log)
  if not holds(record.text, "(") and not holds(record.text, ")") then return end
  local _, opened = record.text:gsub("%(", "")
  local _, closed = record.text:gsub("%)", "")
  if opened ~= closed then log(record, "kept: its parentheses do not pair") end
end

--- The verse with its notes, as the builder takes it. Only a translation may have notes.
local function annotate(record, source)
  if not record.footnotes and not holds(record.text, "[") then return record.text end
  local cell = folded(record.footnotes or "")
  if source.role ~= "translation" and cell ~= "" then
    local cure = "only a translation is served with notes: choose another edition"
    return book.refuse(record, "has footnotes", cure)
  end
  if cell == "" and not record.text:find("%[%d+%]") then return record.text end
  local verse, what = notes.parse(record.text, cell)
  if not verse then
    return book.refuse(record, what, "every marker [n] needs its note: download the file again")
  end
  for _, note in ipairs(verse.notes) do
    local good, fault = check(record, note.text)
    if not good then return nil, fault end
  end
  return verse
end

--- Groups the declared repairs by verse.
local function by_verse(source)
  local groups = {}
  for _, row in ipairs(source.repairs or {}) do
    groups[row.verse] = groups[row.verse] or {}
    table.insert(groups[row.verse], row)
  end
  return groups
end

local function clean(record, source, state)
  if record.mapped then state.log(record, "mapped " .. record.mapped) end
  local repairs, good, fault = state.repairs[book.name(record)], true, nil
  if repairs then
    good, fault = declared(record, repairs, state.log)
    state.repairs[book.name(record)] = nil
  end
  if good and source.entities == "decode" then
    good, fault = decode_entities(record, state.log)
  end
  if not good then return nil, fault end
  if source.role:find("^arabic") then return check(record, record.text) end
  fold(record, state.log)
  if source.notes == "missing" then
    good, fault = drop_markers(record, state.counter)
  end
  if good then
    good, fault = check(record, record.text)
  end
  if good then
    good, fault = check_markers(record, source.role)
  end
  if good then log_parentheses(record, state.log) end
  return good, fault
end

--- Texts that repeat the one before, as a commentary on a group of verses does.
local function repeated(texts)
  local count = 0
  for i = 2, #texts do
    if texts[i] == texts[i - 1] then count = count + 1 end
  end
  return count
end

--- Logs what is said of the edition as a whole.
local function log_whole(source, texts, markers, log)
  local function say(what, ...) log(source.name .. ": " .. what:format(...)) end
  if markers > 0 then
    say("removed the note markers 1) to %d): the source has no notes", markers)
  end
  if source.role == "tafsir" then
    local what = "kept %d texts that repeat the one before: they explain a group of verses"
    say(what, repeated(texts))
  end
  if not source.role:find("^arabic") then
    local what = "texts without a final mark: %d; with an odd number of quotation marks: %d"
    say(what, punctuation.count(texts))
  end
end

--- Prepares the texts of an edition.
-- @tparam table source its declaration
-- @tparam table verses a finished book
-- @tparam function log takes a line
-- @treturn table|nil 6236 strings, or `{ text, marks, notes }` where a verse has notes
-- @treturn string|nil the refusal
function repair.texts(source, verses, log)
  local state = { repairs = by_verse(source), counter = { last = 0 } }
  function state.log(record, what)
    log(("%s %s: %s"):format(source.name, book.name(record), what))
  end
  local texts = {}
  for i, record in ipairs(verses) do
    local good, fault = clean(record, source, state)
    if not good then return nil, fault end
    texts[i], fault = annotate(record, source)
    if not texts[i] then return nil, fault end
  end
  local verse, row = next(state.repairs)
  if verse then
    local what = ("repair %q is of %s, and there is no such verse"):format(row[1].find, verse)
    return book.refuse({ file = source.files[1] }, what, "correct it in the sources file")
  end
  log_whole(source, texts, state.counter.last, log)
  return texts
end

return repair
