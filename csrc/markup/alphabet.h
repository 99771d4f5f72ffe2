/** @file
 * Letters and digits in the alphabets of Unicode: bold, script, raised and so on.
 */
#pragma once

#include <stdint.h>

#include "base/buffer.h"
#include "markup/formula_tree.h"

/** Appends `text` in the alphabet of `font`; characters that are not in it as they are. */
void alphabet_write(buffer *out, span text, formula_font font);

/** Appends `text` as superscripts, without spaces. @return false, and `out` as it was, where one of
 * its characters has none */
bool alphabet_raise(buffer *out, span text);

/** The same with subscripts; words of more letters than one have none, which read better as they
 * are written. */
bool alphabet_lower(buffer *out, span text);
