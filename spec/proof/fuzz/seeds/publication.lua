--- Kept inputs of the fuzz target `publication`, by name: whole files as only a faulty signer would
-- make them, and trust files.
local forge = require("spec.support.publication.forge")
local svc = require("svc")

local KEY = {
  private = "-----BEGIN PRIVATE KEY-----\n"
    .. "MC4CAQAwBQYDK2VwBCIEIAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEB\n"
    .. "-----END PRIVATE KEY-----\n",
  public = "8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c",
}
local SECTIONS = { documents = 1, labels = 2, search = 4, trees = 5, assets = 6, paths = 7 }
local TEXT =
  "# T\n\nlight light fast\n\n## Two\n\n- a **b** `c` 2024 x^2\n| a | b |\n|---|---|\n| c | d |\n"

local function builder()
  local new = forge.builder(TEXT)
  local drawing = require("spec.proof.fuzz.seeds.image")["svg-declared"]
  local other = drawing:gsub("circle", "rect")
  new:asset({ name = ("b.%s.svg"):format(svc.sha256(other):sub(1, 16)), bytes = other })
  new:asset({ name = ("a.%s.svg"):format(svc.sha256(drawing):sub(1, 16)), bytes = drawing })
  new:document({
    id = "asset:en:material:physics:waves",
    concept = "concept:physics:waves",
    lens = "lens:material:physics",
    route = "material/physics/waves",
    title = "Waves",
    text = "# Waves\n",
  })
  new:label({ kind = "country", locale = "de", id = "germany", label = "Deutschland" })
  new:paths({
    { lesson = "lo:material:physics:light", level = "lower", minutes = 10, after = {} },
    {
      lesson = "lo:material:physics:waves",
      level = "upper",
      minutes = 20,
      after = { "lo:material:physics:light" },
    },
  })
  return new
end

local whole = forge.signed(builder(), KEY)

--- The section of an identifier among the parts of a publication.
local function section(parts, id)
  for _, each in ipairs(parts.sections) do
    if each.id == id then return each end
  end
end

--- The publication with another section, signed again.
local function with(id, change)
  local parts = forge.parse(whole)
  local one = section(parts, id)
  one.bytes = change(one.bytes)
  return forge.build(parts, { KEY })
end

local function cut(id, length)
  return with(id, function(bytes) return bytes:sub(1, length) end)
end

local function patched(id, at, word)
  return with(
    id,
    function(bytes) return bytes:sub(1, at) .. ("<I4"):pack(word) .. bytes:sub(at + 5) end
  )
end

local function forged(wrong)
  local parts = forge.parse(whole)
  for name, value in pairs(wrong) do
    parts[name] = value
  end
  return forge.build(parts, { KEY })
end

local function trust(terms)
  local keys = { threshold = 1, keys = { KEY.public } }
  local root = { expires = 2000000000, root = keys, publication = keys }
  local text = assert(svc.extend_trust(nil, root, { KEY.private }))
  return (text:gsub(terms[1], terms[2]))
end

--- Words of a section that are another number: `{ offset, number }`.
local WORDS = {
  assets = { { 100, 0xffffffff }, { 104, 0xffffffff }, { 124, 1 } },
  documents = { { 24, 0xffffffff }, { 320, 0xffffffff } },
  labels = { { 12, 0xffffffff }, { 24, 0xffffffff }, { 44, 1 } },
  paths = { { 12, 0xffffffff }, { 48, 1 }, { 76, 1 } },
  search = {
    { 104, 0xff },
    { 120, 0xff },
    { 196, 0x41 },
    { 220, 0xffffffff },
    { 264, 0xffffffff },
    { 496, 0xff },
    { 500, 0xffffffff },
    { 1508, 0xffffffff },
    { 1520, 0x41 },
  },
}

local seeds = {
  ["assets-empty"] = cut(SECTIONS.assets, 0),
  ["content-changed"] = forged({ content = function(c) return "x" .. c:sub(2) end }),
  ["content-trailing"] = forged({ trailing = ("x"):rep(64) }),
  ["header-manifest-beyond"] = forged({ header = { manifest = 1 << 40 } }),
  ["header-only"] = whole:sub(1, 64),
  ["manifest-dates-reversed"] = forged({ manifest = { created = 3, expires = 2 } }),
  ["manifest-id-other"] = forged({ manifest = { id = ("x"):rep(32) } }),
  ["manifest-sections-many"] = forged({ manifest = { sections = 1000 } }),
  ["manifest-trees-many"] = forged({ manifest = { trees = 60 } }),
  ["sections-missing"] = forged({ entries = function(e) table.remove(e, 2) end }),
  ["sections-overlap"] = forged({ entries = function(e) e[2].offset = e[1].offset end }),
  ["signature-wrong"] = forged({ signatures = function(s) s[1] = ("x"):rep(64) end }),
  ["state"] = "svc-state 1\nroot 1 "
    .. ("a"):rep(64)
    .. "\nkey "
    .. ("b"):rep(64)
    .. " 5 "
    .. ("c"):rep(64)
    .. "\n",
  ["state-two"] = "svc-state 1\nroot 1 "
    .. ("a"):rep(64)
    .. "\n"
    .. ("key " .. ("b"):rep(64) .. " 5 " .. ("c"):rep(64) .. "\n"):rep(2),
  ["trust"] = trust({ "", "" }),
  ["trust-expires-not-a-number"] = trust({ "expires 2", "expires x" }),
  ["trust-key-cut"] = trust({ "root%-key ....", "root-key " }),
  ["trust-key-repeated"] = trust({ "root%-key [^\n]*\n", "%0%0" }),
  ["trust-signature-wrong"] = trust({ "signature (%x+) ..", "signature %1 00" }),
  ["whole"] = whole,
}
for name, words in pairs(WORDS) do
  for _, word in ipairs(words) do
    local at, number = table.unpack(word)
    seeds[("%s-word-%d-is-%x"):format(name, at, number)] = patched(SECTIONS[name], at, number)
  end
end
return seeds
