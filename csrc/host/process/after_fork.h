/** @file
 * A new process forgets the one it was forked from. This is the only place that knows how: each
 * part that keeps random bytes, connections or counts of a process for itself is named in
 * after_fork.c.
 */
#pragma once

#include <stddef.h>

/** Closes every descriptor above standard error but those `kept` (negative ones are none), and
 * forgets the loop, its connections and random bytes. A forked process calls it before anything
 * else. */
void after_fork(const int *kept, size_t count);
