/** Markdown to HTML: no input reads outside of its bytes, none plants an element that only raw
 * HTML could, and every part of the tree stands within the source. */
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
  markup_tree tree = {0};
  const html_options options = {.images = {find, NULL}};
  if (document_read(&tree, markdown, true) && html_render(&page, &tree, &options)) {
    span out = buffer_span(&page.out);
    if (!utf8_valid(out)) abort();
    if (memmem(out.data, out.len, "<script", 7) != NULL) abort();
    if (memmem(out.data, out.len, "href=\"javascript:", 17) != NULL) abort();
  }
  for (const node *n = tree.root; n != NULL; n = node_after(tree.root, n)) {
    if (n->at.start > n->at.end || n->at.end > size) abort();
    if (n->target.start > n->target.end || n->target.end > size) abort();
  }
  document_free(&tree);
  html_free(&page);
  return 0;
}
