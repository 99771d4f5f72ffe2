#include "host/script/script_memory.h"

#include <lua.h>
#include <stdlib.h>
#include <string.h>

#include "host/script/library.h"

/* LARGE stands for the class of all blocks of which none is kept. */
enum { STRING_HEAD = 64, STEP = 16, LARGE = MEMORY_SPARES, SHARE = 8 };

/* A block that is kept. */
struct script_spare {
  script_spare *next;
};

/* Class 0 is that of no block. */
static size_t class_of(size_t size) {
  size_t size_class = (size + STEP - 1) / STEP;
  return size_class < LARGE ? size_class : LARGE;
}

static void *take_block(script_memory *m, size_t size_class, size_t size) {
  if (size_class == LARGE) { return malloc(size); }
  script_spare *block = m->spares[size_class];
  if (block == NULL) { return malloc(size_class * STEP); }
  m->spares[size_class] = block->next;
  m->kept -= size_class * STEP;
  return block;
}

/* A sanitizer is to see the end of every block. */
static bool may_keep(const script_memory *m) {
#ifdef __SANITIZE_ADDRESS__
  return (void)m, false;
#else
  return m->kept < m->limit / SHARE;
#endif
}

static void give_block(script_memory *m, void *block, size_t size_class) {
  if (size_class == LARGE || !may_keep(m)) {
    free(block);
    return;
  }
  script_spare *spare = block;
  spare->next = m->spares[size_class];
  m->spares[size_class] = spare;
  m->kept += size_class * STEP;
}

/* Lua cannot bear that a block does not shrink: it then stays as large as it is. */
static void *resize(script_memory *m, void *old, size_t old_size, size_t size) {
  size_t from = class_of(old_size), to = class_of(size);
  if (from == LARGE && to == LARGE) { return realloc(old, size); }
  if (from == to) { return old; }
  void *block = to == 0 ? NULL : take_block(m, to, size);
  if (from == 0) { return block; }
  if (block == NULL && to > 0) { return size < old_size ? old : NULL; }
  if (to > 0) { memcpy(block, old, size < old_size ? size : old_size); }
  give_block(m, old, from);
  return block;
}

void *script_allocate(void *context, void *old, size_t old_size, size_t size) {
  script_memory *m = context;
  bool too_long = old == NULL && old_size == LUA_TSTRING && size > LIBRARY_STRING + STRING_HEAD;
  if (old == NULL) { old_size = 0; }
  /* Lua collects garbage and tries again. A script that catches the error goes on, in a state that
   * is replaced after the request. */
  bool exhausted = size > old_size && m->used + (size - old_size) > m->limit;
  if (exhausted || too_long) {
    m->exhausted |= exhausted;
    m->refused(m, size);
    return NULL;
  }
  void *block = resize(m, old, old_size, size);
  if (block != NULL || size == 0) { m->used += size - old_size; }
  return block;
}

void script_memory_free(script_memory *m) {
  for (size_t size_class = 0; size_class < LARGE; size_class++) {
    for (script_spare *block; (block = m->spares[size_class]) != NULL; free(block)) {
      m->spares[size_class] = block->next;
    }
  }
}
