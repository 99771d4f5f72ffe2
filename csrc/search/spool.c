#include "search/spool.h"

#include <errno.h>
#include <unistd.h>

#include "publication/file.h"

enum { RECENT = 1 << 18 /* bytes kept in memory: small indexes need no file */ };

spool spool_new(const char *beside) { return (spool){.beside = beside, .fd = -1}; }

static bool fail(spool *s, const char *what) {
  s->failed = true;
  return fault_set(&s->why, "search: the index cannot be %s: %s", what, strerror(errno));
}

/* Moves what is in memory to the end of the file. */
static bool flush(spool *s) {
  if (s->fd < 0) { s->fd = file_unnamed(s->beside, &s->why); }
  if (s->fd < 0) { return !(s->failed = true); }
  for (span left = buffer_span(&s->recent); left.len > 0;) {
    ssize_t count = write(s->fd, left.data, left.len);
    if (count < 0 && errno == EINTR) { continue; }
    if (count < 0) { return fail(s, "written to a temporary file"); }
    left = span_skip(left, (size_t)count);
    s->written += (uint64_t)count;
  }
  buffer_clear(&s->recent);
  return true;
}

bool spool_put(void *to, span bytes) {
  spool *s = to;
  while (bytes.len > 0 && !s->failed) {
    span part = span_take(bytes, RECENT - s->recent.len);
    buffer_append(&s->recent, part);
    if (s->recent.failed) {
      s->failed = true;
      fault_set(&s->why, "search: memory is out");
    } else if (s->recent.len == RECENT) {
      flush(s);
    }
    bytes = span_skip(bytes, part.len);
  }
  return !s->failed;
}

bool spool_drain(spool *s, store_sink sink, void *to) {
  char piece[1 << 14];
  for (uint64_t at = 0; at < s->written && !s->failed;) {
    ssize_t count = pread(s->fd, piece, sizeof piece, (off_t)at);
    if (count < 0 && errno == EINTR) { continue; }
    if (count == 0) { errno = EIO; /* somebody cut it off */ }
    if (count <= 0) { return fail(s, "read back"); }
    if (!sink(to, (span){piece, (size_t)count})) { return true; }
    at += (uint64_t)count;
  }
  if (!s->failed) { sink(to, buffer_span(&s->recent)); }
  return !s->failed;
}

void spool_free(spool *s) {
  if (s->fd >= 0) { close(s->fd); }
  buffer_free(&s->recent);
  *s = spool_new(s->beside);
}
