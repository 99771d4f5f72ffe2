/** @file
 * Posting lists, written and read: the units that have a group of words, how much each weighs
 * there, and where its words stand. The layout is drawn in search/format.h. Reads are
 * bounds-checked: a damaged list gives wrong units and never a wrong access.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/buffer.h"
#include "base/bytes.h"
#include "search/format.h"
#include "search/postings.h"
#include "search/vocabulary.h"

/* Numbers of any width in bits, the lowest bit of a byte first; and numbers that are mostly small,
 * as exponential Golomb codes: of a value v and a parameter k, n zeros, a one, and the n + k low
 * bits of v - ((2^n - 1) << k), where 2^n is the greatest power of two up to (v >> k) + 1. */

typedef struct bit_writer {
  uint64_t bits;  /**< the first `count` of them are to be written yet, the others are 0 */
  unsigned count; /**< below 32 */
} bit_writer;

/* Writing */

/** The posting that is being collected: where a group occurs in a unit. */
typedef struct list_posting {
  uint32_t unit;
  unsigned weight, kept;
  uint32_t positions[POSITIONS_MAX];
  uint8_t forms[POSITIONS_MAX];
} list_posting;

typedef struct list_block {
  uint32_t units[POSTINGS_BLOCK], codes[POSTINGS_BLOCK];
  uint32_t offsets[POSTINGS_BLOCK / POSTINGS_STRIDE]; /**< of positions, from the block's */
  unsigned count;
  uint32_t positions; /**< where the block's positions begin */
} list_block;

/** Writes one list after another. */
typedef struct list_writer {
  const uint8_t *norms;              /**< of the units; borrowed */
  uint16_t impacts[4096];            /**< as format_impacts fills it */
  buffer headers, blocks, positions; /**< the finished list: headers and blocks are its postings */
  bit_writer bits;                   /**< of the positions */
  list_posting next;
  list_block block;
  uint32_t last; /**< unit of the last block */
  uint32_t df;   /**< units that have been written */
  unsigned form_bits;
  bool level; /**< the length of a unit does not count */
} list_writer;

/** Begins a list and forgets the last one. @param level the length of a unit does not count. */
void list_begin(list_writer *w, unsigned form_bits, bool level);

/** Adds an occurrence. Units ascend, positions ascend inside a unit. */
void list_add(list_writer *w, const occurrence *o);

/** Completes the list. @return the number of its units; the buffers tell of memory that ran out. */
uint32_t list_finish(list_writer *w);

/** Releases a writer's memory. */
void list_free(list_writer *w);

/* Reading */

/** A group of the dictionary and where its lists are. */
typedef struct word_group {
  uint32_t number;
  uint32_t df;
  unsigned form_bits;
  span postings, positions;
} word_group;

/** Walks a posting list upwards. */
typedef struct posting_cursor {
  word_group list;
  uint32_t end;           /**< units of the partition: no unit is as great */
  uint32_t blocks, block; /**< number of blocks; the one that is decoded, `blocks` at the end */
  uint32_t bound;         /**< the block that `list_greatest` looked at last */
  uint32_t count, at;     /**< postings of the block; the current one */
  uint32_t unit;          /**< of the current posting; UINT32_MAX at the end */
  const char *packed;     /**< codes that are still packed, NULL when `codes` holds them */
  unsigned code_bits;     /**< of a packed code */
  uint32_t units[POSTINGS_BLOCK];
  uint32_t codes[POSTINGS_BLOCK];
} posting_cursor;

/** Moves to the first posting. @param units of the partition. */
void list_open(word_group list, uint32_t units, posting_cursor *c);

/** Moves to the first posting at or behind `unit`; never backwards. @return its unit, UINT32_MAX at
 * the end. */
uint32_t list_seek(posting_cursor *c, uint32_t unit);

/** The weight code of the current posting. */
static inline uint32_t list_code(const posting_cursor *c) {
  return c->packed == NULL ? c->codes[c->at] : postings_one(c->packed, c->code_bits, c->at);
}

/** Unpacks the codes of the block into `codes`. */
static inline void list_unpack_codes(posting_cursor *c) {
  if (c->packed != NULL) { postings_unpack(c->packed, c->code_bits, c->codes); }
  c->packed = NULL;
}

/** Number of a list's postings before `unit`. @param units of the partition. */
uint32_t list_before(word_group list, uint32_t units, uint32_t unit);

/** Decodes the next block. @return false at the end. */
bool list_next_block(posting_cursor *c);

/** The greatest impact a unit in [first, end) can have, or 0 when the list has none there.
 * `first` may only grow from call to call. */
unsigned list_greatest(posting_cursor *c, uint32_t first, uint32_t end);

/** Number of the current posting in its list. */
static inline uint32_t list_number(const posting_cursor *c) {
  return c->block * POSTINGS_BLOCK + c->at;
}

/** The positions of posting number `posting` of a list, with their forms. @return how many, at
 * most POSITIONS_MAX. */
size_t list_positions(const word_group *list, uint32_t posting, uint32_t positions[POSITIONS_MAX],
                      uint8_t forms[POSITIONS_MAX]);
