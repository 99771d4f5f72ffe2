/** @file
 * The dialect of Markdown that lessons are written in, as md4c parses it: GitHub's, with LaTeX
 * between dollar signs; and what every reader of md4c's reports has to mind.
 *
 * Its surplus is what md4c reports more often than it stands in the source: the address of a link
 * reference, at each use, and the cells that the short rows of a table lack. Both can make of a
 * text the square of its length, so a reader counts them and gives up beyond a bound, as cmark
 * bounds the former.
 */
#pragma once

#include <md4c.h>
#include <stdbool.h>

#include "base/buffer.h"

enum {
  DIALECT_FLAGS = MD_DIALECT_GITHUB | MD_FLAG_LATEXMATHSPANS,
  DIALECT_SLACK = 64 /**< bytes by which md4c may miss the end of the source */
};

/** Writes what md4c is to parse: the source, closed by a line feed, and zeros behind it. md4c 0.4.8
 * looks at the byte behind the end of a link, and would take a `)` that lies there for a part of
 * it.
 * @return bytes to parse; `copy` is failed when memory is out */
static inline size_t dialect_copy(buffer *copy, span source) {
  buffer_append(copy, source);
  buffer_byte(copy, '\n');
  size_t length = copy->len;
  buffer_zeros(copy, DIALECT_SLACK);
  return length;
}

/** The part of a reported text that lies within the source. At the end of the source, md4c 0.4.8
 * may report some bytes more, or begin behind it. A text far from the source is md4c's own. */
static inline span dialect_text(span source, span text) {
  const char *end = source.data + source.len;
  if (text.data < source.data || text.data >= end + DIALECT_SLACK) {
    return text;
  }
  return span_take(text, text.data < end ? (size_t)(end - text.data) : 0);
}

/** True for a formula within a sentence and for one on a line of its own. */
static inline bool dialect_is_formula(MD_SPANTYPE type) {
  return type == MD_SPAN_LATEXMATH || type == MD_SPAN_LATEXMATH_DISPLAY;
}

/** Bytes of addresses and number of cells that a text may have beyond its own length. */
enum { SURPLUS_MOST = 1 << 15 };

typedef struct surplus {
  size_t left;
  bool exceeded;
} surplus;

/** What a text of `length` bytes may have. */
static inline surplus surplus_of(size_t length) { return (surplus){length + SURPLUS_MOST, false}; }

/** Counts `count` of either. @return as surplus_block */
static inline bool surplus_spend(surplus *s, size_t count) {
  s->exceeded = s->exceeded || count > s->left;
  if (!s->exceeded) {
    s->left -= count;
  }
  return !s->exceeded;
}

/** Counts a block that begins. @return false when it is too much: the parse is to end */
static inline bool surplus_block(surplus *s, MD_BLOCKTYPE type) {
  return type != MD_BLOCK_TD || surplus_spend(s, 1);
}

/** Counts a span that begins. @return as surplus_block */
static inline bool surplus_span(surplus *s, MD_SPANTYPE type, const void *detail) {
  if (type == MD_SPAN_A) {
    const MD_SPAN_A_DETAIL *link = detail;
    return surplus_spend(s, (size_t)link->href.size + link->title.size);
  }
  if (type != MD_SPAN_IMG) {
    return true;
  }
  const MD_SPAN_IMG_DETAIL *image = detail;
  return surplus_spend(s, (size_t)image->src.size + image->title.size);
}
