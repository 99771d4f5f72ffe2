--- Quotations of the Quran as the tool gives them: what REST gives, made for models.

local params = require("web.params")
local proof = require("site.proof")
local svc = require("svc")
local tables = require("base.tables")
local window = require("web.window")

local quoting = {}

--- Declarations of the arguments that only the tool has.
quoting.params = {
  full_sources = params.boolean({
    default = false,
    description = "Give the sources whole, as the proof covers them.",
  }),
  max_tokens = window.max_tokens,
}

--- Members that only the answer of the tool has: where a range is cut, and its rest as a reference.
quoting.output = { window = window.schema({ next = { type = "string" } }) }

--- The surah and verses that a text names, such as "Al-Baqarah" or "2:255-257". A decimal number
-- names none for certain.
-- @tparam string text
-- @treturn table|nil arguments of the tool by name; those that are not named are absent
-- @treturn string|nil without them, a sentence on what the text may be
function quoting.understand(text)
  local found, candidates = svc.quran_reference(text)
  if found and found.evidence ~= "decimal" and found.last_surah == found.surah then
    return { surah = found.surah, from_verse = found.asked_first, to_verse = found.asked_last }
  end
  local names = tables.map(candidates or {}, function(each)
    local verse = each.first and (":%d"):format(each.first) or ""
    return ("`%d%s`"):format(each.surah, verse)
  end)
  if #names > 0 then return nil, ("It may be %s."):format(table.concat(names, " or ")) end
  return nil,
    'A surah has a number or a name such as "Al-Baqarah"; svc_search_content finds it.'
end

--- The verses that a text such as "255-257" names, of a surah that another argument gives.
-- @treturn table|nil as of `understand`; nil where they are of another surah than the most verses
function quoting.understand_verses(text)
  if text:find("[:/]") then return quoting.understand(text) end
  local found = quoting.understand("2:" .. text) -- no surah has more verses than the second
  if found then found.surah = nil end
  return found, "Verses have numbers, such as 255, or `from_verse` 255 with `to_verse` 257."
end

--- A source as a citation needs it; `full_sources` asks for all of it.
local function cited(source)
  return {
    id = source.id,
    label = source.label,
    publisher = source.publisher,
    source_url = source.source_url,
  }
end

--- Makes a passage the answer of the tool: sources in short, and no more verses than there is room
-- for; `window` then leads on, and the proof is that of the verses that are left.
-- @tparam string passage of `publication:quran_json`
-- @tparam table call its typed `params`
-- @treturn table
function quoting.finish(passage, call)
  local asked, answer = call.params, svc.parse_json(passage)
  if not asked.full_sources then
    for name, source in pairs(answer.sources) do
      answer.sources[name] = cited(source)
    end
    answer.tafsir_access = {
      kind = answer.tafsir_access.kind,
      locale = answer.tafsir_access.locale,
      source = cited(answer.tafsir_access.source),
    }
  end
  local first, total = answer.verses[1].number, #answer.verses
  local length = window.cut_list(answer, "verses", asked.max_tokens)
  if length < total then
    local next_start, last = first + length, first + total - 1
    answer.window = {
      start = first,
      length = length,
      total = total,
      next_start = next_start,
      next = ("%d:%d-%d"):format(asked.surah, next_start, last),
    }
    local proven = proof.of_verses(asked.locale, asked.surah, first, next_start - 1)
    proof.link(call, proven)
  end
  return answer
end

return quoting
