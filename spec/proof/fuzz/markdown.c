/** Fuzz target: Markdown to the plain text that is searched. The text is UTF-8, and each of its
 * bytes comes from a place within the source. */
#include <stdlib.h>

#include "base/utf8.h"
#include "markup/plain.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
  span source = {(const char *)data, size};
  plain_text text = {0};
  /* No document holds a NUL, which is read as the longer U+FFFD. */
  if (size > 4096 || !utf8_valid(source) || memchr(data, 0, size) != NULL) return 0;
  if (plain_read(&text, source)) {
    span plain = buffer_span(&text.plain);
    if (!utf8_valid(plain)) abort();
    for (uint32_t i = 0; i < plain.len; i++) {
      if (plain_source(&text, i) > size) abort();
    }
  }
  plain_free(&text);
  return 0;
}
