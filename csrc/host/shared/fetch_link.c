#include "host/shared/fetch_link.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "host/wire/http.h"
#include "host/wire/loop.h"

/* A call is over GRACE ms after its timeout, whatever the process for it does. Bytes that did not
   fit into the socket are sent again after RETRY ms. */
enum { GRACE = 1000, RETRY = 5 };

/* Bytes of answers that a worker holds at one time. */
enum { HELD_LIMIT = 64 * 1024 * 1024 };

typedef struct pair_end {
  int fd; /* -1: there is none */
} pair_end;

typedef struct fetch_call fetch_call;
struct fetch_call {
  fetch_call *next;
  pair_end *on; /* NULL: it has ended */
  request *asked;
  uint32_t number;
  uint64_t last; /* monotonic ms */
  fetch_message ask, answer;
  fetch_code code;
  const char *detail; /* of a call that the worker itself ended */
};

enum { NEWER, OLDER, LINKS };

static struct {
  bool used;
  metrics_worker *counts;
  pair_end links[LINKS];
  fetch_call *calls; /* under way, the latest first */
  unsigned count;
  uint32_t number; /* of the last call */
  size_t held;
} worker = {.links = {{-1}, {-1}}};

void fetch_use(bool used, metrics_worker *counts) {
  worker.used = used;
  worker.counts = counts;
  counts->fetch_linked = worker.links[NEWER].fd >= 0;
}

bool fetch_used(void) { return worker.used; }

/* ---- the end of a call ---- */

static void drop_answer(fetch_call *c) {
  worker.held -= c->answer.content.len;
  buffer_free(&c->answer.content);
}

static void detach(fetch_call *c) {
  fetch_call **at = &worker.calls;
  while (*at != c) { at = &(*at)->next; }
  *at = c->next;
  worker.count--;
  buffer_free(&c->ask.content);
  c->on = NULL;
}

/* It is under way no more, and its request goes on. */
static void settle(fetch_call *c, fetch_code code, const char *detail) {
  detach(c);
  c->code = code;
  c->detail = detail;
  if (detail != NULL) { drop_answer(c); }
  if (c->asked->guard != NULL) { http_wake_one(c->asked); } /* a job is looked at in every turn */
}

static bool has_calls(const pair_end *on) {
  const fetch_call *c = worker.calls;
  while (c != NULL && c->on != on) { c = c->next; }
  return c != NULL;
}

static void lose(pair_end *l) {
  if (l->fd < 0) { return; }
  loop_unwatch(l->fd);
  close(l->fd);
  l->fd = -1;
  worker.counts->fetch_linked = worker.links[NEWER].fd >= 0;
  for (fetch_call *c = worker.calls, *next; c != NULL; c = next) {
    next = c->next;
    if (c->on == l) { settle(c, FETCH_CLOSED, "the process for outbound calls ended"); }
  }
}

/* Tells that nobody waits any more. Where there is no room for it, the answer is passed over. */
static void give_up(fetch_call *c) {
  fetch_message note = {.kind = FETCH_GIVE_UP, .number = c->number};
  fetch_progress how;
  bool told = c->ask.sent > 0 || c->ask.content.len == 0;
  if (told && c->on != NULL) { fetch_send(c->on->fd, &note, &how); }
}

/* ---- what comes ---- */

static fetch_call *find_call(const pair_end *l, uint32_t number) {
  fetch_call *c = worker.calls;
  while (c != NULL && !(c->number == number && c->on == l)) { c = c->next; }
  return c;
}

static bool take_part(fetch_call *c, const fetch_message *part, uint32_t offset, span bytes) {
  if (part->kind != FETCH_ANSWER && part->kind != FETCH_FAILED) { return false; }
  if (offset == 0 && c->answer.content.len == 0) { c->answer = *part; }
  if (bytes.len > HELD_LIMIT - worker.held) {
    give_up(c);
    settle(c, FETCH_BUSY, "the worker holds as many bytes of answers as it may");
    return true;
  }
  fetch_progress how = fetch_join(&c->answer, part, offset, bytes);
  if (how != FETCH_WRONG) { worker.held += bytes.len; }
  if (how == FETCH_WHOLE) {
    settle(c, part->kind == FETCH_ANSWER ? FETCH_ANSWERED : (fetch_code)part->code, NULL);
  }
  return how != FETCH_WRONG;
}

/* Packets of a call that was given up may still be on their way. */
static bool take_packet(const pair_end *l, span packet) {
  fetch_message part;
  uint32_t offset;
  span bytes;
  if (!fetch_read(packet, &part, &offset, &bytes)) { return false; }
  fetch_call *c = find_call(l, part.number);
  return c == NULL || take_part(c, &part, offset, bytes);
}

static void link_hear(void *context) {
  static char packet[FETCH_PACKET + 1];
  pair_end *l = context;
  for (;;) {
    ssize_t count = recv(l->fd, packet, sizeof packet, 0);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) { return; }
    if (count <= 0 || !take_packet(l, (span){packet, (size_t)count})) {
      lose(l);
      return;
    }
  }
}

void fetch_take(int fd) {
  if (fd < 0) { return; }
  lose(&worker.links[OLDER]);
  pair_end *l = &worker.links[NEWER], *old = &worker.links[OLDER];
  if (has_calls(l)) {
    loop_unwatch(l->fd);
    *old = *l;
    for (fetch_call *c = worker.calls; c != NULL; c = c->next) { c->on = old; }
    if (!loop_watch(old->fd, link_hear, old)) { lose(old); }
  } else {
    lose(l);
  }
  l->fd = fd;
  if (!loop_watch(fd, link_hear, l)) { lose(l); }
  worker.counts->fetch_linked = l->fd >= 0;
}

/* ---- calls ---- */

static void send_ask(fetch_call *c) {
  fetch_progress how;
  if (!fetch_send(c->on->fd, &c->ask, &how)) {
    lose(c->on);
  } else if (how == FETCH_WHOLE) {
    buffer_free(&c->ask.content);
  }
}

void fetch_begin(request *asked, unsigned method, uint32_t timeout, span head, span body) {
  pair_end *l = &worker.links[NEWER];
  fetch_call *c = calloc(1, sizeof *c);
  asked->fetch = c;
  asked->fetches++;
  if (c == NULL) { return; }
  fetch_message facts = {
      .kind = FETCH_ASK, .code = (uint8_t)method, .number = ++worker.number, .timeout = timeout};
  *c = (fetch_call){.next = worker.calls,
                    .on = l,
                    .asked = asked,
                    .number = facts.number,
                    .last = clock_milliseconds() + timeout + GRACE};
  worker.calls = c;
  if (worker.count++ >= FETCH_WORKER_CALLS) {
    worker.counts->fetches_busy++;
    settle(c, FETCH_BUSY, "the worker has as many outbound calls as it may");
  } else if (l->fd < 0) {
    settle(c, FETCH_CLOSED, "the process for outbound calls is not there");
  } else if (!fetch_compose(&c->ask, facts, head, body)) {
    settle(c, FETCH_BUSY, "memory ran out");
  } else {
    send_ask(c);
  }
}

bool fetch_ended(const request *asked, fetch_result *out) {
  const fetch_call *c = asked->fetch;
  if (c == NULL) {
    *out = (fetch_result){.code = FETCH_BUSY, .head = SPAN("memory ran out"), .body = SPAN("")};
    return true;
  }
  if (c->on != NULL) { return false; }
  span all = buffer_span(&c->answer.content);
  *out = (fetch_result){.code = c->code, .status = c->answer.status, .body = SPAN("")};
  if (c->detail != NULL) {
    out->head = span_of(c->detail);
  } else if (c->code == FETCH_ANSWERED) {
    out->head = span_take(all, c->answer.head);
    out->body = span_skip(all, c->answer.head);
  } else {
    out->head = span_take(all, span_find(all, '\0'));
  }
  return true;
}

void fetch_forget(request *asked) {
  fetch_call *c = asked->fetch;
  if (c == NULL) { return; }
  if (c->on != NULL) {
    give_up(c);
    detach(c);
  }
  drop_answer(c);
  asked->fetch = NULL;
  free(c);
}

/* ---- the loop ---- */

int fetch_wait(int timeout) {
  uint64_t now = worker.calls == NULL ? 0 : clock_milliseconds();
  for (const fetch_call *c = worker.calls; c != NULL; c = c->next) {
    int left = c->last > now ? (int)(c->last - now) + 1 : 0;
    if (c->ask.content.len > 0 && left > RETRY) { left = RETRY; }
    if (left < timeout) { timeout = left; }
  }
  return timeout;
}

void fetch_turn(void) {
  uint64_t now = worker.calls == NULL ? 0 : clock_milliseconds();
  for (fetch_call *c = worker.calls, *next; c != NULL; c = next) {
    next = c->next;
    if (c->on == NULL) { continue; } /* it was lost with its pair_end */
    if (now >= c->last) {
      give_up(c);
      settle(c, FETCH_TIMEOUT, "no answer in time");
      continue;
    }
    if (c->ask.content.len > 0) { send_ask(c); }
  }
  if (worker.links[OLDER].fd >= 0 && !has_calls(&worker.links[OLDER])) {
    lose(&worker.links[OLDER]);
  }
}

void fetch_close(void) {
  for (size_t i = 0; i < LINKS; i++) { lose(&worker.links[i]); }
}
