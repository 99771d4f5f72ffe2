/** @file
 * Emphasis by the delimiter runs of CommonMark.
 */
#pragma once

#include "markup/inline_reader.h"

/** Reads a run of `*`, `_` or `~`. */
void emphasis_push(inline_reader *r);
void emphasis_drop(inline_reader *r, delimiter *d);
/** Makes elements of the runs behind `bottom` (NULL: of all). */
void emphasis_pair(inline_reader *r, const delimiter *bottom);
