#include "markup/references.h"

#include <utf8proc.h>

#include "base/ascii.h"
#include "base/hash.h"
#include "base/utf8.h"
#include "markup/target.h"

enum { LABEL_MOST = 999 };

static bool is_space(char c) { return ascii_blank(c) || c == '\n' || c == '\r'; }

/* A label by which definitions are compared: white space as one space, Unicode case folded. */
static span fold_label(parser *p, span label) {
  char *out = arena_alloc(p->memory, label.len * 12 + 1);
  if (out == NULL) {
    p->failed = true;
    return (span){"", 0};
  }
  size_t len = 0, step;
  for (size_t i = 0; i < label.len; i += step) {
    step = 1;
    if (is_space(label.data[i])) {
      if (len > 0 && out[len - 1] != ' ') { out[len++] = ' '; }
      continue;
    }
    if ((unsigned char)label.data[i] < 0x80) {
      out[len++] = ascii_lower(label.data[i]);
      continue;
    }
    utf8proc_int32_t folded[8];
    int class = 0;
    uint32_t point = utf8_decode(span_skip(label, i), &step);
    if (step == 0) {
      step = 1;
      continue;
    }
    utf8proc_ssize_t count =
        utf8proc_decompose_char((utf8proc_int32_t)point, folded, 8, UTF8PROC_CASEFOLD, &class);
    for (utf8proc_ssize_t k = 0; k < count && k < 3; k++) {
      len += utf8_encode((uint32_t)folded[k], out + len);
    }
  }
  while (len > 0 && out[len - 1] == ' ') { len--; }
  return (span){out, len};
}

static reference **slot_of(const parser *p, span label) {
  size_t at = hash_of(label) & (p->table_size - 1);
  while (p->table[at] != NULL && !span_equal(p->table[at]->label, label)) {
    at = (at + 1) & (p->table_size - 1);
  }
  return &p->table[at];
}

static bool make_room(parser *p) {
  if ((p->reference_count + 1) * 2 <= p->table_size) { return true; }
  size_t size = p->table_size == 0 ? 64 : p->table_size * 2;
  reference **table = arena_alloc(p->memory, size * sizeof *table);
  if (table == NULL) {
    p->failed = true;
    return false;
  }
  memset(table, 0, size * sizeof *table);
  p->table = table;
  p->table_size = size;
  for (reference *r = p->first_reference; r != NULL; r = r->next) {
    reference **slot = slot_of(p, r->label);
    if (*slot == NULL) { *slot = r; }
  }
  return true;
}

/* Enters a definition; of two with one label the first holds. */
static void add_reference(parser *p, reference one) {
  if (one.label.len == 0 || !make_room(p)) { return; }
  reference **slot = slot_of(p, one.label);
  one.used = *slot != NULL;
  if (one.used) {
    parser_remark(p, "definition-twice", one.at.start, one.at.end,
                  "label is defined above; the first definition holds, remove or rename this one");
    if (one.footnote == NULL) { return; } /* one of a footnote is taken out of the text */
  }
  reference *r = arena_alloc(p->memory, sizeof *r);
  if (r == NULL) {
    p->failed = true;
    return;
  }
  *r = one;
  if (*slot == NULL) { *slot = r; }
  *(p->last_reference == NULL ? &p->first_reference : &p->last_reference->next) = r;
  p->last_reference = r;
  p->reference_count++;
}

/* Footnotes have names of their own: those of links cannot begin with the byte before them. */
static span footnote_label(parser *p, span label) {
  span folded = fold_label(p, label);
  char *out = arena_alloc(p->memory, folded.len + 1);
  if (out == NULL) {
    p->failed = true;
    return (span){"", 0};
  }
  out[0] = '\n';
  memcpy(out + 1, folded.data, folded.len);
  return (span){out, folded.len + 1};
}

void references_add_footnote(parser *p, node *footnote, span label) {
  add_reference(
      p, (reference){.label = footnote_label(p, label), .footnote = footnote, .at = footnote->at});
}

reference *references_find(parser *p, span label) {
  bool footnote = label.len > 1 && label.data[0] == '^';
  if (p->reference_count == 0 || label.len > LABEL_MOST) { return NULL; }
  span folded = footnote ? footnote_label(p, span_skip(label, 1)) : fold_label(p, label);
  return folded.len == 0 ? NULL : *slot_of(p, folded);
}

/* Skips blanks and at most one line end. */
static size_t skip_space(span text, size_t at) {
  unsigned lines = 0;
  while (at < text.len && is_space(text.data[at]) && (lines += text.data[at] == '\n') < 2) { at++; }
  return at;
}

/* The end of the line at `at` when nothing but blanks is left on it. @return 0 when there is more
 */
static size_t line_end(span text, size_t at) {
  while (at < text.len && ascii_blank(text.data[at])) { at++; }
  return at == text.len ? at : text.data[at] == '\n' ? at + 1 : 0;
}

/* Reads one definition at the beginning of `text`. @return its bytes, its line end included */
static size_t take_one(parser *p, const prose *from, size_t at) {
  span text = from->text;
  size_t label = target_label(text, at), end = at + label;
  if (label == 0 || end >= text.len || text.data[end] != ':') { return 0; }
  reference r = {.label = fold_label(p, (span){text.data + at + 1, label - 2})};
  size_t start = skip_space(text, end + 1);
  size_t behind = target_destination(p, text, start, &r.destination, &r.target);
  if (behind == 0 || behind == start || r.label.len == 0) { return 0; }
  size_t whole = line_end(text, behind), title = skip_space(text, behind);
  if (title > behind) {
    size_t closed = target_title(p, text, title, &r.title);
    size_t last = closed == 0 ? 0 : line_end(text, closed);
    if (last > 0) {
      whole = last;
    } else {
      r.title = (span){NULL, 0};
    }
  }
  if (whole == 0) { return 0; }
  r.target.start = prose_source(from, r.target.start);
  r.target.end = r.target.start + (uint32_t)(behind - start) - (text.data[start] == '<' ? 2 : 0);
  r.at = (extent){prose_source(from, at), prose_source(from, end)};
  add_reference(p, r);
  return whole - at;
}

size_t references_take(parser *p, const prose *from) {
  size_t at = 0, taken;
  while (at < from->text.len && from->text.data[at] == '[' && (taken = take_one(p, from, at)) > 0) {
    at += taken;
  }
  return at;
}
