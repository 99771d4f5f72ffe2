#include "markup/tex.h"

#include "base/ascii.h"

static size_t letters(span text) {
  size_t n = 0;
  while (n < text.len && ascii_letter(text.data[n])) { n++; }
  return n;
}

/* Length of the character that begins `text`; 0 where it is empty. */
static size_t character_length(span text) {
  size_t n = text.len > 0;
  while (n < text.len && ((unsigned char)text.data[n] & 0xC0) == 0x80) { n++; }
  return n;
}

span tex_peek(span *text) {
  tex_skip_space(text);
  if (text->len == 0 || text->data[0] != '\\') { return span_take(*text, character_length(*text)); }
  span behind = span_skip(*text, 1);
  size_t name = letters(behind);
  return span_take(*text, 1 + (name > 0 ? name : character_length(behind)));
}

size_t tex_number_length(span text) {
  size_t n = 0;
  for (;;) {
    while (n < text.len && ascii_digit(text.data[n])) { n++; }
    span rest = span_skip(text, n);
    size_t mark = span_starts(rest, SPAN("{,}"))                                 ? 3
                  : span_starts(rest, SPAN(".")) || span_starts(rest, SPAN(",")) ? 1
                                                                                 : 0;
    if (n == 0 || mark == 0 || mark >= rest.len || !ascii_digit(rest.data[mark])) { return n; }
    n += mark;
  }
}

size_t tex_word_length(span text) {
  size_t n = letters(text);
  while (n > 0 && n < text.len && ascii_alnum(text.data[n])) { n++; }
  return n;
}
