/** Markdown to HTML: no input reads outside of its bytes, and none plants an element that only raw
 * HTML could. */
#include <stdlib.h>

#include "base/utf8.h"
#include "markup/html.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Knows the images whose address begins with an `i`. */
static bool find(void *context, span target, unsigned *width, unsigned *height) {
  (void)context;
  *width = *height = 1;
  return target.len > 0 && target.data[0] == 'i';
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  span markdown = {(const char *)data, size};
  if (size > 4096 || !utf8_valid(markdown)) return 0;
  html_page page = {0};
  const figure_images images = {find, NULL};
  if (html_render(&page, markdown, &images)) {
    span out = buffer_span(&page.out);
    if (!utf8_valid(out)) abort();
    if (memmem(out.data, out.len, "<script", 7) != NULL) abort();
    if (memmem(out.data, out.len, "href=\"javascript:", 17) != NULL) abort();
  }
  html_free(&page);
  return 0;
}
