/** @file
 * One locale of the index while it is built.
 */
#pragma once

#include "base/buffer.h"
#include "base/fault.h"
#include "search/index.h"
#include "search/vocabulary.h"
#include "text/analyze.h"

typedef struct partition_builder {
  unsigned locale;
  vocabulary words;
  uint32_t units, documents, first;
  uint32_t section_end[SECTION_COUNT];
  buffer lengths; /**< u32 a unit: weighted words, and the flags below */
  buffer runs;
  buffer map_index, maps;
  lexicon_writer variants;
} partition_builder;

/** Flags of a length: a verse; a document without text, which only says where one is to be had. */
#define LENGTH_VERSE (UINT32_C(1) << 31)
#define LENGTH_CITED (UINT32_C(1) << 30)
#define LENGTH_MOST (LENGTH_CITED - 1)

/** Fills in why the words can take no more: they are too many, or memory is out. @return false */
bool partition_refuse(const partition_builder *p, fault *why);

/** Appends the partition to `out`. Beside the builder it takes some 30 bytes a term, and the lists
 * of one group at a time. @return false with `*why` filled. */
bool partition_write(partition_builder *p, analyzer *stems, spool *out, fault *why);

/** Forgets everything and frees its memory. */
void partition_free(partition_builder *p);
