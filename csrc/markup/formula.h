/** @file
 * A formula that is being written as MathML: where its row stands, and the elements it consists of.
 */
#pragma once

#include <stdbool.h>

#include "base/buffer.h"
#include "base/fault.h"

typedef struct formula formula;
struct formula {
  buffer *out;
  fault *why;
  bool (*row)(formula *f, span tex); /**< writes a row, for what elements hold */
  unsigned depth;
  bool display; /**< on a line of its own */
  bool operand; /**< the item before is one, so that a minus is a difference */
  bool limits;  /**< the nucleus just written takes its scripts above and below */
  bool spaced;  /**< the nucleus just written is the name of a function */
  bool gap;     /**< text browsers show a space behind it and its scripts */
  bool last;    /**< nothing follows it in its row */
  bool related; /**< it is a relation, as = is */
  bool broken;  /**< the row may be broken into lines behind a relation */
};

/** Writes the tag that opens or closes an element. @param tag its name, and its attributes after a
 * space */
void formula_open(formula *f, const char *tag);
void formula_close(formula *f, const char *tag);

/** Writes an element that holds text. */
void formula_element(formula *f, const char *tag, span content);

/** Writes what a formula on one line needs and one in two dimensions does not: a text browser,
 * which shows the text of every element, has `/` for the bar of a fraction; others leave phantoms
 * out. */
void formula_phantom(formula *f, const char *text);

/** Writes one child of an element, whatever `text` holds; only text browsers show `open` before it
 * and `close` behind it. @return false with the reason when it is nested too deeply, or unknown */
bool formula_between(formula *f, const char *open, span text, const char *close);

/** The same with nothing around it. */
bool formula_child(formula *f, span text);

/** The same behind `lead` (NUL for nothing), in brackets unless it is an atom. */
bool formula_part(formula *f, char lead, span text);

/** Writes an operator, with the space around it that text browsers show; MathML has its own and
 * ignores it. @return true */
bool formula_operator(formula *f, const char *text);

/** True when `c` is in `set`; NUL is in none. */
static inline bool formula_one_of(char c, const char *set) {
  return c != '\0' && strchr(set, c) != NULL;
}
