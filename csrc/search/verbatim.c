#include "search/verbatim.h"

#include <string.h>

#include "base/ascii.h"

typedef unsigned char sixteen __attribute__((vector_size(16)));

/* Offset of the first byte from `at` on that is one of '\n', '*' and '<', or in '$'..'&', '['..'`'
 * or '|'..'~': these hold all that may mean more than itself. */
static size_t next_special(span text, size_t at) {
  for (sixteen v; at < text.len; at += sizeof(v)) {
    uint64_t halves[2];
    if (text.len - at >= sizeof(v)) {
      memcpy(&v, text.data + at, sizeof(v));
    } else {
      v = (sixteen){0};
      memcpy(&v, text.data + at, text.len - at);
    }
    sixteen found = (sixteen)(v == '\n') | (sixteen)(v - '$' <= '&' - '$') | (sixteen)(v == '*') |
                    (sixteen)(v == '<') | (sixteen)(v - '[' <= '`' - '[') |
                    (sixteen)(v - '|' <= '~' - '|');
    memcpy(halves, &found, sizeof(found));
    if (halves[0] != 0) { return at + (size_t)__builtin_ctzll(halves[0]) / 8; }
    if (halves[1] != 0) { return at + 8 + (size_t)__builtin_ctzll(halves[1]) / 8; }
  }
  return text.len;
}

/* The byte at `at`. Behind the text there may be anything: to those who ask here it is the end of a
 * line. */
static char char_at(span text, size_t at) { return at < text.len ? text.data[at] : '\n'; }

static bool is_blank(char c) { return ascii_blank(c) || c == '\n' || c == '\r'; }

static bool is_letter(char c) { return ascii_letter(c) || ascii_digit(c); }

/* True when a line that goes on like this may be a heading, a quotation, a list's item or a rule.
 */
static bool marks_block(span text, size_t at) {
  size_t behind = at;
  switch (text.data[at]) {
    case '>':
    case '*': return true;
    case '-':
    case '=': return !is_letter(char_at(text, at + 1));
    case '+': return is_blank(char_at(text, at + 1));
    case '#':
      while (char_at(text, behind) == '#') { behind++; }
      return is_blank(char_at(text, behind));
    default: break;
  }
  while (ascii_digit(char_at(text, behind))) { behind++; }
  char mark = char_at(text, behind);
  return behind > at && (mark == '.' || mark == ')') && is_blank(char_at(text, behind + 1));
}

/* True when no block begins in the line behind `at`. */
static bool continues(span text, size_t at) {
  while (at < text.len && text.data[at] == ' ') { at++; }
  return at == text.len || !marks_block(text, at);
}

/* True for `&` before what may be the name of an entity. */
static bool names_entity(span text, size_t at) {
  if (char_at(text, at) == '#') { return true; }
  while (is_letter(char_at(text, at))) { at++; }
  return at >= text.len || text.data[at] == ';';
}

/* True when the special character at `at` means itself. */
static bool means_itself(span text, size_t at) {
  char last = at > 0 ? text.data[at - 1] : '\n', next = char_at(text, at + 1);
  switch (text.data[at]) {
    case '\n': return continues(text, at + 1);
    case '_': return is_letter(last) && is_letter(next);
    case '*': return is_blank(last) && last != '\n' && is_blank(next) && next != '\n';
    case '<': return !ascii_letter(next) && strchr("/!?\n", next) == NULL;
    case '&': return !names_entity(text, at + 1);
    case '\\': return is_letter(next);
    case ']': return strchr("([:\n", next) == NULL || (next == '\n' && at + 1 < text.len);
    default: return strchr("%[^}", text.data[at]) != NULL;
  }
}

bool verbatim_is(span text, bool block) {
  size_t open = 0; /* brackets */
  bool marked = text.len > 0 && (is_blank(text.data[0]) || marks_block(text, 0));
  if (block && marked) { return false; }
  for (size_t i = 0; (i = next_special(text, i)) < text.len; i++) {
    if (!means_itself(text, i)) { return false; }
    open += text.data[i] == '[';
    open -= open > 0 && text.data[i] == ']';
  }
  return open == 0;
}
