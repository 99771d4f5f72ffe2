#include "markup/starts.h"

#include "base/ascii.h"
#include "markup/open_blocks.h"
#include "markup/references.h"
#include "markup/tags.h"
#include "markup/target.h"

enum { COLUMNS_MOST = 128 };

static bool is_escape(span row, size_t at) {
  return row.data[at] == '\\' && at + 1 < row.len && (unsigned char)row.data[at + 1] < 0x80;
}

/* Cuts the next cell off a row without its outer bars. */
static bool next_cell(span *row, span *cell) {
  if (row->len == 0) { return false; }
  size_t at = 0;
  while (at < row->len && row->data[at] != '|') { at += is_escape(*row, at) ? 2 : 1; }
  if (at > row->len) { at = row->len; }
  *cell = ascii_trim(span_take(*row, at));
  *row = span_skip(*row, at + 1);
  return true;
}

/* A row without the blanks and the bar before it; a last cell without text is none. */
static span trim_row(span row) {
  row = ascii_trim(row);
  return row.len > 0 && row.data[0] == '|' ? span_skip(row, 1) : row;
}

static size_t count_cells(span row) {
  span cell;
  size_t count = 0;
  row = trim_row(row);
  while (next_cell(&row, &cell)) { count++; }
  return count;
}

/* The alignment that a cell of the delimiter row gives. */
static bool read_align(span cell, node_align *align) {
  bool left = cell.len > 0 && cell.data[0] == ':';
  cell = span_skip(cell, left);
  bool right = cell.len > 0 && cell.data[cell.len - 1] == ':';
  cell.len -= right;
  *align = left && right ? ALIGN_CENTER : left ? ALIGN_LEFT : right ? ALIGN_RIGHT : ALIGN_NONE;
  for (size_t i = 0; i < cell.len; i++) {
    if (cell.data[i] != '-') { return false; }
  }
  return cell.len > 0;
}

/* Reads a delimiter row. @return its columns, 0 when it is none */
static size_t read_delimiters(span row, uint8_t aligns[COLUMNS_MOST]) {
  span cell;
  size_t count = 0;
  node_align align;
  bool bar = span_find(row, '|') < row.len;
  row = trim_row(row);
  while (next_cell(&row, &cell)) {
    if (count == COLUMNS_MOST || !read_align(cell, &align)) { return 0; }
    aligns[count++] = (uint8_t)align;
  }
  return bar ? count : 0;
}

/* The inlines of a cell: a bar that was escaped is a bar, wherever it stands. */
static prose *cell_prose(parser *p, span cell) {
  size_t escapes = 0;
  for (size_t i = 0; i < cell.len; i += is_escape(cell, i) ? 2 : 1) {
    escapes += is_escape(cell, i) && cell.data[i + 1] == '|';
  }
  uint32_t start = (uint32_t)(cell.data - p->source.data);
  leaf_line line = {start, start + (uint32_t)cell.len, 0};
  prose *out = prose_of(p, &line, 1);
  prose_piece *pieces = arena_alloc(p->memory, (escapes + 1) * sizeof *pieces);
  if (out == NULL || pieces == NULL || escapes == 0) {
    p->failed = p->failed || out == NULL || pieces == NULL;
    return out;
  }
  char *bytes = (char *)out->text.data;
  size_t len = 0, count = 1;
  pieces[0] = (prose_piece){0, start};
  for (size_t i = 0, step; i < cell.len; i += step) {
    step = is_escape(cell, i) ? 2 : 1;
    bool bar = step == 2 && cell.data[i + 1] == '|';
    if (bar) { pieces[count++] = (prose_piece){(uint32_t)len, start + (uint32_t)i + 1}; }
    memmove(bytes + len, cell.data + i + bar, step - bar);
    len += step - bar;
  }
  *out = (prose){{bytes, len}, pieces, (uint32_t)count};
  return out;
}

static void add_row(parser *p, node *table, span row, uint32_t start, bool header) {
  const node *model = header || table->first == NULL ? NULL : table->first->first;
  uint32_t end = start + (uint32_t)row.len;
  node *n = parser_node(p, table, NODE_ROW, start, end);
  if (n == NULL) { return; }
  n->header = header;
  row = trim_row(row);
  span cell;
  for (unsigned i = 0; i < table->number; i++) {
    bool any = next_cell(&row, &cell);
    if (!any && p->surplus == 0) {
      parser_remark(p, "table-cells", start, end,
                    "rows of the table lack too many cells; write them all");
      return;
    }
    p->surplus -= !any;
    uint32_t from = any ? (uint32_t)(cell.data - p->source.data) : end;
    node *c = parser_node(p, n, NODE_CELL, from, any ? from + (uint32_t)cell.len : end);
    if (c == NULL) { return; }
    c->header = header;
    c->align = model == NULL ? ALIGN_NONE : model->align;
    c->prose = any && cell.len > 0 ? cell_prose(p, cell) : NULL;
    model = model == NULL ? NULL : model->next;
  }
  if (next_cell(&row, &cell)) {
    parser_remark(p, "table-cells", (uint32_t)(cell.data - p->source.data), end,
                  "row has more cells than the table has columns, and these are not shown; "
                  "write \\| for a bar within a cell");
  }
}

/* Opens a table when the present line is the delimiter row of one whose header is the last line of
 * the open paragraph. */
static bool tables_open(parser *p) {
  uint8_t aligns[COLUMNS_MOST];
  size_t columns =
      read_delimiters((span){p->source.data + p->nonspace, p->end - p->nonspace}, aligns);
  if (columns == 0 || p->line_count == 0) { return false; }
  leaf_line header = p->lines[p->line_count - 1];
  span row = {p->source.data + header.start, header.end - header.start};
  if (count_cells(row) != columns) { return false; }
  open_block *b = &p->stack[p->depth];
  node *table = b->node;
  if (--p->line_count > 0) {
    node *before = parser_node(p, NULL, NODE_PARAGRAPH, table->at.start, table->at.start);
    if (before == NULL) { return false; }
    node_insert_before(table, before);
    b->node = before;
    paragraph_close(p, before);
    b->node = table;
  }
  p->line_count = 0;
  table->kind = NODE_TABLE;
  table->number = (unsigned)columns;
  table->at = (extent){header.start, p->end};
  add_row(p, table, row, header.start, true);
  node *cell = table->first == NULL ? NULL : table->first->first;
  for (size_t i = 0; cell != NULL; i++, cell = cell->next) { cell->align = aligns[i]; }
  return !p->failed;
}

void tables_add_row(parser *p, node *table) {
  add_row(p, table, (span){p->source.data + p->nonspace, p->end - p->nonspace}, p->nonspace, false);
  table->at.end = p->end;
}

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
  uint32_t closing = end;
  while (closing > i && p->source.data[closing - 1] == '#') { closing--; }
  if (closing == i || ascii_blank(p->source.data[closing - 1])) { end = closing; }
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
  char sign = line_byte(p, p->nonspace);
  uint32_t i = p->nonspace;
  if (sign != '=' && sign != '-') { return 0; }
  while (line_byte(p, i) == sign) { i++; }
  while (line_blank(p, i)) { i++; }
  return i < p->end ? 0 : sign == '=' ? 1 : 2;
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
  char sign = line_byte(p, p->nonspace);
  unsigned count = 0;
  if (sign != '*' && sign != '-' && sign != '_') { return false; }
  for (uint32_t i = p->nonspace; i < p->end; i++) {
    if (p->source.data[i] == sign) {
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
  while (line_blank(p, p->offset)) { line_columns(p, 1); }
  return true;
}

static bool open_html(parser *p, unsigned *at) {
  span line = {p->source.data + p->nonspace, p->end - p->nonspace};
  bool in_paragraph = p->stack[p->depth].node->kind == NODE_PARAGRAPH;
  unsigned kind = tags_block_start(line, in_paragraph);
  if (kind == 0) { return false; }
  open_block *b = block_open(p, at, NODE_RAW, p->nonspace);
  if (b != NULL) { b->html = (uint8_t)kind; }
  p->tagged = true;
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
  bool begins = c == '-' || c == '+' || c == '*' || ascii_digit(c);
  if (begins && !too_deep(p, *at) && open_item(p, at)) { return OPENED; }
  bool row = p->stack[*at].node->kind == NODE_PARAGRAPH && (c == '|' || c == ':' || c == '-');
  return whole_if(row && tables_open(p));
}
