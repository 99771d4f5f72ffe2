--- Figures of the lessons of mathematics on geometry with coordinates.
local draw = require("data.content.figures.draw")
local plot = require("data.content.figures.plot")

local figures = {}

figures["circles/line-and-circle"] = {
  draw = function()
    local sheet, x, y, r = draw.new(460, 300), 230, 160, 95
    sheet:circle(x, y, r, "ink"):dot(x, y):text(x - 8, y + 24, "*M*", "f-ink e")
    sheet:line(40, y - 40, 420, y - 40, "one")
    local half = math.sqrt(r ^ 2 - 40 ^ 2)
    sheet:dot(x - half, y - 40, "one"):dot(x + half, y - 40, "one")
    sheet:line(40, y + r, 420, y + r, "two"):line(x, y, x, y + r, "two thin")
    sheet:path({ x, y + r - 12, x + 12, y + r - 12, x + 12, y + r }, "two thin")
    sheet:dot(x, y + r, "two"):text(x + 8, y + r / 2 + 14, "*r*", "f-two")
    sheet:text(x, y + r + 26, "*P*", "f-two m")
    return sheet:line(40, 30, 420, 30, "three"):svg()
  end,
}

figures["straight-lines-and-planes/plane-and-line"] = {
  draw = function()
    local sheet = draw.new(480, 310)
    sheet:line(330, 60, 286, 166, "two")
    sheet:polygon({ 20, 284, 278, 254, 454, 76, 196, 106 }, "one", "f-one pale")
    sheet:line(286, 166, 262, 224, "two dash"):line(262, 224, 242, 272, "two")
    sheet:dot(286, 166, "two"):text(298, 176, "*S*", "f-two")
    sheet:arrow(180, 190, 256, 206, "three"):text(228, 222, "*u*", "f-three e")
    sheet:arrow(180, 190, 236, 138, "three"):text(202, 158, "*v*", "f-three e")
    sheet:arrow(180, 190, 156, 84, "four"):text(146, 112, "*n*", "f-four e")
    return sheet:dot(180, 190):svg()
  end,
}

figures["matrices/rotated-letter"] = {
  draw = function()
    local p = plot.sheet(440, 300, { -5, 5 }, { -1, 5 }):grid(1):axes("*x*", "*y*")
    local letter =
      { 1, 0.5, 1, 4.5, 3.5, 4.5, 3.5, 3.7, 1.8, 3.7, 1.8, 2.9, 2.8, 2.9, 2.8, 2.1 }
    table.move({ 1.8, 2.1, 1.8, 0.5 }, 1, 4, #letter + 1, letter)
    local before, after = {}, {}
    for i = 1, #letter, 2 do
      local x, y = letter[i], letter[i + 1]
      before[i], before[i + 1] = p:at(x, y)
      after[i], after[i + 1] = p:at(-y, x)
    end
    p.sheet:polygon(before, "one", "f-one pale"):polygon(after, "two", "f-two pale")
    return p:svg()
  end,
}

figures["complex-numbers/number-plane"] = {
  draw = function()
    local p = plot.sheet(310, 420, { -1.2, 5.6 }, { -5, 5 }):grid(1)
    p:axes("Re", "Im", { x = { 1, 3 } })
    p:arrow(0, 0, 3, 4, "one"):arrow(0, 0, 3, -4, "two dash")
    p:line(3, -4, 3, 4, "soft thin dash")
    local ox, oy = p:at(0, 0)
    p.sheet:arc(ox, oy, 44, 0, 53, "four"):text(ox + 34, oy - 14, "*φ*", "f-four m s")
    p:text(1.3, 2.2, "*r*", "f-one e"):text(3.1, 4.2, "3 + 4*i*", "f-one")
    return p:text(3.1, -4.3, "3 − 4*i*", "f-two"):svg()
  end,
}

return figures
