/** @file
 * Character references of HTML, written for text and resolved to it.
 */
#pragma once

#include "base/buffer.h"

/** Appends `text` with `&`, `<`, `>` and both quotes as references, safe between tags and in quoted
 * attributes; NUL becomes U+FFFD. */
void entities_escape(buffer *out, span text);

enum {
  ENTITY_TEXT = 8,  /**< room for what a reference stands for */
  ENTITY_MOST = 33, /**< bytes of the longest reference */
};

/** Reads the reference that `text` begins with, `&#233;`, `&#xE9;` or one of the names of HTML.
 * @param resolved receives what it stands for @param length receives the bytes of that
 * @return its bytes in `text`, 0 when there is none. O(log names). */
size_t entities_read(span text, char resolved[ENTITY_TEXT], size_t *length);
