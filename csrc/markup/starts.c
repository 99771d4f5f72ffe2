#include "markup/starts.h"

#include "markup/open_blocks.h"
#include "markup/paragraphs.h"
#include "markup/references.h"
#include "markup/tables.h"
#include "markup/tags.h"
#include "markup/target.h"

static bool open_heading(parser *p, unsigned *at) {
  uint32_t i = p->nonspace;
  while (line_byte(p, i) == '#') { i++; }
  uint32_t level = i - p->nonspace;
  if (level == 0 || level > 6 || (i < p->end && !line_blank(p, i))) { return false; }
  open_block *b = block_open(p, at, NODE_HEADING, p->nonspace);
  if (b == NULL) { return false; }
  while (line_blank(p, i)) { i++; }
  uint32_t end = p->end;
  while (end > i && ascii_blank(p->source.data[end - 1])) { end--; }
  uint32_t marks = end;
  while (marks > i && p->source.data[marks - 1] == '#') { marks--; }
  if (marks == i || ascii_blank(p->source.data[marks - 1])) { end = marks; }
  leaf_line line = {i, end, 0};
  prose *text = prose_of(p, &line, 1);
  b->node->number = level;
  b->node->at.end = p->end;
  if (text != NULL) {
    prose_trim(text);
    heading_take_id(b->node, text);
    b->node->prose = text;
  }
  block_close(p);
  --*at;
  return true;
}

static bool open_fence(parser *p, unsigned *at) {
  char fence = line_byte(p, p->nonspace);
  uint32_t i = p->nonspace;
  while (line_byte(p, i) == fence) { i++; }
  uint32_t length = i - p->nonspace, column = p->indent;
  span info = {p->source.data + i, p->end - i};
  if (length < 3 || (fence == '`' && span_find(info, '`') < info.len)) { return false; }
  open_block *b = block_open(p, at, NODE_CODE_BLOCK, p->nonspace);
  if (b == NULL) { return false; }
  b->fence = fence;
  b->fence_length = length;
  b->fence_indent = column;
  info = ascii_trim(info);
  b->node->text = target_unescape(p, info);
  b->node->target.start = (uint32_t)(info.data - p->source.data);
  b->node->target.end = b->node->target.start + (uint32_t)info.len;
  b->node->at.end = p->end;
  return true;
}

/* `===` or `---` below a paragraph. @return the level, 0 when it is none */
static unsigned setext_level(const parser *p) {
  char mark = line_byte(p, p->nonspace);
  uint32_t i = p->nonspace;
  if (mark != '=' && mark != '-') { return 0; }
  while (line_byte(p, i) == mark) { i++; }
  while (line_blank(p, i)) { i++; }
  return i < p->end ? 0 : mark == '=' ? 1 : 2;
}

static bool open_setext(parser *p, unsigned *at) {
  unsigned level = p->stack[*at].node->kind == NODE_PARAGRAPH ? setext_level(p) : 0;
  if (level == 0) { return false; }
  node *n = p->stack[*at].node;
  prose *text = paragraph_definitions(p);
  if (text == NULL) {
    p->line_count = 0;
    return false;
  }
  n->kind = NODE_HEADING;
  n->number = level;
  n->at.start = prose_source(text, 0);
  n->at.end = p->end;
  heading_take_id(n, text);
  n->prose = text;
  block_close_to(p, *at);
  block_close(p);
  --*at;
  return true;
}

static bool is_rule(const parser *p) {
  char mark = line_byte(p, p->nonspace);
  unsigned count = 0;
  if (mark != '*' && mark != '-' && mark != '_') { return false; }
  for (uint32_t i = p->nonspace; i < p->end; i++) {
    if (p->source.data[i] == mark) {
      count++;
    } else if (!ascii_blank(p->source.data[i])) {
      return false;
    }
  }
  return count >= 3;
}

typedef struct marker {
  uint32_t length;
  unsigned number;
  char delimiter;
  bool ordered;
} marker;

static bool read_marker(const parser *p, bool in_paragraph, marker *m) {
  uint32_t i = p->nonspace;
  *m = (marker){0};
  while (ascii_digit(line_byte(p, i)) && i - p->nonspace < 9) {
    m->number = m->number * 10 + (unsigned)(line_byte(p, i++) - '0');
  }
  m->ordered = i > p->nonspace;
  m->delimiter = line_byte(p, i++);
  bool known = m->ordered ? m->delimiter == '.' || m->delimiter == ')'
                          : m->delimiter == '-' || m->delimiter == '+' || m->delimiter == '*';
  if (!known || i > p->end || (i < p->end && !line_blank(p, i))) { return false; }
  m->length = i - p->nonspace;
  if (!in_paragraph) { return true; }
  while (line_blank(p, i)) { i++; }
  return i < p->end && (!m->ordered || m->number == 1);
}

/* Opens an item, and a list where none of its kind is open. */
static bool open_item(parser *p, unsigned *at) {
  marker m;
  const node *holder = p->stack[*at].node;
  if (p->indent > 3 || !read_marker(p, holder->kind == NODE_PARAGRAPH, &m)) { return false; }
  uint32_t start = p->nonspace, indent = p->indent, padding;
  bool same = holder->kind == NODE_LIST && holder->ordered == m.ordered &&
              p->stack[*at].delimiter == m.delimiter;
  line_to(p, p->nonspace + m.length);
  uint32_t offset = p->offset, column = p->column;
  while (p->column - column <= 5 && line_blank(p, p->offset)) { line_columns(p, 1); }
  uint32_t spaces = p->column - column;
  if (spaces >= 5 || spaces < 1 || p->offset == p->end) {
    padding = m.length + 1;
    p->offset = offset;
    p->column = column;
    p->in_tab = false;
    if (spaces > 0) { line_columns(p, 1); }
  } else {
    padding = m.length + spaces;
  }
  if (!same) {
    open_block *list = block_open(p, at, NODE_LIST, start);
    if (list == NULL) { return false; }
    list->delimiter = m.delimiter;
    list->node->ordered = m.ordered;
    list->node->number = m.number;
  }
  open_block *item = block_open(p, at, NODE_ITEM, start);
  if (item == NULL) { return false; }
  item->node->at.end = offset;
  item->marker = indent;
  item->padding = padding;
  return true;
}

static bool open_quote(parser *p, unsigned *at) {
  uint32_t start = p->nonspace;
  line_to(p, start + 1);
  if (line_blank(p, p->offset)) { line_columns(p, 1); }
  open_block *b = block_open(p, at, NODE_QUOTE, start);
  if (b != NULL) { b->node->at.end = start + 1; }
  return b != NULL;
}

/* `[^label]:` */
static bool open_footnote(parser *p, unsigned *at) {
  uint32_t start = p->nonspace, i = start + 2;
  if (line_byte(p, start + 1) != '^') { return false; }
  while (i < p->end && strchr(" \t[]", p->source.data[i]) == NULL) { i++; }
  if (i == start + 2 || line_byte(p, i) != ']' || line_byte(p, i + 1) != ':') { return false; }
  span label = {p->source.data + start + 2, i - start - 2};
  open_block *b = block_open(p, at, NODE_FOOTNOTE, start);
  if (b == NULL) { return false; }
  b->node->text = label;
  b->node->at.end = i + 2;
  references_add_footnote(p, b->node, label);
  line_to(p, i + 2);
  return true;
}

static bool open_html(parser *p, unsigned *at) {
  span line = {p->source.data + p->nonspace, p->end - p->nonspace};
  bool in_paragraph = p->stack[p->depth].node->kind == NODE_PARAGRAPH;
  unsigned kind = tags_block_start(line, in_paragraph);
  if (kind == 0) { return false; }
  open_block *b = block_open(p, at, NODE_RAW, p->nonspace);
  if (b != NULL) { b->html = (uint8_t)kind; }
  return b != NULL;
}

static block_opening opened_if(bool opened) { return opened ? OPENED : OPENS_NOTHING; }

static block_opening whole_if(bool opened) { return opened ? OPENED_WHOLE : OPENS_NOTHING; }

static bool too_deep(parser *p, unsigned at) {
  if (at + 3 < DOCUMENT_DEPTH) { return false; }
  parser_remark(p, "nesting", p->nonspace, p->nonspace + 1,
                "is nested more than 48 deep and shown as text; nest it less");
  return true;
}

static bool open_rule(parser *p, unsigned *at) {
  open_block *b = is_rule(p) ? block_open(p, at, NODE_RULE, p->nonspace) : NULL;
  if (b == NULL) { return false; }
  b->node->at.end = p->end;
  block_close(p);
  --*at;
  return true;
}

/* Opens one block. @param lazy the line may go on with an open paragraph */
block_opening block_start(parser *p, unsigned *at, bool lazy) {
  char c = line_byte(p, p->nonspace);
  if (p->blank) { return OPENS_NOTHING; }
  if (p->indent > 3) {
    if (lazy) { return OPENS_NOTHING; }
    line_columns(p, 4);
    return opened_if(block_open(p, at, NODE_CODE_BLOCK, p->offset) != NULL);
  }
  switch (c) {
    case '>': return opened_if(!too_deep(p, *at) && open_quote(p, at));
    case '#': return whole_if(open_heading(p, at));
    case '`':
    case '~': return whole_if(open_fence(p, at));
    case '<': return opened_if(open_html(p, at));
    case '[': return opened_if(!too_deep(p, *at) && open_footnote(p, at));
    default: break;
  }
  if (open_setext(p, at) || open_rule(p, at)) { return OPENED_WHOLE; }
  bool marks = c == '-' || c == '+' || c == '*' || ascii_digit(c);
  if (marks && !too_deep(p, *at) && open_item(p, at)) { return OPENED; }
  bool row = p->stack[*at].node->kind == NODE_PARAGRAPH && (c == '|' || c == ':' || c == '-');
  return whole_if(row && tables_open(p));
}
