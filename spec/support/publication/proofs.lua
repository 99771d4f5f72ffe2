--- The answers of an API from a publication, as the texts that a proof is about.
local svc = require("svc")
local forge = require("spec.support.publication.forge")
local node = require("spec.support.web.node")

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

local function text_of(fault) return fault and "refused: " .. fault end

--- The verdict of `svc.verify_proof` on a case.
-- @tparam table case `answer`, `proof`: texts; `trust`: path; `now`; `state`: path or nil
-- @treturn string `good SEQUENCE EXPIRES`, or `refused: …`
function proofs.judge(case)
  local options = { trust = case.trust, now = case.now, state = case.state }
  local found, fault = svc.verify_proof(case.answer, case.proof, options)
  return text_of(fault) or ("good %d %d"):format(found.sequence, found.expires)
end

--- The verdicts of the two verifiers in JavaScript on cases: the one written from /docs/proofs, and
-- the client's.
-- @tparam {table,...} cases as of `proofs.judge`; `seen`: list of `{key, sequence, digest}`
-- @treturn {{string,string},...}
function proofs.judge_elsewhere(cases)
  local path, outcomes = os.tmpname(), {}
  local file = assert(io.open(path, "wb"))
  for _, case in ipairs(cases) do
    local head = { answer = #case.answer, proof = #case.proof, trust = case.trust }
    head.now, head.seen = case.now, svc.array(case.seen or {})
    file:write(svc.json(head), "\n", case.answer, case.proof)
  end
  file:close()
  local output = node.run("spec/support/publication/judge_proofs.mjs " .. path)
  for own, client in output:gmatch("([^\t\n]*)\t([^\n]*)\n") do
    outcomes[#outcomes + 1] = { own, client }
  end
  os.remove(path)
  assert(#outcomes == #cases, output:sub(-2000))
  return outcomes
end

--- A proof with another envelope.
-- @tparam table proof decoded; changed
-- @tparam table keys pairs that sign, in the order in which they are to stand
-- @tparam[opt] function change of the manifest's bytes, before they are signed
-- @tparam[opt] table replaced members of the proof
-- @treturn string the proof as canonical JSON
function proofs.sign(proof, keys, change, replaced)
  local header, manifest = forge.unhex(proof.header), forge.unhex(proof.manifest)
  local s, n = ("<I4I4"):unpack(manifest, 93)
  local signers = manifest:sub(105 + 24 * s, 104 + 24 * s + 32 * n)
  local at = manifest:find(signers, 1, true)
  local list = {}
  for i, key in ipairs(keys) do
    list[i] = forge.unhex(key.public)
  end
  manifest = manifest:sub(1, 96)
    .. ("<I4"):pack(#keys)
    .. manifest:sub(101, at - 1)
    .. table.concat(list)
    .. manifest:sub(at + #signers)
  if change then manifest = change(manifest) end
  proof.manifest, proof.signatures = forge.hex(manifest), svc.array()
  for i, key in ipairs(keys) do
    local type = "application/vnd.svc.publication.v3"
    proof.signatures[i] = svc.sign(key.private, type, header .. manifest)
  end
  for name, value in pairs(replaced or {}) do
    proof[name] = value
  end
  return svc.json(proof)
end

return proofs
