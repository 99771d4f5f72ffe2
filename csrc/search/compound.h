/** @file
 * German compounds, split by the words of the publication itself.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/span.h"

enum { COMPOUND_PARTS = 8 };

/** Units in which a word occurs: 0 when it is not known. */
typedef uint32_t compound_count(void *known, span word);

/** Splits a folded word into two or more known ones of at least 4 letters, each in at least 2
 * units, joined directly or by a linking s, es, n, en, er. Where there are several ways the one of
 * commoner words wins; parts that are compounds are listed with their own parts.
 * @return number of parts, 0 when it is no compound. */
size_t compound_split(span word, compound_count *count, void *known, span parts[COMPOUND_PARTS]);
