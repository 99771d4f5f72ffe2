#include "markup/paragraphs.h"

#include "base/ascii.h"
#include "markup/references.h"

/* `{#id}` that ends a heading. */
void heading_take_id(node *heading, prose *text) {
  span t = text->text;
  if (t.len < 4 || t.data[t.len - 1] != '}') { return; }
  size_t open = t.len - 1;
  while (open > 0 && t.data[open] != '{') {
    char c = t.data[open - 1];
    if (!ascii_alnum(c) && strchr("#-_.:{", c) == NULL && (unsigned char)c < 0x80) { return; }
    open--;
  }
  bool separate = open == 0 || ascii_blank(t.data[open - 1]);
  if (!separate || t.data[open] != '{' || t.data[open + 1] != '#' || open + 3 >= t.len) { return; }
  heading->text = (span){t.data + open + 2, t.len - open - 3};
  while (open > 0 && ascii_blank(t.data[open - 1])) { open--; }
  text->text.len = open;
}

/* The box of a task: `[ ]` or `[x]`, at the beginning of the first paragraph of an item. */
static void take_task(node *paragraph, prose *text) {
  span t = text->text;
  node *item = paragraph->parent;
  if (item->kind != NODE_ITEM || item->first != paragraph || t.len < 4 || t.data[0] != '[' ||
      t.data[2] != ']' || strchr(" xX", t.data[1]) == NULL || t.data[1] == '\0' ||
      !ascii_blank(t.data[3])) {
    return;
  }
  item->task = t.data[1] == ' ' ? ' ' : 'x';
  size_t skip = 4;
  while (skip < t.len && ascii_blank(t.data[skip])) { skip++; }
  prose_skip(text, skip);
}

/* Takes the definitions off the open paragraph. @return its prose, NULL when nothing remains */
prose *paragraph_definitions(parser *p) {
  prose *text = prose_of(p, p->lines, p->line_count);
  if (text == NULL) { return NULL; }
  prose_skip(text, references_take(p, text));
  prose_trim(text);
  return text->text.len > 0 ? text : NULL;
}

void paragraph_close(parser *p, node *n) {
  prose *text = paragraph_definitions(p);
  if (text == NULL) {
    node_unlink(n);
    return;
  }
  n->at.start = prose_source(text, 0);
  n->at.end = p->lines[p->line_count - 1].end;
  take_task(n, text);
  n->prose = text;
}
