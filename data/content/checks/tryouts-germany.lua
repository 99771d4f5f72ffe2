--- The keys of the try-outs of Germany's exams, computed again;
-- data/content/checks/tryouts-indonesia.lua says how.

local function gcd(a, b) return b == 0 and a or gcd(b, a % b) end

--- A check of a key that is a fraction in lowest terms.
local function fraction(task, above, below)
  local common = gcd(above, below)
  return { task, "\\frac{%d}{%d}", above // common, below // common }
end

local function binomial(n, k) return k == 0 and 1 or binomial(n, k - 1) * (n - k + 1) // k end

local function fibonacci(n) return n < 2 and n or fibonacci(n - 1) + fibonacci(n - 2) end

--- The entries that a binary search among `count` looks at in the worst case.
local function looks(count) return count == 0 and 0 or 1 + looks(count // 2) end

--- The bits of a number from 0 to 255, in two groups of four.
local function bits(number)
  local text = ""
  for place = 7, 0, -1 do
    text = text .. (number >> place & 1) .. (place == 4 and " " or "")
  end
  return text
end

--- What the orders of a stack give last: a number is put on it, 0 takes one off.
local function last_taken(orders)
  local stack, last = {}, nil
  for _, order in ipairs(orders) do
    if order == 0 then
      last = table.remove(stack)
    else
      stack[#stack + 1] = order
    end
  end
  return last
end

--- What the program of the sixth task of computer science prints.
local function squares()
  local sum = 0
  for i = 1, 5 do
    sum = sum + i * i
  end
  return sum
end

return {
  ["tryout/germany/abitur/calculus-2025"] = {
    { 1, "%d", 3 * 2 ^ 2 - 3 },
    { 2, { en = "(-%d, %d)", id = "(-%d, %d)", de = "(-%d \\mid %d)" }, 1, (-1) ^ 3 + 3 + 1 },
    { 3, "$y = %dx - %d$", 2 * 3, 2 * 3 * 3 - 3 ^ 2 },
    { 4, "%d", 2 ^ 3 + 2 ^ 2 },
    fraction(5, 2 * (3 * 4 * 2 - 8), 3),
    { 6, "%d", 0.05 * 200 },
    { 7, "%.1f", math.log(2) / 0.1 },
    { 8, "%d", 12 / 6 },
    { 9, "$%d (2x + 1)^%d$", 5 * 2, 5 - 1 },
    { 10, "%d", 10 * (40 - 2 * 10) },
  },
  ["tryout/germany/abitur/computer-science-2026"] = {
    { 1, "%d", tonumber("101101", 2) },
    { 2, bits(256 - 20) },
    { 4, "%d", looks(1000) },
    { 5, "%d", 20 * 19 / 2 },
    { 6, "%d", squares() },
    { 7, "%d", fibonacci(7) },
    { 8, "%d", last_taken { 1, 2, 3, 0, 4, 0, 0 } },
    { 9, "%d", 12 * 8 / 48 },
    { 10, "%d", math.log(1023 + 1, 2) },
  },
  ["tryout/germany/abitur/genetics-2026"] = {
    { 1, "%d", 4 ^ 3 },
    { 2, "%d", 3 * (120 + 1) },
    { 3, "%d", (100 - 2 * 30) / 2 },
    fraction(4, 1, 2 * 2),
    fraction(5, 2, 4 - 1),
    fraction(6, 1, 2),
    { 9, "%d", 160 * 3 / 4 * 3 / 4 },
  },
  ["tryout/germany/abitur/stochastics-2026"] = {
    fraction(1, binomial(5, 3), 32),
    { 2, "%.3f", 1 - (1 - 0.8) ^ 3 },
    { 3, "%d", 50 * 0.3 },
    { 4, "%d", math.sqrt(100 * 0.2 * 0.8) },
    { 5, "%.2f", 0.6 * 0.3 / (0.6 * 0.3 + 0.4 * 0.2) },
    { 8, "%d", 0.25 / (0.05 / 2) ^ 2 },
    { 9, "%d", binomial(10, 6) },
    { 10, "%d", 2 / (1 / 6) },
  },
  ["tryout/germany/msa/mathematics-2025"] = {
    { 1, "%d", 480 * (1 - 0.15) },
    { 2, "%d", 100 * 45 / 180 },
    { 3, "$%d$", (5 * 2 + 4) / (5 - 3) },
    { 4, "$y = %dx + %d$", (10 - 2) / 4, 2 },
    { 5, "%.0f", math.pi * 5 ^ 2 * 12 },
    { 6, "%d", math.sqrt(7 ^ 2 + 24 ^ 2) },
    fraction(7, 5 + 2, 3 + 5 + 2),
    { 8, "%d", (1 + 2 + 2 + 3 + 4 + 6) / 6 },
    { 9, "%.1f", 2.5e-3 * 1000 },
    {
      10,
      { en = "%d and %d", id = "%d dan %d", de = "%d und %d" },
      (7 - math.sqrt(7 ^ 2 - 4 * 12)) / 2,
      (7 + math.sqrt(7 ^ 2 - 4 * 12)) / 2,
    },
  },
  ["tryout/germany/msa/physics-2026"] = {
    { 1, "%d", 18 * 20 / 60 },
    { 2, "%d", 6 / 0.3 },
    { 3, "%.1f", 2 * 6 / 60 },
    { 4, "%d", 12 / 3 },
    { 5, "%d", 15 * 10 * 2 },
    { 6, "%d", 100 * 4 / 10 },
    { 7, "%d", 90 - 30 },
    { 8, "%d", 600 / 0.5 },
  },
}
