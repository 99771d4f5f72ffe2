/** @file
 * Memory that a process shares with those it forks, and locks in that memory. A process that dies
 * while it holds a lock gives it up: what the lock guards must hold good between any two
 * instructions.
 */
#pragma once

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

/** Shared memory, all zeros, whose pages are taken as they are used. Call it before the processes
 * that share it are forked.
 * @return NULL when there is none. Released by munmap, or with the last process. */
void *lock_memory(size_t size);

/** The same, which the program that this process becomes has again under that name, as it was left.
 * Memory of that name but of another size is let go.
 * @param name tells the layout as well, so that none is taken for another; one in a process
 * @param again receives whether it was there before: it is then not to be set up */
void *lock_memory_kept(const char *name, size_t size, bool *again);

/** Makes `count` locks that lie in shared memory. */
bool lock_make(pthread_mutex_t *locks, size_t count);

/** Waits for the lock. */
void lock_take(pthread_mutex_t *lock);

/** Gives it back. */
void lock_give(pthread_mutex_t *lock);
