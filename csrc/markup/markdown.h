/** @file
 * Markdown (GitHub's dialect with LaTeX math) as plain text that remembers where it came from.
 */
#ifndef SVC_MARKUP_MARKDOWN_H
#define SVC_MARKUP_MARKDOWN_H

#include "base/buffer.h"

enum { MARKDOWN_PARSER_FLAGS = 0x0004 | 0x0008 | 0x0400 | 0x0100 | 0x0200 | 0x0800 | 0x1000 };

/** A stretch of plain text that stands in the source without a gap, or a formula. */
typedef struct markdown_run {
  uint32_t plain, source; /**< offsets of its first byte */
  bool formula;           /**< all of it comes from `source` */
} markdown_run;

/** A leaf block: paragraph, heading, list item's text, code, table. */
typedef struct markdown_block {
  uint32_t plain;  /**< offset of its first byte; blocks are separated by a newline */
  uint32_t source; /**< offset of the source line it begins on */
  bool heading, code;
  bool sentence; /**< a heading or an item of a list: read as a sentence of its own */
} markdown_block;

typedef struct markdown_text {
  buffer plain; /**< valid UTF-8 when the source is */
  uint32_t source_len;
  markdown_run *runs;
  size_t run_count, run_size;
  markdown_block *blocks;
  size_t block_count, block_size;
} markdown_text;

/** Reads `source` (below 4 GiB) into `out`, whose memory is reused; zeros to begin with. Raw HTML
 * tags are dropped, formulas are written on one line (`x²`, `(a + b)/2`), headings and items
 * of lists that end without a punctuation mark get a full stop. A text that text/surplus.h bounds
 * is one paragraph, as it is written. @return false when memory is out. O(bytes). */
bool markdown_read(markdown_text *out, span source);

/** Offset in the source of the plain text's byte at `plain`, for a formula that of its beginning.
 * O(log runs). */
uint32_t markdown_source(const markdown_text *text, uint32_t plain);

/** Appends what a character reference stands for, `&#233;` or one of the frequent named ones; a
 * name that is not known is appended as it is written. */
void markdown_entity(buffer *out, span entity);

/** Releases what it holds; it may be used again. */
void markdown_free(markdown_text *text);

#endif
