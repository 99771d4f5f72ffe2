/** @file
 * A formula as a tree: what LaTeX says, in the elements of MathML, with what a reader of one line
 * needs beside them.
 */
#pragma once

#include <stdbool.h>

#include "base/span.h"

/** How a node stands to its neighbours. */
typedef enum formula_role {
  FORMULA_ORDINARY, /**< a letter, a number, a group */
  FORMULA_BINARY,   /**< an operator between two, such as a plus */
  FORMULA_RELATION, /**< such as an equals sign: a long formula may be broken behind it */
  FORMULA_PREFIX,   /**< an operator before one, such as a quantifier */
  FORMULA_TIGHT,    /**< an operator without space around it, such as a slash */
  FORMULA_PUNCTUATION,
  FORMULA_OPENING,
  FORMULA_CLOSING,
  FORMULA_LARGE,    /**< a sum, an integral */
  FORMULA_FUNCTION, /**< the name of a function */
  FORMULA_FRACTION,
  FORMULA_FENCED, /**< brackets with what is in them */
  FORMULA_SPACE,
} formula_role;

/** The alphabet that letters and digits are shown in. */
typedef enum formula_font {
  FORMULA_PLAIN, /**< letters in italics, words upright, as MathML has it */
  FORMULA_UPRIGHT,
  FORMULA_ITALIC,
  FORMULA_BOLD,
  FORMULA_BOLD_ITALIC,
  FORMULA_SCRIPT,
  FORMULA_FRAKTUR,
  FORMULA_DOUBLE,
  FORMULA_SANS,
  FORMULA_MONO,
} formula_font;

typedef struct formula_node formula_node;
struct formula_node {
  const char *element;         /**< its name, and its attributes behind a space */
  span text;                   /**< of a leaf, with white space as it was written */
  const char *before, *behind; /**< read around what is in it where a formula is one line */
  formula_node *first, *last;  /**< what is in it */
  formula_node *next;
  formula_role role;
  formula_font font;
  bool scripts; /**< a nucleus, and rows for what stands below and above it */
  bool limits;  /**< a nucleus whose scripts stand below and above it on a line of its own */
  bool atom;    /**< read as one thing without brackets around it */
  bool mute;    /**< takes room only, or is a sign that says nothing on one line: not read */
};
