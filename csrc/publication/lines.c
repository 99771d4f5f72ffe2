#include "publication/lines.h"

#include "base/ascii.h"

bool lines_take(lines *l, span name, span *value) {
  size_t end = span_find(l->rest, '\n');
  if (end == l->rest.len || end <= name.len || !span_starts(l->rest, name)) { return false; }
  if (l->rest.data[name.len] != ' ') { return false; }
  *value = (span){l->rest.data + name.len + 1, end - name.len - 1};
  l->rest = span_skip(l->rest, end + 1);
  l->line++;
  return true;
}

bool lines_number(lines *l, span name, uint64_t least, uint64_t most, uint64_t *out, fault *why) {
  span value;
  unsigned line = l->line + 1;
  if (lines_take(l, name, &value) && lines_digits(value, out) && *out >= least && *out <= most) {
    return true;
  }
  return fault_set(why, "%s line %u: `%.*s N` is expected, N from %llu to %llu", l->file, line,
                   (int)name.len, name.data, (unsigned long long)least, (unsigned long long)most);
}

span lines_word(span *value) {
  size_t end = span_find(*value, ' ');
  span word = span_take(*value, end);
  *value = span_skip(*value, end + 1);
  return word;
}

bool lines_digits(span digits, uint64_t *out) {
  *out = 0;
  if (digits.len == 0 || digits.len > 18 || (digits.len > 1 && digits.data[0] == '0')) {
    return false;
  }
  for (size_t i = 0; i < digits.len; i++) {
    if (!ascii_digit(digits.data[i])) { return false; }
    *out = *out * 10 + (uint64_t)(digits.data[i] - '0');
  }
  return true;
}
