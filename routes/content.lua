--- One item with its full text, by any reference to it.
local params = require("web.params")
local problem = require("web.problem")
local site = require("site")
local window = require("mcp.window")

--- Whether a reference is the URI of a resource that the MCP endpoint lists.
local function is_resource(call, ref)
  for _, route in ipairs(call.app.routes) do
    for _, resource in ipairs(route.server and route.server.resources or {}) do
      if resource.uri == ref then return true end
    end
  end
  return false
end

--- Why a reference is refused, by the reason that the store gives. Each: (call) -> nil, problem.
local REFUSALS = {
  foreign = function(call)
    local detail = "`ref` is a URL of another origin; this service knows %s."
    return problem.refuse("UNPROCESSABLE_REQUEST", detail:format(call.config.site_url))
  end,
  not_found = function(call)
    local ref = call.params.ref
    if not is_resource(call, ref) then return problem.refuse("CONTENT_NOT_FOUND") end
    return problem.refuse("CONTENT_NOT_FOUND", {
      detail = ("`%s` is a resource of the MCP endpoint, not an item."):format(ref),
      resolution = ("Read it with `resources/read` at %s; a `ref` is a `content_id`."):format(
        call.config.mcp_url
      ),
    })
  end,
}

return {
  method = "GET",
  path = "/v1/content",
  operation = "getSvcContent",
  summary = "Read an item",
  description = "Resolves a reference and gives the item with its full text as Markdown.",
  params = {
    ref = params.string({
      required = true,
      max_bytes = 2048,
      description = "A content ID from search, a resource URI `svc://content/{content_id}`, or the "
        .. "canonical URL of the item, also with `.md`, a query or a fragment.",
      example = "asset:en:quran:surah:1",
    }),
  },
  answer = { schema = "Content", description = "The item.", headers = { "Link" } },
  problems = { "CONTENT_NOT_FOUND" },
  cache = "publication",
  counted = true,
  published = true,
  mcp = {
    name = "svc_get_content",
    brief = "reads one item as Markdown, in parts when it is long",
    title = "Read an item",
    description = "Reads one lesson, article or surah in full as Markdown. Pass `content_id` of a "
      .. "search result that has a `markdown_url`; results without one can only be cited by `url`. "
      .. "A long text comes in parts: `window.next_start` is the `start` of the next one.",
    params = window.params,
    output = { window = window.schema },
    finish = window.cut,
  },

  handle = function(call)
    local publication = call.publication
    local document, reason = publication:resolve(call.params.ref, call.config.site_url)
    if not document then return REFUSALS[reason](call) end
    local text, fault = site.text(document, publication, call.config)
    if not text then return nil, fault end
    local content = site.describe(document, call.config)
    content.text = text
    site.proof.link(call, document.content_id)
    return content
  end,
}
