/** @file
 * Verses as the canonical JSON (store/document.h) that `GET /v1/quran/{surah}` gives, and the leaf
 * of a verse in a locale: that JSON for the verse alone, without the members that hold addresses of
 * a host (`url`, `markdown_url`). In a locale that embeds a tafsir, the verse of a leaf always has
 * the member `tafsir`: the SHA-256 of the text, in lower-case hexadecimal digits.
 */
#pragma once

#include "base/buffer.h"
#include "quran/quran.h"

/** The values that all verses of a locale share. */
typedef struct quran_leaves {
  const quran *q;
  unsigned locale;
  span sources; /**< from quran_write_sources */
} quran_leaves;

/** A range of existing verses of a surah. */
typedef struct quran_passage {
  unsigned surah, first, last;
  bool tafsir; /**< with its text, where the locale embeds one */
  span site;   /**< that the addresses begin with; absent: they are left out */
} quran_passage;

/** Appends the members `sources` and `tafsir_access`, each after a comma. */
void quran_write_sources(const quran *q, unsigned locale, buffer *out);

/** Appends the JSON of verses. */
void quran_write_passage(const quran_leaves *leaves, const quran_passage *passage, buffer *out);

/** Appends the JSON of the leaf of a verse. @param index quran_verse_index */
void quran_leaf(const quran_leaves *leaves, unsigned index, buffer *out);

/** Appends the digest of a verse's tafsir as a JSON string; the locale embeds one. */
void quran_tafsir_digest(const quran_leaves *leaves, unsigned surah, unsigned verse, buffer *out);
