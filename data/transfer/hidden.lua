--- Pages that their own program does not show, or not to everybody: those become drafts, since what
-- nobody was to read is not for an import to publish.
local loose = require("data.transfer.settings")
local tables = require("base.tables")

local hidden = {}

--- What a value says, in small letters, on a day.
local function is_true(value) return value == "true" end
local function is_false(value) return value == "false" end
local function is_day(value) return value:find("^%d%d%d%d%-%d%d%-%d%d") ~= nil end
local function is_past(value, today) return is_day(value) and value:sub(1, #today) < today end
local function is_ahead(value, today) return is_day(value) and value:sub(1, #today) > today end

--- The keys that hide a page, of all programs and of each: the first that is given of `keys`, where
-- `hides(its value, today)`.
local RULES = {
  { keys = { "draft" }, hides = is_true },
  { of = "Docusaurus", keys = { "unlisted" }, hides = is_true },
  { of = "Jekyll", keys = { "published" }, hides = is_false },
  { of = "Jekyll", keys = { "date" }, hides = is_ahead },
  { of = "Hugo", keys = { "headless" }, hides = is_true },
  { of = "Hugo", keys = { "expirydate", "unpublishdate" }, hides = is_past },
  { of = "Hugo", keys = { "publishdate", "pubdate", "published", "date" }, hides = is_ahead },
}

--- The members of Hugo's `build` that hide a page, and the values that do.
local BUILD = {
  render = tables.set { "never", "false", "link" },
  list = tables.set { "never", "false" },
}

--- The first member that is given of the front matter, or of what the folders hand down, and which.
local function stated(chain, keys)
  for _, key in ipairs(keys) do
    for _, fields in ipairs(chain) do
      local value = loose.member(fields, key)
      if value ~= nil then return value, key end
    end
  end
end

--- Why a page is hidden.
-- @tparam table fields its front matter
-- @tparam string kind the name of its program
-- @tparam[opt] {table,...} cascade what its folders hand down, the nearest first
-- @treturn string|nil what hides it, as it is written; nil for a page that is shown
function hidden.reason(fields, kind, cascade)
  local chain = tables.append({ fields }, cascade or {})
  local today = os.date("!%Y-%m-%d")
  for _, rule in ipairs(RULES) do
    local value, key = nil, nil
    if rule.of == nil or rule.of == kind then
      value, key = stated(chain, rule.keys)
    end
    if type(value) == "string" and rule.hides(value:lower(), today) then
      return ("%s: %s"):format(key, value)
    end
  end
  local build = kind == "Hugo" and stated(chain, { "build", "_build" })
  for _, key in ipairs { "render", "list" } do
    local value = loose.member(build, key)
    if type(value) == "string" and BUILD[key][value:lower()] then
      return ("build: %s: %s"):format(key, value)
    end
  end
end

--- What the text of a folder hands down to all pages below it.
-- @tparam table fields its front matter
-- @tparam {table,...} cascade what the folders above hand down
-- @treturn {table,...} the nearest first
function hidden.cascade(fields, cascade)
  local own = loose.member(fields, "cascade")
  if type(own) ~= "table" then return cascade end
  local is_list = type(own[1]) == "table"
  local chain = {}
  for _, one in ipairs(is_list and own or { own }) do
    -- What is meant for some pages alone is not read.
    local is_for_all = not loose.member(one, "target") and not loose.member(one, "_target")
    if is_for_all then chain[#chain + 1] = one end
  end
  return tables.append(chain, cascade)
end

return hidden
