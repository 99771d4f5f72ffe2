/** @file
 * The memory of a script, within its ceiling. Most blocks that Lua asks for are small and soon
 * given back: they are cut from slabs, and some are kept by their size for the next ones, which
 * costs a tenth of what the allocator takes for the same.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MEMORY_SPARES = 33 }; /* sizes of blocks that are kept: steps of 16 bytes, to 512 */

typedef struct script_spare script_spare;

typedef struct script_memory script_memory;

/** Zeros, but for `limit` and `refused`. Each block is listed, so that the memory of a state can be
 * released that nobody can close any more. */
struct script_memory {
  uint64_t used, limit; /**< bytes */
  uint64_t kept, slabs; /**< besides, an eighth of the limit at most of each */
  bool exhausted;       /**< the limit was met */
  void (*refused)(script_memory *memory, size_t size); /**< hears of a block that is not given */
  script_spare *spares[MEMORY_SPARES];
  char *slab; /* what is left of the newest: small blocks are cut from it */
  size_t slab_left;
  size_t **blocks; /* from the allocator, those that are kept among them; each holds its place */
  size_t count, capacity;
};

/** Allocates for a state; no string longer than LIBRARY_STRING. @param context its script_memory.
 * Source: lua_Alloc. */
void *script_allocate(void *context, void *old, size_t old_size, size_t size);

/** Releases all blocks of a state that is closed, or that nobody can close any more. */
void script_memory_free(script_memory *memory);
