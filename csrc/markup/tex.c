#include "markup/tex.h"

#include <ctype.h>

#include "base/ascii.h"

void tex_skip_space(span *text) {
  while (text->len > 0 && isspace((unsigned char)text->data[0])) {
    *text = span_skip(*text, 1);
  }
}

static size_t letters(span text) {
  size_t n = 0;
  while (n < text.len && ascii_letter(text.data[n])) {
    n++;
  }
  return n;
}

/* Length of the character that begins `text`; 0 where it is empty. */
static size_t character_length(span text) {
  size_t n = text.len > 0;
  while (n < text.len && ((unsigned char)text.data[n] & 0xC0) == 0x80) {
    n++;
  }
  return n;
}

static size_t command_length(span text) {
  span behind = span_skip(text, 1);
  size_t name = letters(behind);
  return 1 + (name > 0 ? name : character_length(behind));
}

/* Length of the group that begins `text`, its braces included; 0 when it is not closed. */
static size_t group_length(span text) {
  size_t depth = 0;
  for (size_t i = 0; i < text.len; i++) {
    if (text.data[i] == '\\') {
      i++;
    } else if (text.data[i] == '{') {
      depth++;
    } else if (text.data[i] == '}' && --depth == 0) {
      return i + 1;
    }
  }
  return 0;
}

/* Digits with decimal points, and `{,}` as decimal comma. */
static size_t number_length(span text) {
  size_t n = 0;
  for (;;) {
    while (n < text.len && ascii_digit(text.data[n])) {
      n++;
    }
    span rest = span_skip(text, n);
    size_t mark = span_starts(rest, SPAN("{,}"))                                 ? 3
                  : span_starts(rest, SPAN(".")) || span_starts(rest, SPAN(",")) ? 1
                                                                                 : 0;
    if (mark == 0 || mark >= rest.len || !ascii_digit(rest.data[mark])) {
      return n;
    }
    n += mark;
  }
}

bool tex_take(span *text, span *token, fault *why) {
  tex_skip_space(text);
  if (text->len == 0) {
    return fault_set(why, "formula: something is missing at its end");
  }
  char first = text->data[0];
  size_t length = character_length(*text);
  if (first == '{') {
    length = group_length(*text);
  }
  if (first == '\\') {
    length = command_length(*text);
  }
  if (ascii_digit(first)) {
    length = number_length(*text);
  }
  if (length == 0) {
    return fault_set(why, "formula: a brace is not closed");
  }
  if (first == '}') {
    return fault_set(why, "formula: a brace closes nothing");
  }
  *token = span_take(*text, length);
  *text = span_skip(*text, length);
  return true;
}

bool tex_take_argument(span *text, span *argument, fault *why) {
  tex_skip_space(text);
  if (text->len > 0 && ascii_digit(text->data[0])) {
    *argument = span_take(*text, 1);
    *text = span_skip(*text, 1);
    return true;
  }
  if (!tex_take(text, argument, why)) {
    return false;
  }
  if (argument->data[0] == '{') {
    *argument = (span){argument->data + 1, argument->len - 2};
    return true;
  }
  if (argument->len > 1 && argument->data[0] == '\\' && text->len > 0 && text->data[0] == '{') {
    size_t group = group_length(*text);
    argument->len += group;
    *text = span_skip(*text, group);
  }
  return true;
}

bool tex_take_until(span *text, span open, span close, span *inside, fault *why) {
  size_t depth = 1;
  for (size_t i = 0; i < text->len; i++) {
    if (text->data[i] != '\\') {
      continue;
    }
    span here = span_skip(*text, i);
    span name = span_take(here, command_length(here));
    if (span_equal(name, open)) {
      depth++;
    }
    if (span_equal(name, close) && --depth == 0) {
      *inside = span_take(*text, i);
      *text = span_skip(*text, i + name.len);
      return true;
    }
    i += name.len - 1;
  }
  return fault_set(why, "formula: %.*s has no %.*s", (int)open.len, open.data, (int)close.len,
                   close.data);
}

bool tex_is_atom(span text) {
  tex_skip_space(&text);
  while (text.len > 0 && isspace((unsigned char)text.data[text.len - 1])) {
    text.len--;
  }
  if (text.len == 0) {
    return true;
  }
  if (ascii_digit(text.data[0])) {
    return number_length(text) == text.len;
  }
  if (text.data[0] != '\\') {
    return character_length(text) == text.len;
  }
  span rest = span_skip(text, command_length(text));
  return rest.len == 0 || (rest.data[0] == '{' && group_length(rest) == rest.len);
}

size_t tex_cell_length(span text) {
  size_t depth = 0;
  for (size_t i = 0; i < text.len; i++) {
    char c = text.data[i];
    bool command_here = c == '\\' && i + 1 < text.len;
    if (command_here && text.data[i + 1] == '\\' && depth == 0) {
      return i;
    }
    if (c == '&' && depth == 0) {
      return i;
    }
    if (c == '{') {
      depth++;
    }
    if (c == '}' && depth > 0) {
      depth--;
    }
    if (command_here) {
      i++;
    }
  }
  return text.len;
}
