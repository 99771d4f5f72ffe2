--- The facts of each language, by its code: one file of this folder for each row of
-- the engine's table (csrc/base/locale.h). A file returns
--
--   name             its own name of the language
--   called           the names that it has besides, in any of the languages
--   the words of the pages, by the name under which pages ask for them
--   surah_label, surah_description   of the documents of the surahs (data/import)
--   max_lix          the greatest LIX (words a sentence + percentage of words longer than six
--                    letters) without a warning: compounds and affixes make words long
--   frequent         words that are frequent in it and no words of the others
--   notation         rules of data/check/notation.lua that its schools follow

local svc = require("svc")

local locales = {}
for _, code in ipairs(svc.locales) do
  locales[code] = require("base.locales." .. code)
end

return locales
