/** Markdown to HTML: no input reads outside of its bytes, and none plants an element that only raw
 * HTML could. */
#include <stdlib.h>

#include "base/utf8.h"
#include "markup/html.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  span markdown = {(const char *)data, size};
  if (size > 4096 || !utf8_valid(markdown)) return 0;
  html_page page = {0};
  if (html_render(&page, markdown)) {
    span out = buffer_span(&page.out);
    if (!utf8_valid(out)) abort();
    if (memmem(out.data, out.len, "<script", 7) != NULL) abort();
    if (memmem(out.data, out.len, "href=\"javascript:", 17) != NULL) abort();
  }
  html_free(&page);
  return 0;
}
