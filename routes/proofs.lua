--- Proofs: with one of them and the trust file, the receiver of an answer sees alone that it is
-- what the publisher signed. The answer's Link header names it; /docs/proofs describes it.
local svc = require("svc")
local params = require("web.params")
local problem = require("web.problem")
local proof = require("site.proof")
local respond = require("web.respond")

local DIGEST = params.string({
  max_bytes = 64,
  description = "Digest of the publication that the proof is of; else that in force.",
})

local function gone()
  return problem.refuse("CONTENT_NOT_FOUND", {
    detail = "The publication of that digest is no longer served.",
    resolution = "Ask for the answer again; its Link header names the proof that belongs to it.",
  })
end

--- Answers with a proof; with the digest of its publication it never changes.
local function answer(call, text, missing)
  local asked = call.params.publication
  if not text then return problem.refuse(missing) end
  if not asked then return text end
  if asked ~= proof.digest(call) then return gone() end
  return respond.value(text, respond.head(call.type, "asset"))
end

local function of_document(call)
  local text = call.publication:proof(call.params.content_id)
  return answer(call, text, "CONTENT_NOT_FOUND")
end

local function of_verses(call)
  local asked = call.params
  local first, last = proof.verses_of(asked.verses)
  local text = first and call.publication:verse_proof(asked.locale, asked.surah, first, last)
  return answer(call, text, "CONTENT_NOT_FOUND")
end

local function route(path, declared, handle)
  declared.publication = DIGEST
  return {
    method = "GET",
    path = proof.PATH .. path,
    params = declared,
    cache = "publication",
    published = true,
    handle = handle,
  }
end

return {
  route("{content_id}", {
    content_id = params.string({ from = "path", max_bytes = 2048, description = "Content ID." }),
  }, of_document),
  route("{locale}/quran/{surah}/{verses}", {
    locale = params.locale({
      from = "path",
      values = svc.quran_locales,
      missing = "CONTENT_NOT_FOUND",
    }),
    surah = params.integer({
      from = "path",
      min = 1,
      max = svc.surahs,
      missing = "SURAH_NOT_FOUND",
      description = "Number of the surah.",
    }),
    verses = params.string({
      from = "path",
      max_bytes = 7,
      description = "A verse, such as 255, or a range, such as 255-257.",
    }),
  }, of_verses),
  {
    method = "GET",
    path = proof.REL,
    produces = { "text/html; charset=utf-8" },
    handle = function() return respond.new(308, { { "Location", "/docs/proofs" } }, "") end,
  },
}
