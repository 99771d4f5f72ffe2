/** @file
 * Forms of words that no stemmer can lead back to their base: went, children, gab, gegeben.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/locale.h"
#include "base/span.h"

typedef struct irregular {
  span form, base;
} irregular;

typedef struct irregular_table {
  irregular *forms; /**< sorted; the caller's to free */
  size_t count;
} irregular_table;

/** The forms of a locale's language; none where it has no list. @return false when memory is out */
bool irregular_read(unsigned locale, irregular_table *out);

/** The base of a folded word, or the word itself. O(log forms). */
span irregular_base(const irregular_table *table, span word);
