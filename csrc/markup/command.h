/** @file
 * The commands and environments of LaTeX that formulas may use, one row each.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "markup/formula_tree.h"

/** The kinds of commands. Beside each: the meaning of the row's text. */
typedef enum command_kind {
  /* Signs: the sign. */
  COMMAND_ORDINARY,
  COMMAND_BINARY,
  COMMAND_RELATION,
  COMMAND_PREFIX,
  COMMAND_TIGHT,
  COMMAND_PUNCTUATION,
  COMMAND_OPENING,
  COMMAND_CLOSING,
  COMMAND_DELIMITER, /**< a sign that opens and closes */
  COMMAND_LARGE,     /**< with limits */
  COMMAND_INTEGRAL,
  COMMAND_FUNCTION,
  COMMAND_FUNCTION_LIMITS,
  COMMAND_SPACE, /**< its width */
  /* With arguments. */
  COMMAND_ACCENT,       /**< the sign above */
  COMMAND_ACCENT_BELOW, /**< the sign below */
  COMMAND_BRACE,        /**< the sign above, whose scripts are limits */
  COMMAND_BRACE_BELOW,  /**< the sign below */
  COMMAND_FRACTION,     /**< the element */
  COMMAND_BINOMIAL,     /**< the element */
  COMMAND_CONTINUED,    /**< none: a fraction whose parts are as large as itself */
  COMMAND_OVER,         /**< the signs left and right of what is above and below; no line where
                           there is a text at all */
  COMMAND_ROOT,         /**< none */
  COMMAND_FONT,         /**< none; value: the font */
  COMMAND_FONT_SWITCH,  /**< the same, up to the end of the group */
  COMMAND_TEXT,         /**< the same */
  COMMAND_ARROW,        /**< the sign */
  COMMAND_STACK,        /**< the element: the first argument stands above or below the second */
  COMMAND_NAME,         /**< none: a function's name */
  COMMAND_CLASS,        /**< none; value: the role */
  COMMAND_STYLE,        /**< the element up to the end of the group; value: 1 for one on a line */
  COMMAND_FENCE,        /**< none: \left */
  COMMAND_BIG,          /**< attributes of the delimiter behind it */
  COMMAND_WRAP,         /**< the element around its argument */
  COMMAND_HIDDEN,       /**< the same: takes room only */
  COMMAND_MODULO,       /**< what is read before and behind */
  COMMAND_NOT,          /**< none */
  COMMAND_SUBSTACK,     /**< none */
  COMMAND_TAG,          /**< what is read before and behind */
  COMMAND_WIDTH,        /**< none: a space of the width that is its argument */
  COMMAND_ENVIRONMENT,  /**< none: \begin */
  COMMAND_LIMITS,       /**< none; value: 1 where scripts are to stand below and above */
  COMMAND_NOTHING,      /**< none: it shows nothing */
  COMMAND_NOTHING_OF,   /**< none: it shows nothing of its argument */
  /* The ends of a row. */
  COMMAND_ROW_END, /**< none */
  COMMAND_ENDING,  /**< none: \end, \right, \middle */
  COMMAND_RULE,    /**< none: a line between rows of a table */
  COMMAND_REFUSED, /**< why */
} command_kind;

typedef struct command {
  const char *name; /**< without the backslash */
  command_kind kind;
  const char *text;
  unsigned value;
} command;

/** The command of a name, without its backslash. @return NULL where none has it. O(log n). */
const command *command_find(span name);

/** The command whose name is most like `name`; NULL where none is near. For messages: O(n). */
const command *command_nearest(span name);

/** How the columns of an environment stand. */
typedef enum environment_columns {
  COLUMNS_PLACED, /**< as the class of the table says, else centered */
  COLUMNS_TRIPLE, /**< right, centered, left */
  COLUMNS_NAMED,  /**< as its argument says */
} environment_columns;

typedef struct environment {
  const char *name;
  const char *open, *close; /**< the signs around it */
  const char *element;      /**< the table's */
  environment_columns columns;
  bool counted; /**< has the number of its columns as argument */
  bool inner;   /**< its rows are set as in a line of text, else as on a line of their own */
} environment;

/** The environment of a name. @return NULL where none has it */
const environment *environment_find(span name);

/** Names of all commands that are not refused, then of all environments; static.
 * @param index from 0
 * @param shape receives how it is written: "sign", "1" or "2" for so many arguments, "environment",
 * "environment 1" for one with an argument, or a word for what stands alone, such as "root"
 * @return NULL where there are no more */
const char *command_name(size_t index, const char **shape);
