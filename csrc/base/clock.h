/** @file
 * The clock that never goes back. All processes of the machine read the same one.
 */
#pragma once

#include <stdint.h>
#include <time.h>

/** Monotonic time in microseconds. */
static inline uint64_t clock_microseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

/** Monotonic time in milliseconds. */
static inline uint64_t clock_milliseconds(void) { return clock_microseconds() / 1000; }
