/** @file
 * The present line, and the blocks that are open.
 */
#pragma once

#include "base/ascii.h"
#include "markup/inline_reader.h"
#include "markup/parser.h"

/** Takes the definitions off the open paragraph. @return its prose, NULL when nothing remains */
prose *paragraph_definitions(parser *p);

/** Takes `{#id}` off the end of a heading. */
void heading_take_id(node *heading, prose *text);

/** Ends a paragraph whose lines are those of the open leaf. */
void paragraph_close(parser *p, node *n);

/** A byte of the present line, a line feed behind its end. */
static inline char line_byte(const parser *p, uint32_t at) {
  return at < p->end ? p->source.data[at] : '\n';
}

static inline bool line_blank(const parser *p, uint32_t at) {
  return ascii_blank(line_byte(p, at));
}

/** Finds what follows the blanks of the line. */
void line_find(parser *p);

/** Consumes `count` columns; a tab may be consumed in part. */
void line_columns(parser *p, uint32_t count);

/** Consumes the line up to `at`, and up to what follows its blanks. */
void line_to(parser *p, uint32_t at);
void line_to_nonspace(parser *p);

/** Closes the innermost block, and all that are deeper than `depth`. */
void block_close(parser *p);
void block_close_to(parser *p, unsigned depth);

/** Opens a block in the innermost of those up to `*at` that can hold it. @return NULL when memory
 * is out */
open_block *block_open(parser *p, unsigned *at, node_kind kind, uint32_t start);
