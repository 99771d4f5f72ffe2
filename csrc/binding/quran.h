/** @file
 * From the Lua table of a Quran to the QURAN section, for the publication builder.
 *
 * The table, all of it required unless marked "?", by each locale that has a Quran (base/locale.h):
 *   surahs        114 of { name, arabic_name, revelation = "Meccan"|"Medinan",
 *                          names? = locale -> the name as that language's books write it,
 *                          meanings = locale -> text, that of en required }
 *   arabic        6236 strings, verse 1:1 first
 *   bismillah?    surah number -> the opening formula that was separated from its verse 1
 *   simple?       6236 strings: the verses in modern spelling, for the search index only
 *   subjects?     locale -> what verses and surahs are known by, for the search index only: of each
 *                 reference, as "17:1" and "12", a text with a subject a line, single words first
 *   translations  locale -> 6236 of either a string or
 *                 { text, marks = list of { offset, number }, notes = list of { number, text } }
 *   tafsir        locale -> 6236 strings, where one is embedded (quran_source_embedded)
 *   sources       { arabic = S, translation = locale -> S, tafsir = locale -> S }, S being
 *                 { label, notice, publisher, retrieved_at, source_url, update_url, version,
 *                   artifact = A, terms = { url, artifact = A, known? = locale -> what is known of
 *                   them } }, A being { digest, byte_count, file_count }; an external source has
 *                 no A; that of the Arabic text has notices? = locale -> its notice
 *   access        locale -> how its tafsir may be had
 */
#pragma once

#include "base/buffer.h"
#include "binding/modules.h"
#include "quran/quran.h"

/** Builds the section from the table at `index` into the empty buffer `section`; the stack is left
 * as it was. Raises only when Lua's memory is out. @return false with `*why` filled, naming the
 * member that is missing or wrong. */
bool lua_quran_build(lua_State *L, int index, buffer *section, fault *why);

/** The verse in modern spelling from the same table, absent when it has none. It lives as long as
 * the table holds it. @param surah, verse must exist. */
span lua_quran_simple(lua_State *L, int index, unsigned surah, unsigned verse);

/** The subjects of a verse, or of a surah where `verse` is 0, from the same table; absent when it
 * has none. They live as long as the table holds them. */
span lua_quran_subjects(lua_State *L, int index, unsigned locale, unsigned surah, unsigned verse);
