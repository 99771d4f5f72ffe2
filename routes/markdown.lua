--- The Markdown form of every page, where an item's `markdown_url` points: what the page answers to
-- `Accept: text/markdown`. It is for reading, with whole addresses and a line that leads to the
-- index; the text as it was signed, to the byte, is what /v1/content gives.
local page = require("page")
local problem = require("problem")

return {
  method = "GET",
  path = "/{+page}.md",
  produces = { page.TYPES[2] },
  cache = "publication",

  handle = function(call)
    local path = "/" .. call.captures.page
    local response, fault = page.markdown_at(call, path == "/index" and "/" or path)
    if response then return response end
    local known = fault and fault.code ~= "ENDPOINT_NOT_FOUND"
    return nil, known and fault or problem.new("CONTENT_NOT_FOUND")
  end,
}
