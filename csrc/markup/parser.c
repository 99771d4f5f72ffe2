#include "markup/parser.h"

node *parser_node(parser *p, node *parent, node_kind kind, uint32_t start, uint32_t end) {
  node *n = arena_alloc(p->memory, sizeof *n);
  if (n == NULL) {
    p->failed = true;
    return NULL;
  }
  *n = (node){.parent = parent, .kind = (uint8_t)kind, .at = {start, end}};
  if (parent != NULL) {
    n->previous = parent->last;
    *(parent->last == NULL ? &parent->first : &parent->last->next) = n;
    parent->last = n;
  }
  return n;
}

node *parser_text(parser *p, node *parent, span text, uint32_t start, uint32_t end) {
  node *n = text.len == 0 ? NULL : parser_node(p, parent, NODE_TEXT, start, end);
  if (n != NULL) { n->text = text; }
  return n;
}

void parser_remark(parser *p, const char *rule, uint32_t start, uint32_t end, const char *text) {
  remark *one = arena_alloc(p->memory, sizeof *one);
  if (one == NULL) {
    p->failed = true;
    return;
  }
  *one = (remark){NULL, rule, span_of(text), {start, end}};
  *(p->last_remark == NULL ? &p->d->remarks : &p->last_remark->next) = one;
  p->last_remark = one;
}
