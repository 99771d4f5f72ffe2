/** @file
 * The memory of a script, within its ceiling. Most blocks that Lua asks for are small and soon
 * given back: some of these are kept by their size for the next ones, which costs a tenth of what
 * the allocator takes for the same.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MEMORY_SPARES = 33 }; /* sizes of blocks that are kept: steps of 16 bytes, to 512 */

typedef struct script_spare script_spare;

typedef struct script_memory script_memory;

/** Zeros, but for `limit` and `refused`. */
struct script_memory {
  uint64_t used, limit; /**< bytes */
  uint64_t kept;        /**< besides, an eighth of the limit at most */
  bool exhausted;       /**< the limit was met */
  void (*refused)(script_memory *memory, size_t size); /**< hears of a block that is not given */
  script_spare *spares[MEMORY_SPARES];
};

/** Allocates for a state; no string longer than LIBRARY_STRING. @param context its script_memory.
 * Source: lua_Alloc. */
void *script_allocate(void *context, void *old, size_t old_size, size_t size);

/** Releases what is kept. */
void script_memory_free(script_memory *memory);
