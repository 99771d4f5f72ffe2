--- Everything there is in a language: `/en`, `/id`, `/de`.
local svc = require("svc")
local listing = require("site.listing")
local page = require("site.page")

local routes = {}
for i, locale in ipairs(svc.locales) do
  routes[i] = page.route({
    path = "/" .. locale,
    published = true,
    handle = function(call) return page.answer(call, listing.all(call, locale, svc.sections)) end,
  })
end
return routes
