--- Figures of the lessons of mathematics that count, and deal with chance and data.
local draw = require("data.content.figures.draw")
local plot = require("data.content.figures.plot")

local figures = {}

local function branch(sheet, from, to, words, above)
  sheet:line(from[1], from[2], to[1], to[2], "soft")
  local x, y = (from[1] + to[1]) / 2, (from[2] + to[2]) / 2
  sheet:text(x, y + (above and -10 or 22), words, "f-two m s")
end

figures["probability/tree"] = {
  words = { en = { "red", "blue" }, id = { "merah", "biru" }, de = { "rot", "blau" } },
  draw = function(w)
    local sheet, root = draw.new(480, 300), { 40, 150 }
    local rows = {
      {
        { 200, 80 },
        w[1],
        "3/5",
        { { { 380, 40 }, w[1], "2/4" }, { { 380, 120 }, w[2], "2/4" } },
      },
      {
        { 200, 220 },
        w[2],
        "2/5",
        { { { 380, 180 }, w[1], "3/4" }, { { 380, 260 }, w[2], "1/4" } },
      },
    }
    for i, row in ipairs(rows) do
      local place, words, chance, ends = table.unpack(row)
      branch(sheet, root, { place[1] - 34, place[2] }, chance, i == 1)
      for j, leaf in ipairs(ends) do
        branch(
          sheet,
          { place[1] + 34, place[2] },
          { leaf[1][1] - 34, leaf[1][2] },
          leaf[3],
          j == 1
        )
        sheet:text(leaf[1][1], leaf[1][2] + 6, leaf[2], "f-ink m")
      end
      sheet:text(place[1], place[2] + 6, words, "f-ink m")
    end
    return sheet:dot(40, 150):svg()
  end,
}

figures["means-and-spread/box-plot"] = {
  draw = function()
    local p = plot.sheet(480, 190, { 0, 64 }, { 0, 4 })
    p:axes("", "", { x = { 0, 10, 20, 30, 40, 50, 60 } })
    for _, x in ipairs { 5, 15, 60 } do
      p:line(x, 1.6, x, 2.8, "one")
    end
    local left, top = p:at(10, 3)
    local right, bottom = p:at(20, 1.4)
    p.sheet:rect(left, top, right - left, bottom - top, "one", "f-one pale")
    p:line(5, 2.2, 10, 2.2, "one"):line(20, 2.2, 60, 2.2, "one"):line(15, 1.4, 15, 3, "two")
    p:text(10, 3.4, "*Q*₁", "f-one e"):text(20.5, 3.4, "*Q*₃", "f-one")
    return p:svg()
  end,
}

figures["samples-and-correlation/scatter"] = {
  draw = function()
    local p = plot
      .sheet(440, 320, { 0, 6 }, { 0, 7 })
      :axes("*x*", "*y*", { x = { 1, 3, 5 }, y = { 2, 4, 6 } })
    p:curve(function(x) return 0.9 * (x - 3) + 4 end, 0.4, 5.8, "one")
    p:line(3, 0, 3, 6.6, "soft thin dash"):line(0, 4, 5.8, 4, "soft thin dash")
    for x, y in pairs { 2, 3, 5, 4, 6 } do
      p:point(x, y, "two")
    end
    return p:svg()
  end,
}

figures["samples-and-correlation/normal-distribution"] = {
  words = { en = { "95%" }, id = { "95%" }, de = { "95 %" } },
  draw = function(w)
    local p = plot.sheet(480, 260, { -3.4, 3.4 }, { 0, 0.45 })
    local function f(x) return math.exp(-x * x / 2) / math.sqrt(2 * math.pi) end
    p:area(f, -2, 2, "f-one pale"):curve(f, -3.3, 3.3, "one")
    p:line(-3.4, 0, 3.4, 0, "ink thin"):line(0, 0, 0, f(0), "soft thin dash")
    p:line(-2, 0, -2, f(2), "one"):line(2, 0, 2, f(2), "one"):text(0, 0.14, w[1], "f-one m")
    p:text(0, -0.05, "*p*", "f-ink m"):text(-2, -0.05, "*p* − 2*σ*", "f-ink m")
    return p:text(2, -0.05, "*p* + 2*σ*", "f-ink m"):svg()
  end,
}

figures["percentages/up-and-down"] = {
  words = {
    en = { "+ 20%", "− 20%" },
    id = { "+ 20%", "− 20%" },
    de = { "+ 20 %", "− 20 %" },
  },
  draw = function(w)
    local sheet, bottom = draw.new(460, 250), 220
    for i, bar in ipairs { { 100, "one" }, { 120, "three" }, { 96, "two" } } do
      local height, class = bar[1] * 1.4, bar[2]
      local x = 40 + 150 * (i - 1)
      sheet:rect(x, bottom - height, 80, height, class, "pale f-" .. class)
      sheet:text(x + 40, bottom - height / 2 + 6, tostring(bar[1]), "m f-" .. class)
      if w[i] then
        sheet:arrow(x + 92, 120, x + 138, 120, "ink")
        sheet:text(x + 115, 106, w[i], "f-ink m s")
      end
    end
    return sheet:line(30, bottom - 140, 430, bottom - 140, "soft thin dash"):svg()
  end,
}

figures["counting/handshakes"] = {
  draw = function()
    local sheet, people = draw.new(360, 340), {}
    for i = 1, 10 do
      local angle = math.rad(36 * i)
      people[i] = { 180 + 140 * math.sin(angle), 170 - 140 * math.cos(angle) }
    end
    for i, one in ipairs(people) do
      for j = i + 1, #people do
        sheet:line(one[1], one[2], people[j][1], people[j][2], "one thin")
      end
    end
    for _, one in ipairs(people) do
      sheet:dot(one[1], one[2], "two")
    end
    return sheet:svg()
  end,
}

local function factorial(n) return n < 2 and 1 or n * factorial(n - 1) end

--- The probability of `k` successes in `n` trials.
local function binomial(n, p, k)
  local ways = factorial(n) / (factorial(k) * factorial(n - k))
  return ways * p ^ k * (1 - p) ^ (n - k)
end

--- Columns of a binomial distribution from `first` to `last`; those from `limit` on stand out.
local function columns(p, trial, first, last, limit)
  for k = first, last do
    local left, top = p:at(k - 0.4, binomial(trial[1], trial[2], k))
    local right, bottom = p:at(k + 0.4, 0)
    local class = k < limit and "one" or "two"
    p.sheet:rect(left, top, right - left, bottom - top, class, "f-" .. class .. " pale")
  end
end

figures["binomial-distribution/guessing"] = {
  draw = function()
    local p = plot.sheet(480, 300, { -0.9, 10.9 }, { 0, 0.32 }, 60)
    p:axes("*k*", "*P*", {
      x = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 },
    })
    columns(p, { 10, 0.25 }, 0, 10, 11)
    return p:line(2.5, 0, 2.5, 0.3, "two dash"):text(2.62, 0.3, "*μ*", "f-two"):svg()
  end,
}

figures["hypothesis-tests/rejection-region"] = {
  draw = function()
    local p = plot.sheet(500, 300, { 3, 21 }, { 0, 0.2 }, 40)
    p:axes("*k*", "*P*", { x = { 4, 6, 8, 10, 12, 14, 16, 18, 20 } })
    columns(p, { 20, 0.5 }, 4, 16, 15)
    p:line(14.5, 0, 14.5, 0.12, "two dash"):arrow(14.5, 0.11, 17.5, 0.11, "two")
    return p:text(14.8, 0.122, "*k* ≥ 15", "f-two"):svg()
  end,
}

figures["normal-distribution/two-bells"] = {
  draw = function()
    local p = plot.sheet(480, 280, { -4.4, 4.4 }, { 0, 0.48 }, 30):axes("", "")
    local function bell(sigma)
      return function(x) return 0.4 / sigma * math.exp(-0.5 * (x / sigma) ^ 2) end
    end
    p:area(bell(1), -4.2, 4.2, "f-one pale"):curve(bell(1), -4.2, 4.2, "one")
    p:curve(bell(2), -4.2, 4.2, "two")
    p:line(0, 0, 0, 0.44, "soft thin dash"):text(0, -0.05, "*μ*", "f-ink m")
    return p:text(0.9, 0.33, "*σ*", "f-one"):text(2.6, 0.13, "2*σ*", "f-two"):svg()
  end,
}

figures["sets-and-logic/venn"] = {
  draw = function()
    local sheet = draw.new(480, 260)
    sheet:rect(40, 30, 400, 200, "ink")
    sheet:circle(195, 130, 85, "one", "f-one pale"):circle(285, 130, 85, "two", "f-two pale")
    sheet:text(150, 136, "*A*", "f-one m"):text(330, 136, "*B*", "f-two m")
    return sheet:text(240, 136, "*A* ∩ *B*", "f-ink m"):svg()
  end,
}

return figures
