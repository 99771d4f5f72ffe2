#include "markup/document.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "markup/blocks.h"
#include "markup/inlines.h"
#include "markup/remarks.h"
#include "markup/tags.h"

/* ---- remarks -------------------------------------------------------------------------------- */

static int compare_remarks(const void *a, const void *b) {
  const remark *one = *(remark *const *)a, *other = *(remark *const *)b;
  if (one->at.start != other->at.start) { return one->at.start < other->at.start ? -1 : 1; }
  return strcmp(one->rule, other->rule);
}

/* Puts the remarks into the order of the source. */
static void sort_remarks(parser *p) {
  size_t count = 0;
  for (remark *r = p->d->remarks; r != NULL; r = r->next) { count++; }
  if (count < 2) { return; }
  remark **list = arena_alloc(p->memory, count * sizeof *list);
  if (list == NULL) {
    p->failed = true;
    return;
  }
  remark *r = p->d->remarks;
  for (size_t i = 0; i < count; i++, r = r->next) { list[i] = r; }
  qsort(list, count, sizeof *list, compare_remarks);
  for (size_t i = 0; i < count; i++) { list[i]->next = i + 1 < count ? list[i + 1] : NULL; }
  p->d->remarks = list[0];
}

/* ---- the whole ------------------------------------------------------------------------------ */

static void list_footnotes(parser *p) {
  markup_tree *d = p->d;
  for (reference *r = p->first_reference; r != NULL; r = r->next) {
    if (r->footnote == NULL) { continue; }
    if (!r->used) {
      parser_remark(p, "footnote-unused", r->at.start, r->footnote->at.end,
                    "footnote is referred to nowhere and not shown; refer to it with [^label]");
    }
    node_unlink(r->footnote);
  }
  d->footnote_count = p->footnotes;
  d->footnotes = arena_alloc(p->memory, p->footnotes * sizeof *d->footnotes + 1);
  if (d->footnotes == NULL) {
    p->failed = true;
    return;
  }
  for (reference *r = p->first_reference; r != NULL; r = r->next) {
    if (r->footnote != NULL && r->footnote->number > 0) {
      d->footnotes[r->footnote->number - 1] = r->footnote;
    }
  }
}

const char *const document_alerts[DOCUMENT_ALERTS] = {"note", "tip", "important", "warning",
                                                      "caution"};

/* `[!NOTE]` on a line of its own at the beginning of a quotation makes it an alert. */
static void read_alert(node *quote) {
  node *paragraph = quote->first;
  if (paragraph == NULL || paragraph->kind != NODE_PARAGRAPH) { return; }
  node *tag = paragraph->first;
  span t = tag == NULL || tag->kind != NODE_TEXT ? SPAN("") : tag->text;
  if (t.len < 4 || !span_starts(t, SPAN("[!")) || t.data[t.len - 1] != ']' ||
      (tag->next != NULL && tag->next->kind != NODE_SOFT_BREAK && tag->next->kind != NODE_BREAK)) {
    return;
  }
  span kind = {t.data + 2, t.len - 3};
  for (unsigned i = 0; i < DOCUMENT_ALERTS; i++) {
    if (!ascii_same(kind, span_of(document_alerts[i]))) { continue; }
    quote->number = i + 1;
    node *gap = tag->next;
    node_unlink(tag);
    if (gap != NULL) { node_unlink(gap); }
    if (paragraph->first == NULL) { node_unlink(paragraph); }
    return;
  }
}

static void read_alerts(markup_tree *d) {
  for (node *n = d->root; n != NULL; n = node_after(d->root, n)) {
    if (n->kind == NODE_QUOTE) { read_alert(n); }
  }
}

bool document_read(markup_tree *d, span source, bool tell) {
  arena memory = d->memory;
  arena_reset(&memory);
  *d = (markup_tree){.source = source, .memory = memory};
  parser p = {
      .d = d, .memory = &d->memory, .source = source, .surplus = source.len + DOCUMENT_SURPLUS};
  d->root = parser_node(&p, NULL, NODE_DOCUMENT, 0, (uint32_t)source.len);
  p.stack[0].node = d->root;
  bool done = d->root != NULL && blocks_read(&p) && inlines_read(&p);
  if (done) {
    if (p.tagged) { tags_resolve(&p); }
    if (span_find(source, '>') < source.len) { /* begins each quotation */
      read_alerts(d);
    }
    if (tell) { remarks_add(&p); }
    list_footnotes(&p);
    sort_remarks(&p);
    span starts =
        arena_copy(&d->memory, (span){(const char *)p.starts, p.start_count * sizeof *p.starts});
    d->lines = (const uint32_t *)(const void *)starts.data;
    d->line_count = (uint32_t)p.start_count;
    done = !p.failed && starts.data != NULL;
  }
  free(p.lines);
  free(p.starts);
  return done;
}

void document_free(markup_tree *d) {
  arena_free(&d->memory);
  *d = (markup_tree){0};
}

enum { POINTS_STEP = 64 }; /* bytes */

/* Code points among `count` bytes. */
static uint32_t count_points(const char *bytes, size_t count) {
  uint32_t points = 0;
  for (size_t i = 0; i < count; i++) { points += (bytes[i] & 0xC0) != 0x80; }
  return points;
}

static void list_points(markup_tree *d) {
  size_t steps = d->source.len / POINTS_STEP;
  d->points = arena_alloc(&d->memory, (steps + 1) * sizeof *d->points);
  if (d->points == NULL) { return; }
  d->points[0] = 0;
  for (size_t i = 0; i < steps; i++) {
    d->points[i + 1] = d->points[i] + count_points(d->source.data + i * POINTS_STEP, POINTS_STEP);
  }
}

/* Code points before a byte of the source. Without memory for the list all of them are counted. */
static uint32_t points_before(const markup_tree *d, uint32_t offset) {
  size_t step = d->points == NULL ? 0 : offset / POINTS_STEP, from = step * POINTS_STEP;
  uint32_t before = d->points == NULL ? 0 : d->points[step];
  return before + count_points(d->source.data + from, offset - from);
}

void document_place(markup_tree *d, uint32_t offset, uint32_t *line, uint32_t *column) {
  uint32_t number = tree_line(d, offset);
  if (d->points == NULL) { list_points(d); }
  if (offset > d->source.len) { offset = (uint32_t)d->source.len; }
  *line = number + 1;
  *column = points_before(d, offset) - points_before(d, d->lines[number]) + 1;
}

static int compare_targets(const void *a, const void *b) {
  const node *one = *(const node *const *)a, *other = *(const node *const *)b;
  return (one->target.start > other->target.start) - (one->target.start < other->target.start);
}

const node **document_targets(markup_tree *d, size_t *count) {
  const node **list = NULL;
  for (bool fills = false;; fills = true) {
    *count = 0;
    for (uint32_t i = 0; i <= d->footnote_count; i++) {
      const node *root = i == 0 ? d->root : d->footnotes[i - 1];
      for (const node *n = root; n != NULL; n = node_after(root, n)) {
        if ((n->kind != NODE_LINK && n->kind != NODE_IMAGE) || n->automatic) { continue; }
        if (fills) { list[*count] = n; }
        ++*count;
      }
    }
    if (fills) { break; }
    list = arena_alloc(&d->memory, *count * sizeof *list + 1);
    if (list == NULL) { return NULL; }
  }
  qsort(list, *count, sizeof *list, compare_targets);
  return list;
}
