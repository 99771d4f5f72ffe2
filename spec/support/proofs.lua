--- What an API gives of a publication, as the texts that a proof is about.
local svc = require("svc")

local proofs = {}

proofs.site = "https://site.test"

--- Adds the addresses of a host to what the engine says of an item.
local function addressed(answer)
  answer.url = ("%s/%s/%s"):format(proofs.site, answer.locale, answer.route)
  answer.markdown_url = answer.url .. ".md"
  return answer
end

--- The answer that gives an item.
-- @tparam userdata publication
-- @tparam table document of it @treturn table
function proofs.content(publication, document)
  local answer = {}
  for name, value in pairs(document) do
    answer[name] = value
  end
  answer.text, answer.updated, answer.readable = publication:text(document.content_id), nil, nil
  return addressed(answer)
end

--- The answer that gives verses.
-- @tparam userdata publication
-- @tparam string locale @tparam integer surah @tparam integer first @tparam integer last
-- @tparam boolean tafsir @treturn table
function proofs.verses(publication, locale, surah, first, last, tafsir)
  return addressed(assert(publication:quran(surah, first, last, locale, tafsir)))
end

--- The text of a leaf: an answer without addresses.
-- @tparam table answer changed @treturn string
function proofs.leaf(answer)
  answer.url, answer.markdown_url = nil, nil
  return svc.json(answer)
end

return proofs
