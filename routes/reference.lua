--- The verses, the surah or the juz that a text names, for programs whose users type it, such as
-- the command line. It is not part of the contract.
local svc = require("svc")
local params = require("web.params")
local passage = require("site.passage")

--- A reference as it is answered: `juz` and `to_surah` for a juz alone, no verses for a whole
-- surah.
local function shown(found, publication, locale)
  local surah = publication:surah(found.surah, locale)
  return {
    surah = found.surah,
    name = surah and surah.name,
    juz = found.juz,
    from_verse = found.asked_first,
    to_surah = found.juz and found.last_surah,
    to_verse = found.asked_last,
  }
end

return {
  method = "GET",
  path = "/reference",
  params = {
    q = params.string({
      required = true,
      max_bytes = svc.query_bytes,
      description = "A reference as people write it, such as Al-Baqarah 255.",
    }),
    locale = params.locale({
      values = svc.quran_locales,
      description = "Language of the names.",
    }),
  },
  cache = "publication",
  counted = true,
  published = true,

  handle = function(call)
    local asked, publication = call.params, call.publication
    local found, candidates = passage.read(asked.q, publication, asked.locale)
    if found then return shown(found, publication, asked.locale) end
    local list = svc.array({})
    for i, each in ipairs(candidates or {}) do
      list[i] = shown(each, publication, asked.locale)
    end
    return { candidates = list }
  end,
}
