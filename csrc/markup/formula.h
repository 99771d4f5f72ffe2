/** @file
 * Reads formulas. csrc/markup/command.h has the commands that LaTeX may use.
 */
#pragma once

#include "base/arena.h"
#include "base/fault.h"
#include "markup/formula_tree.h"

/** Reads the LaTeX of one formula. Linear in its bytes; at most 32 levels deep.
 * @param memory holds the tree, which borrows `tex` too
 * @param display a formula on a line of its own
 * @param at receives where in `tex` the fault is
 * @return the row that is all of it; NULL with `why` set when something in it is unknown, unclosed
 * or nested too deeply, or memory is out. */
formula_node *formula_read(arena *memory, span tex, bool display, size_t *at, fault *why);
