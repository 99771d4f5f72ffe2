/** @file
 * Formulas: the part of LaTeX that lessons use, as presentation MathML Core. What is not in that
 * part is refused by name, never guessed. Browsers that know no MathML show the text of its
 * elements, which reads as the formula on one line, as in (a + b)/2: `mphantom` elements hold what
 * only they need, so that a stylesheet should say `mphantom { display: none }`.
 */
#pragma once

#include <stdbool.h>

#include "base/buffer.h"
#include "base/fault.h"

/** Appends `<math>…</math>` for `tex`, the LaTeX between the dollar signs (valid UTF-8).
 * @param display a formula on a line of its own
 * @return false with `why` set, and `out` as it was, when something in it is unknown, unclosed or
 * nested more than 32 deep. */
bool mathml_write(buffer *out, span tex, bool display, fault *why);
