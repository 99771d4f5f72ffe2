/** Fuzz target: what a quota store answers. The first byte says how many requests were asked and
 * whether there is a password, the second in which pieces the rest comes. A request is let go once,
 * and a verdict lies within the quota. */
#include "host/shared/quota_store.c"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

enum { ASKED_MOST = 8, LIMIT = 120, WINDOW = 60 };

/* Stubs of the loop, the counts and the local quota for a link in use. */
void http_wake_one(const request *asked) { (void)asked; }
bool loop_watch(int fd, void (*ready)(void *context), void *context) {
  return fd >= 0 && ready != NULL && context != NULL;
}
void loop_unwatch(int fd) { (void)fd; }

static unsigned gone;

static void let_go(quota_question *q) {
  if (q->linked || (q->settled && q->verdict.remaining >= LIMIT)) { abort(); }
  gone++;
  free(q);
}

/* Asks for requests. @return how many are linked */
static unsigned ask(quota_link *l, unsigned count) {
  unsigned linked = 0;
  for (; linked < count; linked++) {
    quota_question *q = calloc(1, sizeof *q);
    if (q == NULL) { abort(); }
    q->local.limit = LIMIT;
    if (!quota_link_ask(l, q, (const uint64_t[2]){linked, 1}, LIMIT, WINDOW)) { abort(); }
  }
  return linked;
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
  int ends[2];
  fault why;
  quota_link l;
  if (size < 2 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends) != 0) { return 0; }
  if (!quota_link_open(&l, ends[0], (data[0] & 0x80) != 0 ? "secret" : NULL, 1)) { abort(); }
  gone = 0;
  unsigned linked = ask(&l, data[0] % ASKED_MOST);
  bool good = quota_link_send(&l, &why);
  for (size_t at = 2, piece = (size_t)data[1] * 16 + 1; good && at < size; at += piece) {
    size_t length = size - at < piece ? size - at : piece;
    if (send(ends[1], data + at, length, MSG_NOSIGNAL) != (ssize_t)length) { break; }
    good = quota_link_receive(&l, let_go, &why);
  }
  quota_link_close(&l, let_go);
  if (gone != linked) { abort(); }
  close(ends[1]);
  return 0;
}
