--- Figures of the lessons of computer science.
local draw = require("data.content.figures.draw")

local figures = {}

figures["binary-search/halving"] = {
  draw = function()
    local sheet, numbers = draw.new(440, 196), { 4, 9, 12, 18, 23, 31, 40, 57 }
    local rounds = { { 1, 8, 5 }, { 6, 8, 7 }, { 6, 6, 6 } }
    for row, range in ipairs(rounds) do
      local first, last, middle = table.unpack(range)
      for i, number in ipairs(numbers) do
        local x, y, inside = 14 + 52 * (i - 1), 18 + 60 * (row - 1), i >= first and i <= last
        local found = i == middle and (row == #rounds and "three" or "two")
        local class = found or (inside and "one" or "soft thin")
        sheet:rect(x, y, 48, 40, class, found and "pale f-" .. found)
        sheet:text(x + 24, y + 26, tostring(number), inside and "f-ink m" or "f-soft m")
      end
    end
    return sheet:svg()
  end,
}

figures["data-structures/search-tree"] = {
  draw = function()
    local sheet = draw.new(440, 260)
    local nodes = {
      { 220, 40, 50 },
      { 120, 130, 30 },
      { 320, 130, 70 },
      { 60, 220, 20 },
      { 180, 220, 40 },
      { 260, 220, 60 },
      { 380, 220, 80 },
    }
    local way = { [1] = true, [3] = true, [6] = true }
    for i = 2, #nodes do
      local a, b = nodes[i // 2], nodes[i]
      sheet:line(a[1], a[2], b[1], b[2], way[i] and "two" or "soft")
    end
    for i, node in ipairs(nodes) do
      local class = way[i] and "two" or "one"
      sheet:circle(node[1], node[2], 24, class, "f-paper")
      sheet:circle(node[1], node[2], 24, nil, "pale f-" .. class)
      sheet:text(node[1], node[2] + 6, tostring(node[3]), "f-ink m")
    end
    return sheet:svg()
  end,
}

figures["networks/way-of-a-packet"] = {
  words = {
    en = { "computer", "router", "server" },
    id = { "komputer", "router", "server" },
    de = { "Rechner", "Router", "Server" },
  },
  draw = function(w)
    local sheet = draw.new(500, 300)
    local at = { { 150, 150 }, { 250, 70 }, { 250, 230 }, { 350, 150 } }
    for _, link in ipairs { { 1, 2 }, { 1, 3 }, { 2, 4 }, { 3, 4 }, { 2, 3 } } do
      local a, b = at[link[1]], at[link[2]]
      sheet:line(a[1], a[2], b[1], b[2], "soft")
    end
    sheet:line(80, 150, 150, 150, "soft"):line(350, 150, 430, 150, "soft")
    sheet:arrow(92, 136, 128, 136, "two"):arrow(160, 126, 226, 73, "two")
    sheet:arrow(274, 73, 340, 126, "two"):arrow(372, 136, 404, 136, "two")
    for _, place in ipairs(at) do
      sheet
        :circle(place[1], place[2], 20, "one", "f-paper")
        :circle(place[1], place[2], 20, nil, "f-one pale")
    end
    sheet
      :rect(30, 128, 56, 38, "ink", "f-paper")
      :line(46, 176, 70, 176, "ink")
      :line(58, 166, 58, 176, "ink")
    sheet:rect(416, 112, 52, 76, "ink", "f-paper")
    for i = 0, 2 do
      sheet:line(426, 130 + 20 * i, 458, 130 + 20 * i, "ink thin")
    end
    sheet:text(58, 204, w[1], "f-ink m"):text(442, 214, w[3], "f-ink m")
    return sheet:text(250, 278, w[2], "f-one m"):svg()
  end,
}

figures["databases-and-sql/library-tables"] = {
  draw = function()
    local sheet = draw.new(510, 200)
    local tables = {
      { 16, "student", { "id", "name", "class" } },
      { 190, "loan", { "student", "book", "days" } },
      { 364, "book", { "id", "title", "year" } },
    }
    for _, row in ipairs(tables) do
      sheet
        :rect(row[1], 24, 130, 150, "one", "f-paper")
        :rect(row[1], 24, 130, 40, "one", "f-one pale")
      sheet:text(row[1] + 65, 50, row[2], "f-one m")
      for i, name in ipairs(row[3]) do
        sheet:text(row[1] + 14, 66 + 32 * i - 4, name, "f-ink")
      end
    end
    sheet:line(146, 89, 190, 89, "two"):path({ 320, 121, 342, 121, 342, 89, 364, 89 }, "two")
    sheet:text(150, 82, "1", "f-two s"):text(186, 82, "n", "f-two s e")
    return sheet:text(360, 82, "1", "f-two s e"):text(324, 114, "n", "f-two s"):svg()
  end,
}

figures["encryption-and-web-security/key-exchange"] = {
  words = {
    en = { "public: *p* = 23, *g* = 5", "secret 6", "secret 15", "listener", "key 2" },
    id = { "terbuka: *p* = 23, *g* = 5", "rahasia 6", "rahasia 15", "penyadap", "kunci 2" },
    de = {
      "öffentlich: *p* = 23, *g* = 5",
      "geheim 6",
      "geheim 15",
      "Mithörer",
      "Schlüssel 2",
    },
  },
  draw = function(w)
    local sheet = draw.new(500, 270)
    sheet:text(250, 32, w[1], "f-ink m")
    sheet:box(20, 60, 120, 150, "Ani\n" .. w[2] .. "\n\n" .. w[5], "one", "f-one pale")
    sheet:box(360, 60, 120, 150, "Ben\n" .. w[3] .. "\n\n" .. w[5], "one", "f-one pale")
    sheet:arrow(144, 104, 354, 104, "two"):text(250, 96, "8", "f-two m")
    sheet:arrow(356, 152, 146, 152, "two"):text(250, 144, "19", "f-two m")
    sheet:line(250, 160, 250, 214, "soft dash")
    return sheet:box(190, 214, 120, 40, w[4], "soft", "f-soft pale"):svg()
  end,
}

figures["finite-automata/divisible-by-three"] = {
  draw = function()
    local sheet = draw.new(480, 220)
    local at = { 100, 240, 380 }
    sheet:arrow(20, 120, 64, 120)
    for i, x in ipairs(at) do
      sheet:circle(x, 120, 32, "one", "f-one pale")
      sheet:text(x, 126, "*r*" .. i - 1, "f-ink m")
    end
    sheet:circle(100, 120, 27, "one")
    for i, sign in ipairs { "1", "0" } do
      local from, to = at[i] + 33, at[i + 1] - 33
      sheet:arrow(from, 108, to, 108, "two"):text((from + to) / 2, 98, sign, "f-two m")
      sheet:arrow(to, 132, from, 132, "two"):text((from + to) / 2, 154, sign, "f-two m")
    end
    for i, sign in ipairs { "0", "1" } do
      local x = i == 1 and 100 or 380
      sheet:arc(x, 72, 20, -40, 220, "two"):arrow(x + 22, 78, x + 15, 90, "two")
      sheet:text(x, 42, sign, "f-two m")
    end
    return sheet:svg()
  end,
}

figures["objects-and-classes/accounts"] = {
  words = {
    en = {
      "Bank",
      "Account",
      "owner",
      "balance",
      "deposit()",
      "SavingsAccount",
      "CurrentAccount",
    },
    id = { "Bank", "Rekening", "pemilik", "saldo", "setor()", "Tabungan", "Giro" },
    de = { "Bank", "Konto", "inhaber", "stand", "einzahlen()", "Sparkonto", "Girokonto" },
  },
  draw = function(w)
    local sheet = draw.new(520, 300)
    sheet:box(20, 44, 110, 44, w[1], "one", "f-one pale")
    sheet:line(130, 66, 250, 66):text(138, 58, "1", "f-ink s"):text(244, 58, "*", "f-ink s e")
    sheet:rect(250, 20, 190, 136, "one", "f-paper"):rect(250, 20, 190, 36, "one", "f-one pale")
    sheet:line(250, 118, 440, 118, "one thin"):text(345, 44, w[2], "f-ink m")
    sheet
      :text(262, 80, "− " .. w[3])
      :text(262, 106, "− " .. w[4])
      :text(262, 143, "+ " .. w[5])
    for i, x in ipairs { 215, 405 } do
      sheet:box(x - 85, 232, 170, 44, w[5 + i], "three", "f-three pale")
      local top = 345 + (i == 1 and -30 or 30)
      sheet
        :line(x, 232, top, 170)
        :polygon({ top, 156, top - 9, 172, top + 9, 172 }, "ink", "f-paper")
    end
    return sheet:svg()
  end,
}

figures["binary-numbers/place-values"] = {
  draw = function()
    local sheet = draw.new(440, 170)
    for i, bit in ipairs { 1, 1, 0, 1 } do
      local x, class = 30 + 72 * (i - 1), bit == 1 and "two" or "soft"
      local worth = tostring(1 << (4 - i))
      sheet:text(x + 30, 32, worth, "f-ink m")
      sheet:box(x, 46, 60, 50, tostring(bit), class)
      sheet:text(x + 30, 128, bit == 1 and worth or "0", "f-" .. class .. " m")
      if i > 1 then sheet:text(x - 6, 128, "+", "f-ink m") end
    end
    return sheet:text(330, 128, "= 13"):svg()
  end,
}

figures["boolean-logic/half-adder"] = {
  words = {
    en = { "sum", "carry" },
    id = { "jumlah", "simpanan" },
    de = { "Summe", "Übertrag" },
  },
  draw = function(w)
    local sheet = draw.new(460, 220)
    sheet:text(24, 66, "*A*"):text(24, 106, "*B*")
    sheet:line(50, 60, 200, 60, "one"):line(50, 100, 200, 100, "two")
    sheet
      :path({ 90, 60, 90, 150, 200, 150 }, "one")
      :path({ 130, 100, 130, 180, 200, 180 }, "two")
    sheet:dot(90, 60, "one"):dot(130, 100, "two")
    sheet:box(200, 46, 90, 68, "XOR", "ink", "f-soft pale")
    sheet:box(200, 136, 90, 58, "AND", "ink", "f-soft pale")
    sheet:arrow(290, 80, 350, 80, "three"):arrow(290, 165, 350, 165, "four")
    return sheet:text(360, 86, w[1], "f-three"):text(360, 171, w[2], "f-four"):svg()
  end,
}

figures["recursion/calls-of-fib"] = {
  draw = function()
    local sheet, next_leaf = draw.new(520, 300), 0
    --- Draws the calls of fib(n) from the leaves up; gives where its own box is.
    local function calls(n, depth)
      local x, y = 36 + 63 * next_leaf, 34 + 58 * depth
      local places = {}
      if n < 2 then
        next_leaf = next_leaf + 1
      else
        places = { calls(n - 1, depth + 1), calls(n - 2, depth + 1) }
        x = (places[1] + places[2]) / 2
      end
      for _, place in ipairs(places) do
        sheet:line(x, y + 16, place, y + 42, "soft")
      end
      sheet:box(x - 28, y - 16, 56, 32, "", n == 2 and "two" or "one")
      sheet:text(x, y + 5, "fib(" .. n .. ")", (n == 2 and "f-two" or "f-ink") .. " m s")
      return x
    end
    calls(5, 0)
    return sheet:svg()
  end,
}

figures["sorting/merging"] = {
  draw = function()
    local sheet = draw.new(480, 330)
    local rows = {
      { { 5, 2, 8, 1 } },
      { { 5, 2 }, { 8, 1 } },
      { { 5 }, { 2 }, { 8 }, { 1 } },
      { { 2, 5 }, { 1, 8 } },
      { { 1, 2, 5, 8 } },
    }
    for r, lists in ipairs(rows) do
      local y = 20 + 62 * (r - 1)
      for l, list in ipairs(lists) do
        local middle = 240 + (l - (#lists + 1) / 2) * (480 / #lists) * 0.92
        for i, number in ipairs(list) do
          local x = middle + (i - 1 - #list / 2) * 40
          sheet:box(x, y, 40, 36, tostring(number), r > 3 and "three" or "one")
        end
        local next_row = rows[r + 1]
        for k = 1, next_row and #next_row or 0 do
          local goal = 240 + (k - (#next_row + 1) / 2) * (480 / #next_row) * 0.92
          local splits = #next_row > #lists
          local upper, lower = splits and l or k, splits and k or l
          if (lower + 1) // 2 == upper then
            sheet:arrow(middle, y + 38, goal, y + 60, "soft")
          end
        end
      end
    end
    return sheet:svg()
  end,
}

figures["variables-and-loops/while-loop"] = {
  words = {
    en = {
      "money = 1000\nyears = 0",
      "money < 2000?",
      "yes",
      "no",
      "money × 1.03\nyears + 1",
      "print",
    },
    id = {
      "uang = 1000\ntahun = 0",
      "uang < 2000?",
      "ya",
      "tidak",
      "uang × 1,03\ntahun + 1",
      "cetak",
    },
    de = {
      "geld = 1000\njahre = 0",
      "geld < 2000?",
      "ja",
      "nein",
      "geld × 1,03\njahre + 1",
      "ausgeben",
    },
  },
  draw = function(w)
    local sheet = draw.new(480, 330)
    sheet:box(90, 20, 160, 56, w[1], "one"):arrow(170, 76, 170, 106, "ink")
    sheet:polygon({ 170, 108, 280, 160, 170, 212, 60, 160 }, "two")
    sheet:text(170, 166, w[2], "f-ink m s")
    sheet:arrow(280, 160, 320, 160, "ink"):text(298, 150, w[3], "f-ink m s")
    sheet:box(322, 132, 140, 56, w[5], "one")
    sheet:path({ 392, 132, 392, 92, 172, 92 }, "ink"):arrow(190, 92, 174, 92, "ink")
    sheet:arrow(170, 212, 170, 256, "ink"):text(182, 240, w[4], "f-ink s")
    return sheet:box(100, 258, 140, 50, w[6], "one"):svg()
  end,
}

return figures
