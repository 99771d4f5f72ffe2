--- Negotiation: the Accept, Accept-Language and Content-Type headers of a request (RFC 9110, 8.3,
-- 12.5).

local tables = require("base.tables")

local negotiate = {}

--- The members of a list field (RFC 9110, 5.6.1), none of them empty. A comma between quotation
-- marks separates nothing.
local function members(field)
  local list, start, at = {}, 1, 1
  while start <= #field do
    local stop = field:find('[,"]', at) or #field + 1
    local closing = field:byte(stop) == 0x22 and field:find('"', stop + 1, true)
    if closing then
      at = closing + 1
    elseif field:byte(stop) == 0x22 then
      at = field:find(",", stop, true) or #field + 1
    else
      local member = field:sub(start, stop - 1)
      if member:find("%S") then list[#list + 1] = member end
      start, at = stop + 1, stop + 1
    end
  end
  return list
end

--- A weight. RFC 9110 (12.4.2) wants `0.2`; Java writes `.2`, others quote it or add digits.
-- @treturn number|nil 0 to 1; nil where it cannot be read
local function read_weight(value)
  local digits = value:match('^"(.*)"$') or value
  local weight = not digits:find("[^%d.]") and tonumber(digits)
  return weight and weight <= 1 and weight or nil
end

--- A member: its value and the parameters behind it.
-- @tparam string member
-- @tparam number at where the first parameter may begin
-- @treturn number|nil its weight, 1 by default; nil where the parameters cannot be read
-- @treturn boolean whether it has no parameters besides `q` and `charset`
local function read_parameters(member, at)
  local weight, exact = 1, true
  while at <= #member do
    local name, after = member:match("^%s*;%s*([^%s=;]*)%s*()", at)
    if not name then return nil end
    local value, behind = member:match('^=%s*("[^"]*")%s*()', after)
    if not value then
      value, behind = member:match("^=%s*([^%s;]*)%s*()", after)
    end
    if name:lower() == "q" then
      weight = read_weight(value or "")
      if not weight then return nil end
    elseif name ~= "" and name:lower() ~= "charset" then
      exact = false
    end
    at = behind or after
  end
  return weight, exact
end

--- A media type or range and its parameters. Java 8 to 17 write `*` for `*/*`.
-- @treturn table|nil `{type, subtype, q, exact}`; `exact` is false when it has parameters besides
-- `q` and `charset`. nil when it cannot be read.
local function read_range(member)
  local kind, subtype, at = member:match('^%s*([^%s/;"]+)/([^%s/;"]+)%s*()')
  if not kind then
    at = member:match("^%s*%*%s*()")
    kind, subtype = "*", "*"
  end
  if not at or (kind == "*" and subtype ~= "*") then return nil end
  local weight, exact = read_parameters(member, at)
  return weight
    and { type = kind:lower(), subtype = subtype:lower(), q = weight, exact = exact }
end

--- The precision with which a range names a media type: 3 the type, 2 `type/*`, 1 `*/*`, 0 not.
local function precision(range, kind, subtype)
  if range.type == kind and range.subtype == subtype then return 3 end
  if range.subtype ~= "*" then return 0 end
  return range.type == kind and 2 or range.type == "*" and 1 or 0
end

--- The quality a list of ranges gives to a media type: that of the most precise range. A range
-- with parameters of its own admits a type and never excludes it.
local function quality(list, media_type)
  local kind, subtype = media_type:match("^([^/]+)/([^/; ]+)")
  local best, q = 0, 0
  for _, range in ipairs(list) do
    local here = precision(range, kind, subtype)
    if here > best and (range.exact or range.q > 0) then
      best, q = here, range.q
    end
  end
  return q
end

--- The same few headers come again and again, so their results are kept: of so many headers at
-- most, each of so many bytes at most.
local KEPT, LONGEST = 256, 256

--- Memoises `compute(header, context)`; `context` must not change. Without a header, `""` is read.
local function remembering(compute)
  local memory, count = setmetatable({}, { __mode = "k" }), 0
  return function(header, context)
    header = header or ""
    local known = memory[context]
    local value = known and known[header]
    if value ~= nil then return value or nil end
    value = compute(header, context) or false
    if #header <= LONGEST and count < KEPT then
      memory[context] = known or {}
      memory[context][header], count = value, count + 1
    end
    return value or nil
  end
end

--- Chooses the representation a client likes best. A member of the header that cannot be read is
-- passed over, and a header without any that can counts as none (RFC 9110, 12.5.1, lets a server
-- disregard the field).
-- @tparam string|nil accept the Accept header, nil when there is none
-- @tparam {string,...} offered media types, the preferred first
-- @treturn string|nil one of `offered`; nil when the members that can be read admit none
negotiate.accept = remembering(function(accept, offered)
  local ranges = {}
  for _, member in ipairs(members(accept)) do
    ranges[#ranges + 1] = read_range(member)
  end
  if #ranges == 0 then return offered[1] end
  local chosen, best = nil, 0
  for _, media_type in ipairs(offered) do
    local q = quality(ranges, media_type)
    if q > best then
      chosen, best = media_type, q
    end
  end
  return chosen
end)

local is_of = remembering(function(content_type, accepted)
  local list = members(content_type)
  local declared = #list == 1 and read_range(list[1])
  return declared and declared.type .. "/" .. declared.subtype == accepted
end)

--- True when a declared Content-Type is the accepted one; parameters are allowed.
-- @tparam string content_type
-- @tparam string accepted media type
-- @treturn boolean
function negotiate.is_type(content_type, accepted) return is_of(content_type, accepted) or false end

--- Chooses the language a client likes best; a region (`de-AT`) asks for its language.
-- @tparam string|nil accepted the Accept-Language header, nil when there is none
-- @tparam {string,...} offered codes, the default first
-- @treturn string one of `offered`
negotiate.language = remembering(function(accepted, offered)
  local chosen, best = offered[1], 0
  for _, member in ipairs(members(accepted:lower())) do
    local code, at = member:match("^%s*([%w*]+)[%w-]*()")
    local weight = code and read_parameters(member, at)
    if code == "*" then code = offered[1] end
    if weight and weight > best and tables.contains(offered, code) then
      chosen, best = code, weight
    end
  end
  return chosen
end)

return negotiate
