/** @file
 * Excerpts: where the most telling matches of a document are, and the sentences around them.
 */
#pragma once

#include <stdint.h>

#include "base/arena.h"
#include "base/span.h"
#include "search/query.h"

/* Cutting an excerpt out of plain text: CUT_LEAST to CUT_MOST characters in whole words, from a
 * sentence's start where one is near, with `…` where text was cut inside a sentence. */

/** True when a sentence begins with the word at `at`, before which stands white space or nothing. A
 * line of the text is a block, whose first word begins a sentence. In doubt none begins: an excerpt
 * that is too long is better than one that ends with `e. g.` */
bool cut_begins_sentence(span text, size_t at);

/** The beginning of the word at `at` with the punctuation before it, behind white space, not before
 * `least`. */
size_t cut_word_start(span text, size_t least, size_t at);

/** The same of word number `first`, the absent span when there is no such word. */
span cut_at(span text, uint32_t first, arena *memory);

enum { EXCERPT_MATCHES = 256 };

/** A matched word of a unit. */
typedef struct match {
  uint32_t position, weight;
  uint16_t term;
} match;

/** The matched words of `unit`, by position. @return how many; the weightiest terms come first
 * when there are more than EXCERPT_MATCHES. */
size_t excerpt_matches(const query *q, posting_cursor *cursors, uint32_t unit,
                       match out[EXCERPT_MATCHES]);

/** Leaves out the matches behind the byte `end` of a plain text. @param map, first_position as
 * index_map gave them. @return how many matches remain */
size_t excerpt_before(span map, uint32_t first_position, size_t end, match *matches, size_t count);

/** The excerpt of the plain text of a document around the best of `matches`. @param map,
 * first_position as index_map gave them. @return the absent span when no match lies in the text. */
span excerpt_text(span plain, span map, uint32_t first_position, const match *matches, size_t count,
                  arena *memory);

/** The excerpt of plain text of which `matches` number the words, shifted by `first_position`. */
span excerpt_plain(span plain, uint32_t first_position, const match *matches, size_t count,
                   arena *memory);

/** The excerpt around the first word near the beginning of a plain text that a group without
 * positions has. @return the absent span when there is none. */
span excerpt_scan(const query *q, span plain, arena *memory);

/** The beginning of a plain text. @param lead where it begins behind the headings before it */
span excerpt_lead(span plain, uint32_t lead, arena *memory);
