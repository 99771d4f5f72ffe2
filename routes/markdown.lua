--- The Markdown form of a page that does not exist. Those of the pages that do, where an item's
-- `markdown_url` points, are made from them (routes/init.lua). They are for reading, with whole
-- addresses, a line that leads to the index, and below a lesson its place in its path; the text as
-- it was signed, to the byte, is what /v1/content gives.
local page = require("site.page")
local problem = require("web.problem")

return {
  method = "GET",
  path = "/{+page}.md",
  produces = { page.TYPES[2] },
  handle = function() return problem.refuse("CONTENT_NOT_FOUND") end,
}
