/** @file
 * The leaf of a verse in a locale: the canonical JSON (store/leaf.h) of what `GET
 * /v1/quran/{surah}` gives for that verse alone, without the members that hold addresses of a host
 * (`url`, `markdown_url`). Where the locale embeds a tafsir, the verse has the member `tafsir`
 * whether it was asked for or not: the SHA-256 of the text, in lower-case hexadecimal digits.
 */
#pragma once

#include "base/buffer.h"
#include "quran/quran.h"

/** What the leaves of a locale have in common, written once. */
typedef struct quran_leaves {
  const quran *q;
  unsigned locale;
  buffer sources;
} quran_leaves;

/** Begins the leaves of a locale. @param q must outlive `*out`. @return false when memory is out;
 * quran_leaves_free is needed in any case */
bool quran_leaves_init(const quran *q, unsigned locale, quran_leaves *out);

/** Appends the JSON of the leaf of a verse. @param index quran_verse_index */
void quran_leaf(const quran_leaves *leaves, unsigned index, buffer *out);

/** Appends the digest of a verse's tafsir as a JSON string; the locale embeds one. */
void quran_tafsir_digest(const quran_leaves *leaves, unsigned surah, unsigned verse, buffer *out);

/** Releases what they hold. */
void quran_leaves_free(quran_leaves *leaves);
