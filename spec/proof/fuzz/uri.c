/** Fuzz target: request targets and percent-encoding. What is decoded is UTF-8 without NUL and
 * never longer than its source; what is split lies inside the target, and its path decodes. */
#include <stdlib.h>

#include "base/escape.h"
#include "base/utf8.h"
#include "host/wire/uri.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static void expect(bool condition) {
  if (!condition) abort();
}

static bool inside(span part, span whole) {
  return part.len == 0 ||
         (part.data >= whole.data && part.data + part.len <= whole.data + whole.len);
}

static void check_decoding(span text, bool plus) {
  size_t length = 0;
  char *out = malloc(text.len + 1);
  expect(out != NULL);
  if (percent_decode(text, plus, out, &length) == NULL) {
    expect(length <= text.len && utf8_valid((span){out, length}));
    expect(span_find((span){out, length}, '\0') == length);
  } else {
    expect(length < text.len);
  }
  free(out);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
  static const span methods[] = {{"GET", 3}, {"OPTIONS", 7}, {"CONNECT", 7}};
  span text = {(const char *)data, size};
  check_decoding(text, false);
  check_decoding(text, true);
  for (size_t i = 0; i < 3; i++) {
    uri_target parts;
    fault why = {""};
    bool good = uri_split(methods[i], text, &parts, &why);
    expect(inside(parts.authority, text) && inside(parts.path, text) && inside(parts.query, text));
    expect(good == (why.text[0] == '\0') && utf8_valid(span_of(why.text)));
    if (!good) continue;
    expect(parts.authority.len == 0 || uri_authority(parts.authority));
    expect(parts.path.len == 0 || parts.path.data[0] == '/' || parts.path.data[0] == '*');
    size_t length;
    char *out = malloc(parts.path.len + 1);
    expect(out != NULL && percent_decode(parts.path, false, out, &length) == NULL);
    free(out);
  }
  return 0;
}
