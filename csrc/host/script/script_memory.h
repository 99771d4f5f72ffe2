/** @file
 * The memory of a script, within its ceiling. Most blocks that Lua asks for are small and soon
 * given back: some of these are kept by their size for the next ones, which costs a tenth of what
 * the allocator takes for the same.
 */
#pragma once

#include "host/script/script_state.h"

/** Allocates for a state. What is kept beyond the ceiling is an eighth of it at most.
 * Source: lua_Alloc. */
void *script_allocate(void *context, void *old, size_t old_size, size_t size);

/** Releases what is kept. */
void script_memory_free(script *s);
