--- How the schools of each country write numbers: decimal mark, groups of digits, percentages,
-- division, and points of the plane. Code spans are not looked at.
local notation = {}

--- Digits in a group of three: a comma or a point before them marks no decimals.
local function is_group(_, _, found) return found:find("^%d+[.,]%d%d%d$") ~= nil end

--- Times are written with a point in Indonesian: pukul 12.50.
local function is_group_or_time(line, from, found)
  return is_group(line, from, found) or line:lower():find("pukul", 1, true) ~= nil
end

--- A ratio of three or more parts, such as 9 : 3 : 3 : 1, is no division.
local function is_ratio(line, from, found)
  return line:find("^ : %d", from + #found) ~= nil
    or line:sub(1, from - 1):find("%d : $") ~= nil
end

--- `{ locales, pattern of the fault, what is accepted, exception?(line, from, found) }`
local RULES = {
  { "en id", "%d+ %%", "a percent sign without space, such as 25%" },
  { "de", "%d+%%", "a percent sign after a space, such as 25 %" },
  { "en", "%d+{,}%d+", "a decimal point, such as 0.5" },
  { "en", "%d+,%d+", "a decimal point, such as 0.5", is_group },
  { "id", "%d+%.%d+", "a decimal comma, such as 0,5 or $0{,}5$", is_group_or_time },
  { "de", "%d+%.%d+", "a decimal comma, such as 0,5 or $0{,}5$", is_group },
  { "id", "%d+\\,%d%d%d%f[^%d_]", "groups of digits with points, such as 10.000" },
  { "id", "%f[%w_]%d+ %d%d%d%f[^%d.]", "groups of digits with points, such as 10.000" },
  { "en", "%d+ : %d+", "a division sign, such as 12 ÷ 3 or $12 \\div 3$", is_ratio },
  { "id de", "%d+ ÷ %d+", "a colon for division, such as 12 : 3" },
  { "id de", "\\div%f[%A]", "a colon for division, such as $12 : 3$" },
  { "de", "%$%(%-?[%w_]+, ?%-?[%w_]+%)%$", "points with a bar, such as $(1 \\mid 2)$" },
  { "en id", "%$%([^$()]*\\mid[^$()]*%)%$", "points with a comma, such as $(1, 2)$" },
}

--- Calls `visit(found)` for each fault of a rule in a line.
local function each_fault(rule, line, visit)
  local from, last = line:find(rule[2])
  while from do
    local found = line:sub(from, last)
    if not (rule[4] and rule[4](line, from, found)) then visit(found) end
    from, last = line:find(rule[2], last + 1)
  end
end

--- Reports numbers written as another country's schools write them.
-- @tparam string locale
-- @tparam table lines as `data.prose` gives them
-- @tparam function report `report(line, message)`
function notation.check(locale, lines, report)
  for _, line in ipairs(lines) do
    local text = line.text:gsub("`[^`]*`", "")
    for _, rule in ipairs(RULES) do
      if rule[1]:find(locale, 1, true) then
        each_fault(
          rule,
          text,
          function(found)
            report(
              line.line,
              ("%q is not how %s schools write it; accepted is %s"):format(
                found,
                locale,
                rule[3]
              )
            )
          end
        )
      end
    end
  end
end

return notation
