/** @file
 * Markdown as plain text that remembers its blocks and what is emphasised.
 */
#pragma once

#include "base/buffer.h"
#include "markup/document.h"

/** A leaf block: paragraph, heading, list item's text, code, table. */
typedef struct plain_block {
  uint32_t plain; /**< offset of its first byte; blocks are separated by a newline */
  uint8_t level;  /**< of a heading, 0 for anything else */
  bool sentence;  /**< it is no code, and ends as a sentence */
  bool paragraph; /**< neither heading, table, image, item of a list nor code */
} plain_block;

typedef struct plain_text {
  buffer plain;    /**< valid UTF-8 when the source is */
  uint32_t *turns; /**< offsets where strong emphasis, as of a term that is defined, begins and
                        ends in turn */
  size_t turn_count, turn_size;
  plain_block *blocks;
  size_t block_count, block_size;
  markup_tree tree; /**< of the source */
} plain_text;

/** Reads `source` (below 4 GiB) into `out`, whose memory is reused; zeros to begin with. Raw HTML
 * tags and comments are dropped, formulas are written on one line (`x²`, `(a + b)/2`), blocks but
 * code that end a sentence without a punctuation mark get a full stop. @return false when memory is
 * out. O(bytes). */
bool plain_read(plain_text *out, span source);

/** Releases what it holds; it may be used again. */
void plain_free(plain_text *text);
