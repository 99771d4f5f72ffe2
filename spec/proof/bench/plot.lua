--- Line plots as SVG, without a program to draw them: axes that may be logarithmic, one line with
-- its own dashes and marks for each series, so that colour is never the only difference.
--
-- Text and axes have the reader's own colour. A picture loaded by `<img>` inherits none, so a
-- preference for dark is read from the system there.

local plot = {}

local WIDTH, HEIGHT = 640, 360
local LEFT, RIGHT, TOP, BOTTOM = 72, 150, 40, 48

local COLOURS = { "#1f77b4", "#d9730d", "#2e9e5b", "#a05fc4", "#b8860b" }
local DASHES = { "", "6 3", "2 3", "8 3 2 3", "1 4" }

local HEAD = [[
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" aria-label="%s">
<style>svg{color:#222;font:12px system-ui,sans-serif}text{fill:currentColor}
@media(prefers-color-scheme:dark){svg{color:#ddd}}</style>
]]

local ENTITIES = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }

local function escape(text) return (tostring(text):gsub('[&<>"]', ENTITIES)) end

--- True of a number that can be placed on an axis.
local function placeable(value, log)
  return type(value) == "number" and math.abs(value) < math.huge and (not log or value > 0)
end

--- A number as people write it: 500000 is 500k.
local function written(value)
  for _, unit in ipairs({ { 1e6, "M" }, { 1e3, "k" } }) do
    if math.abs(value) >= unit[1] then return ("%.4g%s"):format(value / unit[1], unit[2]) end
  end
  return ("%.4g"):format(value)
end

local function extent(series, index, log)
  local low, high = math.huge, -math.huge
  for _, line in ipairs(series) do
    for _, point in ipairs(line.points) do
      if placeable(point[index], log) then
        low, high = math.min(low, point[index]), math.max(high, point[index])
      end
    end
  end
  return low, high
end

--- Marks of a logarithmic axis: 1, 2 and 5 of each power of ten between the ends.
local function log_marks(low, high)
  local marks = {}
  for power = math.floor(math.log(low, 10)), math.ceil(math.log(high, 10)) do
    for _, step in ipairs(high / low > 1000 and { 1 } or { 1, 2, 5 }) do
      local mark = step * 10.0 ^ power
      if mark >= low * 0.999 and mark <= high * 1.001 then marks[#marks + 1] = mark end
    end
  end
  return marks
end

--- About five round marks from nothing to the end.
local function linear_marks(high)
  local raw = high / 5
  local power = 10.0 ^ math.floor(math.log(raw, 10))
  local step = raw / power > 5 and 10 * power
    or raw / power > 2 and 5 * power
    or raw / power > 1 and 2 * power
    or power
  local marks = {}
  for i = 0, math.ceil(high / step) do
    marks[#marks + 1] = i * step
  end
  return marks
end

--- An axis over the values of the series: what it places where, and its marks.
local function axis(series, index, log, from, to)
  local low, high = extent(series, index, log)
  if low > high then
    low, high = 1, 10
  end
  if log then
    if low == high then
      low, high = low / 2, high * 2
    end
    local marks = log_marks(low, high)
    if #marks < 2 then marks = { low, high } end
    return marks,
      function(value) return from + (to - from) * math.log(value / low) / math.log(high / low) end
  end
  local marks = linear_marks(high > 0 and high or 1)
  local last = marks[#marks]
  return marks, function(value) return from + (to - from) * value / last end
end

local function draw_axes(out, options, x, y)
  local right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM
  local function add(form, ...) out[#out + 1] = form:format(...) end
  add('<text x="%d" y="20" font-weight="bold">%s</text>', LEFT, escape(options.title))
  for _, mark in ipairs(y.marks) do
    local at = y.place(mark)
    add('<path d="M%d %.1fH%d" stroke="currentColor" opacity=".2"/>', LEFT, at, right)
    add('<text x="%d" y="%.1f" text-anchor="end">%s</text>', LEFT - 8, at + 4, written(mark))
  end
  for _, mark in ipairs(x.marks) do
    local at = x.place(mark)
    add('<path d="M%.1f %dv5" stroke="currentColor"/>', at, bottom)
    add('<text x="%.1f" y="%d" text-anchor="middle">%s</text>', at, bottom + 18, written(mark))
  end
  add('<path d="M%d %dV%dH%d" fill="none" stroke="currentColor"/>', LEFT, TOP, bottom, right)
  add(
    '<text x="%d" y="%d" text-anchor="middle">%s</text>',
    (LEFT + right) // 2,
    HEIGHT - 10,
    escape(options.x.label)
  )
  add(
    '<text transform="translate(16 %d) rotate(-90)" text-anchor="middle">%s</text>',
    (TOP + bottom) // 2,
    escape(options.y.label)
  )
end

local function draw_series(out, number, line, options, x, y)
  local colour = COLOURS[(number - 1) % #COLOURS + 1]
  local dash = DASHES[(number - 1) % #DASHES + 1]
  local path = {}
  for _, point in ipairs(line.points) do
    if placeable(point[1], options.x.log) and placeable(point[2], options.y.log) then
      local left, top = x.place(point[1]), y.place(point[2])
      path[#path + 1] = ("%s%.1f %.1f"):format(#path == 0 and "M" or "L", left, top)
      out[#out + 1] = ('<circle cx="%.1f" cy="%.1f" r="3" fill="%s"/>'):format(
        left,
        top,
        colour
      )
    end
  end
  local form = '<path d="%s" fill="none" stroke="%s" stroke-width="2" stroke-dasharray="%s"/>'
  if #path > 0 then out[#out + 1] = form:format(table.concat(path), colour, dash) end
  local left, top = WIDTH - RIGHT + 16, TOP + 20 * number
  out[#out + 1] = form:format(("M%d %dh24"):format(left, top - 4), colour, dash)
  out[#out + 1] = ('<text x="%d" y="%d">%s</text>'):format(left + 32, top, escape(line.name))
end

--- A plot. A point that has no place (not a number, or nothing on a logarithmic axis) is left out.
-- @tparam table options `title`, `x` and `y` `{label, log}`, and `series`: a list of
-- `{name, points = {{x, y}, …}}` with the points in the order of the line
-- @treturn string SVG
function plot.lines(options)
  local x_marks, x_place = axis(options.series, 1, options.x.log, LEFT, WIDTH - RIGHT)
  local y_marks, y_place = axis(options.series, 2, options.y.log, HEIGHT - BOTTOM, TOP)
  local x, y = { marks = x_marks, place = x_place }, { marks = y_marks, place = y_place }
  local out = {}
  draw_axes(out, options, x, y)
  for number, line in ipairs(options.series) do
    draw_series(out, number, line, options, x, y)
  end
  return HEAD:format(WIDTH, HEIGHT, escape(options.title))
    .. table.concat(out, "\n")
    .. "\n</svg>\n"
end

return plot
