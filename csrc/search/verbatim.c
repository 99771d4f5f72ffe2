#include "search/verbatim.h"

#include <string.h>

#include "base/ascii.h"

/* True when a line that begins so may be a heading, a quotation, a list's item or a rule. */
static bool marks_block(char c) {
  return c != '\0' && (strchr("#>=-+", c) != NULL || ascii_digit(c));
}

static bool is_letter(char c) {
  char lower = ascii_lower(c);
  return (lower >= 'a' && lower <= 'z') || ascii_digit(c);
}

/* True when the special character at `at` means itself: an underscore inside a word, and the end of
 * a line behind which no block begins. */
static bool means_itself(span text, size_t at) {
  size_t next = at + 1;
  if (text.data[at] == '_') {
    return at > 0 && next < text.len && is_letter(text.data[at - 1]) && is_letter(text.data[next]);
  }
  if (text.data[at] != '\n') return false;
  while (next < text.len && text.data[next] == ' ') next++;
  return next == text.len || !marks_block(text.data[next]);
}

bool verbatim_is(span text, bool block) {
  static const char special[256] = {
      ['\\'] = 1, ['*'] = 1, ['_'] = 1, ['`'] = 1, ['<'] = 1, ['&'] = 1,
      ['['] = 1,  [']'] = 1, ['|'] = 1, ['~'] = 1, ['$'] = 1, ['\n'] = 1};
  bool marked = text.len > 0 && (strchr(" \n\t\r", text.data[0]) || marks_block(text.data[0]));
  if (block && marked) return false;
  for (size_t i = 0; i < text.len; i++) {
    if (special[(unsigned char)text.data[i]] && !means_itself(text, i)) return false;
  }
  return true;
}
