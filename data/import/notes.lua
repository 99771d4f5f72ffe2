--- Footnotes: from a text with markers `[n]` and a cell with the notes to plain text, marks and
-- notes.
--
-- A cell holds several notes, each beginning with its `[n]`, on lines of their own or not. A
-- bracket without a number is text. A space before a marker goes behind it, so that a mark follows
-- its word, and leaves no doubled space there. Offsets count code points.
local trim = require("base.text").trim

local notes = {}

local MARKER = "%[(%d+)%]"

--- The greatest number of a marker, which stands for all that are too large; no edition comes near
-- it.
local MOST = 999999
local function number_of(digits)
  return #digits <= 6 and math.tointeger(tonumber(digits)) or MOST
end

local Plain = {}
Plain.__index = Plain

--- Appends a stretch of text between two markers.
function Plain:add(text)
  if text == "" then return end
  if self.length == 0 then text = text:gsub("^ ", "") end
  if self.space and text:sub(1, 1) ~= " " then text = " " .. text end
  self.space = false
  self.parts[#self.parts + 1] = text
  self.length = self.length + utf8.len(text)
end

--- The place of a marker: a space before it is held back until text follows.
function Plain:mark()
  local last = self.parts[#self.parts]
  if last and last:sub(-1) == " " then
    self.parts[#self.parts] = last:sub(1, -2)
    self.length = self.length - 1
    self.space = true
  end
  return self.length
end

--- Takes the markers out of a text.
-- @tparam string text with folded white space
-- @treturn string the plain text
-- @treturn table list of `{ offset, number }`
function notes.cut(text)
  local plain = setmetatable({ parts = {}, length = 0, space = false }, Plain)
  local marks, at = {}, 1
  for first, number, after in text:gmatch("()" .. MARKER .. "()") do
    plain:add(text:sub(at, first - 1))
    marks[#marks + 1] = { offset = plain:mark(), number = number_of(number) }
    at = after
  end
  plain:add(text:sub(at))
  return table.concat(plain.parts), marks
end

--- Splits a cell.
-- @tparam string cell with folded white space
-- @treturn table|nil list of `{ number, text }`
-- @treturn string|nil what is wrong
function notes.split(cell)
  local list, at = {}, cell:find(MARKER) or #cell + 1
  if cell:sub(1, at - 1):find("%S") then return nil, "the footnotes begin without a marker" end
  while at <= #cell do
    local number, after = cell:match("^" .. MARKER .. "()", at)
    at = cell:find(MARKER, after) or #cell + 1
    local text = trim(cell:sub(after, at - 1))
    if text == "" then return nil, ("note [%s] is empty"):format(number) end
    list[#list + 1] = { number = number_of(number), text = text }
  end
  return list
end

--- The fault of marks and notes, or nil: each note once, each marked, each mark noted.
local function mismatch(marks, list)
  local noted, marked = {}, {}
  for _, note in ipairs(list) do
    if note.number < 1 then return "note [0] has no number" end
    if noted[note.number] then return ("note [%d] stands twice"):format(note.number) end
    noted[note.number] = true
  end
  for _, mark in ipairs(marks) do
    if not noted[mark.number] then return ("marker [%d] has no note"):format(mark.number) end
    marked[mark.number] = true
  end
  for _, note in ipairs(list) do
    if not marked[note.number] then return ("note [%d] has no marker"):format(note.number) end
  end
  return nil
end

--- Reads a verse with its notes.
-- @tparam string text
-- @tparam string cell its footnotes, or `""`;
-- both with folded white space
-- @treturn table|nil `{ text, marks, notes }`
-- @treturn string|nil what is wrong
function notes.parse(text, cell)
  local list, what = notes.split(cell)
  if not list then return nil, what end
  local plain, marks = notes.cut(text)
  what = mismatch(marks, list)
  if what then return nil, what end
  return { text = plain, marks = marks, notes = list }
end

return notes
