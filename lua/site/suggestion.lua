--- Suggestions for a reference that resolves to nothing: the item that another spelling names.
-- References resolve to the letter; a refusal only says which one would have worked.

local problem = require("web.problem")
local svc = require("svc")
local text = require("base.text")
local uri = require("base.uri")

local suggestion = {}

local function without_slashes(path)
  local last = #path
  while path:byte(last) == 0x2F do
    last = last - 1
  end
  return path:sub(1, last)
end

--- A reference without blanks around it, encoded slashes, slashes at its end and the form of its
-- page, its scheme in small letters.
local function plain(reference)
  local shown = text.trim(reference):gsub("%%2[fF]", "/"):match("^[^?#]*")
  shown = without_slashes(without_slashes(shown):gsub("%.md$", ""))
  return (shown:gsub("^%a[%w+.-]*://", string.lower))
end

--- The spellings to try, the likeliest first.
local function spellings(reference, site_url)
  local shown = plain(reference)
  local path = shown:gsub("^%a[%w+.-]*://[^/]*", ""):gsub("^/+", "")
  local tried = { shown, shown:lower(), uri.decode(shown) or shown, site_url .. "/" .. path }
  local behind = shown:match("^alignment:(.+)$") or shown:match("^lo:(.+)$")
  for _, locale in ipairs(svc.locales) do
    tried[#tried + 1] = ("%s/%s/%s"):format(site_url, locale, path)
    tried[#tried + 1] = behind and ("asset:%s:%s"):format(locale, behind)
  end
  return tried
end

--- The item that a reference is nearest to.
-- @tparam string reference that `publication:resolve` does not find
-- @tparam userdata publication
-- @tparam string site_url
-- @treturn string|nil its content ID; nil where nothing is near
function suggestion.item(reference, publication, site_url)
  for _, spelling in ipairs(spellings(reference, site_url)) do
    local found = publication:resolve(spelling, site_url)
    if found then return found.content_id end
  end
end

--- True when a reference is the URI of a resource that the MCP endpoint lists.
local function is_resource(call, reference)
  for _, route in ipairs(call.app.routes) do
    for _, resource in ipairs(route.server and route.server.resources or {}) do
      if resource.uri == reference:lower() then return true end
    end
  end
  return false
end

local CODES = { foreign = "UNPROCESSABLE_REQUEST", not_found = "CONTENT_NOT_FOUND" }

--- Refuses the reference of a call, with what would have worked.
-- @tparam table call its `params.ref`
-- @tparam string reason of `publication:resolve`
-- @treturn nil
-- @treturn table the problem
function suggestion.refuse(call, reason)
  local ref, config, own = call.params.ref, call.config, {}
  if reason == "foreign" then
    local detail = "`ref` is a URL of another origin; this service knows %s."
    own.detail = detail:format(config.site_url)
  elseif is_resource(call, ref) then
    own.detail = ("`%s` is a resource of the MCP endpoint, not an item."):format(ref)
    own.resolution = ("Read it with `resources/read` at %s; a `ref` is a `content_id`."):format(
      config.mcp_url
    )
  end
  local near = suggestion.item(ref, call.publication, config.site_url)
  local verses = not near and reason == "not_found" and svc.quran_reference(ref)
  if near then
    own.resolution = ("Use `ref=%s`, which it comes nearest to."):format(near)
  elseif verses and verses.evidence ~= "loose" then
    local own_id = "Use `ref=asset:%s:quran:surah:%d`, the surah that it names."
    own.resolution = own_id:format(svc.quran_locales[1], verses.surah)
  end
  return problem.refuse(CODES[reason], own)
end

return suggestion
