/** @file
 * The text that inlines are read from.
 */
#pragma once

#include "markup/parser.h"

/** The content of the open leaf, its lines trimmed at their beginnings. */
prose *prose_of(parser *p, const leaf_line *lines, size_t count);
/** Takes bytes off the beginning of prose. */
void prose_skip(prose *text, size_t count);
/** Where a byte of prose stands in the source. */
uint32_t prose_source(const prose *from, size_t at);
/** Takes the white space off the end of prose. */
void prose_trim(prose *text);
