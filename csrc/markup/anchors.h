/** @file
 * The ids of the headings of a page: no two are the same, whatever the headings say.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/buffer.h"

typedef struct anchor {
  size_t at, len; /**< in `names`; len 0: the slot is free */
  uint64_t hash;
  unsigned next; /**< the number to try when the id is asked for again */
} anchor;

typedef struct anchors {
  buffer names; /**< every id so far, one behind the other */
  anchor *slots;
  size_t size, count; /**< `size` is 0 or a power of two, at least twice `count` */
} anchors;

/** Appends the id of a heading to the empty buffer `id`: its text in lower case, with hyphens for
 * spaces and without ASCII punctuation, `section` where nothing remains; a number is appended where
 * it stood before. @param set zeros to begin with
 * @return false when memory is out. O(bytes), taken over all headings. */
bool anchors_choose(anchors *set, span heading, buffer *id);

/** Appends `id`, with a number where it stood before. @return as anchors_choose */
bool anchors_take(anchors *set, span wanted, buffer *id);

/** Releases what the set holds. */
void anchors_free(anchors *set);
