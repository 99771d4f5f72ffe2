--- Coordinates on a sheet: axes, functions, points.
local draw = require("data.content.figures.draw")

local plot = {}
plot.__index = plot

--- A system of coordinates.
-- @tparam table sheet
-- @tparam table o `left, right, top, bottom` in pixels of the sheet, `x` and `y`: `{from, to}`
-- @treturn table
function plot.new(sheet, o) return setmetatable({ sheet = sheet, o = o }, plot) end

--- A sheet with coordinates that leave room for labels around them.
-- @tparam integer width
-- @tparam integer height
-- @tparam {number,number} x
-- @tparam {number,number} y
-- @tparam[opt] integer left room at the left, 40 unless told
-- @treturn table
function plot.sheet(width, height, x, y, left)
  return plot.new(draw.new(width, height), {
    left = left or 40,
    right = width - 30,
    top = 30,
    bottom = height - 36,
    x = x,
    y = y,
  })
end

--- The place of a point on the sheet.
function plot:at(x, y)
  local o = self.o
  return o.left + (x - o.x[1]) / (o.x[2] - o.x[1]) * (o.right - o.left),
    o.bottom - (y - o.y[1]) / (o.y[2] - o.y[1]) * (o.bottom - o.top)
end

--- Axes through the origin, or along the edges where it is outside.
-- @tparam string x label
-- @tparam string y label
-- @tparam[opt] table ticks `{x = {value…}, y = {value…}, show = function(value) → text}`
function plot:axes(x, y, ticks)
  local o, sheet = self.o, self.sheet
  local ox, oy = self:at(math.max(0, o.x[1]), math.max(0, o.y[1]))
  sheet
    :arrow(o.left, oy, o.right + 14, oy, "ink thin")
    :arrow(ox, o.bottom, ox, o.top - 14, "ink thin")
  sheet:text(o.right + 16, oy - 10, x, "f-ink e"):text(ox + 10, o.top - 6, y)
  ticks = ticks or {}
  local show = ticks.show or draw.number
  for _, value in ipairs(ticks.x or {}) do
    local tx = self:at(value, 0)
    sheet:line(tx, oy - 4, tx, oy + 4, "ink thin"):text(tx, oy + 20, show(value), "f-ink m s")
  end
  for _, value in ipairs(ticks.y or {}) do
    local _, ty = self:at(0, value)
    sheet
      :line(ox - 4, ty, ox + 4, ty, "ink thin")
      :text(ox - 8, ty + 5, show(value), "f-ink e s")
  end
  return self
end

local function sample(self, f, from, to)
  local list, steps = {}, 96
  for i = 0, steps do
    local x = from + (to - from) * i / steps
    list[#list + 1], list[#list + 2] = self:at(x, f(x))
  end
  return list
end

--- The graph of a function.
function plot:curve(f, from, to, class)
  self.sheet:path(sample(self, f, from, to), class)
  return self
end

--- What lies between a graph and the horizontal axis.
function plot:area(f, from, to, fill)
  local list = sample(self, f, from, to)
  local x1, y0 = self:at(from, 0)
  local x2 = self:at(to, 0)
  table.move({ x2, y0, x1, y0 }, 1, 4, #list + 1, list)
  self.sheet:polygon(list, nil, fill)
  return self
end

--- A line between two points.
function plot:line(x1, y1, x2, y2, class)
  local ax, ay = self:at(x1, y1)
  local bx, by = self:at(x2, y2)
  self.sheet:line(ax, ay, bx, by, class)
  return self
end

--- An arrow between two points.
function plot:arrow(x1, y1, x2, y2, class)
  local ax, ay = self:at(x1, y1)
  local bx, by = self:at(x2, y2)
  self.sheet:arrow(ax, ay, bx, by, class)
  return self
end

--- A point, with words beside it where there are such, `dx` and `dy` pixels away.
function plot:point(x, y, class, words, dx, dy)
  local px, py = self:at(x, y)
  self.sheet:dot(px, py, class)
  if words then
    self.sheet:text(px + (dx or 10), py + (dy or -10), words, "f-" .. (class or "ink"))
  end
  return self
end

--- Words at a point.
function plot:text(x, y, words, class)
  local px, py = self:at(x, y)
  self.sheet:text(px, py, words, class)
  return self
end

--- Lines of a grid at whole steps.
function plot:grid(step)
  local o = self.o
  for x = math.ceil(o.x[1] / step) * step, o.x[2], step do
    self:line(x, o.y[1], x, o.y[2], "soft thin dash")
  end
  for y = math.ceil(o.y[1] / step) * step, o.y[2], step do
    self:line(o.x[1], y, o.x[2], y, "soft thin dash")
  end
  return self
end

--- The drawing.
function plot:svg() return self.sheet:svg() end

return plot
