--- The `pattern` of a JSON Schema, as far as it is a row of characters and classes with counts,
-- such as `^[A-Z]{3}-\d+$`. A text is matched in time that grows with its length and no faster,
-- whatever it holds. Groups and alternatives are refused when the schema is loaded.

local pattern = {}

--- Characters by the letters of their classes, as ranges of code points.
local CLASSES = {
  d = { { 48, 57 } },
  s = { { 9, 13 }, { 32, 32 }, { 160, 160 }, { 0x2028, 0x2029 }, { 0xfeff, 0xfeff } },
  w = { { 48, 57 }, { 65, 90 }, { 95, 95 }, { 97, 122 } },
}

local CONTROLS = { n = 10, r = 13, t = 9 }

--- No schema needs a higher bound.
local MOST = 65536

local function holds(ranges, code)
  for _, range in ipairs(ranges) do
    if code >= range[1] and code <= range[2] then return true end
  end
  return false
end

--- The set of an escape: a test of a code point, and the code point where it is a single one.
local function escaped(code)
  local letter = code and code < 128 and string.char(code) or ""
  local ranges = CLASSES[letter:lower()]
  if ranges then
    local wanted = letter:find("%l") ~= nil
    return function(each) return holds(ranges, each) == wanted end
  end
  if not CONTROLS[letter] and not letter:find("^%p$") then return nil end
  local single = CONTROLS[letter] or code
  return function(each) return each == single end, single
end

--- A reading of code points.
local Reading = {}
Reading.__index = Reading

function Reading:next()
  self.at = self.at + 1
  return self.codes[self.at]
end

--- True, and past it, where the next character is a byte.
function Reading:takes(byte)
  local found = self.codes[self.at + 1] == byte:byte()
  if found then self.at = self.at + 1 end
  return found
end

--- The set in brackets, behind the first.
function Reading:brackets()
  local inverted, tests = self:takes("^"), {}
  while not self:takes("]") do
    local code, test = self:next(), nil
    if not code then return nil end
    if code == 92 then
      test, code = escaped(self:next())
      if not test then return nil end
    end
    local last = self.codes[self.at + 2]
    if code and self.codes[self.at + 1] == 45 and last and last ~= 93 then
      self.at = self.at + 2
      if last == 92 then last = select(2, escaped(self:next())) end
      if not last or last < code then return nil end
      local first, final = code, last
      test = function(each) return each >= first and each <= final end
    end
    local single = code
    tests[#tests + 1] = test or function(each) return each == single end
  end
  return function(each)
    for _, test in ipairs(tests) do
      if test(each) then return not inverted end
    end
    return inverted
  end
end

--- One character or class; nil where there is something else.
function Reading:set()
  local code = self:next()
  if code == 91 then return self:brackets() end
  if code == 92 then return (escaped(self:next())) end
  if code == 46 then
    return function(each) return each ~= 10 and each ~= 13 end
  end
  if code < 128 and string.char(code):find("[%^$*+?(){}|%]]") then return nil end
  return function(each) return each == code end
end

--- A whole number up to MOST; nil where there is none.
function Reading:number()
  local value
  while holds(CLASSES.d, self.codes[self.at + 1] or 0) do
    value = (value or 0) * 10 + self:next() - 48
    if value > MOST then return nil end
  end
  return value
end

--- How often: least and most, 1 and 1 where nothing is said.
function Reading:count()
  if self:takes("*") then return 0, math.huge end
  if self:takes("+") then return 1, math.huge end
  if self:takes("?") then return 0, 1 end
  if not self:takes("{") then return 1, 1 end
  local least = self:number()
  local most = not self:takes(",") and least or self:number() or math.huge
  if not (least and self:takes("}")) or least > most then return nil end
  return least, most
end

--- The ends of a row of items that begins at one of `from`: sets of positions. Runs of characters
-- are counted once an item, so that the work is items times characters.
local function step(item, codes, from)
  local run, ends, open = {}, {}, {}
  run[#codes + 1] = 0
  for at = #codes, 1, -1 do
    run[at] = item.test(codes[at]) and run[at + 1] + 1 or 0
  end
  for at in pairs(from) do
    local most = math.min(item.most, run[at])
    if most >= item.least then
      open[at + item.least] = (open[at + item.least] or 0) + 1
      open[at + most + 1] = (open[at + most + 1] or 0) - 1
    end
  end
  local depth = 0
  for at = 1, #codes + 1 do
    depth = depth + (open[at] or 0)
    if depth > 0 then ends[at] = true end
  end
  return ends
end

local function matches(items, text)
  local codes, at = { utf8.codepoint(text, 1, -1) }, { true }
  for i = 2, items.first and 0 or #codes + 1 do
    at[i] = true
  end
  for _, item in ipairs(items) do
    at = step(item, codes, at)
    if not next(at) then return false end
  end
  return not items.last or at[#codes + 1] == true
end

--- Compiles a pattern.
-- @tparam string text ECMA 262, of the subset above
-- @treturn function|nil from a text in UTF-8 of at most 100 000 characters to whether it matches
-- @treturn string|nil what is wrong
function pattern.compile(text)
  local reading = setmetatable({ codes = { utf8.codepoint(text, 1, -1) }, at = 0 }, Reading)
  local items = { first = reading:takes("^") }
  while reading.at < #reading.codes and not items.last do
    if reading.at == #reading.codes - 1 and reading:takes("$") then
      items.last = true
    else
      local test = reading:set()
      local least, most = nil, nil
      if test then
        least, most = reading:count()
      end
      if not least then
        return nil,
          ("at its character %d: it may hold characters, classes and counts, such as "):format(
            reading.at
          ) .. "^[a-z]+-\\d{4}$, and no groups or alternatives"
      end
      items[#items + 1] = { test = test, least = least, most = most }
    end
  end
  return function(given) return matches(items, given) end
end

return pattern
