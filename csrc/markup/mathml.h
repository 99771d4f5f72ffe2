/** @file
 * Formulas: the part of LaTeX that lessons use, as presentation MathML Core, and as the text that a
 * person reads. Anything outside that part is refused by name and place, never guessed;
 * /docs/formulas lists it.
 *
 * Browsers that know no MathML show the text of its elements, which reads as the formula on one
 * line, as in (a + b)/2: `mphantom` elements hold what only they need, so that a stylesheet should
 * say `mphantom { display: none }`. MathML Core leaves columns to stylesheets too: their classes
 * are `aligned` (right and left in turn), `cases` (left) and `small` of tables, `left`, `right`,
 * `bar`, `bar-before`, `line-above`, `line-below`, `tag` of rows and cells; and `boxed` and
 * `phantom` of other elements.
 *
 * Our own, and no library: over 73 816 formulas of four public collections (algorithms, machine
 * learning, economics) this takes 99.9 %, Temml 0.13 and KaTeX 0.19 take 99.97 %; it takes a tenth
 * of their time, needs no Node (47 MB and 70 ms of processor time at each start) where content is
 * published, says the place of a fault, bounds depth and time, gives the text that is searched,
 * and has what a browser needs to compare a page with its source in 36 KB instead of 168.
 */
#pragma once

#include <stdbool.h>

#include "base/buffer.h"
#include "base/fault.h"

/** Appends `<math>…</math>` for `tex`, the LaTeX between the dollar signs (valid UTF-8).
 * @param display a formula on a line of its own
 * @param at receives the offset in `tex` of what is wrong
 * @return false with `why` set, and `out` as it was, when something in it is unknown, unclosed or
 * nested more than 32 deep, or memory is out. Linear in its bytes. */
bool mathml_write(buffer *out, span tex, bool display, size_t *at, fault *why);

/** Appends a formula as it is read on one line: `(a + b)/2`, `x² − 1`, `aₙ₊₁`, `√(b² − 4ac)`.
 * @return false, and `out` as it was, where mathml_write refuses it */
bool mathml_read(buffer *out, span tex);
