/** @file
 * What a new process forgets of the one it was forked from. The only place that knows: whatever
 * keeps random bytes, connections or counts of a process for itself is named in after_fork.c.
 */
#pragma once

#include <stddef.h>

/** In a forked process, first of all: closes every descriptor above standard error but those
 * `kept` (negative ones are none), and forgets the loop, its connections and random bytes. */
void after_fork(const int *kept, size_t count);
