#include "host/script/script_memory.h"

#include <stdlib.h>
#include <string.h>

/* LARGE stands for the class of all blocks of which none is kept. */
enum { STEP = 16, LARGE = SCRIPT_SPARES, SHARE = 8 };

/* A block that is kept. */
struct script_spare {
  script_spare *next;
};

/* Class 0 is that of no block. */
static size_t class_of(size_t size) {
  size_t class = (size + STEP - 1) / STEP;
  return class < LARGE ? class : LARGE;
}

static void *take_block(script *s, size_t class, size_t size) {
  if (class == LARGE) return malloc(size);
  script_spare *block = s->spares[class];
  if (block == NULL) return malloc(class * STEP);
  s->spares[class] = block->next;
  s->spare_bytes -= class * STEP;
  return block;
}

/* A sanitizer is to see the end of every block. */
static bool may_keep(const script *s) {
#ifdef __SANITIZE_ADDRESS__
  return (void)s, false;
#else
  return s->spare_bytes < s->memory_limit / SHARE;
#endif
}

static void give_block(script *s, void *block, size_t class) {
  if (class == LARGE || !may_keep(s)) {
    free(block);
    return;
  }
  script_spare *spare = block;
  spare->next = s->spares[class];
  s->spares[class] = spare;
  s->spare_bytes += class * STEP;
}

/* Lua cannot bear that a block does not shrink: it then stays as large as it is. */
static void *resize(script *s, void *old, size_t old_size, size_t size) {
  size_t from = class_of(old_size), to = class_of(size);
  if (from == LARGE && to == LARGE) return realloc(old, size);
  if (from == to) return old;
  void *block = to == 0 ? NULL : take_block(s, to, size);
  if (from == 0) return block;
  if (block == NULL && to > 0) return size < old_size ? old : NULL;
  if (to > 0) memcpy(block, old, size < old_size ? size : old_size);
  give_block(s, old, from);
  return block;
}

void *script_allocate(void *context, void *old, size_t old_size, size_t size) {
  script *s = context;
  if (old == NULL) old_size = 0;
  /* Lua collects garbage and tries again. A script that catches the error goes on, in a state that
   * is replaced after the request. */
  if (size > old_size && s->memory + (size - old_size) > s->memory_limit) {
    s->exhausted = true;
    return NULL;
  }
  void *block = resize(s, old, old_size, size);
  if (block != NULL || size == 0) s->memory += size - old_size;
  return block;
}

void script_memory_free(script *s) {
  for (size_t class = 0; class < LARGE; class ++) {
    for (script_spare *block; (block = s->spares[class]) != NULL; free(block)) {
      s->spares[class] = block->next;
    }
  }
}
