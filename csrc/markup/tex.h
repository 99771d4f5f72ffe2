/** @file
 * LaTeX cut into tokens. Each token is a span of the text it is cut from; nothing is copied.
 */
#pragma once

#include "base/span.h"

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
