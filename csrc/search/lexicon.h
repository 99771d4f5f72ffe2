/** @file
 * Sorted dictionaries, front-coded in blocks of 16 entries: written once in order, searched by
 * key, walked in order. The layout is drawn in search/format.h.
 */
#pragma once

#include "base/buffer.h"
#include "search/format.h"
#include "text/fold.h"

typedef struct lexicon_writer {
  buffer index, data;
  char last[FOLD_MAX + 1];
  size_t last_len;
  uint32_t count;
} lexicon_writer;

/** Begins the next entry; its payload is then appended to `data`. Keys come in bytewise order.
 * @param key at most FOLD_MAX + 1 bytes. @param lists offset stored when the entry begins a block.
 * @return true when it begins a block. */
bool lexicon_add(lexicon_writer *w, span key, uint64_t lists);

/** Releases a writer's memory. */
void lexicon_free(lexicon_writer *w);

/** A dictionary of a partition; borrowed. */
typedef struct lexicon {
  span index, data;
  uint32_t count;
} lexicon;

typedef struct lexicon_cursor {
  const lexicon *of;
  uint32_t number; /**< of the entry, from 0; `of->count` at the end */
  uint64_t lists;  /**< the block's offset */
  char key[FOLD_MAX + 1];
  size_t key_len;
  size_t shared;                      /**< bytes the key has in common with the entry before it */
  const unsigned char *payload, *end; /**< the payload begins here; readable up to `end` */
} lexicon_cursor;

/** Moves to the first entry of the block that may hold `key`. */
void lexicon_seek_block(const lexicon *of, span key, lexicon_cursor *c);

/** Moves to the first entry of block `block`. @return false when there is none. */
bool lexicon_block(const lexicon *of, uint32_t block, lexicon_cursor *c);

/** Moves to the next entry, of the next block as well. @param payload_end what follows the payload
 * of the entry it is at. @return false at the end or where bytes are malformed. */
bool lexicon_next(lexicon_cursor *c, const unsigned char *payload_end);

/** Compares the cursor's key with `key`: negative, 0 or positive. */
static inline int lexicon_compare(const lexicon_cursor *c, span key) {
  return span_compare((span){c->key, c->key_len}, key);
}
