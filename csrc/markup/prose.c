#include "markup/prose.h"

#include "base/ascii.h"

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
