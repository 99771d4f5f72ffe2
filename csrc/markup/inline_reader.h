/** @file
 * The state that the readers of inlines share.
 */
#pragma once

#include "markup/parser.h"

/* The text that inlines are read from. */

/** The content of the open leaf, its lines trimmed at their beginnings. */
prose *prose_of(parser *p, const leaf_line *lines, size_t count);

/** Takes bytes off the beginning of prose. */
void prose_skip(prose *text, size_t count);

/** The place of a byte of prose in the source. */
uint32_t prose_source(const prose *from, size_t at);

/** Takes the white space off the end of prose. */
void prose_trim(prose *text);

typedef struct delimiter delimiter;
struct delimiter {
  delimiter *previous, *next;
  node *text;
  uint32_t position, length; /* of the run as it is written */
  char sign;
  bool opens, closes;
};

typedef struct bracket bracket;
struct bracket {
  bracket *previous;
  node *text;
  delimiter *before; /* the last one before the bracket */
  uint32_t position; /* behind the bracket */
  bool image, holds_bracket;
};

enum { TICKS_MOST = 80 };

typedef struct inline_reader {
  parser *p;
  const prose *from;
  span text;
  size_t at;
  size_t piece; /* of the prose, that was asked for last */
  node *leaf;
  node *growing; /* the text that was added last, where more may be added to it */
  delimiter *last_delimiter;
  bracket *last_bracket;
  uint32_t ticks[TICKS_MOST + 1]; /* where the last run of that many grave accents stands */
  bool ticks_known;
  uint32_t linked;   /* a link holds no link: brackets up to here begin none */
  size_t closing[2]; /* the places of the next `\)` and `\]`, as far as known */
  bool words_open;   /* a formula was not closed: dollar signs in its words are signs */
  uint32_t searched; /* kinds of HTML whose end does not follow, by bits */
  size_t addressed;  /* addresses reach up to here */
} inline_reader;

/** The place of a byte of the text in the source. */
uint32_t inline_source(inline_reader *r, size_t at);

/** A byte of the text; NUL behind its end. */
static inline char inline_byte(const inline_reader *r, size_t at) {
  return at < r->text.len ? r->text.data[at] : '\0';
}

static inline span inline_part(const inline_reader *r, size_t from, size_t to) {
  return (span){r->text.data + from, to - from};
}

/** Adds text, cut where the source has a gap, to the text before it where there is none.
 * @return the last piece */
node *inline_text(inline_reader *r, node *parent, size_t from, size_t to);

/** Adds text of the leaf that may become a mark: no other text is joined with it for now. */
node *inline_delimiter(inline_reader *r, size_t from, size_t to);

/** Adds an inline that stands from `from` to `to`. */
node *inline_add(inline_reader *r, node_kind kind, size_t from, size_t to);

/** Number of equal bytes at `at`. */
size_t inline_run(const inline_reader *r, size_t at);

/** True where an address of the web may begin. */
bool inline_may_address(const inline_reader *r, size_t at);

/* Emphasis by the delimiter runs of CommonMark. */

/** Reads a run of `*`, `_` or `~`. */
void emphasis_push(inline_reader *r);
void emphasis_drop(inline_reader *r, delimiter *d);

/** Makes elements of the runs behind `bottom` (NULL: of all). */
void emphasis_pair(inline_reader *r, const delimiter *bottom);
