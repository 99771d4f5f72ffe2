#include "host/script/script_memory.h"

#include <lua.h>
#include <stdlib.h>
#include <string.h>

#include "host/script/library.h"

/* LARGE stands for the class of all blocks of which none is kept. */
enum {
  STRING_HEAD = 64,
  STEP = 16,
  LARGE = MEMORY_SPARES,
  SHARE = 8,
  SLAB = 64 << 10,
  SMALL = STEP * (LARGE - 1)
};

/* A block that is kept. */
struct script_spare {
  script_spare *next;
};

/* Class 0 is that of no block. */
static size_t class_of(size_t size) {
  size_t size_class = (size + STEP - 1) / STEP;
  return size_class < LARGE ? size_class : LARGE;
}

/* In front of each block lies its place in the list: the allocator has room for that anyway. A
 * block that was cut from a slab has none, and is kept for good. */
enum { BLOCK_HEAD = sizeof(size_t), FIRST_CAPACITY = 1024 };
static const size_t of_slab = SIZE_MAX;

static size_t *head_of(void *body) { return (size_t *)body - 1; }

static void *new_block(script_memory *m, size_t size) {
  if (m->count == m->capacity) {
    size_t capacity = m->capacity == 0 ? FIRST_CAPACITY : m->capacity * 2;
    size_t **blocks = realloc(m->blocks, capacity * sizeof *blocks);
    if (blocks == NULL) { return NULL; }
    m->blocks = blocks;
    m->capacity = capacity;
  }
  size_t *block = malloc(BLOCK_HEAD + size);
  if (block == NULL) { return NULL; }
  *block = m->count;
  m->blocks[m->count++] = block;
  return block + 1;
}

/* A sanitizer is to see the end of every block. */
static bool may_keep(const script_memory *m, uint64_t bytes) {
#ifdef __SANITIZE_ADDRESS__
  return (void)m, (void)bytes, false;
#else
  return bytes < m->limit / SHARE;
#endif
}

/* Cuts a block from a slab, while there may be more of them: the allocator takes ten times as long.
 * @return NULL: there is none */
static void *cut_block(script_memory *m, size_t size) {
  if (m->slab_left < BLOCK_HEAD + size) {
    char *slab = may_keep(m, m->slabs + SLAB) ? new_block(m, SLAB) : NULL;
    if (slab == NULL) { return NULL; }
    m->slab = slab;
    m->slab_left = SLAB;
    m->slabs += SLAB;
  }
  size_t *block = (void *)m->slab;
  m->slab += BLOCK_HEAD + size;
  m->slab_left -= BLOCK_HEAD + size;
  *block = of_slab;
  return block + 1;
}

/* The last one of the list takes its place. */
static void free_block(script_memory *m, void *body) {
  size_t *block = head_of(body), *last = m->blocks[--m->count];
  m->blocks[*block] = last;
  *last = *block;
  free(block);
}

static void *change_block(script_memory *m, void *body, size_t size) {
  size_t *block = realloc(head_of(body), BLOCK_HEAD + size);
  if (block == NULL) { return NULL; }
  m->blocks[*block] = block;
  return block + 1;
}

static void *take_block(script_memory *m, size_t size_class, size_t size) {
  if (size_class == LARGE) { return new_block(m, size); }
  script_spare *block = m->spares[size_class];
  if (block == NULL) {
    void *cut = cut_block(m, size_class * STEP);
    return cut != NULL ? cut : new_block(m, size_class * STEP);
  }
  m->spares[size_class] = block->next;
  if (*head_of(block) != of_slab) { m->kept -= size_class * STEP; }
  return block;
}

static void give_block(script_memory *m, void *block, size_t size_class) {
  bool cut = size_class != LARGE && *head_of(block) == of_slab;
  if (size_class == LARGE || !(cut || may_keep(m, m->kept))) {
    free_block(m, block);
    return;
  }
  script_spare *spare = block;
  spare->next = m->spares[size_class];
  m->spares[size_class] = spare;
  if (!cut) { m->kept += size_class * STEP; }
}

/* Lua cannot bear that a block does not shrink: it then stays as large as it is. */
static void *resize(script_memory *m, void *old, size_t old_size, size_t size) {
  size_t from = class_of(old_size), to = class_of(size);
  if (from == LARGE && to == LARGE) { return change_block(m, old, size); }
  if (from == to) { return old; }
  void *block = to == 0 ? NULL : take_block(m, to, size);
  if (from == 0) { return block; }
  if (block == NULL && to > 0) { return size < old_size ? old : NULL; }
  if (to > 0) { memcpy(block, old, size < old_size ? size : old_size); }
  give_block(m, old, from);
  return block;
}

/* The most frequent requests of Lua: a small block that is there, or that goes back to a slab.
 * @return false: nothing was done */
static bool allocate_at_once(script_memory *m, void *old, size_t old_size, size_t size,
                             void **out) {
  if (old == NULL) {
    script_spare *block = size > 0 && size <= SMALL ? m->spares[class_of(size)] : NULL;
    if (block == NULL || *head_of(block) != of_slab || m->used + size > m->limit) { return false; }
    m->spares[class_of(size)] = block->next;
    m->used += size;
    *out = block;
    return true;
  }
  if (size > 0 || old_size > SMALL || *head_of(old) != of_slab) { return false; }
  script_spare *block = old;
  block->next = m->spares[class_of(old_size)];
  m->spares[class_of(old_size)] = block;
  m->used -= old_size;
  *out = NULL;
  return true;
}

void *script_allocate(void *context, void *old, size_t old_size, size_t size) {
  script_memory *m = context;
  void *block;
  if (allocate_at_once(m, old, old_size, size, &block)) { return block; }
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
  block = resize(m, old, old_size, size);
  if (block != NULL || size == 0) { m->used += size - old_size; }
  return block;
}

void script_memory_free(script_memory *m) {
  for (size_t i = 0; i < m->count; i++) { free(m->blocks[i]); }
  free(m->blocks);
}
