/** @file
 * The epoll set of the process, which is the library's, and the descriptors of our own that are
 * watched in it. epoll returns the library's own pointer, or one of ours tagged in its low bits.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { LOOP_WATCH = 1, LOOP_CONNECTION = 2, LOOP_FOREIGN = 3, LOOP_TAGS = 3 };

/** A tagged pointer, its tag (0: none), and the pointer without its tag. */
static inline void *loop_tagged(void *pointer, unsigned tag) {
  return (void *)((uintptr_t)pointer | tag);
}
static inline unsigned loop_tag(const void *pointer) {
  return (unsigned)((uintptr_t)pointer & LOOP_TAGS);
}
static inline void *loop_untagged(void *pointer) {
  return (void *)((uintptr_t)pointer & ~(uintptr_t)LOOP_TAGS);
}

/** The epoll set; -1: it is not known yet. Set once the library has named it. */
extern int loop_epoll;

/** Adds a descriptor to the epoll set, or takes it out. @return false when epoll refuses */
bool loop_add(int fd, uint32_t events, void *context);
void loop_remove(int fd);

/** Wakes the loop when `fd` is readable and then calls `ready(context)`, inside the library's
 * wait: it may not call the library. @return false when epoll refuses */
bool loop_watch(int fd, void (*ready)(void *context), void *context);

/** Ends what `loop_watch` began. */
void loop_unwatch(int fd);

/** Calls what a tagged pointer of `loop_watch` stands for. */
void loop_ready(void *context);

/** In a forked process: forgets the epoll set of the parent. */
void loop_forget(void);
