/** @file
 * Character references of HTML, resolved to the text they stand for.
 */
#pragma once

#include "base/span.h"

enum {
  ENTITY_TEXT = 8,  /**< room for what a reference stands for */
  ENTITY_MOST = 33, /**< bytes of the longest reference */
};

/** Reads the reference that `text` begins with, `&#233;`, `&#xE9;` or one of the names of HTML.
 * @param resolved receives what it stands for @param length receives the bytes of that
 * @return its bytes in `text`, 0 when there is none. O(log names). */
size_t entities_read(span text, char resolved[ENTITY_TEXT], size_t *length);
