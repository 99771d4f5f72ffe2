--- How the schools of each country write numbers: decimal mark, groups of digits, percentages,
-- division, and points of the plane. Code spans are not looked at.
local locales = require("base.locales")

local notation = {}

--- Digits in a group of three: a comma or a point before them marks no decimals.
local function is_group(_, _, found) return found:find("^%d+[.,]%d%d%d$") ~= nil end

--- Times are written with a point in Indonesian: pukul 12.50.
local function is_group_or_time(line, from, found)
  return is_group(line, from, found) or line:lower():find("pukul", 1, true) ~= nil
end

--- A ratio of three or more parts, such as 9 : 3 : 3 : 1, is not a division.
local function is_ratio(line, from, found)
  return line:find("^ : %d", from + #found) ~= nil
    or line:sub(1, from - 1):find("%d : $") ~= nil
end

--- Rules by the name under which a locale (lua/base/locales) takes them: what is accepted, then the
-- patterns of the fault, each with what is none: `exception(line, from, found)`.
local RULES = {
  percent_closed = { "a percent sign without space, such as 25%", { "%d+ %%" } },
  percent_spaced = { "a percent sign after a space, such as 25 %", { "%d+%%" } },
  decimal_point = { "a decimal point, such as 0.5", { "%d+{,}%d+" }, { "%d+,%d+", is_group } },
  decimal_comma = { "a decimal comma, such as 0,5 or $0{,}5$", { "%d+%.%d+", is_group } },
  decimal_comma_or_time = {
    "a decimal comma, such as 0,5 or $0{,}5$",
    { "%d+%.%d+", is_group_or_time },
  },
  grouping_points = {
    "groups of digits with points, such as 10.000",
    { "%d+\\,%d%d%d%f[^%d_]" },
    { "%f[%w_]%d+ %d%d%d%f[^%d.]" },
  },
  division_sign = {
    "a division sign, such as 12 ÷ 3 or $12 \\div 3$",
    { "%d+ : %d+", is_ratio },
  },
  division_colon = { "a colon for division, such as 12 : 3", { "%d+ ÷ %d+" } },
  division_colon_in_formula = {
    "a colon for division, such as $12 : 3$",
    { "\\div%f[%A]" },
  },
  points_with_bar = {
    "points with a bar, such as $(1 \\mid 2)$",
    { "%$%(%-?[%w_]+, ?%-?[%w_]+%)%$" },
  },
  points_with_comma = {
    "points with a comma, such as $(1, 2)$",
    { "%$%([^$()]*\\mid[^$()]*%)%$" },
  },
}

--- Calls `visit(found)` for each fault of a pattern in a line.
local function each_fault(pattern, line, visit)
  local from, last = line:find(pattern[1])
  while from do
    local found = line:sub(from, last)
    if not (pattern[2] and pattern[2](line, from, found)) then visit(found) end
    from, last = line:find(pattern[1], last + 1)
  end
end

--- Reports numbers written as another country's schools write them.
-- @tparam string locale
-- @tparam table lines as `data.import.reading` gives them
-- @tparam function report `report(line, message, …)`
function notation.check(locale, lines, report)
  local fault = "%q is not how %s schools write it; accepted is %s"
  for _, line in ipairs(lines) do
    local text = line.prose
    local has_numbers = text:find("[%d$]") ~= nil
    for _, name in ipairs(has_numbers and locales[locale].notation or {}) do
      local rule = RULES[name]
      for i = 2, #rule do
        each_fault(
          rule[i],
          text,
          function(found) report(line.line, fault, found, locale, rule[1]) end
        )
      end
    end
  end
end

return notation
