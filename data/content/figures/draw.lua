--- A sheet to draw figures on, written as SVG of the safe subset: lines, arrows, shapes and words.
-- Places are in pixels from the upper left corner; `data.content.figures.plot` has coordinates.
--
-- Colours are classes, so that the figure is readable on a light and on a dark page: `ink` and
-- `soft` for what is neutral, `one` to `four` for what is told apart; a `pale` one fills. Colour
-- never tells alone what is what: words stand beside it.

local draw = {}
draw.__index = draw

local LIGHT = {
  { "paper", "#ffffff" },
  { "ink", "#1d2321" },
  { "soft", "#6b7571" },
  { "one", "#0a5f8c" },
  { "two", "#b3401a" },
  { "three", "#3f6f0f" },
  { "four", "#7a3e9d" },
}

local DARK = {
  { "paper", "#141816" },
  { "ink", "#e6e9e5" },
  { "soft", "#98a29d" },
  { "one", "#7cc4f0" },
  { "two", "#ff9f7a" },
  { "three", "#a8d66a" },
  { "four", "#d5a6f2" },
}

local function colours(rows)
  local rules = {}
  for i, row in ipairs(rows) do
    local name, colour = row[1], row[2]
    rules[i] = (".%s{stroke:%s}.f-%s{fill:%s}"):format(name, colour, name, colour)
  end
  return ("text{stroke:%s}"):format(rows[1][2]) .. table.concat(rules)
end

local STYLE = "text{font-family:system-ui,sans-serif;font-size:17px}"
  .. "text{paint-order:stroke;stroke-width:4px}"
  .. ".v{font-style:italic}.s{font-size:14px}.m{text-anchor:middle}.e{text-anchor:end}"
  .. ".l{fill:none;stroke-width:2.5;stroke-linecap:round;stroke-linejoin:round}"
  .. ".thin{stroke-width:1}.dash{stroke-dasharray:6 5}.pale{fill-opacity:.2;stroke:none}"
  .. colours(LIGHT)
  .. "@media(prefers-color-scheme:dark){"
  .. colours(DARK)
  .. "}"

--- A new sheet.
-- @tparam integer width
-- @tparam integer height
-- @treturn table
function draw.new(width, height)
  local sheet = setmetatable({ width = width, height = height, parts = {} }, draw)
  return sheet:add('<rect class="f-paper" width="%d" height="%d"/>', width, height)
end

--- A number as it is written: one decimal place, none where that is zero.
-- @tparam number value
-- @treturn string
function draw.number(value)
  local text = ("%.1f"):format(value):gsub("%.0$", "")
  return text == "-0" and "0" or text
end

--- Adds an element. Each `%n` is a number.
-- @tparam string element
-- @param ... its values
-- @treturn table the sheet
function draw:add(element, ...)
  local values, at = { ... }, 0
  self.parts[#self.parts + 1] = element:gsub("%%(%a)", function(kind)
    at = at + 1
    return kind == "n" and draw.number(values[at]) or tostring(values[at])
  end)
  return self
end

--- A line.
function draw:line(x1, y1, x2, y2, class)
  local line = '<line class="l %s" x1="%n" y1="%n" x2="%n" y2="%n"/>'
  return self:add(line, class or "ink", x1, y1, x2, y2)
end

local function points(list)
  local out = {}
  for i = 1, #list, 2 do
    out[#out + 1] = draw.number(list[i]) .. "," .. draw.number(list[i + 1])
  end
  return table.concat(out, " ")
end

--- Lines from point to point.
-- @tparam {number,...} list x, y, x, y, …
-- @tparam[opt] string class default "ink"
function draw:path(list, class)
  return self:add('<polyline class="l %s" points="%s"/>', class or "ink", points(list))
end

--- A shape with an edge; with `fill`, a class such as "f-one pale", the inside is filled.
function draw:polygon(list, class, fill)
  if fill then self:add('<polygon class="%s" points="%s"/>', fill, points(list)) end
  if class then self:add('<polygon class="l %s" points="%s"/>', class, points(list)) end
  return self
end

--- A rectangle by its left upper corner.
function draw:rect(x, y, width, height, class, fill)
  local list = { x, y, x + width, y, x + width, y + height, x, y + height }
  return self:polygon(list, class, fill)
end

--- An ellipse; its edge and its inside as those of a polygon.
function draw:ellipse(x, y, rx, ry, class, fill)
  local ellipse = '<ellipse class="%s" cx="%n" cy="%n" rx="%n" ry="%n"/>'
  if fill then self:add(ellipse, fill, x, y, rx, ry) end
  if class then self:add(ellipse, "l " .. class, x, y, rx, ry) end
  return self
end

--- A circle.
function draw:circle(x, y, r, class, fill) return self:ellipse(x, y, r, r, class, fill) end

--- A dot with an edge of paper, so that it stands out from lines.
function draw:dot(x, y, class)
  self:circle(x, y, 6, nil, "f-paper")
  return self:circle(x, y, 4.5, nil, "f-" .. (class or "ink"))
end

--- An arrow; the first class is its colour.
function draw:arrow(x1, y1, x2, y2, class)
  class = class or "ink"
  local length = math.sqrt((x2 - x1) ^ 2 + (y2 - y1) ^ 2)
  local ux, uy = (x2 - x1) / length, (y2 - y1) / length
  local bx, by = x2 - 12 * ux, y2 - 12 * uy
  self:line(x1, y1, bx, by, class)
  local head = { x2, y2, bx - 5 * uy, by + 5 * ux, bx + 5 * uy, by - 5 * ux }
  return self:polygon(head, nil, "f-" .. class:match("^%S+"))
end

--- Part of a circle from one angle to another, in degrees, against the clock from the right.
function draw:arc(x, y, r, from, to, class)
  local list, steps = {}, math.max(2, math.ceil(math.abs(to - from) / 6))
  for i = 0, steps do
    local angle = math.rad(from + (to - from) * i / steps)
    list[#list + 1], list[#list + 2] = x + r * math.cos(angle), y - r * math.sin(angle)
  end
  return self:path(list, class)
end

local ESCAPES = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;" }

--- Words; what stands between asterisks is a variable. A line break begins a new line.
-- @tparam number x
-- @tparam number y of the base line
-- @tparam string words
-- @tparam[opt] string class "f-one", with "m" in the middle of or "e" at the end of its place,
-- with "s" small
function draw:text(x, y, words, class)
  local number = 0
  for line in words:gmatch("[^\n]+") do
    local shown = line:gsub("[&<>]", ESCAPES):gsub("%*([^*]+)%*", '<tspan class="v">%1</tspan>')
    self:add('<text class="%s" x="%n" y="%n">', class or "f-ink", x, y + number * 21)
    self.parts[#self.parts] = self.parts[#self.parts] .. shown .. "</text>"
    number = number + 1
  end
  return self
end

--- A box with words in its middle.
function draw:box(x, y, width, height, words, class, fill)
  self:rect(x, y, width, height, class, fill)
  local _, breaks = words:gsub("\n", "")
  return self:text(x + width / 2, y + height / 2 + 6 - breaks * 10.5, words, "f-ink m")
end

--- The drawing.
-- @treturn string SVG
function draw:svg()
  local root =
    '<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d">'
  return root:format(self.width, self.height, self.width, self.height)
    .. "\n<style>"
    .. STYLE
    .. "</style>\n"
    .. table.concat(self.parts, "\n")
    .. "\n</svg>\n"
end

--- A line of time from the top down: a mark with a date and words for each row.
-- @tparam {string,...} dates
-- @tparam {string,...} words
-- @tparam[opt] table classes row → class of its mark, "one" unless told
-- @treturn string SVG
function draw.time_line(dates, words, classes)
  local sheet = draw.new(480, 30 + 40 * #dates)
  sheet:line(130, 20, 130, 10 + 40 * #dates, "soft")
  for i, date in ipairs(dates) do
    local y = 35 + 40 * (i - 1)
    sheet:dot(130, y, classes and classes[i] or "one")
    sheet:text(112, y + 6, date, "f-ink e"):text(150, y + 6, words[i])
  end
  return sheet:svg()
end

return draw
