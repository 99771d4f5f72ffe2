--- One item with its full text, by any reference to it.
local fields = require("site.fields")
local params = require("web.params")
local problem = require("web.problem")
local site = require("site")
local suggestion = require("site.suggestion")
local svc = require("svc")
local window = require("web.window")

--- Try-outs that are counted at most: the list of tools is made once for each publication.
local COUNTED = 10000

--- Sentences on the publication for the description of the tool.
local function facts(publication)
  local readable, all = 0, 0
  for _, locale in ipairs(publication and svc.locales or {}) do
    for document in publication:each(locale, "tryout") do
      all = all + 1
      if document.readable then readable = readable + 1 end
      if all == COUNTED then return { tryouts = "" } end
    end
  end
  if readable == all then return { tryouts = "" } end
  local some = " %d of %d try-outs can be read."
  return { tryouts = some:format(readable, all) }
end

--- The tool reads whole items: a verse has a tool of its own.
local function finish(_, call)
  local content, verse = call.publication:document(call.content_id), call.verse
  if not verse then
    content.text = call.publication:text(call.content_id)
    return window.cut(site.describe(content, call.config), call)
  end
  local surah = site.surah(content)
  local advice = "Call svc_get_quran_reference with `surah` %d and `from_verse` %d."
  return problem.refuse("UNPROCESSABLE_REQUEST", {
    detail = ("`ref` names verse %d:%d, and this tool reads whole items."):format(surah, verse),
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
      brief = "A `content_id`, `svc://content/{content_id}`, or the URL of the item.",
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
      .. "cannot be read: cite its `url`.",
    title = "Read an item",
    description = "Reads one lesson, article, try-out or surah as Markdown. Pass the `content_id` "
      .. "of a search result that has a `markdown_url`; one without it can only be cited by its "
      .. "`url`.{tryouts} Not for verses: quote them with svc_get_quran_reference. A long text "
      .. "comes in parts: `window.next_start` is the `start` of the next one.",
    facts = facts,
    params = window.params,
    output = { window = window.schema() },
    finish = finish,
  },

  handle = function(call)
    local publication, config, ref = call.publication, call.config, call.params.ref
    local item, id, verse = publication:content(ref, config.site_url)
    if not item then
      if id ~= "unreadable" then return suggestion.refuse(call, id) end
      return site.text(publication:resolve(ref, config.site_url), publication, config)
    end
    call.content_id, call.verse = id, verse or false
    site.proof.link(call, id)
    return item
  end,
}
