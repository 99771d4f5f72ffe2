/** Fuzz target: the wire guard. The verdicts on a connection's bytes must not depend on how they
 * are cut into pieces; every slice lies inside what is held; nothing exceeds its bound. The first
 * byte seeds the cuts. */
#include <stdlib.h>

#include "base/buffer.h"
#include "base/utf8.h"
#include "host/wire/guard.h"
#include "host/wire/uri.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static void expect(bool condition) {
  if (!condition) abort();
}

static void write_slice(buffer *out, const guard *g, guard_slice slice) {
  expect(slice.at <= g->len && slice.len <= g->len - slice.at);
  buffer_u32(out, slice.len);
  buffer_append(out, guard_span(g, slice));
}

static void check_request(const guard *g) {
  expect(g->count <= GUARD_FIELD_LIMIT && g->body.len <= GUARD_BODY_LIMIT);
  expect(uri_token(guard_span(g, g->method)) && utf8_valid(guard_path(g)));
  expect(g->authority.len == 0 || uri_authority(guard_span(g, g->authority)));
  expect(g->authority.len > 0 || g->minor == 0);
  expect(guard_value(g, SPAN("host")).data != NULL || g->minor == 0);
}

/* Everything that a request is, so that two readings can be compared. */
static void write_request(buffer *out, const guard *g) {
  buffer_u8(out, (uint8_t)g->refusal);
  buffer_text(out, guard_refusal_code(g->refusal));
  buffer_append(out, span_of(g->refusal == GUARD_ACCEPTED ? "" : g->why.text));
  if (g->refusal != GUARD_ACCEPTED) return;
  check_request(g);
  write_slice(out, g, g->method);
  write_slice(out, g, g->target);
  write_slice(out, g, g->authority);
  write_slice(out, g, g->path);
  write_slice(out, g, g->query);
  write_slice(out, g, g->body);
  buffer_u8(out, (uint8_t)(g->minor | g->close << 1 | g->has_body << 2 | g->has_query << 3));
  for (uint32_t i = 0; i < g->count; i++) {
    write_slice(out, g, g->fields[i].name);
    write_slice(out, g, g->fields[i].value);
  }
}

/* Reads every request of `input`, handed over in pieces of at most `piece()` bytes. */
static void read_all(span input, uint32_t seed, bool cut, buffer *out) {
  guard *g = calloc(1, sizeof *g);
  expect(g != NULL);
  for (;;) {
    guard_result verdict = guard_step(g);
    if (verdict == GUARD_MORE) {
      uint32_t room;
      if (input.len == 0) break;
      char *at = guard_space(g, &room);
      expect(at != NULL && room > 0);
      seed = seed * 1664525 + 1013904223;
      uint32_t limit = cut ? (seed >> 28) % 8 + 1 : room;
      span piece = span_take(input, limit < room ? limit : room);
      memcpy(at, piece.data, piece.len);
      guard_received(g, (uint32_t)piece.len);
      input = span_skip(input, piece.len);
      continue;
    }
    write_request(out, g);
    if (verdict == GUARD_REFUSED) break;
    guard_next(g);
  }
  buffer_u8(out, (uint8_t)g->phase);
  guard_clear(g);
  expect(guard_step(g) == GUARD_MORE && g->len == 0);
  guard_free(g);
  free(g);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
  buffer whole = {0}, pieces = {0};
  if (size == 0) return 0;
  span input = {(const char *)data + 1, size - 1};
  read_all(input, data[0], false, &whole);
  read_all(input, data[0], true, &pieces);
  expect(span_equal(buffer_span(&whole), buffer_span(&pieces)));
  buffer_free(&whole);
  buffer_free(&pieces);
  return 0;
}
