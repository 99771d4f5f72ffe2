#include "base/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>

enum { FIRST_BLOCK = 4096, LARGEST_STEP = 1 << 20 };

struct arena_block {
  arena_block *next;
  size_t size; /**< of the bytes that follow */
  alignas(max_align_t) char bytes[];
};

/** A block for at least `least` bytes, doubling up to LARGEST_STEP. */
static bool grow(arena *a, size_t least) {
  size_t size = a->size == 0 ? FIRST_BLOCK : a->size < LARGEST_STEP ? a->size * 2 : LARGEST_STEP;
  if (size < least) { size = least; }
  if (size > SIZE_MAX - sizeof(arena_block)) { return false; }
  arena_block *block = malloc(sizeof *block + size);
  if (block == NULL) { return false; }
  block->next = a->blocks;
  block->size = size;
  a->blocks = block;
  a->used = 0;
  a->size = size;
  return true;
}

void *arena_alloc(arena *a, size_t size) {
  size_t rounded = (size + alignof(max_align_t) - 1) / alignof(max_align_t) * alignof(max_align_t);
  if (rounded < size || (rounded > a->size - a->used && !grow(a, rounded))) {
    a->failed = true;
    return NULL;
  }
  void *at = a->blocks->bytes + a->used;
  a->used += rounded;
  return at;
}

span arena_copy(arena *a, span text) {
  char *copy = text.len == SIZE_MAX ? NULL : arena_alloc(a, text.len + 1);
  if (copy == NULL) { return (span){NULL, 0}; }
  if (text.len > 0) { memcpy(copy, text.data, text.len); }
  copy[text.len] = '\0';
  return (span){copy, text.len};
}

void arena_reset(arena *a) {
  arena_block *keep = a->blocks;
  a->failed = false;
  if (keep == NULL) { return; }
  for (arena_block *b = keep->next; b != NULL;) {
    arena_block *next = b->next;
    if (b->size > keep->size) {
      free(keep);
      keep = b;
    } else {
      free(b);
    }
    b = next;
  }
  keep->next = NULL;
  *a = (arena){.blocks = keep, .size = keep->size};
}

void arena_free(arena *a) {
  for (arena_block *b = a->blocks; b != NULL;) {
    arena_block *next = b->next;
    free(b);
    b = next;
  }
  *a = (arena){0};
}
