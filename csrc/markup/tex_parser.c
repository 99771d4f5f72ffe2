#include "markup/tex_parser.h"

#include "markup/tex.h"

enum { DEEPEST = 32 };

bool tex_skip(tex_parser *p, span token) {
  span next = tex_peek(&p->rest);
  bool found = span_equal(next, token);
  if (found) { p->rest = span_skip(p->rest, next.len); }
  return found;
}

formula_node *tex_node(tex_parser *p, const char *element) {
  formula_node *node = arena_alloc(p->memory, sizeof *node);
  if (node != NULL) { *node = (formula_node){.element = element, .before = "", .behind = ""}; }
  return node;
}

formula_node *tex_leaf(tex_parser *p, const char *element, span text, formula_role role) {
  formula_node *node = tex_node(p, element);
  if (node != NULL) {
    node->text = text;
    node->role = role;
    node->font = p->font;
    node->atom = true;
  }
  return node;
}

void tex_append(formula_node *parent, formula_node *child) {
  if (parent == NULL || child == NULL) { return; }
  if (parent->first == NULL) {
    parent->first = child;
  } else {
    parent->last->next = child;
  }
  parent->last = child;
}

static bool is_atom(const formula_node *node) {
  while (!node->atom && node->first != NULL && node->first == node->last) { node = node->first; }
  return node->atom || (node->first == NULL && node->text.data == NULL);
}

/* A letter or a number with its index and its power. */
static bool is_power(const formula_node *row) {
  const formula_node *node = row->first;
  return node != NULL && node == row->last && node->scripts && is_atom(node->first) &&
         node->role == FORMULA_ORDINARY;
}

formula_node *tex_part(formula_node *row, bool powers, const char *lead, const char *lead_bracket) {
  if (row != NULL) {
    bool atom = is_atom(row) || (powers && is_power(row));
    row->before = atom ? lead : lead_bracket;
    row->behind = atom ? "" : ")";
  }
  return row;
}

bool tex_enter(tex_parser *p, const char *where) {
  if (p->depth == DEEPEST) {
    return tex_refuse(p, where, "nested more than %d levels deep", DEEPEST);
  }
  p->depth++;
  return true;
}

formula_node *tex_space(tex_parser *p, const char *width) {
  size_t size = sizeof "mspace width=\"\"" + strlen(width);
  char *element = arena_alloc(p->memory, size);
  if (element == NULL) { return NULL; }
  snprintf(element, size, "mspace width=\"%s\"", width);
  formula_node *node = tex_leaf(p, element, (span){NULL, 0}, FORMULA_SPACE);
  if (node != NULL) { node->mute = width[0] == '-'; }
  return node;
}

bool tex_option(tex_parser *p, formula_node **row) {
  *row = NULL;
  const char *start = p->rest.data;
  if (!tex_skip(p, SPAN("["))) { return true; }
  bool bracket = p->bracket, display = p->display;
  *row = tex_node(p, "mrow");
  p->bracket = true;
  p->display = false;
  if (!tex_row(p, *row)) { return false; }
  p->bracket = bracket;
  p->display = display;
  return tex_skip(p, SPAN("]")) || tex_refuse(p, start, "a bracket [ is not closed");
}

bool tex_name(tex_parser *p, span of, span *word) {
  if (!tex_skip(p, SPAN("{"))) {
    return tex_refuse(p, of.data, "%.*s lacks a name in braces", (int)of.len, of.data);
  }
  size_t length = span_find(p->rest, '}');
  *word = span_take(p->rest, length);
  if (length == p->rest.len) {
    return tex_refuse(p, of.data, "%.*s lacks the brace that ends its name", (int)of.len, of.data);
  }
  p->rest = span_skip(p->rest, length + 1);
  return true;
}
