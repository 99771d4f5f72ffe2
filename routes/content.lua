--- One item with its full text, by any reference to it.
local meant = require("site.meant")
local params = require("web.params")
local problem = require("web.problem")
local site = require("site")
local window = require("mcp.window")

--- Whether a reference is the URI of a resource that the MCP endpoint lists.
local function is_resource(call, ref)
  for _, route in ipairs(call.app.routes) do
    for _, resource in ipairs(route.server and route.server.resources or {}) do
      if resource.uri == ref:lower() then return true end
    end
  end
  return false
end

local CODES = { foreign = "UNPROCESSABLE_REQUEST", not_found = "CONTENT_NOT_FOUND" }

--- Refuses a reference, for the reason that the store gives, with what would have worked.
local function refuse(call, reason)
  local ref, own = call.params.ref, {}
  if reason == "foreign" then
    own.detail = ("`ref` is a URL of another origin; this service knows %s."):format(
      call.config.site_url
    )
  elseif is_resource(call, ref) then
    own.detail = ("`%s` is a resource of the MCP endpoint, not an item."):format(ref)
    own.resolution = ("Read it with `resources/read` at %s; a `ref` is a `content_id`."):format(
      call.config.mcp_url
    )
  end
  local near = meant.item(ref, call.publication, call.config.site_url)
  if near then own.resolution = ("Use `ref=%s`, which it comes nearest to."):format(near) end
  return problem.refuse(CODES[reason], own)
end

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
  answer = { schema = "Content", description = "The item." },
  problems = { "CONTENT_NOT_FOUND" },
  cache = "publication",
  counted = true,
  published = true,
  mcp = {
    name = "svc_get_content",
    brief = "reads one item as Markdown, in parts when it is long",
    advice = "Pass the `content_id` of a result that has a `markdown_url`. A result without one "
      .. "(a try-out exam) cannot be read: cite its `url`.",
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
    if not document then return refuse(call, reason) end
    local text, fault = site.text(document, publication, call.config)
    if not text then return nil, fault end
    local content = site.describe(document, call.config)
    content.text = text
    return content
  end,
}
