#include "markup/inline_reader.h"

/* Where a byte stands in the source: mostly in the piece that was asked for last, or beside it. */
uint32_t inline_source(inline_reader *r, size_t at) {
  const prose_piece *pieces = r->from->pieces;
  while (r->piece + 1 < r->from->count && pieces[r->piece + 1].at <= at) { r->piece++; }
  while (r->piece > 0 && pieces[r->piece].at > at) { r->piece--; }
  return pieces[r->piece].source + (uint32_t)at - pieces[r->piece].at;
}

/* Adds text, cut where the source has a gap. */
node *inline_text(inline_reader *r, node *parent, size_t from, size_t to) {
  node *last = NULL;
  while (from < to) {
    size_t end = from + 1;
    uint32_t start = inline_source(r, from);
    if (inline_source(r, to - 1) - start == to - 1 - from) { end = to; }
    while (end < to && inline_source(r, end) - start == end - from) { end++; }
    last =
        parser_text(r->p, parent, inline_part(r, from, end), start, start + (uint32_t)(end - from));
    from = end;
  }
  return last;
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
