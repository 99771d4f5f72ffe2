/** @file
 * Pieces of canonical JSON text: compact, one spelling for each value.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/buffer.h"
#include "base/span.h"

/** Appends `text` as a JSON string, escaped as in base/escape.h. @return false, with the buffer
 * unchanged, when `text` is not UTF-8. */
bool json_write_string(buffer *out, span text);

/** The same of a text that is known to be UTF-8, such as those of a publication. */
void json_write_utf8(buffer *out, span text);

/** Appends `before` as it is, then `text` as json_write_string does; the buffer is failed where
 * that is not UTF-8. */
void json_write_after(buffer *out, const char *before, span text);

/** Appends an integer in decimal. */
void json_write_integer(buffer *out, int64_t value);

/** Appends a finite number: as an integer where it is one within ±2^53, else the shortest of 15
 * to 17 digits that reads back as the same double. @return false when it is not finite. */
bool json_write_number(buffer *out, double value);
