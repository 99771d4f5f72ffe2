--- Documents as JSON lines: one object `{"id", "title", "text", "locale"}` a line.
--
-- Read line by line, so that memory does not grow with the file. Each line is strict JSON (no
-- repeated names, no lone surrogates, valid UTF-8) and has the four members, no others.
local svc = require("svc")
local frontmatter = require("data.import.frontmatter")
local message = require("base.message")
local tables = require("base.tables")
local text = require("base.text")

local jsonl = {}

-- The longest line that is read, in bytes.
local MAX_LINE = 16 * 1024 * 1024

local MEMBERS = { "id", "locale", "text", "title" }

local function strict_object(line)
  if #line > MAX_LINE then
    return message.refuse("is longer than %d bytes; split the text", MAX_LINE)
  end
  local object, reason, offset = svc.parse_json(line, { depth = 8 })
  if reason then
    return message.refuse("is not JSON: %s at byte %d; correct it", reason, offset or 0)
  end
  if type(object) ~= "table" or svc.is_array(object) then
    return nil, "is no JSON object; one object a line is expected"
  end
  return object
end

--- The fault of the members of an object, or nil.
local function member_fault(object)
  for _, name in ipairs(MEMBERS) do
    if type(object[name]) ~= "string" then
      local what = object[name] == nil and "missing" or "of another type"
      return ("member %q is %s; a string is expected"):format(name, what)
    end
  end
  for _, name in ipairs(tables.keys(object)) do
    if not tables.contains(MEMBERS, name) then
      local accepted = table.concat(MEMBERS, ", ")
      return ("member %q is unknown; accepted: %s"):format(name, accepted)
    end
  end
  if not svc.languages[object.locale] then
    local accepted = table.concat(svc.locales, ", ")
    return ("locale %q is unknown; accepted: %s"):format(object.locale, accepted)
  end
  if not frontmatter.is_kebab(object.id) then
    local fault = "id %q is not accepted; use lower-case letters, digits and single hyphens"
    return fault:format(object.id)
  end
  if object.title:find("\0", 1, true) or object.text:find("\0", 1, true) then
    return "holds a NUL character; remove it"
  end
end

--- A title is one line, without white space around it; without one the id serves.
local function title_of(object)
  local title, space = object.title, (" "):byte()
  local plain = not title:find("%c") and not title:find("  ", 1, true)
  if not plain or title:byte(1) == space or title:byte(-1) == space then
    title = title:gsub("[%c%s]+", " "):gsub("^ ", ""):gsub(" $", "")
  end
  return title ~= "" and title or object.id
end

local function document_of(object, section)
  local id = object.id
  return {
    id = "asset:" .. object.locale .. ":" .. section .. ":" .. id,
    locale = object.locale,
    section = section,
    concept = "concept:" .. section .. ":" .. id,
    lens = "lens:" .. section,
    route = section .. "/" .. id,
    title = title_of(object),
    text = not text.is_blank(object.text) and object.text or nil,
    labels = {},
  }
end

--- Reads a file and hands over its documents one by one.
-- @tparam string path `-` reads standard input
-- @tparam string section one of `svc.sections` except quran
-- @tparam function visit `visit(document, bytes)`: the fields of `svc.builder():document` plus
-- `locale` and `section`; a blank text is absent, which makes a citation. `bytes`: read so far
-- @treturn integer|nil how many documents there were
-- @treturn string|nil the first fault, `file:line: what is wrong; what to do`
function jsonl.each(path, section, visit)
  local cure = "; give a file of JSON lines with --jsonl"
  local file, reason = io.stdin, nil
  if path ~= "-" then
    file, reason = io.open(path, "rb")
  end
  if not file then return nil, reason .. cure end
  local _ <close> = file
  local function next_line() -- file:lines would raise what is wrong
    local line
    line, reason = file:read("L")
    return line
  end
  local number, count, bytes, lines = 0, 0, 0, {}
  for line in next_line do
    number, bytes = number + 1, bytes + #line
    if line:find("%S") then
      local object, fault = strict_object(line)
      fault = fault or member_fault(object)
      local document = not fault and document_of(object, section)
      if document and lines[document.id] then
        fault = ("repeats id %q of line %d; rename one"):format(object.id, lines[document.id])
      end
      if fault then return message.refuse("%s:%d: %s", path, number, fault) end
      lines[document.id] = number
      count = count + 1
      visit(document, bytes)
    end
  end
  if reason then return nil, path .. ": " .. reason .. cure end
  return count
end

return jsonl
