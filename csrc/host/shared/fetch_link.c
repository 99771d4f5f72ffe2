#include "host/shared/fetch_link.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "host/wire/http.h"
#include "host/wire/loop.h"

/* A fetch is over GRACE ms after its timeout, whatever the process for it does. Bytes that did not
   fit into the socket are sent again after RETRY ms. */
enum { GRACE = 1000, RETRY = 5 };

/* Bytes of answers that a worker holds at one time. */
enum { HELD_LIMIT = 64 * 1024 * 1024 };

typedef struct pair_end {
  int fd; /* -1: there is none */
} pair_end;

typedef struct fetch fetch;
struct fetch {
  fetch *next;
  pair_end *on; /* NULL: it has ended */
  request *asked;
  uint32_t number;
  uint64_t last; /* monotonic ms */
  fetch_message ask, answer;
  fetch_code code;
  const char *detail; /* of a fetch that the worker itself ended */
};

enum { NEWER, OLDER, LINKS };

static struct {
  bool used;
  metrics_worker *counts;
  pair_end links[LINKS];
  fetch *fetches; /* under way, the latest first */
  unsigned count;
  uint32_t number; /* of the last fetch */
  size_t held;
} worker = {.links = {{-1}, {-1}}};

void fetch_use(bool used, metrics_worker *counts) {
  worker.used = used;
  worker.counts = counts;
  counts->fetch_linked = worker.links[NEWER].fd >= 0;
}

bool fetch_used(void) { return worker.used; }

/* ---- the end of a fetch ---- */

static void drop_answer(fetch *f) {
  worker.held -= f->answer.content.len;
  buffer_free(&f->answer.content);
}

static void detach(fetch *f) {
  fetch **at = &worker.fetches;
  while (*at != f) { at = &(*at)->next; }
  *at = f->next;
  worker.count--;
  buffer_free(&f->ask.content);
  f->on = NULL;
}

/* It is under way no more, and its request goes on. */
static void settle(fetch *f, fetch_code code, const char *detail) {
  detach(f);
  f->code = code;
  f->detail = detail;
  if (detail != NULL) { drop_answer(f); }
  if (f->asked->guard != NULL) { http_wake_one(f->asked); } /* a job is looked at in every turn */
}

static bool has_fetches(const pair_end *on) {
  const fetch *f = worker.fetches;
  while (f != NULL && f->on != on) { f = f->next; }
  return f != NULL;
}

static void lose(pair_end *l) {
  if (l->fd < 0) { return; }
  loop_unwatch(l->fd);
  close(l->fd);
  l->fd = -1;
  worker.counts->fetch_linked = worker.links[NEWER].fd >= 0;
  for (fetch *f = worker.fetches, *next; f != NULL; f = next) {
    next = f->next;
    if (f->on == l) { settle(f, FETCH_CLOSED, "the fetch process ended"); }
  }
}

/* Tells the fetch process that nobody waits any more. When the socket is full, the answer will be
   passed over instead. */
static void give_up(fetch *f) {
  fetch_message note = {.kind = FETCH_GIVE_UP, .number = f->number};
  fetch_progress how;
  bool sent = f->ask.sent > 0 || f->ask.content.len == 0;
  if (sent && f->on != NULL) { fetch_send(f->on->fd, &note, &how); }
}

/* ---- what comes ---- */

static fetch *find_fetch(const pair_end *l, uint32_t number) {
  fetch *f = worker.fetches;
  while (f != NULL && !(f->number == number && f->on == l)) { f = f->next; }
  return f;
}

static bool take_part(fetch *f, const fetch_message *part, uint32_t offset, span bytes) {
  if (part->kind != FETCH_ANSWER && part->kind != FETCH_FAILED) { return false; }
  if (offset == 0 && f->answer.content.len == 0) { f->answer = *part; }
  if (bytes.len > HELD_LIMIT - worker.held) {
    give_up(f);
    settle(f, FETCH_BUSY, "the worker holds as many bytes of answers as it may");
    return true;
  }
  fetch_progress how = fetch_join(&f->answer, part, offset, bytes);
  if (how != FETCH_WRONG) { worker.held += bytes.len; }
  if (how == FETCH_WHOLE) {
    settle(f, part->kind == FETCH_ANSWER ? FETCH_ANSWERED : (fetch_code)part->code, NULL);
  }
  return how != FETCH_WRONG;
}

/* Packets of a fetch that was given up may still be on their way. */
static bool take_packet(const pair_end *l, span packet) {
  fetch_message part;
  uint32_t offset;
  span bytes;
  if (!fetch_read(packet, &part, &offset, &bytes)) { return false; }
  fetch *f = find_fetch(l, part.number);
  return f == NULL || take_part(f, &part, offset, bytes);
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
  if (has_fetches(l)) {
    loop_unwatch(l->fd);
    *old = *l;
    for (fetch *f = worker.fetches; f != NULL; f = f->next) { f->on = old; }
    if (!loop_watch(old->fd, link_hear, old)) { lose(old); }
  } else {
    lose(l);
  }
  l->fd = fd;
  if (!loop_watch(fd, link_hear, l)) { lose(l); }
  worker.counts->fetch_linked = l->fd >= 0;
}

/* ---- fetches ---- */

static void send_ask(fetch *f) {
  fetch_progress how;
  if (!fetch_send(f->on->fd, &f->ask, &how)) {
    lose(f->on);
  } else if (how == FETCH_WHOLE) {
    buffer_free(&f->ask.content);
  }
}

void fetch_begin(request *asked, unsigned method, uint32_t timeout, span head, span body) {
  pair_end *l = &worker.links[NEWER];
  fetch *f = calloc(1, sizeof *f);
  asked->fetch = f;
  asked->fetches++;
  if (f == NULL) { return; }
  fetch_message facts = {
      .kind = FETCH_ASK, .code = (uint8_t)method, .number = ++worker.number, .timeout = timeout};
  *f = (fetch){.next = worker.fetches,
               .on = l,
               .asked = asked,
               .number = facts.number,
               .last = clock_milliseconds() + timeout + GRACE};
  worker.fetches = f;
  if (worker.count++ >= FETCH_WORKER_MOST) {
    worker.counts->fetches_busy++;
    settle(f, FETCH_BUSY, "the worker has as many fetches as it may");
  } else if (l->fd < 0) {
    settle(f, FETCH_CLOSED, "the fetch process is not there");
  } else if (!fetch_compose(&f->ask, facts, head, body)) {
    settle(f, FETCH_BUSY, "memory ran out");
  } else {
    send_ask(f);
  }
}

bool fetch_ended(const request *asked, fetch_result *out) {
  const fetch *f = asked->fetch;
  if (f == NULL) {
    *out = (fetch_result){.code = FETCH_BUSY, .head = SPAN("memory ran out"), .body = SPAN("")};
    return true;
  }
  if (f->on != NULL) { return false; }
  span all = buffer_span(&f->answer.content);
  *out = (fetch_result){.code = f->code, .status = f->answer.status, .body = SPAN("")};
  if (f->detail != NULL) {
    out->head = span_of(f->detail);
  } else if (f->code == FETCH_ANSWERED) {
    out->head = span_take(all, f->answer.head);
    out->body = span_skip(all, f->answer.head);
  } else {
    out->head = span_take(all, span_find(all, '\0'));
  }
  return true;
}

void fetch_forget(request *asked) {
  fetch *f = asked->fetch;
  if (f == NULL) { return; }
  if (f->on != NULL) {
    give_up(f);
    detach(f);
  }
  drop_answer(f);
  asked->fetch = NULL;
  free(f);
}

/* ---- the loop ---- */

int fetch_wait(int timeout) {
  uint64_t now = worker.fetches == NULL ? 0 : clock_milliseconds();
  for (const fetch *f = worker.fetches; f != NULL; f = f->next) {
    int left = f->last > now ? (int)(f->last - now) + 1 : 0;
    if (f->ask.content.len > 0 && left > RETRY) { left = RETRY; }
    if (left < timeout) { timeout = left; }
  }
  return timeout;
}

void fetch_turn(void) {
  uint64_t now = worker.fetches == NULL ? 0 : clock_milliseconds();
  for (fetch *f = worker.fetches, *next; f != NULL; f = next) {
    next = f->next;
    if (f->on == NULL) { continue; } /* it was lost with its pair_end */
    if (now >= f->last) {
      give_up(f);
      settle(f, FETCH_TIMEOUT, "no answer in time");
      continue;
    }
    if (f->ask.content.len > 0) { send_ask(f); }
  }
  if (worker.links[OLDER].fd >= 0 && !has_fetches(&worker.links[OLDER])) {
    lose(&worker.links[OLDER]);
  }
}

void fetch_close(void) {
  for (size_t i = 0; i < LINKS; i++) { lose(&worker.links[i]); }
}
