--- The addresses of proofs. An address has the digest of its publication and so always gives the
-- same bytes: an answer names the very proof that belongs to it.

local links = require("web.links")

local proof = {}

--- The path of the proofs, and that of the relation which an answer has to its proof.
proof.PATH, proof.REL = "/proofs/", "/rel/proof"

--- Prepared texts of each open publication.
local prepared = setmetatable({}, { __mode = "k" })

local function prepare(publication, base)
  local info = publication:info()
  local digest = info.digest
  local behind = "?publication=" .. digest
  local kind = links.kind(base .. proof.PATH, behind, base .. proof.REL)
  local signers = table.concat(info.signers, " ")
  prepared[publication] = { base = base, digest = digest, kind = kind, signers = signers }
  return prepared[publication]
end

local function of(call)
  local base, known = call.config.base_url, prepared[call.publication]
  return known and known.base == base and known or prepare(call.publication, base)
end

--- The digest of the publication in force.
-- @tparam table call
-- @treturn string
function proof.digest(call) return of(call).digest end

--- The keys that signed the publication in force, with spaces between them.
-- @tparam table call
-- @treturn string
function proof.signers(call) return of(call).signers end

--- Links an answer to its proof.
-- @tparam table call
-- @tparam string name of what is proven, behind the path of the proofs
function proof.link(call, name)
  local known = prepared[call.publication]
  if not known or known.base ~= call.config.base_url then known = of(call) end
  links.set(call, known.kind, name)
end

--- The name of the proof of verses.
-- @tparam string locale
-- @tparam integer surah
-- @tparam integer first
-- @tparam integer last
-- @treturn string such as `en/quran/2/255` or `en/quran/2/255-257`
function proof.of_verses(locale, surah, first, last)
  local verse = locale .. "/quran/" .. surah .. "/" .. first
  return first == last and verse or verse .. "-" .. last
end

--- The verses at the end of such a name.
-- @tparam string verses such as `255` or `255-257`
-- @treturn integer|nil first; nil where the name is another one
-- @treturn integer|nil last
function proof.verses_of(verses)
  local first, last = verses:match("^([1-9]%d*)%-([1-9]%d*)$")
  if not first then
    first = math.tointeger(verses:match("^[1-9]%d*$"))
    return first, first
  end
  first, last = math.tointeger(first), math.tointeger(last)
  if first < last then return first, last end
end

return proof
