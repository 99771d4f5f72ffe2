--- What a client meant by a reference that resolves to nothing: the item that another spelling of
-- it names. References resolve to the letter; this only tells what would have worked.

local svc = require("svc")
local text = require("web.text")
local uri = require("web.uri")

local meant = {}

local function without_last_slashes(path)
  local last = #path
  while path:byte(last) == ("/"):byte() do
    last = last - 1
  end
  return path:sub(1, last)
end

--- A reference without blanks around it, encoded slashes, slashes at its end and the form of its
-- page, its scheme in small letters.
local function plain(reference)
  local shown = text.trim(reference):gsub("%%2[fF]", "/")
  shown = without_last_slashes(shown:gsub("[?#].*$", "")):gsub("%.md$", "")
  shown = without_last_slashes(shown)
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
function meant.item(reference, publication, site_url)
  for _, spelling in ipairs(spellings(reference, site_url)) do
    local found = publication:resolve(spelling, site_url)
    if found then return found.content_id end
  end
end

return meant
