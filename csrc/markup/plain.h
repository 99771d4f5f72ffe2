/** @file
 * Markdown as plain text that remembers where it came from.
 */
#pragma once

#include "base/buffer.h"
#include "markup/document.h"

/** A stretch of plain text that stands in the source without a gap, or a formula. */
typedef struct plain_run {
  uint32_t plain, source; /**< offsets of its first byte */
  bool formula;           /**< all of it comes from `source` */
  bool strong;            /**< it is emphasised strongly, as a term is where it is defined */
} plain_run;

/** A leaf block: paragraph, heading, list item's text, code, table. */
typedef struct plain_block {
  uint32_t plain;  /**< offset of its first byte; blocks are separated by a newline */
  uint32_t source; /**< offset of the source line it begins on */
  uint8_t level;   /**< of a heading, 0 for anything else */
  bool sentence;   /**< it is no code, and ends as a sentence */
  bool paragraph;  /**< neither heading, table, image, item of a list nor code */
} plain_block;

typedef struct plain_text {
  buffer plain; /**< valid UTF-8 when the source is */
  uint32_t source_len;
  plain_run *runs;
  size_t run_count, run_size;
  plain_block *blocks;
  size_t block_count, block_size;
  markup_tree tree; /**< of the source */
} plain_text;

/** Reads `source` (below 4 GiB) into `out`, whose memory is reused; zeros to begin with. Raw HTML
 * tags and comments are dropped, formulas are written on one line (`x²`, `(a + b)/2`), blocks but
 * code that end a sentence without a punctuation mark get a full stop. @return false when memory is
 * out. O(bytes). */
bool plain_read(plain_text *out, span source);

/** Offset in the source of the plain text's byte at `plain`, for a formula that of its beginning.
 * O(log runs). */
uint32_t plain_source(const plain_text *text, uint32_t plain);

/** Releases what it holds; it may be used again. */
void plain_free(plain_text *text);
