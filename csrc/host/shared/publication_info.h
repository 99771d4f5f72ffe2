/** @file
 * Facts of a publication that was verified, beside the JSON that is shown of it.
 */
#pragma once

#include "host/shared/file_stamp.h"

enum { DIGEST_TEXT = 64 }; /**< hexadecimal digits of a publication's id, and of its digest */

typedef struct publication_info {
  uint64_t sequence, created, expires; /**< the latter two in Unix seconds */
  char id[DIGEST_TEXT + 1], digest[DIGEST_TEXT + 1];
  file_stamp publication, trust; /**< of its files as they were read; zeros: not known */
} publication_info;

/** Takes the stamps of the files that a publication is read from. @return false where one has none,
 * or either name is NULL */
bool publication_info_stamps(const char *publication, const char *trust, publication_info *out);
