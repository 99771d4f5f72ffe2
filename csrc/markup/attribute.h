/** @file
 * Addresses and titles as md4c reports them.
 */
#pragma once

#include <md4c.h>

#include "base/buffer.h"
#include "markup/entities.h"

/** Appends the text of an attribute, its character references resolved. */
static inline void attribute_append(buffer *out, const MD_ATTRIBUTE *from) {
  for (size_t i = 0; from->size > 0 && from->substr_offsets[i] < from->size; i++) {
    span part = {from->text + from->substr_offsets[i],
                 from->substr_offsets[i + 1] - from->substr_offsets[i]};
    switch (from->substr_types[i]) {
      case MD_TEXT_ENTITY: entities_resolve(out, part); break;
      case MD_TEXT_NULLCHAR: buffer_text(out, "\uFFFD"); break;
      default: buffer_append(out, part);
    }
  }
}

/** Puts the text of an attribute in place of what `out` holds. */
static inline void attribute_read(buffer *out, const MD_ATTRIBUTE *from) {
  out->len = 0;
  attribute_append(out, from);
}
