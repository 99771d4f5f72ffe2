#include "markup/plain.h"

#include <stdlib.h>
#include <string.h>

#include <utf8proc.h>

#include "base/ascii.h"
#include "base/buffer.h"
#include "base/utf8.h"
#include "markup/mathml.h"

typedef struct reader {
  plain_text *out;
  bool open; /* a block has begun and has no text yet */
  bool code;
  uint8_t level;   /* of the heading, 0 in any other block */
  bool in_tag;     /* inside `<…>` of a raw HTML block */
  unsigned table;  /* depth: a table is one block */
  const char *gap; /* what parts the next cell of a table from the text before; NULL for nothing */
  unsigned item;   /* depth of list items */
  unsigned strong; /* depth of strong emphasis */
  bool image;      /* the block begins with an image */
} reader;

static bool ends_with(span text, span end) {
  return text.len >= end.len && span_equal(span_skip(text, text.len - end.len), end);
}

/* True when the text ends with one of the marks of the list, NULL behind the last. @param length
 * receives that of the mark */
static bool ends_with_any(span text, const char *const *endings, size_t *length) {
  while (*endings != NULL && !ends_with(text, span_of(*endings))) { endings++; }
  *length = *endings == NULL ? 0 : strlen(*endings);
  return *endings != NULL;
}

/* Ends a sentence that lacks its mark. */
static void add_full_stop(plain_text *t) {
  static const char *const ends[] = {".", "!", "?", ":", ";", ",", "\u061F", "\u2026", NULL};
  static const char *const closers[] = {")", "]", "\"", "'", "”", "“", "’", "»", "«", NULL};
  span text = buffer_span(&t->plain);
  size_t length;
  while (ends_with_any(text, closers, &length)) { text.len -= length; }
  if (!ends_with_any(text, ends, &length)) { buffer_byte(&t->plain, '.'); }
}

/* A block of anything but code ends as a sentence; a paragraph goes on in a list below it, or in a
 * formula, or where the next begins with a small letter. @param continues the next may go on with
 * it
 */
static void end_sentence(plain_text *t, bool continues) {
  if (t->block_count == 0) { return; }
  plain_block last = t->blocks[t->block_count - 1];
  if (last.sentence && !(continues && last.paragraph)) { add_full_stop(t); }
}

static bool begins_small(span text) {
  size_t step;
  return utf8proc_islower((utf8proc_int32_t)utf8_decode(text, &step)) != 0;
}

/* @param continues what it begins with may go on with the sentence before it */
static bool begin_block(reader *r, bool continues) {
  plain_text *t = r->out;
  if (!list_grow(t->blocks, t->block_count, t->block_size)) { return false; }
  bool item = r->item > 0 && !r->code && r->table == 0;
  end_sentence(t, item || continues);
  if (t->plain.len > 0) { buffer_byte(&t->plain, '\n'); }
  t->blocks[t->block_count++] = (plain_block){(uint32_t)t->plain.len, r->level, !r->code,
                                              r->level == 0 && !r->image && !item && r->table == 0};
  r->open = false;
  return true;
}

/* Makes ready for `text`: begins the block that is open, and begins or ends strong emphasis. */
static bool begin_text(reader *r, span text, bool formula) {
  plain_text *t = r->out;
  if (r->gap != NULL) { buffer_text(&t->plain, r->gap); }
  r->gap = NULL;
  if (r->open && !begin_block(r, formula || begins_small(text))) { return false; }
  if ((t->turn_count & 1) == (r->strong > 0)) { return true; }
  if (!list_grow(t->turns, t->turn_count, t->turn_size)) { return false; }
  t->turns[t->turn_count++] = (uint32_t)t->plain.len;
  return true;
}

static bool add_text(reader *r, span text) {
  if (text.len == 0) { return true; }
  bool begun = begin_text(r, text, false);
  buffer_append(&r->out->plain, text);
  return begun && !r->out->plain.failed;
}

/* A no-break space parts words as any other; a soft hyphen is not read. */
static span readable(span text) {
  if (span_equal(text, SPAN("\u00A0"))) { return SPAN(" "); }
  return span_equal(text, SPAN("\u00AD")) ? SPAN("") : text;
}

/* The text of a raw HTML block without its tags. */
static bool add_html(reader *r, span text) {
  size_t from = 0;
  for (size_t i = 0; i < text.len; i++) {
    if (text.data[i] != '<' && text.data[i] != '>') { continue; }
    bool was_text = !r->in_tag;
    r->in_tag = text.data[i] == '<';
    span piece = {text.data + from, i - from};
    if (was_text && !add_text(r, piece)) { return false; }
    from = i + 1;
  }
  return r->in_tag || add_text(r, span_skip(text, from));
}

/* ---- formulas ------------------------------------------------------------------------------- */

/* True when the bytes between dollar signs are more than letters, digits and operators. */
static bool is_tex(span text) {
  for (size_t i = 0; i < text.len; i++) {
    if (strchr("\\^_{}~&", text.data[i]) != NULL && text.data[i] != '\0') { return true; }
  }
  return false;
}

/* A formula as it is read on one line; as it was written where it cannot be read. */
static bool add_formula(reader *r, const node *n) {
  plain_text *t = r->out;
  if (n->text.len == 0) { return true; }
  if (!begin_text(r, n->text, true)) { return false; }
  if (!is_tex(n->text) || !mathml_read(&t->plain, n->text)) { buffer_append(&t->plain, n->text); }
  return !t->plain.failed;
}

/* ---- the walk ------------------------------------------------------------------------------- */

/* True for a node that begins and ends blocks of text. */
static bool parts_blocks(const node *n) {
  static const char *const elements[] = {"details", "figcaption", "figure", "summary"};
  if (n->kind != NODE_ELEMENT) { return n->kind < NODE_ELEMENT; }
  bool parts = false;
  for (size_t i = 0; !parts && i < sizeof elements / sizeof elements[0]; i++) {
    parts = span_equal(n->text, span_of(elements[i]));
  }
  return parts;
}

static void enter_block(reader *r, const node *n) {
  bool in_table = r->table > 0;
  r->table += n->kind == NODE_TABLE;
  r->item += n->kind == NODE_ITEM;
  if (n->kind == NODE_CELL && !r->open && r->gap == NULL) { r->gap = ", "; }
  if (n->kind == NODE_ROW && !r->open) { r->gap = "; "; }
  if (in_table) { return; }
  r->open = true;
  r->level = n->kind == NODE_HEADING ? (uint8_t)n->number : 0;
  r->code = n->kind == NODE_CODE_BLOCK;
  r->image = r->in_tag = false;
}

static void leave_block(reader *r, const node *n) {
  if (n->kind == NODE_TABLE) {
    r->table--;
    r->gap = NULL;
  }
  r->item -= n->kind == NODE_ITEM;
  r->open = r->open || r->table == 0;
  if (n->kind == NODE_HEADING) { r->level = 0; }
  if (n->kind == NODE_CODE_BLOCK) { r->code = false; }
}

/* The text below an image is read behind its alternative text. */
static bool add_caption(reader *r, const node *image) {
  if (image->title.len == 0 || !r->image || r->open) { return true; }
  add_full_stop(r->out);
  buffer_byte(&r->out->plain, ' ');
  return add_text(r, image->title);
}

static bool enter(reader *r, const node *n) {
  if (parts_blocks(n)) { enter_block(r, n); }
  r->strong += n->kind == NODE_STRONG;
  switch ((node_kind)n->kind) {
    case NODE_TEXT:
      if (n->parent->kind == NODE_RAW) { return add_html(r, n->text); }
      return add_text(r, n->entity ? readable(n->text) : n->text);
    case NODE_SOFT_BREAK:
    case NODE_BREAK:
      if (!r->open) { buffer_byte(&r->out->plain, ' '); }
      return !r->out->plain.failed;
    case NODE_IMAGE: r->image = r->image || r->open; return true;
    case NODE_FORMULA: return add_formula(r, n);
    default: return true;
  }
}

static bool leave(reader *r, const node *n) {
  if (parts_blocks(n)) { leave_block(r, n); }
  r->strong -= n->kind == NODE_STRONG;
  return n->kind != NODE_IMAGE || add_caption(r, n);
}

static bool read_tree(reader *r, const node *root) {
  const node *n = root;
  while (enter(r, n)) {
    if (n->first != NULL) {
      n = n->first;
      continue;
    }
    while (leave(r, n) && n != root && n->next == NULL) { n = n->parent; }
    if (n == root) { return true; }
    n = n->next;
  }
  return false;
}

bool plain_read(plain_text *out, span source) {
  buffer_clear(&out->plain);
  out->turn_count = out->block_count = 0;
  reader r = {.out = out, .open = true};
  bool done = document_read(&out->tree, source, false) && read_tree(&r, out->tree.root);
  for (uint32_t i = 0; done && i < out->tree.footnote_count; i++) {
    done = read_tree(&r, out->tree.footnotes[i]);
  }
  end_sentence(out, false);
  return done && !out->plain.failed;
}

void plain_free(plain_text *text) {
  buffer_free(&text->plain);
  document_free(&text->tree);
  free(text->turns);
  free(text->blocks);
  *text = (plain_text){0};
}
