--- Days and times as publishers write them: the only reader of dates.

local date = {}

local DAY = 86400
local DAYS = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 }

local function days_in(year, month)
  local leap = year % 4 == 0 and (year % 100 ~= 0 or year % 400 == 0)
  return month == 2 and leap and 29 or DAYS[month]
end

--- Days since 1970 in the Gregorian calendar. Years begin in March, so that leap days fall at their
-- end.
local function days_until(year, month, day)
  if month <= 2 then year = year - 1 end
  local shifted = (month + 9) % 12
  local days = 365 * year
    + year // 4
    - year // 100
    + year // 400
    + (153 * shifted + 2) // 5
    + day
  return days - 719469
end

--- Midnight UTC of a day.
-- @tparam string text `YYYY-MM-DD`
-- @treturn integer|nil Unix seconds; negative before 1970
-- @treturn string|nil what is wrong with the text
function date.day(text)
  local year, month, day = text:match("^(%d%d%d%d)%-(%d%d)%-(%d%d)$")
  year, month, day = tonumber(year), tonumber(month), tonumber(day)
  local last = year and days_in(year, month)
  if last and day >= 1 and day <= last then return days_until(year, month, day) * DAY end
  return nil, ("is %q; accepted is a day such as 2026-03-31"):format(text)
end

--- A day, or Unix seconds.
-- @tparam string text `YYYY-MM-DD`, or at most twelve digits
-- @treturn integer|nil Unix seconds
-- @treturn string|nil what is wrong with the text
function date.time(text)
  local seconds, fault = date.day(text)
  if seconds then return seconds end
  if text:find("^%d+$") and #text <= 12 then return math.tointeger(tonumber(text)) end
  return nil, fault .. " or Unix seconds"
end

--- A second of the day, in UTC.
-- @tparam string text `YYYY-MM-DDThh:mm:ssZ`
-- @treturn integer|nil Unix seconds
function date.instant(text)
  local day, hour, minute, second = text:match("^(%S+)T(%d%d):(%d%d):(%d%d)Z$")
  local midnight = day and date.day(day)
  hour, minute, second = tonumber(hour), tonumber(minute), tonumber(second)
  if not midnight or hour > 23 or minute > 59 or second > 59 then return nil end
  return midnight + hour * 3600 + minute * 60 + second
end

return date
