#include "markup/tables.h"

#include "base/ascii.h"
#include "markup/paragraphs.h"

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

bool tables_open(parser *p) {
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
