/** @file
 * The strict text lines of trust and state files: words separated by one space, each line ended
 * by one newline, numbers decimal without leading zeros.
 */
#pragma once

#include <stdint.h>

#include "base/fault.h"
#include "base/span.h"

/** The lines that are still to be read. */
typedef struct lines {
  const char *file; /**< what to call the file in a refusal */
  span rest;
  unsigned line; /**< number of the line read last */
} lines;

/** Takes the next line when it begins with `name SP`. @param value receives the rest of the
 * line. */
bool lines_take(lines *l, span name, span *value);

/** Takes `name N`, N from `least` to `most`. @return false with `*why` filled. */
bool lines_number(lines *l, span name, uint64_t least, uint64_t most, uint64_t *out, fault *why);

/** Takes the next word of `*value` off it, up to a space or the end. */
span lines_word(span *value);

/** Reads a decimal number of at most 18 digits. @return false when `digits` is none. */
bool lines_digits(span digits, uint64_t *out);
