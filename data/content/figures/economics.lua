--- Figures of the lessons of economics.
local draw = require("data.content.figures.draw")
local plot = require("data.content.figures.plot")

local figures = {}

figures["supply-and-demand/equilibrium"] = {
  words = {
    en = { "quantity", "price", "demand", "supply", "shortage" },
    id = { "jumlah", "harga", "permintaan", "penawaran", "kekurangan" },
    de = { "Menge", "Preis", "Nachfrage", "Angebot", "Mangel" },
  },
  draw = function(w)
    local chart = plot.sheet(480, 360, { 0, 110 }, { 0, 44 }, 50)
    chart:line(40, 15, 70, 15, "four"):line(0, 15, 40, 15, "four thin dash")
    chart:line(0, 20, 60, 20, "soft thin dash"):line(60, 0, 60, 20, "soft thin dash")
    chart:line(40, 0, 40, 15, "soft thin dash"):line(70, 0, 70, 15, "soft thin dash")
    chart:axes(w[1], w[2], { x = { 40, 60, 70 }, y = { 15, 20 } })
    chart:line(20, 40, 100, 0, "one"):line(0, 5, 110, 32.5, "two"):point(60, 20)
    chart:text(24, 40, w[3], "f-one"):text(103, 35, w[4], "f-two e")
    return chart:text(55, 11.5, w[5], "f-four m s").sheet:svg()
  end,
}

figures["money-and-inflation/inflation-rates"] = {
  words = {
    en = { "percent", "Germany", "Indonesia" },
    id = { "persen", "Jerman", "Indonesia" },
    de = { "Prozent", "Deutschland", "Indonesien" },
  },
  draw = function(w)
    local chart = plot.sheet(500, 300, { 0, 6 }, { 0, 7.5 })
    local rates = {
      { 1.4, 2.7 },
      { 0.5, 1.7 },
      { 3.1, 1.9 },
      { 6.9, 5.5 },
      { 5.9, 2.6 },
      { 2.2, 1.6 },
    }
    for i, pair in ipairs(rates) do
      for side, class in ipairs { "one", "two" } do
        local x, y = chart:at(i - 0.85 + 0.36 * (side - 1), pair[side])
        local _, base = chart:at(0, 0)
        chart.sheet:rect(x, y, 24, base - y, class, "pale f-" .. class)
      end
      local x, y = chart:at(i - 0.5, 0)
      chart.sheet:text(x, y + 20, tostring(2018 + i), "f-ink m s")
    end
    chart:axes("", w[1], { y = { 2, 4, 6 } })
    return chart:text(0.3, 6.4, w[2], "f-one"):text(0.3, 5.5, w[3], "f-two").sheet:svg()
  end,
}

figures["growth-and-gdp/lorenz-curve"] = {
  words = {
    en = { "people in %", "income in %", "equality" },
    id = { "penduduk (%)", "pendapatan (%)", "merata" },
    de = { "Menschen in %", "Einkommen in %", "Gleichheit" },
  },
  draw = function(w)
    local chart = plot.sheet(400, 400, { 0, 105 }, { 0, 105 }, 50)
    local shares, area = { 0, 0, 20, 5, 40, 15, 60, 30, 80, 50, 100, 100 }, {}
    for i = 1, #shares, 2 do
      area[i], area[i + 1] = chart:at(shares[i], shares[i + 1])
    end
    chart.sheet:polygon(area, nil, "f-two pale"):path(area, "two")
    chart:line(0, 0, 100, 100, "one")
    local ticks = { 20, 40, 60, 80, 100 }
    chart:axes("", w[2], { x = ticks, y = ticks })
    chart:text(100, 4, w[1], "f-ink e s"):text(44, 55, w[3], "f-one e")
    for i = 3, #shares - 2, 2 do
      chart:point(shares[i], shares[i + 1], "two")
    end
    return chart.sheet:svg()
  end,
}

figures["international-trade/dollar-market"] = {
  words = {
    en = { "dollars", "rupiah per dollar", "demand", "supply", "more\ndemand" },
    id = { "dolar", "rupiah per dolar", "permintaan", "penawaran", "permintaan\nbertambah" },
    de = { "Dollar", "Rupiah je Dollar", "Nachfrage", "Angebot", "mehr\nNachfrage" },
  },
  draw = function(w)
    local chart = plot.sheet(500, 340, { 0, 110 }, { 0, 30 }, 60)
    chart:line(0, 16, 50, 16, "soft thin dash"):line(0, 20, 70, 20, "soft thin dash")
    chart:axes(w[1], w[2], { y = { 16, 20 }, show = function(v) return v .. " 000" end })
    chart:line(20, 25, 80, 7, "one"):line(50, 26, 100, 11, "four"):line(10, 8, 100, 26, "two")
    chart:point(50, 16):point(70, 20)
    chart:text(22, 25.5, w[3], "f-one s"):text(106, 26.5, w[4], "f-two e s")
    return chart:text(88, 9.5, w[5], "f-four s m").sheet:svg()
  end,
}

figures["bookkeeping/balance-sheet"] = {
  words = {
    en = { "cash", "stock", "equipment", "loan", "equity" },
    id = { "kas", "persediaan", "peralatan", "utang", "modal" },
    de = { "Kasse", "Vorräte", "Ausstattung", "Darlehen", "Eigenkapital" },
  },
  draw = function(w)
    local sheet = draw.new(520, 300)
    local function column(x, amounts, first)
      local y = 18
      for i, amount in ipairs(amounts) do
        local height = amount * 0.03
        local class = ({ "one", "two", "four", "three", "one" })[first + i - 1]
        sheet:rect(x, y, 180, height, class, "pale f-" .. class)
        local thin = height < 20
        local label = w[first + i - 1] .. " " .. amount
        sheet:text(
          x + (thin and -10 or 90),
          y + height / 2 + 5,
          label,
          thin and "f-ink e s" or "f-ink m s"
        )
        y = y + height
      end
    end
    column(125, { 4400, 400, 4000 }, 1)
    column(320, { 3000, 5800 }, 4)
    return sheet:svg()
  end,
}

figures["state-budget-and-taxes/tax-slices"] = {
  words = {
    en = { "income\n(million rupiah)", "rate (%)", "marginal", "average" },
    id = { "penghasilan\n(juta rupiah)", "tarif (%)", "marginal", "rata-rata" },
    de = { "Einkommen\n(Millionen Rupiah)", "Satz (%)", "Grenzsatz", "Durchschnitt" },
  },
  draw = function(w)
    local chart = plot.sheet(500, 330, { 0, 420 }, { 0, 30 }, 50)
    chart:axes("", w[2], { x = { 54, 114, 304 }, y = { 5, 15, 25 } })
    -- The part that no tax is taken of, then three slices with the rate of each.
    local slices = { { 0, 54, 0 }, { 54, 114, 5 }, { 114, 304, 15 }, { 304, 400, 25 } }
    for i, slice in ipairs(slices) do
      local from, to, rate = slice[1], slice[2], slice[3]
      chart:line(from, rate, to, rate, "two")
      if i > 1 then chart:line(from, slices[i - 1][3], from, rate, "soft thin dash") end
    end
    --- What is taken of a whole income, in percent.
    local function average(income)
      local tax = 0
      for _, slice in ipairs(slices) do
        tax = tax + slice[3] * math.max(math.min(income, slice[2]) - slice[1], 0)
      end
      return tax / income
    end
    chart:curve(average, 54, 400, "one"):point(120, average(120), "one")
    chart:text(206, 16.2, w[3], "f-two m s"):text(318, 8.2, w[4], "f-one s")
    return chart:text(414, 3.6, w[1], "f-ink e s"):svg()
  end,
}

return figures
