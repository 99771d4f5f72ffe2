/** @file
 * Builds the QURAN section drawn in quran/tables.h: entries are appended table by table, in any
 * order between the tables, and the finished section is opened and validated as a reader would.
 */
#pragma once

#include "base/buffer.h"
#include "quran/quran.h"

typedef struct quran_builder {
  struct quran_column {
    buffer entries; /**< the numbers, or the end of each text within `bytes` */
    buffer bytes;   /**< the texts, joined */
    uint32_t count;
  } columns[QURAN_TABLES];
} quran_builder;

/** Appends the next entry of a table of texts. The bytes are copied. */
void quran_builder_text(quran_builder *b, unsigned table, span text);

/** Appends the next entry of a table of numbers. */
void quran_builder_number(quran_builder *b, unsigned table, uint32_t value);

/** Number of entries that `table` has so far. */
static inline uint32_t quran_builder_count(const quran_builder *b, unsigned table) {
  return b->columns[table].count;
}

/** Writes the section to `out` and validates it. @return false with `*why` filled, and `*out` of
 * no use, when memory is out, the section would pass 4 GiB or quran_open refuses it. */
bool quran_builder_finish(const quran_builder *b, buffer *out, fault *why);

/** Releases what a builder holds. A builder of zeros is empty and may be freed. */
void quran_builder_free(quran_builder *b);
