--- One item by chance: the same seed gives the same item of a publication.
local svc = require("svc")
local params = require("web.params")
local problem = require("web.problem")
local site = require("site")

--- The item of a seed: the readable one whose hash with the seed is the least.
local function pick(publication, asked)
  local least, picked
  for document in publication:each(asked.locale, asked.section) do
    local hash = document.readable and svc.sha256(asked.seed .. document.content_id)
    if hash and (not least or hash < least) then
      least, picked = hash, document
    end
  end
  return picked
end

return {
  method = "GET",
  path = "/v1/random",
  operation = "getSvcRandom",
  summary = "Read an item chosen by chance",
  description = "Gives an item of a section with its full text; another seed gives another one.",
  params = {
    locale = params.locale(),
    section = params.section(),
    seed = params.integer({ min = 0, default = 0, description = "Number that picks the item." }),
  },
  answer = { schema = "Content", description = "The item." },
  problems = { "CONTENT_NOT_FOUND" },
  cache = "publication",
  counted = true,
  published = true,
  mcp = {
    name = "svc_get_random",
    brief = "reads an item chosen by chance",
    title = "Read an item chosen by chance",
    description = "Reads one lesson, article or surah in full, chosen by a number.",
  },

  handle = function(call)
    local document = pick(call.publication, call.params)
    if not document then return problem.refuse("CONTENT_NOT_FOUND") end
    document.text = site.text(document, call.publication, call.config)
    return site.describe(document, call.config)
  end,
}
