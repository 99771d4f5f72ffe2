/** Fuzz target: Markdown to its tree, and to the plain text that is searched. Nodes, remarks stand
 * within the source, each on a line of it; the text is UTF-8, and each of its bytes comes from a
 * place within the source. */
#include <stdlib.h>

#include "base/utf8.h"
#include "markup/document.h"
#include "markup/plain.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static void check_place(markup_tree *d, extent at, size_t size) {
  uint32_t line, column;
  if (at.start > at.end || at.end > size) abort();
  document_place(d, at.start, &line, &column);
  if (line == 0 || line > d->line_count || column == 0) abort();
  if (column > at.start - d->lines[line - 1] + 1) abort();
}

static void check_tree(span source) {
  markup_tree d = {0};
  if (document_read(&d, source, true)) {
    for (uint32_t i = 0; i <= d.footnote_count; i++) {
      const node *root = i == 0 ? d.root : d.footnotes[i - 1];
      for (const node *n = root; n != NULL; n = node_after(root, n)) {
        check_place(&d, n->at, source.len);
        for (const node *c = n->first; c != NULL; c = c->next)
          if (c->parent != n || (c->next == NULL && n->last != c)) abort();
      }
    }
    for (const remark *r = d.remarks; r != NULL; r = r->next) check_place(&d, r->at, source.len);
  }
  document_free(&d);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
  span source = {(const char *)data, size};
  plain_text text = {0};
  /* No document holds a NUL, which is read as the longer U+FFFD. */
  if (size > 4096 || !utf8_valid(source) || memchr(data, 0, size) != NULL) return 0;
  check_tree(source);
  if (plain_read(&text, source)) {
    if (!utf8_valid(buffer_span(&text.plain))) abort();
    for (size_t i = 0; i < text.turn_count; i++) {
      if (text.turns[i] >= text.plain.len) abort();
    }
  }
  plain_free(&text);
  return 0;
}
