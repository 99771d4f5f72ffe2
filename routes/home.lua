--- The front door: `/` leads on to the home of the reader's language, `/en`, `/id` or `/de`.
local svc = require("svc")
local home = require("site.home")
local negotiate = require("web.negotiate")
local page = require("site.page")
local respond = require("web.respond")

local routes = {}
for i, locale in ipairs(svc.locales) do
  routes[i] = page.route({
    path = "/" .. locale,
    published = true,
    handle = function(call) return page.answer(call, home.of(call, locale)) end,
  })
end

routes[#routes + 1] = page.route({
  path = "/",
  cache = "none", -- to make it costs nothing, so that it is open to whoever used up a budget

  handle = function(call)
    local wanted = call.request.headers["accept-language"]
    local locale = negotiate.language(wanted, svc.locales)
    local form = call.type == page.TYPES[1] and "" or ".md"
    return respond.new(303, {
      { "Location", ("/%s%s"):format(locale, form) },
      { "Cache-Control", respond.cache.publication },
      { "Vary", "Accept, Accept-Language" },
    })
  end,
})

return routes
