--- Fuzz target: QuranEnc's CSV. See support/edition.lua.
local edition = require("spec.proof.fuzz.support.edition")
local quranenc = require("data.import.quranenc")

return edition(quranenc.readers["quranenc-csv"], { role = "translation", entities = "decode" })
