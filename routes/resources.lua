--- The resources of the MCP endpoint: how to use it, what there is, and each item by its ID.
local svc = require("svc")
local problem = require("web.problem")
local site = require("site")

local usage = {
  uri = "svc://usage",
  name = "usage",
  title = "How to use this server",
  description = "Which tool to use when, and how to cite.",
  mimeType = "text/markdown",
  read = function(x) return { text = x.server.instructions } end,
}

local taxonomy = {
  uri = "svc://taxonomy",
  name = "taxonomy",
  title = "What there is",
  description = "Locales, sections, article categories, try-out countries and exams, and counts.",
  mimeType = "application/json",
  read = function(x)
    local value, refused = x:use("svc_get_taxonomy", {})
    if not value then return nil, refused end
    return { text = svc.json(value) }
  end,
}

local content = {
  uriTemplate = "svc://content/{content_id}",
  name = "content",
  title = "An item",
  description = "The full Markdown text of one item, by the `content_id` of a search result.",
  mimeType = "text/markdown",
  read = function(x)
    if not x.publication then return problem.refuse("SERVICE_UNAVAILABLE") end
    local document = x.publication:document(x.variables.content_id)
    if not document then return problem.refuse("CONTENT_NOT_FOUND") end
    local text, refused = site.text(document, x.publication, x.config)
    if not text then return nil, refused end
    return { text = text }
  end,
}

return { resources = { usage, taxonomy }, templates = { content } }
