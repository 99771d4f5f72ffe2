/** Fuzz target: LaTeX to MathML and to what is read of it. The first byte says whether the formula
 * stands on a line of its own. Both are UTF-8, and agree on whether there is a formula; its
 * elements are closed in the order in which they are opened; its length and depth are bounded by
 * the input. */
#include <stdlib.h>

#include "base/utf8.h"
#include "markup/mathml.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum {
  DEEPEST = 256,
  LONGEST = 400 /* bytes of MathML for one of LaTeX, beyond a whole formula's */
};

/* Aborts unless each element of `text` is closed. */
static void check_elements(span text) {
  span open[DEEPEST];
  size_t depth = 0;
  for (size_t i = span_find(text, '<'); i < text.len; i = span_find(text, '<')) {
    span tag = span_skip(text, i + 1);
    tag = span_take(tag, span_find(tag, '>'));
    text = span_skip(text, i + tag.len + 2);
    bool closes = tag.len > 0 && tag.data[0] == '/';
    span name = span_take(tag, span_find(tag, ' '));
    if (span_equal(name, SPAN("wbr"))) { continue; }
    if (closes && (depth == 0 || !span_equal(open[--depth], span_skip(name, 1)))) { abort(); }
    if (!closes) {
      if (depth == DEEPEST) { abort(); }
      open[depth++] = name;
    }
  }
  if (depth != 0) { abort(); }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0 || size > 4096) { return 0; }
  bool display = (data[0] & 1) != 0;
  span tex = {(const char *)data + 1, size - 1};
  if (!utf8_valid(tex)) { return 0; }
  buffer out = {0}, read = {0};
  fault why;
  size_t at = SIZE_MAX;
  bool shown = mathml_write(&out, tex, display, &at, &why);
  if (shown) { check_elements(buffer_span(&out)); }
  if (!shown && (at > tex.len || out.len != 0)) { abort(); }
  if (!utf8_valid(buffer_span(&out)) || out.len > LONGEST * (tex.len + 1)) { abort(); }
  bool legible = mathml_read(&read, tex);
  if ((shown && !legible) || (display && shown != legible)) { abort(); }
  if (!utf8_valid(buffer_span(&read))) { abort(); }
  buffer_free(&out);
  buffer_free(&read);
  return 0;
}
