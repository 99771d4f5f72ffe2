#include "markup/address.h"

#include "base/ascii.h"
#include "base/quote.h"
#include "markup/entities.h"

address_kind address_judge(span target) {
  for (size_t i = 0; i < target.len; i++) {
    unsigned char c = (unsigned char)target.data[i];
    if (c <= ' ' || c == 0x7F || c == '\\') { return ADDRESS_REFUSED; }
  }
  if (span_starts(target, SPAN("//"))) { return ADDRESS_REFUSED; }
  size_t stop = 0;
  while (stop < target.len && strchr(":/?#", target.data[stop]) == NULL) { stop++; }
  if (stop == target.len || target.data[stop] != ':') { return ADDRESS_WITHIN; }
  span scheme = span_take(target, stop);
  if (ascii_same(scheme, SPAN("https")) || ascii_same(scheme, SPAN("http"))) {
    return ADDRESS_OUTSIDE;
  }
  return ascii_same(scheme, SPAN("mailto")) ? ADDRESS_MAIL : ADDRESS_REFUSED;
}

void address_write(buffer *out, span target) {
  size_t path = 0;
  while (path < target.len && target.data[path] != '?' && target.data[path] != '#') { path++; }
  bool markdown = path > 3 && memcmp(target.data + path - 3, ".md", 3) == 0;
  quote_html(out, span_take(target, markdown ? path - 3 : path));
  quote_html(out, span_skip(target, path));
}
