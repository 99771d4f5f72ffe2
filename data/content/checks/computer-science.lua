--- What the computer-science lessons compute, computed again; data/content/checks/physics.lua says
-- how a check is written.
local floor = math.floor

local function log2(value) return math.log(value, 2) end
local function rounds(elements) return floor(log2(elements) + 1e-9) + 1 end

local function fibonacci(n)
  local a, b = 0, 1
  for _ = 1, n do
    a, b = b, a + b
  end
  return a
end

local function calls(n) return 2 * fibonacci(n + 1) - 1 end

local function binary(value, digits)
  local out = ""
  while value > 0 or #out < (digits or 1) do
    out = value % 2 .. out
    value = value // 2
  end
  return tonumber(out)
end

--- The sum of a name's letters, with A = 1, and what remains of it by seven.
local function letters(name)
  local sum = 0
  for letter in name:lower():gmatch("%l") do
    sum = sum + letter:byte() - ("a"):byte() + 1
  end
  return sum, sum % 7
end

local function named(name) return { "| " .. name .. " | %d | %d |", letters(name) } end

--- The probability that `keys` keys, thrown at random into `slots` slots, do not all lie alone.
local function collision(keys, slots)
  local alone = 1
  for taken = 0, keys - 1 do
    alone = alone * (slots - taken) / slots
  end
  return 1 - alone
end

--- Whether a year is a leap year, as Python writes it.
local function leap(year)
  return year % 4 == 0 and (year % 100 ~= 0 or year % 400 == 0) and "True" or "False"
end

return {
  ["material/computer-science/binary-numbers"] = {
    { "= %d$$", 8 + 4 + 1 },
    { "$45_{10} = %d_2$", binary(45) },
    { "$%d_2$", binary(100) },
    { { en = "1. %d and", id = "1. %d dan", de = "1. %d und" }, 32 + 16 + 2 },
    { { en = "which is %d.", id = "yaitu %d.", de = "das ist %d." }, 2 * 16 + 15 },
    { "$2^9 = %d$", 2 ^ 9 },
    { "$2^{10} = %d$", 2 ^ 10 },
  },
  ["material/computer-science/binary-search"] = {
    { "| 8 | 4 | %d |", rounds(8) },
    { "| 1000 | 500 | %d |", rounds(1000) },
    { "| 1000000 | 500000 | %d |", rounds(1e6) },
    { "| 1000000000 | 500000000 | %d |", rounds(1e9) },
    { "= 16 + 1 = %d$", rounds(100000) },
    { "# %.6f", math.sqrt(20) },
  },
  ["material/computer-science/recursion"] = {
    { "| 10 | %d | %d |", fibonacci(10), calls(10) },
    { "| 20 | %d | %d |", fibonacci(20), calls(20) },
    { "| 30 | %d | %d |", fibonacci(30), calls(30) },
    { "| 40 | %d | %d |", fibonacci(40), calls(40) },
    { "# %d", fibonacci(90) },
    {
      { en = "%.0f billion", id = "%.0f miliar", de = "%.0f Milliarden" },
      2 ^ 64 / 31556952 / 1e9,
    },
    { "$2^{10} - 1 = %d$", 2 ^ 10 - 1 },
  },
  ["material/computer-science/sorting"] = {
    { "| 10 | %d | %.0f | %.1f |", 10 * 9 / 2, 10 * log2(10), 45 / (10 * log2(10)) },
    { "| 1000 | %d | 10000 | %.0f |", 1000 * 999 / 2, 1000 * 999 / 2 / (1000 * log2(1000)) },
    { "$%.0f \\cdot 10^{11}$ | $%.0f \\cdot 10^7$ |", 1e12 / 2 / 1e11, 1e6 * log2(1e6) / 1e7 },
    { "%.1f ", 1e6 * log2(1e6) / 1e8 },
    { { en = "%.0f minutes", id = "%.0f menit", de = "%.0f Minuten" }, 1e12 / 2 / 1e8 / 60 },
    { "$2^6 = %d$", 2 ^ 6 },
    { "%d s.", 2 * (40000 / 10000) ^ 2 },
  },
  ["material/computer-science/data-structures"] = {
    { "{2} \\approx %.0f \\cdot 10^9$$", 100000 * 99999 / 2 / 1e9 },
    { "$$2^{20} - 1 = %d$$", 2 ^ 20 - 1 },
    named("Ada"),
    named("Alan"),
    named("Grace"),
    named("Edsger"),
    named("Barbara"),
    {
      { en = "about %.0f%%; this", id = "sekitar %.0f%%; inilah", de = "etwa %.0f %%; das" },
      100 * collision(23, 365),
    },
    { "$12 + 9 + 14 + 21 + 19 = %d$", (letters("Linus")) },
    { "$75 \\bmod 7 = %d$", select(2, letters("Linus")) },
  },
  ["material/computer-science/networks"] = {
    { "{1460} \\approx %.1f$$", 2400000 / 1460 },
    { "$%d \\cdot 40 = %d$", math.ceil(2400000 / 1460), math.ceil(2400000 / 1460) * 40 },
    { "$$2^{32} \\approx %.1f \\cdot 10^9$$", 2 ^ 32 / 1e9 },
    { " %d)", 1 << 32 },
    { "$2^{128} \\approx %.1f \\cdot 10^{38}$", 2 ^ 128 / 1e38 },
    { "| 77 | `0%d` | `01` |", binary(77) },
    { "| 130 | `%d` | `10` |", binary(130) },
    { "`192.168.1.%d`", 77 & 192 },
    { "`192.168.1.%d`", 77 | 63 },
    { "$2^6 - 2 = %d$", 2 ^ 6 - 2 },
    { "$$0.99^{1644} \\approx %.0f \\cdot 10^{-8}$$", 0.99 ^ 1644 * 1e8 },
    { "$\\frac{2.4 \\cdot 8}{20} = %.2f$ s", 2.4 * 8 / 20 },
    { "\\text{s} = %.3f\\ \\text{s}$$", 11000 / 200000 },
    { "$2 \\cdot 0.055 = %.2f$ s", 2 * 11000 / 200000 },
    { "$30 \\cdot 0.11 = %.1f$ s", 30 * 2 * 11000 / 200000 },
    { "$2^4 - 2 = %d$", 2 ^ (32 - 28) - 2 },
    { "$\\frac{4000 \\cdot 8}{50} = %d$ s", 4000 * 8 / 50 },
  },
  ["material/computer-science/boolean-logic"] = {
    { "$2^{10} = %d$", 2 ^ 10 },
    { "# " .. leap(2024) .. " " .. leap(1900) .. " " .. leap(2000) .. "\n" },
    { "$1 + 1 = %d_2$", binary(1 + 1) },
    { "$2 \\cdot 2 + 1 = %d$", 2 * 2 + 1 },
    { "$64 \\cdot 5 = %d$", 64 * 5 },
    { "$2^4 = %d$", 2 ^ (2 ^ 2) },
    { "$2^8 = %d$", 2 ^ (2 ^ 3) },
    { "$2^{%d}$", 2 ^ 6 },
    { "$2^5 = %d$", 2 ^ 5 },
  },
  ["material/computer-science/variables-and-loops"] = {
    { "# %d\n", 12 * 3 },
    { "# %d\n", 12 * 3 + 5 },
    { "# %d\n", 100 * 101 / 2 },
    { "# %d\n", math.ceil(math.log(2, 1.03)) },
    { "# %.1f\n", 100 * 1.8 + 32 },
    { "# -%.1f\n", 40 * 1.8 - 32 },
    { "| 1 | 462 | %d |", 1071 % 462 },
    { "| 2 | 147 | %d |", 462 % 147 },
    { "| 3 | 21 | %d |", 147 % 21 },
    { "$3 \\cdot 2^4 = %d$", 3 * 2 ^ 4 },
    { "%d. 3.", 2 * (50 * 51 / 2) },
    { "$3 + 4 + 5 = %d$", 3 + 4 + 5 },
  },
  ["material/computer-science/databases-and-sql"] = {
    { "$4 \\cdot 4 \\cdot 3 = %d$", 4 * 4 * 3 },
    { "| 10A | 2 | %d |", 14 + 7 },
    { "| 10B | 2 | %d |", 21 + 10 },
    { "000 \\approx %.0f$", log2(1e6) },
  },
  ["material/computer-science/encryption-and-web-security"] = {
    { " 72 | `0%d` |", binary(72) },
    { " 53 | `00%d` |", binary(53) },
    { " 125 | `0%d` |", binary(72 ~ 53) },
    { "10^7} \\approx %.1f \\cdot 10^{19}$$", 2 ^ 128 / 1e12 / 3.15e7 / 1e19 },
    { "$5^6 \\bmod 23 = %d$", 5 ^ 6 % 23 },
    { "$5^{15} \\bmod 23 = %d$", 5 ^ 15 % 23 },
    { "$19^6 \\bmod 23 = %d$", 19 ^ 6 % 23 },
    { "$8^{15} \\bmod 23 = %d$", 8 ^ 15 % 23 },
    { "$26^8 \\approx %.1f \\cdot 10^{11}$", 26 ^ 8 / 1e11 },
  },
  ["material/computer-science/finite-automata"] = {
    { "$2 \\cdot 1 + 1 = %d$", 2 * 1 + 1 },
    { "$1101_2 = %d$", tonumber("1101", 2) },
    { "$10010_2 = %d$", tonumber("10010", 2) },
  },
  ["material/computer-science/objects-and-classes"] = {
    { "# %d 0\n", 100 + 50 },
    { "# %d.0\n", 1000 * 1.02 },
    { "# %.2f\n", 12 + math.pi + 4 },
    { "$1000 \\cdot 1.02^2 = %.1f$", 1000 * 1.02 ^ 2 },
    { "$12 + 4 \\pi + 4 \\approx %.2f$", 12 + 4 * math.pi + 4 },
  },
}
