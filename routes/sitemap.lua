--- Every page, for crawlers: `/sitemap.xml`, and the files that it leads to where it is an index.
local problem = require("web.problem")
local sitemap = require("site.sitemap")

local function route(path, handle)
  return {
    method = "GET",
    path = path,
    produces = { "application/xml" },
    cache = "publication",
    published = true,
    handle = handle,
  }
end

return {
  route("/sitemap.xml", function(call) return sitemap.whole(call.publication, call.config) end),
  route("/sitemap-{file}.xml", function(call)
    local number = math.tointeger(tonumber(call.captures.file:match("^[1-9]%d*$")))
    local xml = number and sitemap.file(call.publication, number, call.config)
    if not xml then return problem.refuse("ENDPOINT_NOT_FOUND") end
    return xml
  end),
}
