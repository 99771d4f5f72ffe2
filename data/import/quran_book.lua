--- The verses of one edition while it is read: each of the 6236 exactly once.
--
-- A record of a verse is `{ surah, verse, text, footnotes = string|nil, line = integer|nil, file,
-- mapped = string|nil }`, `text` being valid UTF-8, `file` being `{ path, bytes }`, `line` counted
-- from 1, and `mapped` what the reader wrote otherwise than the source does.
local svc = require("svc")

local book = {}

--- Number of surahs in the book.
book.SURAHS = svc.surahs

local starts = {} -- surah -> number of verses before it
do
  local sum = 0
  for surah = 1, book.SURAHS do
    starts[surah] = sum
    sum = sum + svc.verse_count(surah)
  end
end

--- The place of a verse in the whole book, from 1.
-- @tparam integer surah
-- @tparam integer verse
function book.index(surah, verse) return starts[surah] + verse end

--- A verse as people write it.
-- @tparam table record
-- @treturn string such as `"2:255"`
function book.name(record) return ("%d:%d"):format(record.surah, record.verse) end

--- Line of a record's text: the one it was read from, else the one where its text is found.
local function line_of(record)
  if record.line then return record.line end
  local text = type(record.text) == "string" and record.text or ""
  local at = text ~= "" and record.file.bytes:find(text, 1, true)
  if not at then return nil end
  local _, newlines = record.file.bytes:sub(1, at):gsub("\n", "")
  return newlines + 1
end

--- True when a source's number can be written as one.
local function is_integer(value) return math.tointeger(tonumber(value)) ~= nil end

--- A refusal that names file, line, verse and cure.
-- @tparam table record `file` is required, the rest is named where it is known
-- @tparam string what is wrong
-- @tparam string cure what to do
-- @treturn nil
-- @treturn string the reason, one line
function book.refuse(record, what, cure)
  local line = line_of(record)
  local place = record.file.path .. (line and ":" .. line or "")
  local numbered = is_integer(record.surah) and is_integer(record.verse)
  local verse = numbered and book.name(record) .. ": " or ""
  return nil, ("%s: %s%s; %s"):format(place, verse, what, cure)
end

local Book = {}
Book.__index = Book

--- A verse number from a source: an integer, or decimal digits without sign or leading zero.
local function number_of(value)
  if math.type(value) == "integer" then return value end
  if math.type(value) == "float" then return math.tointeger(value) end
  if type(value) == "string" and value:find("^[1-9]%d?%d?$") then
    return math.tointeger(tonumber(value))
  end
  return nil
end

--- Takes a verse. The first refusal is kept for `finish`, so that a reader may go on without
-- asking.
-- @tparam table record with `surah`, `verse` and `text` as the source has them
function Book:put(record)
  local surah, verse = number_of(record.surah), number_of(record.verse)
  record.surah, record.verse = surah, verse
  if not surah or not verse or verse < 1 or verse > (svc.verse_count(surah) or 0) then
    local what = ("there is no verse %s:%s"):format(surah or "?", verse or "?")
    local cure = "surahs are 1 to 114, verses counted as in the Kufan reading (6236)"
    return self:refuse(record, what, cure)
  end
  local index = book.index(surah, verse)
  if self[index] then
    return self:refuse(record, "this verse stands twice", "remove one of the two")
  end
  if type(record.text) ~= "string" then
    return self:refuse(record, "the text is empty", "fetch the file of the edition again")
  end
  if not utf8.len(record.text) then
    return self:refuse(record, "is not valid UTF-8", "save the file as UTF-8")
  end
  self[index] = record
end

--- Keeps a refusal, if it is the first.
-- @tparam table record
-- @tparam string what
-- @tparam string cure
-- @treturn nil
-- @treturn string the first refusal
function Book:refuse(record, what, cure)
  self.fault = self.fault or select(2, book.refuse(record, what, cure))
  return nil, self.fault
end

--- Checks that no verse was refused and none is missing.
-- @tparam table file named in the refusal
-- @param ... what else the reader returns
-- @treturn table|nil the book itself, a list of 6236 records, and `...` after it
-- @treturn string|nil the refusal
function Book:finish(file, ...)
  if self.fault then return nil, self.fault end
  for surah = 1, book.SURAHS do
    for verse = 1, svc.verse_count(surah) do
      if not self[book.index(surah, verse)] then
        return book.refuse(
          { file = file, surah = surah, verse = verse },
          "this verse is missing",
          "an edition has 114 surahs and 6236 verses; fetch the file again"
        )
      end
    end
  end
  return self, ...
end

--- A book without verses.
function book.new() return setmetatable({}, Book) end

return book
