--- Fuzz target: QuranEnc's XML. See support/edition.lua.
local edition = require("spec.proof.fuzz.support.edition")
local quranenc = require("data.import.quranenc")

return edition(quranenc.readers["quranenc-xml"], { role = "translation", entities = "decode" })
