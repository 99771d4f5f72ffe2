#include "markup/open_blocks.h"

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

/* One that held definitions alone is taken out: of an item when its list is closed, since blank
 * lines around it make the list loose. */
void paragraph_close(parser *p, node *n) {
  prose *text = paragraph_definitions(p);
  if (text == NULL) {
    if (n->parent == NULL || n->parent->kind != NODE_ITEM) { node_unlink(n); }
    return;
  }
  n->at.start = prose_source(text, 0);
  n->at.end = p->lines[p->line_count - 1].end;
  if (n->at.start <= p->lines[0].end) { take_task(n, text); } /* else a definition comes first */
  n->prose = text;
}

/* ---- the present line ----------------------------------------------------------------------- */

void line_find(parser *p) {
  if (p->nonspace <= p->offset || !p->found) {
    uint32_t at = p->offset, column = p->column;
    for (; at < p->end && ascii_blank(p->source.data[at]); at++) {
      column += p->source.data[at] == '\t' ? 4 - column % 4 : 1;
    }
    p->nonspace = at;
    p->nonspace_column = column;
    p->blank = at == p->end;
    p->found = true;
  }
  p->indent = p->nonspace_column - p->column;
}

/* Consumes `count` columns; a tab may be consumed in part. */
void line_columns(parser *p, uint32_t count) {
  while (count > 0 && p->offset < p->end) {
    if (p->source.data[p->offset] != '\t') {
      p->in_tab = false;
      p->offset++;
      p->column++;
      count--;
      continue;
    }
    uint32_t width = 4 - p->column % 4, taken = width < count ? width : count;
    p->in_tab = width > count;
    p->column += taken;
    p->offset += !p->in_tab;
    count -= taken;
  }
}

void line_to(parser *p, uint32_t at) {
  for (; p->offset < at; p->offset++) {
    p->column += line_byte(p, p->offset) == '\t' ? 4 - p->column % 4 : 1;
  }
  p->in_tab = false;
}

void line_to_nonspace(parser *p) {
  p->offset = p->nonspace;
  p->column = p->nonspace_column;
  p->in_tab = false;
}

/* ---- block_opening
 * -------------------------------------------------------------------------------- */

/* ---- closing -------------------------------------------------------------------------------- */

static void add_code_line(parser *p, node *block, leaf_line line) {
  if (line.spaces > 0) {
    parser_text(p, block, span_take(SPAN("   "), line.spaces), line.start, line.start);
  }
  uint32_t end = line.end;
  bool feed = end < p->source.len && p->source.data[end] == '\n';
  span text = {p->source.data + line.start, end - line.start + feed};
  if (text.len > 0) { parser_text(p, block, text, line.start, end + feed); }
  if (!feed) { parser_text(p, block, SPAN("\n"), end, end); }
}

/* True when a line that opens a container is the whole of a line of code. */
static bool is_blank_line(const parser *p, leaf_line line) {
  while (line.start < line.end && ascii_blank(p->source.data[line.start])) { line.start++; }
  return line.start == line.end;
}

static void close_verbatim(parser *p, const open_block *b) {
  size_t count = p->line_count;
  bool indented = b->node->kind == NODE_CODE_BLOCK && b->fence == '\0';
  if (b->node->kind == NODE_RAW) { b->node->prose = prose_of(p, p->lines, count); }
  while (indented && count > 0 && is_blank_line(p, p->lines[count - 1])) { count--; }
  for (size_t i = 0; i < count; i++) { add_code_line(p, b->node, p->lines[i]); }
  if (count > 0 && b->node->at.end < p->lines[count - 1].end) {
    b->node->at.end = p->lines[count - 1].end;
  }
}

static bool ends_with_blank(const node *n) {
  while ((n->kind == NODE_LIST || n->kind == NODE_ITEM) && n->last != NULL) { n = n->last; }
  return n->blank;
}

/* A list is loose where a blank line parts its items, or what is in one of them. */
static bool is_tight(const node *list) {
  for (const node *item = list->first; item != NULL; item = item->next) {
    if (item->blank && item->next != NULL) { return false; }
    for (const node *child = item->first; child != NULL; child = child->next) {
      if ((item->next != NULL || child->next != NULL) && ends_with_blank(child)) { return false; }
    }
  }
  return true;
}

static void drop_definitions(node *list) {
  for (node *item = list->first; item != NULL; item = item->next) {
    for (node *child = item->first, *next; child != NULL; child = next) {
      next = child->next;
      if (child->kind != NODE_PARAGRAPH || child->prose != NULL) { continue; }
      if (child->previous != NULL) { child->previous->blank = child->blank; }
      node_unlink(child);
    }
  }
}

void block_close(parser *p) {
  open_block *b = &p->stack[p->depth--];
  node *n = b->node;
  switch (n->kind) {
    case NODE_PARAGRAPH: paragraph_close(p, n); break;
    case NODE_CODE_BLOCK:
    case NODE_RAW: close_verbatim(p, b); break;
    case NODE_LIST:
      n->tight = is_tight(n);
      drop_definitions(n);
      break;
    default: break;
  }
  if (n->last != NULL && n->last->at.end > n->at.end) { n->at.end = n->last->at.end; }
  p->line_count = 0;
}

void block_close_to(parser *p, unsigned depth) {
  while (p->depth > depth) { block_close(p); }
}

/* ---- opening -------------------------------------------------------------------------------- */

static bool can_hold(const node *n, node_kind kind) {
  if (n->kind == NODE_LIST) { return kind == NODE_ITEM; }
  return n->kind == NODE_DOCUMENT || n->kind == NODE_QUOTE || n->kind == NODE_ITEM ||
         n->kind == NODE_FOOTNOTE;
}

/* Opens a block in the innermost block that was matched and can hold it. */
open_block *block_open(parser *p, unsigned *at, node_kind kind, uint32_t start) {
  while (!can_hold(p->stack[*at].node, kind)) { --*at; }
  block_close_to(p, *at);
  node *n = parser_node(p, p->stack[*at].node, kind, start, start);
  if (n == NULL) { return NULL; }
  p->depth = ++*at;
  p->stack[p->depth] = (open_block){.node = n};
  return &p->stack[p->depth];
}
