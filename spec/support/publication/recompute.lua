--- Recomputes the formulas of a text: every side of a chain such as $\sqrt{2} \approx 1.41$ that
-- holds only numbers and units is evaluated and compared with the next one.
--
-- A number on the right is right when the left rounds to it: its last decimal, or with ≈ the last
-- digit that is no zero, may be off by one half.
local recompute = {}

-- Units as multiples of SI units; a name stands for what is counted.
-- stylua: ignore
local UNITS = {
  m = 1, km = 1000, cm = 0.01, nm = 1e-9, s = 1, h = 3600, jam = 3600, kg = 1, g = 0.001,
  N = 1, J = 1, W = 1, kWh = 3.6e6, V = 1, A = 1, Hz = 1, mol = 1, L = 0.001, u = 1.66053907e-27,
  euros = 1, euro = 1, Euro = 1, years = 1, tahun = 1, Jahre = 1,
}

local FUNCTIONS = { ["\\ln"] = math.log, ["\\log"] = math.log, ["\\sqrt"] = math.sqrt }
local CONSTANTS = { ["\\pi"] = math.pi, ["\\Omega"] = 1, e = math.exp(1) }
local RELATIONS = {
  ["="] = true,
  ["<"] = true,
  [">"] = true,
  ["\\approx"] = true,
  ["\\geq"] = true,
  ["\\leq"] = true,
  ["\\neq"] = true,
}
local BLANK = {
  ["\\left"] = true,
  ["\\right"] = true,
  ["\\ "] = true,
  ["\\qquad"] = true,
  ["\\,"] = true,
}

--- A formula with decimal points and without marks between groups of digits.
local function plain(formula, locale)
  formula = formula:gsub("(%d)\\,(%d)", "%1%2"):gsub("(%d)\\,(%d)", "%1%2")
  -- One dot after the other: each parts three digits from those before it.
  local found = locale == "id" and 1 or 0
  while found > 0 do
    formula, found = formula:gsub("(%d)%.(%d%d%d)%f[^%d]", "%1%2", 1)
  end
  return (formula:gsub("{,}", "."))
end

local function tokens(formula)
  local out, at = {}, 1
  while at <= #formula do
    local token = formula:match("^\\text%b{}", at)
      or formula:match("^\\%a+", at)
      or formula:match("^\\.", at)
      or formula:match("^%d+%.?%d*", at)
      or formula:sub(at, at)
    at = at + #token
    if not (token:find("^%s$") or BLANK[token]) then out[#out + 1] = token end
  end
  return out
end

local Parser = {}
Parser.__index = Parser

local NONE = {} -- thrown where a side is no number

function Parser:take(token)
  if self.tokens[self.at] ~= token then error(NONE, 0) end
  self.at = self.at + 1
end

function Parser:try(token)
  if self.tokens[self.at] ~= token then return false end
  self.at = self.at + 1
  return true
end

function Parser:group(open, close)
  self:take(open)
  local value = self:sum()
  self:take(close)
  return value
end

--- An argument in braces, or the one digit or letter that stands for it.
function Parser:argument()
  if self.tokens[self.at] == "{" then return self:group("{", "}") end
  local digit, rest = (self.tokens[self.at] or ""):match("^(%d)(%d*)$")
  if not digit then return self:atom() end
  if rest == "" then
    self.at = self.at + 1
  else
    self.tokens[self.at] = rest
  end
  return tonumber(digit)
end

function Parser:number(token)
  if self:try("_") then return tonumber(token, self:argument()) or error(NONE, 0) end
  self.count = self.count + 1
  local value = tonumber(token)
  if self.count ~= self.bumped then return value end
  local decimals = token:match("%.(%d+)")
  local zeros = #token:match("0*$")
  if decimals then return value + 0.5 * 10 ^ -#decimals end
  return self.rounded and value + 0.5 * 10 ^ zeros or value
end

local function unit(text)
  local value, divide = 1, false
  for name, slash in text:gmatch("(%a+)(/?)") do
    local factor = UNITS[name] or error(NONE, 0)
    value = divide and value / factor or value * factor
    divide = divide or slash ~= ""
  end
  return value
end

function Parser:named(token)
  if token == "\\frac" then
    local over = self:argument()
    return over / self:argument()
  elseif token == "\\lfloor" then
    local value = self:sum()
    self:take("\\rfloor")
    return math.floor(value)
  end
  local base = token == "\\log" and self:try("_") and self:argument()
  local argument = token == "\\sqrt" and self:argument() or self:power()
  return base and math.log(argument, base) or FUNCTIONS[token](argument)
end

function Parser:atom()
  local token = self.tokens[self.at] or error(NONE, 0)
  if token == "(" then return self:group("(", ")") end
  self.at = self.at + 1
  if token:find("^%d") then return self:number(token) end
  if token:find("^\\text{") then
    local value = unit(token:match("{(.*)}"))
    return self.bare and 1 or value
  end
  if token == "e" and self.tokens[self.at] ~= "^" then error(NONE, 0) end
  if FUNCTIONS[token] or token == "\\frac" or token == "\\lfloor" then
    return self:named(token)
  end
  return CONSTANTS[token] or error(NONE, 0)
end

function Parser:power()
  local value = self:atom()
  if self:try("!") then
    local product = 1
    for factor = 2, value do
      product = product * factor
    end
    value = product
  end
  return self:try("^") and value ^ self:argument() or value
end

local STOPS = {
  ["+"] = true,
  ["-"] = true,
  [")"] = true,
  ["}"] = true,
  ["\\rfloor"] = true,
}

function Parser:product()
  local value = self:power()
  while self.tokens[self.at] and not STOPS[self.tokens[self.at]] do
    if self:try("\\div") or self:try(":") or self:try("/") then
      value = value / self:power()
    elseif self:try("\\bmod") then
      value = value % self:power()
    else
      local _ = self:try("\\cdot") or self:try("\\times")
      value = value * self:power()
    end
  end
  return value
end

function Parser:sum()
  local value = self:try("-") and -self:product() or self:product()
  while true do
    if self:try("+") then
      value = value + self:product()
    elseif self:try("-") then
      value = value - self:product()
    else
      return value
    end
  end
end

--- The value of a side, and how many numbers it holds; nil when it is no number. Options: `bumped`,
-- the number that is half a unit of its last digit larger; `rounded`, whether zeros at the end of
-- whole numbers are no digits; `bare`, whether units are left out.
local function evaluate(side, options)
  local parser = setmetatable({
    tokens = table.move(side, 1, #side, 1, {}),
    at = 1,
    count = 0,
    bumped = options.bumped,
    rounded = options.rounded,
    bare = options.bare,
  }, Parser)
  local sound, value = pcall(parser.sum, parser)
  if not sound and value ~= NONE then error(value, 0) end
  if sound and parser.at == #parser.tokens + 1 then return value, parser.count end
end

local function has_unit(side) return table.concat(side):find("\\text", 1, true) ~= nil end

--- How far the value of a side may be off, because its numbers are rounded.
local function tolerance(side, rounded, bare)
  local value, count = evaluate(side, { bare = bare })
  local sum = math.abs(value) * 1e-9
  for i = 1, count do
    local other = evaluate(side, { bumped = i, rounded = rounded, bare = bare })
    sum = sum + math.abs(other - value)
  end
  return sum * (1 + 1e-6)
end

local function holds(relation, right, value, other, bare)
  if relation == "<" then return value < other end
  if relation == ">" then return value > other end
  if relation == "\\leq" then return value <= other end
  if relation == "\\geq" then return value >= other end
  if relation == "\\neq" then return value ~= other end
  local near = tolerance(right, relation == "\\approx", bare)
  return math.abs(value - other) <= near
end

--- The sides of each chain of a formula and the relations between them.
local function chains(formula)
  local list, depth = { { sides = { {} }, relations = {} } }, 0
  for _, token in ipairs(tokens(formula)) do
    local chain = list[#list]
    if token == "{" or token == "(" then depth = depth + 1 end
    if token == "}" or token == ")" then depth = depth - 1 end
    if depth == 0 and token == "," then
      list[#list + 1] = { sides = { {} }, relations = {} }
    elseif depth == 0 and RELATIONS[token] then
      chain.relations[#chain.relations + 1] = token
      chain.sides[#chain.sides + 1] = {}
    else
      table.insert(chain.sides[#chain.sides], token)
    end
  end
  return list
end

--- Recomputes a formula.
-- @tparam string formula as it stands between dollar signs @tparam string locale
-- @treturn integer how many pairs of sides were compared
-- @treturn string|nil the first pair that does not hold, with what it comes to
function recompute.formula(formula, locale)
  local compared, fault = 0, nil
  for _, chain in ipairs(chains(plain(formula, locale))) do
    for i, relation in ipairs(chain.relations) do
      local left, right = chain.sides[i], chain.sides[i + 1]
      local bare = not (has_unit(left) and has_unit(right))
      local value, other = evaluate(left, { bare = bare }), evaluate(right, { bare = bare })
      if value and other then
        compared = compared + 1
        if not fault and not holds(relation, right, value, other, bare) then
          fault = ("%s %s %s: %.10g and %.10g"):format(
            table.concat(left),
            relation,
            table.concat(right),
            value,
            other
          )
        end
      end
    end
  end
  return compared, fault
end

return recompute
