--- The files that pages load: those of the site, and the images of the publication.
local svc = require("svc")
local asset = require("site.asset")
local assets = require("base.assets")
local problem = require("web.problem")

--- Images load nothing and run nothing, wherever they are shown; any site may show them.
local FIELDS = {
  {
    "Content-Security-Policy",
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
  },
  { "Cross-Origin-Resource-Policy", "cross-origin" },
}

local function handler(extension)
  return function(call)
    local name = ("%s.%s"):format(call.captures.name, extension)
    local found, bytes = call.publication:asset(name)
    if found then return bytes end
    return problem.refuse("CONTENT_NOT_FOUND", {
      detail = "The publication in force has no image of that name.",
      resolution = "Ask for the text again; it names the images it has now.",
    })
  end
end

local routes = asset.routes()
for extension, media_type in pairs(svc.image_types) do
  routes[#routes + 1] = {
    method = "GET",
    path = ("/%s{name}.%s"):format(assets.PATH, extension),
    produces = { media_type },
    cache = "asset",
    published = true,
    fields = { names = {}, of = function() return FIELDS end },
    handle = handler(extension),
  }
end
table.sort(routes, function(a, b) return a.path < b.path end)
return routes
