/** Images: no input reads outside of its bytes, of an SVG that is accepted no byte is what runs,
 * loads or leads elsewhere, and what is cleaned is accepted as it then is. */
#include <stdlib.h>
#include <string.h>

#include "store/image.h"
#include "store/svg.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static void check_cleaning(unsigned type, span bytes) {
  buffer out = {0}, removed = {0}, again = {0}, none = {0};
  image i;
  fault why;
  if (image_clean(type, bytes, svg_check, &out, &removed, &why)) {
    if (!image_read(type, buffer_span(&out), svg_check, &i, &why)) abort();
    if (!image_clean(type, buffer_span(&out), svg_check, &again, &none, &why)) abort();
    if (none.len > 0 || !span_equal(buffer_span(&out), buffer_span(&again))) abort();
  }
  buffer_free(&out);
  buffer_free(&removed);
  buffer_free(&again);
  buffer_free(&none);
}

static void check_drawing(span bytes) {
  buffer out = {0};
  unsigned width, height;
  fault why;
  if (svg_clean(bytes, &out, &why)) {
    svg_check(buffer_span(&out), IMAGE_WIDEST, &width, &height, &why);
  }
  buffer_free(&out);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
  check_drawing((span){(const char *)data, size});
  static const char *const never[] = {"<script", "<foreignObject", "<!DOCTYPE", "<image"};
  image i;
  fault why;
  for (unsigned type = 0; type < IMAGE_TYPES; type++) {
    check_cleaning(type, (span){(const char *)data, size});
    if (!image_read(type, (span){(const char *)data, size}, svg_check, &i, &why)) continue;
    if (i.width - 1 >= IMAGE_WIDEST || i.height - 1 >= IMAGE_WIDEST) abort();
    if (type != IMAGE_SVG) continue;
    /* In a comment or CDATA section they are text. */
    if (memmem(data, size, "<!--", 4) != NULL || memmem(data, size, "<![", 3) != NULL) continue;
    for (size_t n = 0; n < sizeof never / sizeof *never; n++) {
      if (memmem(data, size, never[n], strlen(never[n])) != NULL) abort();
    }
  }
  return 0;
}
