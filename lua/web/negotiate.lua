--- What a client accepts and declares: the Accept, Accept-Language and Content-Type headers
-- (RFC 9110, 8.3, 12.5).

local tables = require("web.tables")

local negotiate = {}

--- One element of a header list, at `start`: a media type or range and its parameters.
-- @treturn table|nil `{type, subtype, q, exact}`; `exact` is false when it has parameters besides
-- `q` and `charset`. nil when it is malformed.
-- @treturn number where the next element starts
local function read_element(header, start)
  local kind, subtype, at = header:match('^%s*([^%s/;,"]+)/([^%s/;,"]+)%s*()', start)
  local element = kind
    and { type = kind:lower(), subtype = subtype:lower(), q = 1, exact = true }
  at = at or start
  while element and header:sub(at, at) == ";" do
    local name, value, after = header:match('^;%s*([^%s=;,"]+)=([^%s;,"]+)%s*()', at)
    if not name then
      name, value, after = header:match('^;%s*([^%s=;,"]+)=(%b"")%s*()', at)
    end
    if not name then
      after = header:match("^;%s*()", at)
      if not header:find("^[;,]", after) and after <= #header then element = nil end
    elseif name:lower() == "q" then
      element.q = value:match("^[01]%.?%d?%d?%d?$") and tonumber(value) or -1
      if element.q < 0 or element.q > 1 then element = nil end
    elseif name:lower() ~= "charset" then
      element.exact = false
    end
    at = after or at
  end
  local comma = header:find(",", at, true)
  if header:sub(at, (comma or 0) - 1):find("%S") then element = nil end
  return element, comma and comma + 1 or #header + 1
end

local function elements(header)
  local list, start = {}, 1
  while start <= #header do
    local element
    element, start = read_element(header, start)
    if element then list[#list + 1] = element end
  end
  return list
end

--- How precisely an element names a media type: 3 the type itself, 2 `type/*`, 1 `*/*`, 0 not.
local function precision(element, kind, subtype)
  if element.type == kind and element.subtype == subtype then return 3 end
  if element.subtype ~= "*" then return 0 end
  return element.type == kind and 2 or element.type == "*" and 1 or 0
end

--- The quality a list of ranges gives to a media type: that of the most precise range. A range
-- with parameters of its own admits a type and never excludes it.
local function quality(list, media_type)
  local kind, subtype = media_type:match("^([^/]+)/([^/;]+)")
  local best, q = 0, 0
  for _, element in ipairs(list) do
    local here = precision(element, kind, subtype)
    if here > best and (element.exact or element.q > 0) then
      best, q = here, element.q
    end
  end
  return q
end

--- The same few headers come again and again, so their results are kept: of so many headers at
-- most, each of so many bytes at most.
local KEPT, LONGEST = 256, 256

--- Memoises `compute(header, context)`; `context` must not change.
local function remembering(compute)
  local memory, count = setmetatable({}, { __mode = "k" }), 0
  return function(header, context)
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

local choose = remembering(function(accept, offered)
  if not accept:find("%S") then return offered[1] end
  local list, chosen, best = elements(accept), nil, 0
  for _, media_type in ipairs(offered) do
    local q = quality(list, media_type)
    if q > best then
      chosen, best = media_type, q
    end
  end
  return chosen
end)

--- Chooses the representation a client likes best.
-- @tparam string|nil accept the Accept header, nil when there is none
-- @tparam {string,...} offered media types, the preferred first
-- @treturn string|nil one of `offered`; nil when none is accepted
function negotiate.accept(accept, offered)
  if not accept then return offered[1] end
  return choose(accept, offered)
end

local is_of = remembering(function(content_type, accepted)
  local element, after = read_element(content_type, 1)
  return element ~= nil
    and after > #content_type
    and element.type .. "/" .. element.subtype == accepted
end)

--- Whether a declared Content-Type is one of those accepted; parameters are allowed.
-- @tparam string content_type
-- @tparam string accepted media type
-- @treturn boolean
function negotiate.is_type(content_type, accepted) return is_of(content_type, accepted) or false end

local choose_language = remembering(function(accepted, offered)
  local chosen, best = offered[1], 0
  for range, rest in accepted:lower():gmatch("([%w*-]+)([^,]*)") do
    local code, q = range:match("^[%w*]+"), tonumber(rest:match(";%s*q%s*=%s*([%d.]+)") or 1)
    if code == "*" then code = offered[1] end
    if q and q > best and tables.contains(offered, code) then
      chosen, best = code, q
    end
  end
  return chosen
end)

--- Chooses the language a client likes best; a region (`de-AT`) asks for its language.
-- @tparam string|nil accepted the Accept-Language header, nil when there is none
-- @tparam {string,...} offered codes, the default first
-- @treturn string one of `offered`
function negotiate.language(accepted, offered) return choose_language(accepted or "", offered) end

return negotiate
