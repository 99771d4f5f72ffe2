/** @file
 * Times as people read them.
 */
#pragma once

#include <stdint.h>

#include "base/span.h"

enum { DATE_TEXT = 48 };

/** Writes Unix seconds as `2026-03-31 12:00:00 UTC`; as a number where the year does not fit. */
void date_write(uint64_t seconds, char out[DATE_TEXT]);

/** True for a day of the Gregorian calendar, as `2026-03-31`; years 0000..9999. */
bool date_is_day(span text);

/** True for a second of such a day in UTC, as `2026-03-31T12:00:00Z`; there are no leap seconds. */
bool date_is_instant(span text);
