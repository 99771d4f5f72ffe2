/** @file
 * What is known of a publication that was verified, beside the JSON that is shown of it.
 */
#pragma once

#include "host/shared/mark.h"

enum { DIGEST_TEXT = 64 }; /**< hexadecimal digits of a publication's id, and of its digest */

typedef struct release {
  uint64_t sequence, created, expires; /**< the latter two in Unix seconds */
  char id[DIGEST_TEXT + 1], digest[DIGEST_TEXT + 1];
  mark publication, trust; /**< of the files it was read from; of zeros when they are not known */
} release;

/** Takes the marks of the files that a publication is read from. @return false where one has none,
 * or either name is NULL */
bool release_marks(const char *publication, const char *trust, release *out);
