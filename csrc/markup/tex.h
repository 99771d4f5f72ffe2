/** @file
 * LaTeX cut into tokens. Each token is a span of the text it is cut from; nothing is copied.
 */
#pragma once

#include <stdint.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/fault.h"
#include "base/span.h"
#include "markup/command.h"
#include "markup/formula_tree.h"

/** True when `c` is in `set`; NUL is in none. */
static inline bool tex_one_of(char c, const char *set) {
  return c != '\0' && strchr(set, c) != NULL;
}

/** Removes white space and comments from the start of `text`. A comment is a `%` and what follows
 * it on its line; on the last line, where it would hide the end of the formula, `%` is none. */
static inline void tex_skip_space(span *text) {
  while (text->len > 0 && text->data[0] <= '%') {
    size_t length = tex_one_of(text->data[0], " \n\t\r\v\f");
    if (text->data[0] == '%') {
      size_t line = span_find(*text, '\n');
      length = line < text->len ? line : 0;
    }
    if (length == 0) { return; }
    *text = span_skip(*text, length);
  }
}

/** The token that begins `text` behind white space and comments, which are removed: a command with
 * its backslash, or one character, which may be several bytes long; empty at the end. */
span tex_peek(span *text);

/** Bytes at the start of `text` that are one number: digits with decimal points or commas between
 * them, also a comma in braces (`3{,}5`); 0 where no digit begins it. */
size_t tex_number_length(span text);

/** Bytes at the start of `text` that are letters and digits of ASCII, the first a letter. */
size_t tex_word_length(span text);

/* Reading a formula: the place that is read, and the steps that commands are read by
 * (markup/construct.h, markup/environment.h). */

typedef struct tex_parser tex_parser;
struct tex_parser {
  arena *memory;
  span rest; /**< what is not read yet */
  const char *start;
  unsigned depth;
  bool display; /**< what is read is set as on a line of its own */
  bool bracket; /**< a `]` ends the row */
  formula_font font;
  formula_node *tag; /**< number of the line that is read; NULL: none yet */
  bool tags;         /**< a line may have one */
  size_t *at;
  fault *why;
  bool (*row)(tex_parser *p, formula_node *row);
  bool (*argument)(tex_parser *p, span of, bool display, formula_node **row);
};

/** Enters a fault. @param where in the formula it is */
#define tex_refuse(p, where, ...) \
  (*(p)->at = (size_t)((where) - (p)->start), fault_set((p)->why, "formula: " __VA_ARGS__))

/** Removes the token that begins what is left, if it is `token`. @return whether it was */
bool tex_skip(tex_parser *p, span token);

/** A node without content. @return NULL when memory is out, which the arena remembers */
formula_node *tex_node(tex_parser *p, const char *element);

/** A leaf. */
formula_node *tex_leaf(tex_parser *p, const char *element, span text, formula_role role);

/** Appends a node to those in another; both may be NULL. */
void tex_append(formula_node *parent, formula_node *child);

/** Says how a row is read behind `lead` ("" for nothing): in brackets unless it is an atom.
 * @param powers a power is one too, as in a fraction */
formula_node *tex_part(formula_node *row, bool powers, const char *lead, const char *lead_bracket);

/** Reads into a row up to what ends it: the end of the text, `}`, `&`, `\\`, `\end`, `\right`,
 * `\middle`, a dollar sign, or where one is open, `]`. */
static inline bool tex_row(tex_parser *p, formula_node *row) { return p->row(p, row); }

/** Reads what a command applies to: a group, a digit, or a token with its arguments.
 * @param display whether it is set as on a line of its own @param of the command, for messages */
static inline bool tex_argument(tex_parser *p, span of, bool display, formula_node **row) {
  return p->argument(p, of, display, row);
}

/** Reads an argument in brackets, if there is one. @param row receives NULL where there is none */
bool tex_option(tex_parser *p, formula_node **row);

/** Cuts off a group as it is written, such as a name. @param of the command, for messages */
bool tex_name(tex_parser *p, span of, span *word);

/** Begins a level. @return false with the reason when there are too many */
bool tex_enter(tex_parser *p, const char *where);

/** A space of a width such as 1em. */
formula_node *tex_space(tex_parser *p, const char *width);

/* Letters and digits in the alphabets of Unicode: bold, script, raised and so on. */

/** Appends `text` in the alphabet of `font`; characters that are not in it as they are. */
void alphabet_write(buffer *out, span text, formula_font font);

/** Appends `text` as superscripts, without spaces. @return false, and `out` as it was, where one of
 * its characters has none */
bool alphabet_raise(buffer *out, span text);

/** The same with subscripts; words of more letters than one have none, which read better as they
 * are written. */
bool alphabet_lower(buffer *out, span text);

/* Words within formulas: \text and its kin, with formulas in them. */

/** Reads the words that `token` applies to, in braces or a single character, into `row`. */
bool words_read(tex_parser *p, span token, formula_font font, formula_node *row);
