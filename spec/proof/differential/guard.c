/** The wire guard's side of the differential test (compare.mjs): reads the bytes of connections,
 * each behind its length (u32, little-endian), and answers each with nine bytes:
 *
 *     u8 verdict | u32 whole requests | u32 bytes of their bodies
 *
 * The verdict is R when a request was refused, or would be at the end of its line or head; C when
 * an answer closed the connection before bytes that follow it; M when more is awaited; A when all
 * was read. */
#include <stdio.h>
#include <stdlib.h>

#include "base/bytes.h"
#include "host/wire/guard.h"

typedef struct reading {
  guard guard;
  uint32_t requests, body_bytes;
  bool closed;
} reading;

static void give(guard *g, span input) {
  while (input.len > 0) {
    uint32_t room;
    char *at = guard_space(g, &room);
    if (at == NULL) abort();
    span piece = span_take(input, room);
    memcpy(at, piece.data, piece.len);
    guard_received(g, (uint32_t)piece.len);
    input = span_skip(input, piece.len);
  }
}

/** Reads all whole requests. @return MORE or REFUSED */
static guard_result read_requests(reading *r) {
  guard_result verdict;
  while ((verdict = guard_step(&r->guard)) == GUARD_COMPLETE) {
    r->requests++;
    r->body_bytes += r->guard.body.len;
    if (r->guard.close) {
      r->closed = true;
      return r->guard.len > r->guard.at ? GUARD_REFUSED : GUARD_MORE;
    }
    guard_next(&r->guard);
  }
  return verdict;
}

/** The guard judges lines and heads as wholes, llhttp each byte: so what is open is ended. */
static bool refused_when_ended(reading *r) {
  guard *g = &r->guard;
  if (g->phase == GUARD_BODY || g->phase == GUARD_CHUNK) return false;
  give(g, SPAN("\r\n"));
  guard_result verdict = guard_step(g);
  if (verdict == GUARD_MORE && g->phase == GUARD_FIELDS) {
    if (guard_value(g, SPAN("host")).data == NULL) give(g, SPAN("Host: a\r\n"));
    give(g, SPAN("\r\n"));
    verdict = guard_step(g);
  }
  return verdict == GUARD_REFUSED;
}

static char judge(reading *r, span input) {
  give(&r->guard, input);
  if (read_requests(r) == GUARD_REFUSED) return r->closed ? 'C' : 'R';
  if (r->closed || r->guard.phase == GUARD_START) return 'A';
  return refused_when_ended(r) ? 'R' : 'M';
}

int main(void) {
  char head[4], answer[9], *input = NULL;
  setvbuf(stdout, NULL, _IONBF, 0); /* the other side waits for each answer of a batch */
  while (fread(head, 4, 1, stdin) == 1) {
    uint32_t length = load_u32le(head);
    reading r = {0};
    input = realloc(input, length + 1);
    if (input == NULL || fread(input, 1, length, stdin) != length) return 1;
    answer[0] = judge(&r, (span){input, length});
    store_u32le(answer + 1, r.requests);
    store_u32le(answer + 5, r.body_bytes);
    fwrite(answer, sizeof answer, 1, stdout);
    guard_free(&r.guard);
  }
  free(input);
  return 0;
}
