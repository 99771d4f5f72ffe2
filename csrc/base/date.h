/** @file
 * Times as people read them.
 */
#pragma once

#include <stdint.h>

enum { DATE_TEXT = 48 };

/** Writes Unix seconds as `2026-03-31 12:00:00 UTC`; as a number where the year does not fit. */
void date_write(uint64_t seconds, char out[DATE_TEXT]);
