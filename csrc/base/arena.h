/** @file
 * Memory that is released all at once. For temporaries of one request or one build step.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/span.h"

typedef struct arena_block arena_block;

typedef struct arena {
  arena_block *blocks; /**< newest first */
  size_t used, size;   /**< of the newest block */
  bool failed;         /**< an allocation failed since the last reset */
} arena;

/** `size` bytes aligned for any object, not cleared. @return NULL when memory is out. O(1). */
void *arena_alloc(arena *a, size_t size);

/** A copy of `text` in the arena, followed by a NUL that is not counted. @return the absent span
 * when memory is out. */
span arena_copy(arena *a, span text);

/** Forgets everything but keeps the largest block for reuse. */
void arena_reset(arena *a);

/** Releases everything. The arena may be used again. An arena of zeros may be freed. */
void arena_free(arena *a);
