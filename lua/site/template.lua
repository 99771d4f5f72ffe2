--- Templates of HTML (svc.template). What is the same on all pages in a language is filled in once,
-- when the code is loaded, and the rest for each page.

local svc = require("svc")
local words = require("base.locales")

local template = {}

--- Text made safe between tags and in quoted attributes.
template.escape = svc.escape_html

--- Fills in a template: `{name}` with the escaped value, `{!name}` with HTML as it is. Raises for
-- a name that has no value.
-- @tparam string|userdata template
-- @tparam table values
-- @treturn string
template.fill = svc.fill_html

--- A template in each language.
-- @tparam string|userdata form
-- @tparam function values `values(words, locale)`: what is the same on all pages in that language;
-- the other places stay
-- @treturn table locale -> template
function template.localised(form, values)
  local all = {}
  for locale, w in pairs(words) do
    all[locale] = svc.template(form, values(w, locale))
  end
  return all
end

return template
