/** @file
 * Whole titles as keys, so that a document is found by its title whatever else it says.
 */
#pragma once

#include <stddef.h>

#include "base/span.h"

enum { TITLE_KEY = 7 /**< bytes of a key: FORMAT_TITLE and a hash of the words */ };

/** Writes the key of a title, or of a phrasing that may be one: it tells the folded words without
 * marks, not how they are parted. @return bytes written, 0 when it has no word. */
size_t title_key(span text, char key[TITLE_KEY]);
