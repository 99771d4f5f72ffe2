/** @file
 * Clocks: the one that never goes back, which all processes of the machine read alike, and times as
 * people read them.
 */
#pragma once

#include <stdint.h>
#include <time.h>

#include "base/span.h"

/** Monotonic time in microseconds. */
static inline uint64_t clock_microseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

/** Monotonic time in milliseconds. */
static inline uint64_t clock_milliseconds(void) { return clock_microseconds() / 1000; }

enum { DATE_TEXT = 48 };

/** Writes Unix seconds as `2026-03-31 12:00:00 UTC`; as a number where the year does not fit. */
void date_write(uint64_t seconds, char out[DATE_TEXT]);

/** True for a day of the Gregorian calendar, as `2026-03-31`; years 0000..9999. */
bool date_is_day(span text);

/** True for a second of such a day in UTC, as `2026-03-31T12:00:00Z`; there are no leap seconds. */
bool date_is_instant(span text);
