#include "markup/blocks.h"

#include "base/buffer.h"
#include "markup/open_blocks.h"
#include "markup/starts.h"
#include "markup/tags.h"

/* The block structure of CommonMark: each line is matched with the open blocks from the outermost
 * inwards, then may open others, and what remains of it is added to the innermost (appendix "A
 * parsing strategy" of the CommonMark specification). */

/* Adds what remains of the line to the open leaf. */
static void add_line(parser *p) {
  leaf_line line = {p->offset, p->end, 0};
  if (p->in_tab) {
    line.start++;
    line.spaces = 4 - p->column % 4;
  }
  if (!list_grow(p->lines, p->line_count, p->line_size)) {
    p->failed = true;
    return;
  }
  p->lines[p->line_count++] = line;
}

/* ---- going on ------------------------------------------------------------------------------- */

typedef enum { STOPS, GOES_ON, ENDS } verdict;

/* A fence that closes: ends its block with this line. */
static bool closes_fence(const parser *p, const open_block *b) {
  if (p->indent > 3 || line_byte(p, p->nonspace) != b->fence) { return false; }
  uint32_t at = p->nonspace;
  while (line_byte(p, at) == b->fence) { at++; }
  if (at - p->nonspace < b->fence_length) { return false; }
  while (line_blank(p, at)) { at++; }
  return at == p->end;
}

static verdict code_goes_on(parser *p, const open_block *b) {
  if (b->fence == '\0') {
    if (p->indent >= 4) {
      line_columns(p, 4);
      return GOES_ON;
    }
    if (p->blank) { line_to_nonspace(p); }
    return p->blank ? GOES_ON : STOPS;
  }
  if (closes_fence(p, b)) {
    b->node->at.end = p->end;
    return ENDS;
  }
  for (uint32_t i = b->fence_indent; i > 0 && line_blank(p, p->offset); i--) { line_columns(p, 1); }
  return GOES_ON;
}

/* The content of an item or a footnote is indented; lines behind its first content may be blank. */
static verdict indented_goes_on(parser *p, uint32_t columns, const node *n) {
  if (p->indent >= columns) {
    line_columns(p, columns);
    return GOES_ON;
  }
  if (!p->blank || n->first == NULL) { return STOPS; }
  line_to_nonspace(p);
  return GOES_ON;
}

/* A bar alone is no row of a table. */
static bool is_bar(const parser *p) {
  uint32_t at = p->nonspace + 1;
  while (line_blank(p, at)) { at++; }
  return line_byte(p, p->nonspace) == '|' && at == p->end;
}

static verdict goes_on(parser *p, const open_block *b) {
  switch (b->node->kind) {
    case NODE_QUOTE:
      if (p->indent > 3 || line_byte(p, p->nonspace) != '>') { return STOPS; }
      line_to(p, p->nonspace + 1);
      if (line_blank(p, p->offset)) { line_columns(p, 1); }
      return GOES_ON;
    case NODE_ITEM: return indented_goes_on(p, b->marker + b->padding, b->node);
    case NODE_FOOTNOTE: return indented_goes_on(p, 4, b->node);
    case NODE_CODE_BLOCK: return code_goes_on(p, b);
    case NODE_RAW: return b->html >= 6 && p->blank ? STOPS : GOES_ON;
    case NODE_PARAGRAPH: return p->blank ? STOPS : GOES_ON;
    case NODE_TABLE: return p->blank || is_bar(p) ? STOPS : GOES_ON;
    default: return GOES_ON;
  }
}

/* ---- lines ---------------------------------------------------------------------------------- */

/* Notes a blank line where it may make a list loose. */
static void note_blank(parser *p, unsigned at) {
  node *holder = p->stack[at].node;
  if (p->blank && holder->last != NULL) { holder->last->blank = true; }
  bool exempt = holder->kind == NODE_QUOTE || p->stack[at].fence != '\0' ||
                (holder->kind == NODE_ITEM && holder->first == NULL && holder->at.start >= p->line);
  for (unsigned i = 0; i < at; i++) { p->stack[i].node->blank = false; }
  holder->blank = p->blank && !exempt;
}

/* Adds the rest of the line to the block at `at`, the innermost. */
static void add_rest(parser *p, unsigned at) {
  open_block *b = &p->stack[at];
  node *n = b->node;
  if (n->kind == NODE_CODE_BLOCK) {
    add_line(p);
  } else if (n->kind == NODE_RAW) {
    add_line(p);
    span line = {p->source.data + p->offset, p->end - p->offset};
    if (b->html < 6 && tags_block_end(line, b->html)) { block_close(p); }
  } else if (n->kind == NODE_TABLE) {
    tables_add_row(p, n);
  } else if (!p->blank) {
    if (n->kind != NODE_PARAGRAPH && block_open(p, &at, NODE_PARAGRAPH, p->nonspace) == NULL) {
      return;
    }
    line_to_nonspace(p);
    add_line(p);
  }
}

static bool is_verbatim(const node *n) { return n->kind == NODE_CODE_BLOCK || n->kind == NODE_RAW; }

static void read_line(parser *p) {
  unsigned matched = 0;
  for (; matched < p->depth; matched++) {
    line_find(p);
    verdict v = goes_on(p, &p->stack[matched + 1]);
    if (v == ENDS) {
      block_close_to(p, matched);
      return;
    }
    if (v == STOPS) { break; }
  }
  unsigned at = matched;
  block_opening o = OPENED;
  bool lazy = p->stack[p->depth].node->kind == NODE_PARAGRAPH, opened = false;
  for (;; opened = true) {
    line_find(p);
    o = is_verbatim(p->stack[at].node) ? OPENS_NOTHING : block_start(p, &at, lazy && !opened);
    if (o != OPENED) { break; }
  }
  if (o == OPENED_WHOLE) {
    note_blank(p, at);
    return;
  }
  if (lazy && !opened && matched < p->depth && !p->blank) {
    line_to_nonspace(p);
    add_line(p);
    return;
  }
  block_close_to(p, at);
  note_blank(p, at);
  add_rest(p, at);
}

static void note_start(parser *p, uint32_t start) {
  if (!list_grow(p->starts, p->start_count, p->start_size)) {
    p->failed = true;
    return;
  }
  p->starts[p->start_count++] = start;
}

bool blocks_read(parser *p) {
  uint32_t length = (uint32_t)p->source.len, at = 0;
  size_t feed = span_find(p->source, '\n'); /* the next; looked for once, however many returns */
  note_start(p, 0);
  while (at < length && !p->failed) {
    feed = feed < at ? at + span_find(span_skip(p->source, at), '\n') : feed;
    span line = {p->source.data + at, feed - at};
    uint32_t end = at + (uint32_t)span_find(line, '\r');
    p->line = p->offset = at;
    p->end = end;
    p->column = 0;
    p->in_tab = p->found = false;
    read_line(p);
    at = end + 1;
    if (end + 1 < length && p->source.data[end] == '\r' && p->source.data[end + 1] == '\n') {
      at++;
    }
    if (at <= length) { note_start(p, at); }
  }
  if (p->stack[p->depth].node->kind == NODE_CODE_BLOCK && p->stack[p->depth].fence != '\0') {
    const node *code = p->stack[p->depth].node;
    parser_remark(p, "code-open", code->at.start, code->at.start + 3,
                  "code block does not end; close it with the same fence");
  }
  block_close_to(p, 0);
  return !p->failed;
}
