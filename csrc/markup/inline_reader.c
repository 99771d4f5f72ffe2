#include "markup/inline_reader.h"

#include <utf8proc.h>

#include "base/ascii.h"
#include "base/utf8.h"

prose *prose_of(parser *p, const leaf_line *lines, size_t count) {
  size_t length = 0;
  for (size_t i = 0; i < count; i++) { length += lines[i].end - lines[i].start + 1; }
  prose *out = arena_alloc(p->memory, sizeof *out);
  prose_piece *pieces = arena_alloc(p->memory, count * sizeof *pieces + 1);
  char *bytes = arena_alloc(p->memory, length + 1);
  if (out == NULL || pieces == NULL || bytes == NULL) {
    p->failed = true;
    return NULL;
  }
  size_t at = 0;
  for (size_t i = 0; i < count; i++) {
    span line = {p->source.data + lines[i].start, lines[i].end - lines[i].start};
    pieces[i] = (prose_piece){(uint32_t)at, lines[i].start};
    memcpy(bytes + at, line.data, line.len);
    at += line.len;
    bytes[at++] = '\n';
  }
  *out = (prose){{bytes, at > 0 ? at - 1 : 0}, pieces, (uint32_t)count};
  return out;
}

/* The piece that holds a byte of prose. */
static size_t piece_of(const prose *from, size_t at) {
  size_t low = 0, high = from->count;
  while (high - low > 1) {
    size_t middle = (low + high) / 2;
    if (from->pieces[middle].at <= at) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

void prose_skip(prose *text, size_t count) {
  if (count == 0 || text->count == 0) { return; }
  size_t first = piece_of(text, count);
  prose_piece *pieces = (prose_piece *)text->pieces + first;
  text->text = span_skip(text->text, count);
  text->pieces = pieces;
  text->count -= (uint32_t)first;
  pieces[0].source += (uint32_t)count - pieces[0].at;
  pieces[0].at = 0;
  for (size_t i = 1; i < text->count; i++) { pieces[i].at -= (uint32_t)count; }
}

uint32_t prose_source(const prose *from, size_t at) {
  const prose_piece *piece = &from->pieces[piece_of(from, at)];
  return piece->source + (uint32_t)at - piece->at;
}

void prose_trim(prose *text) {
  span *t = &text->text;
  while (t->len > 0 && (ascii_blank(t->data[t->len - 1]) || t->data[t->len - 1] == '\n')) {
    t->len--;
  }
}

static bool holds(const prose *from, size_t piece, size_t at) {
  return from->pieces[piece].at <= at &&
         (piece + 1 == from->count || from->pieces[piece + 1].at > at);
}

/* The place of a byte in the source: mostly in the piece that was asked for last, or behind it. */
uint32_t inline_source(inline_reader *r, size_t at) {
  const prose_piece *pieces = r->from->pieces;
  if (!holds(r->from, r->piece, at)) {
    bool next = r->piece + 1 < r->from->count && holds(r->from, r->piece + 1, at);
    r->piece = next ? r->piece + 1 : piece_of(r->from, at);
  }
  return pieces[r->piece].source + (uint32_t)at - pieces[r->piece].at;
}

/* True when a text goes on with the one that was added last. */
static bool goes_on(const inline_reader *r, const node *parent, size_t at, uint32_t source) {
  const node *last = r->growing;
  return last != NULL && last == parent->last && last->at.end == source &&
         last->text.data + last->text.len == r->text.data + at;
}

node *inline_text(inline_reader *r, node *parent, size_t from, size_t to) {
  node *last = r->growing;
  while (from < to) {
    size_t end = from + 1;
    uint32_t start = inline_source(r, from);
    if (inline_source(r, to - 1) - start == to - 1 - from) { end = to; }
    while (end < to && inline_source(r, end) - start == end - from) { end++; }
    if (goes_on(r, parent, from, start)) {
      last->text.len += end - from;
      last->at.end += (uint32_t)(end - from);
    } else {
      span text = inline_part(r, from, end);
      last = parser_text(r->p, parent, text, start, start + (uint32_t)text.len);
    }
    r->growing = last;
    from = end;
  }
  return last;
}

node *inline_delimiter(inline_reader *r, size_t from, size_t to) {
  r->growing = NULL;
  node *text = inline_text(r, r->leaf, from, to);
  r->growing = NULL;
  return text;
}

/* Adds an inline that stands from `from` to `to`. */
node *inline_add(inline_reader *r, node_kind kind, size_t from, size_t to) {
  uint32_t end = to > from ? inline_source(r, to - 1) + 1 : inline_source(r, to);
  return parser_node(r->p, r->leaf, kind, inline_source(r, from), end);
}

size_t inline_run(const inline_reader *r, size_t at) {
  size_t end = at;
  while (end < r->text.len && r->text.data[end] == r->text.data[at]) { end++; }
  return end - at;
}

bool inline_may_address(const inline_reader *r, size_t at) {
  span rest = span_skip(r->text, at);
  return span_starts(rest, SPAN("http")) || span_starts(rest, SPAN("www.")) ||
         span_starts(rest, SPAN("ftp:"));
}

enum { MARKS = 3 };

static bool is_punctuation(char c) { return c > ' ' && c < 0x7F && !ascii_alnum(c); }

typedef enum { LETTER, WHITE, PUNCTUATION } character;

static character class_of(span text) {
  size_t length;
  uint32_t point = utf8_decode(text, &length);
  if (length == 0 || point == ' ' || (point >= 9 && point <= 13)) { return WHITE; }
  if (point < 0x80) { return is_punctuation((char)point) ? PUNCTUATION : LETTER; }
  utf8proc_category_t category = utf8proc_category((utf8proc_int32_t)point);
  if (category == UTF8PROC_CATEGORY_ZS) { return WHITE; }
  return category >= UTF8PROC_CATEGORY_PC && category <= UTF8PROC_CATEGORY_PO ? PUNCTUATION
                                                                              : LETTER;
}

static character class_before(const inline_reader *r, size_t at) {
  if (at == 0) { return WHITE; }
  size_t start = at - 1;
  while (start > 0 && (r->text.data[start] & 0xC0) == 0x80) { start--; }
  return class_of(inline_part(r, start, at));
}

void emphasis_push(inline_reader *r) {
  size_t start = r->at, length = inline_run(r, start);
  char sign = r->text.data[start];
  character before = class_before(r, start), behind = class_of(span_skip(r->text, start + length));
  bool left = behind != WHITE && (behind != PUNCTUATION || before != LETTER);
  bool right = before != WHITE && (before != PUNCTUATION || behind != LETTER);
  node *text = inline_delimiter(r, start, start + length);
  r->at += length;
  if (text == NULL || (sign == '~' && length > 2) || !(left || right)) { return; }
  delimiter *d = arena_alloc(r->p->memory, sizeof *d);
  if (d == NULL) {
    r->p->failed = true;
    return;
  }
  *d = (delimiter){.previous = r->last_delimiter,
                   .text = text,
                   .position = (uint32_t)start,
                   .length = (uint32_t)length,
                   .sign = sign,
                   .opens = sign == '_' ? left && (!right || before == PUNCTUATION) : left,
                   .closes = sign == '_' ? right && (!left || behind == PUNCTUATION) : right};
  if (r->last_delimiter != NULL) { r->last_delimiter->next = d; }
  r->last_delimiter = d;
}

void emphasis_drop(inline_reader *r, delimiter *d) {
  if (d->previous != NULL) { d->previous->next = d->next; }
  *(d->next == NULL ? &r->last_delimiter : &d->next->previous) = d->previous;
}

static bool matches(const delimiter *opener, const delimiter *closer) {
  if (!opener->opens || opener->sign != closer->sign) { return false; }
  if (closer->sign == '~') { return opener->length == closer->length; }
  bool both = opener->closes || closer->opens;
  return !both || closer->length % 3 == 0 || (opener->length + closer->length) % 3 != 0;
}

/* Makes an element of what stands between two runs, and takes their marks off them.
 * @return the delimiter to go on with */
static delimiter *close_emphasis(inline_reader *r, delimiter *opener, delimiter *closer) {
  node *from = opener->text, *to = closer->text;
  bool two = from->text.len >= 2 && to->text.len >= 2;
  size_t count = closer->sign == '~' ? closer->length : two ? 2 : 1;
  node_kind kind = closer->sign == '~' ? NODE_DELETED : two ? NODE_STRONG : NODE_EMPHASIS;
  while (closer->previous != opener) { emphasis_drop(r, closer->previous); }
  from->text.len -= count;
  from->at.end -= (uint32_t)count;
  to->text = span_skip(to->text, count);
  to->at.start += (uint32_t)count;
  node *n = parser_node(r->p, NULL, kind, from->at.end, to->at.start);
  if (n == NULL) { return NULL; }
  node_insert_after(from, n);
  node_adopt_between(n, n, to);
  delimiter *next = closer;
  if (from->text.len == 0) {
    node_unlink(from);
    emphasis_drop(r, opener);
  }
  if (to->text.len == 0) {
    next = closer->next;
    node_unlink(to);
    emphasis_drop(r, closer);
  }
  return next;
}

/* Pairs the delimiters behind `bottom` (NULL: all). */
void emphasis_pair(inline_reader *r, const delimiter *bottom) {
  uint32_t bottoms[MARKS][2][3] = {{{0}}};
  delimiter *closer = r->last_delimiter;
  while (closer != NULL && closer->previous != bottom) { closer = closer->previous; }
  while (closer != NULL) {
    if (!closer->closes) {
      closer = closer->next;
      continue;
    }
    unsigned kind_of_run = closer->sign == '*' ? 0 : closer->sign == '_' ? 1 : 2;
    uint32_t *floor = &bottoms[kind_of_run][closer->opens][closer->length % 3];
    delimiter *opener = closer->previous;
    while (opener != bottom && opener->position + 1 > *floor && !matches(opener, closer)) {
      opener = opener->previous;
    }
    if (opener != bottom && opener->position + 1 > *floor) {
      closer = close_emphasis(r, opener, closer);
      continue;
    }
    delimiter *passed = closer;
    closer = closer->next;
    *floor = passed->position;
    if (!passed->opens) { emphasis_drop(r, passed); }
  }
  while (r->last_delimiter != bottom) { emphasis_drop(r, r->last_delimiter); }
}
