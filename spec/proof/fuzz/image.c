/** Images: no input reads outside of its bytes, and of an SVG that is accepted no byte is what runs,
 * loads or leads elsewhere. */
#include <stdlib.h>
#include <string.h>

#include "store/image.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
  static const char *const never[] = {"<script", "<foreignObject", "<!DOCTYPE", "<image"};
  image i;
  fault why;
  for (unsigned type = 0; type < IMAGE_TYPES; type++) {
    if (!image_read(type, (span){(const char *)data, size}, &i, &why)) continue;
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
