/** @file
 * Sharing between processes: sealed memory, memory with locks, and descriptors that a process hands
 * to the program it becomes.
 */
#pragma once

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"
#include "base/fault.h"

/** New memory, empty and not sealed yet. @param name shown in /proc
 * @return a descriptor, close-on-exec, or -1 with the reason */
int sealed_new(const char *name, fault *why);

/** Forbids every change, for good. */
bool sealed_close(int fd, fault *why);

/** True when the descriptor is memory that nobody can change. */
bool sealed_is(int fd);

/* Memory that a process shares with those it forks, and locks in that memory. A process that dies
 * while it holds a lock gives it up: what the lock guards must hold good between any two
 * instructions. */

/** Shared memory, all zeros, whose pages are taken as they are used. Call it before the processes
 * that share it are forked.
 * @return NULL when there is none. Released by munmap, or with the last process. */
void *lock_memory(size_t size);

/** The same, and the program that this process becomes finds it again under the name, as it was
 * left. Memory of that name but of another size is unmapped.
 * @param name names the layout as well, so that one is never read as another; unique in a process
 * @param again receives true where it was there before and must not be set up again */
void *lock_memory_kept(const char *name, size_t size, bool *again);

/** Makes `count` locks that lie in shared memory. */
bool lock_make(pthread_mutex_t *locks, size_t count);

/** Waits for the lock. */
void lock_take(pthread_mutex_t *lock);

/** Gives it back. */
void lock_give(pthread_mutex_t *lock);

/* Descriptors that a process hands to the program it becomes: listening sockets and memory that
 * processes share. They are named in the environment, in SVC_HANDOVER, a line `FD NAME` each. Only
 * `exec` keeps them; a forked process has them as it has others. */

/** Reads what was handed to this process, and removes the variable. Once, before it is asked for.
 */
void handover_open(void);

/** Takes the descriptor of that name, close-on-exec, and goes on handing it on.
 * @return it, or -1 where there is none */
int handover_take(const char *name);

/** Will hand on `fd`, which stays open as long as the process lives. @return false when memory is
 * out */
bool handover_give(const char *name, int fd);

/** Hands `fd` on no longer; it stays open, the caller's. One that is not handed on is accepted. */
void handover_forget(int fd);

/** Closes what was handed to this process and is not taken.
 * @param unwanted which of it; NULL: all  @return how many those were */
unsigned handover_drop(bool (*unwanted)(int fd, const void *context), const void *context);

/** True when something is handed on that came to this process, or that it made.
 * @param wanted what is looked for */
bool handover_has(bool (*wanted)(int fd, const void *context), const void *context);

/** Lets `exec` keep the descriptors.
 * @param wanted which of them; NULL: all
 * @param[out] variable is given `SVC_HANDOVER=...`, for the environment of the program
 * @return false when memory is out: then nothing is handed on */
bool handover_prepare(bool (*wanted)(int fd), buffer *variable);

/** Takes back what handover_prepare did, where `exec` failed. */
void handover_revoke(void);
