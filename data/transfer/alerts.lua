--- Alerts of Markdown in the place of what other programs call admonitions, notices and hints.
local alerts = {}

--- Alerts that may stand in each other; those deeper stay as they are.
alerts.DEEPEST = 16

--- The alert of each name; of names that are none here it is nil.
local KINDS = {}
for kind, names in pairs {
  NOTE = "abstract example info note primary question quote secondary seealso summary",
  TIP = "hint success tip",
  IMPORTANT = "important",
  WARNING = "attention warn warning",
  CAUTION = "bug caution danger error failure",
} do
  for name in names:gmatch("%S+") do
    KINDS[name] = kind
  end
end

--- The alert that a name means, such as `WARNING`; nil for a name of none.
-- @tparam string name with or without capitals
-- @treturn string|nil
function alerts.kind(name) return KINDS[name:lower()] end

--- The lines of an alert.
-- @tparam string indent of each line
-- @tparam string kind as `alerts.kind` gives it
-- @tparam string|nil title
-- @tparam {string,...} body
-- @treturn {string,...}
function alerts.quote(indent, kind, title, body)
  local out = { indent .. "> [!" .. kind .. "]" }
  if title and title ~= "" then out[2] = indent .. "> **" .. title .. "**" end
  if title and title ~= "" then out[3] = indent .. ">" end
  for _, line in ipairs(body) do
    out[#out + 1] = indent .. (line == "" and ">" or "> " .. line)
  end
  return out
end

return alerts
