--- The addresses of proofs. With the digest of its publication an address means the same bytes for
-- ever, so an answer names the proof that belongs to it.

local links = require("web.links")

local proof = {}

--- The path of the proofs, and that of the relation which an answer has to its proof.
proof.PATH, proof.REL = "/proofs/", "/rel/proof"

local TITLE = "Proof of this answer, which `svc get --verify` and `svc quran --verify` check"

--- Digest of each publication that is open: asked once.
local digests = setmetatable({}, { __mode = "k" })

--- The digest of the publication in force.
-- @tparam userdata publication
-- @treturn string
function proof.digest(publication)
  local digest = digests[publication]
  if not digest then
    digest = publication:info().digest
    digests[publication] = digest
  end
  return digest
end

--- Links an answer to its proof.
-- @tparam table call
-- @tparam string name of what is proven, behind the path of the proofs
function proof.link(call, name)
  local base = call.config.base_url
  local target = base .. proof.PATH .. name .. "?publication=" .. proof.digest(call.publication)
  links.add(call, base .. proof.REL, target, TITLE)
end

--- The name of the proof of verses.
-- @tparam string locale
-- @tparam integer surah
-- @tparam integer first
-- @tparam integer last
-- @treturn string such as `en/quran/2/255` or `en/quran/2/255-257`
function proof.of_verses(locale, surah, first, last)
  local verses = first == last and first or ("%d-%d"):format(first, last)
  return ("%s/quran/%d/%s"):format(locale, surah, verses)
end

--- The verses at the end of such a name.
-- @tparam string verses such as `255` or `255-257`
-- @treturn integer|nil first; nil where it is no such name
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
