/** @file
 * The reason of an expected failure, as one line a person understands: what was wrong, where,
 * what is accepted. Functions that can fail return false and fill the fault passed to them.
 */
#pragma once

#include <stdbool.h>
#include <stdio.h>

enum { FAULT_TEXT = 384 };

typedef struct fault {
  char text[FAULT_TEXT]; /**< NUL-terminated, no newline; cut when too long */
} fault;

/** Writes the reason and yields false, so that a check reads `return fault_set(why, "…", …);`. */
#define fault_set(why, ...)                                  \
  __extension__({                                            \
    snprintf((why)->text, sizeof((why)->text), __VA_ARGS__); \
    false;                                                   \
  })
