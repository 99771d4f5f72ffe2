--- Shortcodes of Hugo as they stand in a text: where each begins and ends, its arguments, and which
-- one closes it.
local lines = require("data.transfer.lines")
local text = require("base.text")

--- The bounds: bytes of a shortcode, and shortcodes that enclose one.
local LONGEST, MOST_OPEN = 4096, 64

--- The arguments of a shortcode: by their names, and the others in their order.
local function arguments_of(rest)
  local named, at = {}, 1
  while rest:find("%S", at) do
    at = rest:match("^%s*()", at)
    local name, behind = rest:match("^([%w_-]+)%s*=%s*()", at)
    at = behind or at
    local value, stop = rest:match('^"(.-[^\\])"()', at)
    if rest:find('^""', at) then
      value, stop = "", at + 2
    end
    if not value then
      value, stop = rest:match("^`([^`]*)`()", at)
    end
    if not value then
      value, stop = rest:match("^'([^']*)'()", at)
    end
    if not value then
      value, stop = rest:match("^([^%s]*)()", at)
    end
    value, at = value:gsub('\\"', '"'), math.max(stop, at + 1)
    if name then
      named[name:lower()] = value
    else
      named[#named + 1] = value
    end
  end
  return named
end

--- The next place behind `from` where a pattern is found. `seen` remembers it, so that texts are
-- searched once however often it is asked; nil where there is none.
local function next_place(source, pattern, from, seen)
  local known = seen[pattern]
  if known == nil or known and known < from then
    known = source:find(pattern, from) or false
    seen[pattern] = known
  end
  return known or nil
end

--- A shortcode; nil for what only begins as one.
local function tag_at(source, first, seen)
  local sign = source:sub(first + 2, first + 2)
  local stop = next_place(source, sign == "<" and ">}}" or "%%}}", first + 3, seen)
  if not stop or stop - first > LONGEST then return nil end
  local inside = source:sub(first + 3, stop - 1)
  local slash, name, rest = inside:match("^%s*(/?)%s*([%w_][%w_/.-]*)(.*)$")
  if not name then return nil end
  rest = text.trim(rest)
  local is_alone = rest:sub(-1) == "/"
  return {
    first = first,
    last = stop + 2,
    name = name:lower():gsub("/$", ""),
    closes = slash ~= "",
    is_alone = is_alone or name:find("/$") ~= nil,
    is_raw = sign == "<",
    arguments = arguments_of(is_alone and rest:sub(1, -2) or rest),
  }
end

--- The byte before the end tag of one whose inside is not read, such as code; nil without one.
local function end_of(source, tag, seen)
  local name = tag.name:gsub("%W", "%%%0")
  return next_place(source, "{{[<%%]%s?/%s?" .. name .. "%s?[>%%]}}", tag.last + 1, seen)
end

--- The shortcodes outside of fenced code, in their order.
local function tags_of(source, is_shut)
  local tags, fence, behind, seen = {}, nil, 1, {}
  for start, line in source:gmatch("()([^\n]*)\n?") do
    local before, stop = fence, start + #line
    if start >= behind then
      fence, behind = lines.fence(line, fence), start
    end
    while not fence and not before and behind <= stop do
      local first = source:find("{{[<%%]", behind)
      if not first or first >= stop then break end
      local tag = tag_at(source, first, seen)
      behind = tag and tag.last + 1 or first + 3
      if tag then tag.line = start end
      tags[#tags + 1] = tag
      local is_skipped = tag and not tag.closes and not tag.is_alone and is_shut(tag.name)
      behind = is_skipped and end_of(source, tag, seen) or behind
    end
  end
  return tags
end

--- Gives each tag that is closed its `closing`, the number of the one that closes it.
local function pair(tags)
  local open = {}
  for number, tag in ipairs(tags) do
    if not tag.closes and not tag.is_alone then
      open[#open + 1] = number
      if #open > MOST_OPEN then table.remove(open, 1) end
    end
    for i = tag.closes and #open or 0, 1, -1 do
      if tags[open[i]].name == tag.name then
        tags[open[i]].closing = number
        tag.is_paired = true
        table.move(open, #open + 1, 2 * #open - i + 1, i)
        break
      end
    end
  end
end

--- The shortcodes of a text that stand in no fenced code.
-- @tparam string source
-- @tparam function is_shut `is_shut(name)`: whether what it encloses holds no shortcodes
-- @treturn table of each, in their order, `{ first, last, line, name, closes, is_alone, is_raw,
-- arguments, closing? }`: its bytes, where its line begins, its name in small letters, whether it
-- closes another or encloses nothing, whether its inside is no Markdown, and the number of the one
-- that closes it
return function(source, is_shut)
  local tags = tags_of(source, is_shut)
  pair(tags)
  return tags
end
