--- One item with its full text, by any reference to it.
local fields = require("site.fields")
local params = require("web.params")
local problem = require("web.problem")
local site = require("site")
local suggestion = require("site.suggestion")
local window = require("mcp.window")

--- The tool reads whole items: a verse has a tool of its own.
local function finish(content, call)
  local surah, verse = content.url:match("/quran/(%d+)#verse%-(%d+)$")
  if not verse then return window.cut(content, call) end
  local advice = "Call svc_get_quran_reference with `surah` %s and `from_verse` %s."
  return problem.refuse("UNPROCESSABLE_REQUEST", {
    detail = ("`ref` names verse %s:%s, and this tool reads whole items."):format(surah, verse),
    resolution = advice:format(surah, verse),
  })
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
        .. "canonical URL of the item, also with `.md`, a query or a fragment; `url` keeps a "
        .. "`#verse-{n}` that the surah has.",
      example = "asset:en:quran:surah:1",
    }),
  },
  answer = { schema = "Content", description = "The item." },
  fields = fields.translated,
  problems = { "CONTENT_NOT_FOUND" },
  cache = "publication",
  counted = true,
  published = true,
  mcp = {
    name = "svc_get_content",
    brief = "reads one item as Markdown, in parts when it is long",
    advice = "Pass the `content_id` of a result that has a `markdown_url`. A result without one "
      .. "(most try-out exams) cannot be read: cite its `url`.",
    title = "Read an item",
    description = "Reads one lesson, article, try-out or surah in full as Markdown. Pass the "
      .. "`content_id` of a search result that has a `markdown_url`; one without it, as most "
      .. "try-outs, can only be cited by its `url`. Not for verses: quote them with "
      .. "svc_get_quran_reference. A long text comes in parts: `window.next_start` is the `start` "
      .. "of the next one.",
    params = window.params,
    output = { window = window.schema },
    finish = finish,
  },

  handle = function(call)
    local publication = call.publication
    local document, reason = publication:resolve(call.params.ref, call.config.site_url)
    if not document then return suggestion.refuse(call, reason) end
    local text, fault = site.text(document, publication, call.config)
    if not text then return nil, fault end
    site.keep_verse(document, publication)
    local content = site.describe(document, call.config)
    content.text = text
    site.proof.link(call, document.content_id)
    return content
  end,
}
