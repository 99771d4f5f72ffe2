#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/log.h"
#include "host/process/channel.h"
#include "host/process/fetcher.h"

/* Workers, twice: after a reload each may have a pair that goes. */
enum { PAIRS = 510, PACKETS = 64, TURN = 500 /* ms */ };

/* Milliseconds after which a draining process ends: longer than any fetch takes. */
enum { DRAIN_LONGEST = FETCH_LONGEST + 5000 };

/* Bytes that all fetches may hold at one time, those that their answers may still take included. */
enum { HELD_LIMIT = 256 * 1024 * 1024 };

/* Microseconds in a second, in which a pause of the breaker is told. */
enum { SECOND = 1000000 };

/* An upstream and its breaker: `failures` in a row open it, and when the pause is over one fetch
   tries whether it may close. */
typedef struct upstream {
  const upstream_spec *spec;
  const char *secret;
  metrics_upstream *counts;
  uint32_t in_flight, failed; /* in a row */
  uint64_t open_until;        /* monotonic microseconds; 0: the breaker is closed */
  bool probing;
} upstream;

typedef struct pair pair;

typedef struct fetch fetch;
struct fetch {
  fetch *next;
  pair *from;
  fetch_message ask, answer;
  upstream *to; /* while it is made */
  transfer *transfer;
  char *url;
  uint64_t begun; /* monotonic microseconds */
  bool answered;  /* the answer goes */
  bool probe;     /* tries whether the breaker may close */
};

struct pair {
  int fd; /* -1: it is free */
  unsigned count;
};

static struct {
  const fetcher_deps *deps;
  const fetch_module *module;
  int channel;
  upstream upstreams[METRICS_UPSTREAMS];
  pair pairs[PAIRS];
  fetch *fetches;
  size_t held; /* bytes that fetches in flight may take */
  bool draining, ended;
  uint64_t last; /* monotonic ms; of a process that drains */
} serving;

/* ---- figures ---- */

static void add(uint64_t *counter, uint64_t count) {
  __atomic_fetch_add(counter, count, __ATOMIC_RELAXED);
}

static void count_outcome(const upstream *to, fetch_code code) {
  if (to->counts != NULL) { add(&to->counts->outcome[code], 1); }
}

static void show_breaker(const upstream *to, uint64_t state) {
  if (to->counts != NULL) { to->counts->breaker = state; }
}

/* ---- the breaker ---- */

/* Statuses by which a server says that it cannot serve. */
static bool is_failure(fetch_code code, int status) {
  bool unable = status == 502 || status == 503 || status == 504;
  return code == FETCH_ANSWERED ? unable : code < FETCH_TOO_LARGE;
}

/* @return false while it is open */
static bool breaker_admits(upstream *to, fetch *f) {
  if (to->open_until == 0) { return true; }
  if (to->probing || clock_microseconds() < to->open_until) { return false; }
  to->probing = f->probe = true;
  show_breaker(to, METRICS_BREAKER_TRIES);
  return true;
}

static void breaker_open(upstream *to, const char *why) {
  if (to->open_until == 0) {
    log_write(LOG_WARN,
              "upstream %s: %u fetches failed in a row, the last by: %s; none is made for %u s",
              to->spec->name, to->failed, why, to->spec->pause);
  }
  to->open_until = clock_microseconds() + (uint64_t)to->spec->pause * SECOND;
  show_breaker(to, METRICS_BREAKER_OPEN);
}

static void breaker_close(upstream *to) {
  if (to->open_until != 0) { log_write(LOG_INFO, "upstream %s answers again", to->spec->name); }
  to->open_until = 0;
  to->failed = 0;
  show_breaker(to, METRICS_BREAKER_CLOSED);
}

/* Calls that were begun before it opened say nothing of it any more. */
static void breaker_hear(upstream *to, fetch *f, bool failed, const char *why) {
  bool probe = f->probe;
  f->probe = false;
  if (probe) { to->probing = false; }
  if (to->open_until != 0 && !probe) { return; }
  if (!failed) {
    breaker_close(to);
  } else if (++to->failed >= to->spec->failures || probe) {
    breaker_open(to, why);
  }
}

/* ---- fetches ---- */

static fetch *find_fetch(const pair *p, uint32_t number) {
  fetch *f = serving.fetches;
  while (f != NULL && !(f->from == p && f->ask.number == number)) { f = f->next; }
  return f;
}

/* It is in flight no more. */
static void leave_upstream(fetch *f) {
  upstream *to = f->to;
  if (to == NULL) { return; }
  if (f->probe) { /* it was given up: the next fetch tries */
    to->probing = f->probe = false;
    show_breaker(to, METRICS_BREAKER_OPEN);
  }
  to->in_flight--;
  if (to->counts != NULL) { add(&to->counts->in_flight, UINT64_MAX); }
  serving.held -= to->spec->max_bytes;
  f->to = NULL;
}

static void drop_fetch(fetch *f) {
  fetch **at = &serving.fetches;
  while (*at != f) { at = &(*at)->next; }
  *at = f->next;
  if (f->transfer != NULL) { serving.module->cancel(f->transfer); }
  leave_upstream(f);
  f->from->count--;
  buffer_free(&f->ask.content);
  buffer_free(&f->answer.content);
  free(f->url);
  free(f);
}

static void drop_pair(pair *p) {
  for (fetch *f = serving.fetches, *next; f != NULL; f = next) {
    next = f->next;
    if (f->from == p) { drop_fetch(f); }
  }
  close(p->fd);
  p->fd = -1;
}

/* A worker whose pair is full hears the rest later. */
static void send_answer(fetch *f) {
  fetch_progress how;
  bool there = fetch_send(f->from->fd, &f->answer, &how);
  if (!there || how == FETCH_WHOLE) {
    drop_fetch(f);
  } /* the end of the pair is seen by its reader */
}

static void answer_fetch(fetch *f, fetch_message facts, span head, span body) {
  facts.number = f->ask.number;
  buffer_free(&f->ask.content);
  f->answered = true;
  if (!fetch_compose(&f->answer, facts, head, body)) {
    f->answer = (fetch_message){.kind = FETCH_FAILED, .code = FETCH_BUSY, .number = f->ask.number};
  }
  send_answer(f);
}

static void fail_fetch(fetch *f, fetch_code code, const char *detail) {
  span text = span_take(span_of(detail), FETCH_DETAIL);
  char head[FETCH_DETAIL + 1];
  memcpy(head, text.data, text.len);
  head[text.len] = '\0';
  answer_fetch(f, (fetch_message){.kind = FETCH_FAILED, .code = (uint8_t)code},
               (span){head, text.len + 1}, SPAN(""));
}

/* ---- the end of a transfer ---- */

static void transfer_ended(void *context, const transfer_result *result) {
  fetch *f = context;
  upstream *to = f->to;
  uint64_t took = clock_microseconds() - f->begun;
  f->transfer = NULL;
  count_outcome(to, result->code);
  if (to->counts != NULL) {
    add(&to->counts->bucket[metrics_bucket(took)], 1);
    add(&to->counts->microseconds, took);
  }
  char why[FETCH_DETAIL];
  snprintf(why, sizeof why, "%s", result->detail);
  if (result->code == FETCH_ANSWERED) { snprintf(why, sizeof why, "status %d", result->status); }
  breaker_hear(to, f, is_failure(result->code, result->status), why);
  leave_upstream(f);
  if (result->code != FETCH_ANSWERED) {
    log_write(LOG_DEBUG, "upstream %s: %s", to->spec->name, why);
    fail_fetch(f, result->code, why);
    return;
  }
  answer_fetch(f, (fetch_message){.kind = FETCH_ANSWER, .status = (uint16_t)result->status},
               result->head, result->body);
}

/* ---- the beginning of a fetch ---- */

static upstream *find_upstream(span name) {
  for (uint32_t i = 0; i < serving.deps->options->upstreams.count; i++) {
    if (span_equal(name, span_of(serving.upstreams[i].spec->name))) {
      return &serving.upstreams[i];
    }
  }
  return NULL;
}

/* True where nothing of the route takes the place of the field of the secret. */
static bool keeps_secret(const upstream *to, span fields) {
  for (span field; to->secret != NULL && fetch_next(&fields, &field);) {
    if (strncasecmp(field.data, to->secret, strcspn(to->secret, ":") + 1) == 0) { return false; }
  }
  return true;
}

static void begin_transfer(fetch *f, const fetch_order *order) {
  const upstream *to = f->to;
  if (asprintf(&f->url, "%s%.*s", to->spec->base, (int)order->target.len, order->target.data) < 0) {
    f->url = NULL;
    return;
  }
  uint32_t timeout = f->ask.timeout < to->spec->timeout ? f->ask.timeout : to->spec->timeout;
  const transfer_order made = {.url = f->url,
                               .method = fetch_methods[f->ask.code],
                               .authorities = to->spec->authorities,
                               .fields = order->fields,
                               .secret = to->secret,
                               .body = span_skip(buffer_span(&f->ask.content), f->ask.head),
                               .has_body = fetch_has_body(f->ask.code),
                               .timeout = timeout,
                               .max_bytes = to->spec->max_bytes};
  f->transfer = serving.module->begin(&made, f); /* which copies what it keeps */
}

/* @return false where the worker asks for what no worker of ours would: it is cut */
static bool begin_fetch(fetch *f) {
  fetch_order order;
  fault why;
  if (!fetch_order_read(f->ask.code, span_take(buffer_span(&f->ask.content), f->ask.head), &order,
                        &why)) {
    log_write(LOG_ERROR, "a worker asks for a fetch that none may make: %s", why.text);
    return false;
  }
  upstream *to = find_upstream(order.upstream);
  fetch_code code = FETCH_BUSY;
  const char *reason = NULL;
  if (to == NULL) {
    code = FETCH_CLOSED, reason = "there is no such upstream any more";
  } else if (!keeps_secret(to, order.fields)) {
    code = FETCH_CLOSED, reason = "the header field of the upstream's secret is not the route's";
  } else if (to->in_flight >= to->spec->in_flight) {
    reason = "the upstream has as many fetches as it may (in_flight)";
  } else if (to->spec->max_bytes > HELD_LIMIT - serving.held) {
    reason = "the fetches under way hold as many bytes as they may";
  } else if (!breaker_admits(to, f)) {
    code = FETCH_BREAKER_OPEN, reason = "the upstream failed, and is tried again later";
  }
  if (reason != NULL) {
    if (to != NULL) { count_outcome(to, code); }
    fail_fetch(f, code, reason);
    return true;
  }
  f->to = to;
  f->begun = clock_microseconds();
  to->in_flight++;
  if (to->counts != NULL) { add(&to->counts->in_flight, 1); }
  serving.held += to->spec->max_bytes;
  begin_transfer(f, &order);
  if (f->transfer != NULL) { return true; }
  leave_upstream(f);
  count_outcome(to, FETCH_BUSY);
  fail_fetch(f, FETCH_BUSY, "memory ran out");
  return true;
}

/* ---- what workers say ---- */

static bool take_ask(pair *p, fetch *f, const fetch_message *part, uint32_t offset, span bytes) {
  if (f == NULL) {
    if (p->count >= FETCH_WORKER_MOST || offset != 0) { return false; }
    f = calloc(1, sizeof *f);
    if (f == NULL) { return false; }
    *f = (fetch){.next = serving.fetches, .from = p, .ask = *part};
    serving.fetches = f;
    p->count++;
  }
  if (f->to != NULL || f->answered) { return false; }
  switch (fetch_join(&f->ask, part, offset, bytes)) {
    case FETCH_PART: return true;
    case FETCH_WHOLE: return begin_fetch(f);
    default: return false;
  }
}

static bool take_packet(pair *p, span packet) {
  fetch_message part;
  uint32_t offset;
  span bytes;
  if (!fetch_read(packet, &part, &offset, &bytes)) { return false; }
  fetch *f = find_fetch(p, part.number);
  if (part.kind == FETCH_ASK) { return take_ask(p, f, &part, offset, bytes); }
  if (part.kind == FETCH_GIVE_UP && f != NULL) { drop_fetch(f); }
  return part.kind == FETCH_GIVE_UP;
}

/* At most PACKETS in a turn, so that no worker has the process for itself. */
static void hear_pair(pair *p) {
  static char packet[FETCH_PACKET + 1];
  for (int i = 0; i < PACKETS; i++) {
    ssize_t count = recv(p->fd, packet, sizeof packet, 0);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) { return; }
    if (count <= 0 || !take_packet(p, (span){packet, (size_t)count})) {
      drop_pair(p);
      return;
    }
  }
}

/* ---- what the master says ---- */

static void take_pair(int fd) {
  pair *p = serving.pairs;
  while (p < serving.pairs + PAIRS && p->fd >= 0) { p++; }
  if (p < serving.pairs + PAIRS) {
    *p = (pair){.fd = fd};
  } else if (fd >= 0) {
    close(fd);
  }
}

static void hear_master(void) {
  channel_message word;
  int received;
  if (serving.draining) { return; }
  while ((received = channel_receive(serving.channel, &word)) > 0) {
    if (word.kind == CHANNEL_FETCH) { take_pair(word.fd[CHANNEL_SOCKET]); }
    if (word.kind == CHANNEL_DRAIN) {
      serving.draining = true;
      serving.last = clock_milliseconds() + DRAIN_LONGEST;
    }
  }
  serving.ended = received < 0 && !serving.draining;
}

/* ---- the loop ---- */

/* A worker closes its pair once it has another and no fetch on this one. */
static bool is_drained(void) {
  const pair *p = serving.pairs;
  while (p < serving.pairs + PAIRS && p->fd < 0) { p++; }
  return p == serving.pairs + PAIRS || clock_milliseconds() >= serving.last;
}

static bool has_answers(const pair *p) {
  const fetch *f = serving.fetches;
  while (f != NULL && !(f->from == p && f->answered)) { f = f->next; }
  return f != NULL;
}

static void serve_turn(void) {
  static struct pollfd waits[PAIRS + 1];
  static pair *of[PAIRS + 1];
  unsigned count = 0;
  if (!serving.draining) { waits[count++] = (struct pollfd){serving.channel, POLLIN, 0}; }
  unsigned first = count;
  for (pair *p = serving.pairs; p < serving.pairs + PAIRS; p++) {
    if (p->fd < 0) { continue; }
    of[count] = p;
    waits[count++] = (struct pollfd){p->fd, (short)(POLLIN | (has_answers(p) ? POLLOUT : 0)), 0};
  }
  serving.module->turn(waits, count, TURN);
  if (!serving.draining) { serving.deps->metrics->fetcher_beat = clock_milliseconds(); }
  for (fetch *f = serving.fetches, *next; f != NULL; f = next) {
    next = f->next;
    if (f->answered) { send_answer(f); }
  }
  for (unsigned i = first; i < count; i++) {
    if (waits[i].revents != 0) { hear_pair(of[i]); }
  }
  if (first > 0 && waits[0].revents != 0) { hear_master(); }
}

void fetcher_serve(const fetcher_deps *deps, const fetch_module *module, int channel,
                   const char *const *secrets) {
  serving.deps = deps;
  serving.module = module;
  serving.channel = channel;
  for (pair *p = serving.pairs; p < serving.pairs + PAIRS; p++) { p->fd = -1; }
  for (uint32_t i = 0; i < deps->options->upstreams.count; i++) {
    const upstream_spec *spec = &deps->options->upstreams.list[i];
    serving.upstreams[i] = (upstream){.spec = spec,
                                      .secret = secrets[i],
                                      .counts = metrics_upstream_named(deps->metrics, spec->name)};
    show_breaker(&serving.upstreams[i], METRICS_BREAKER_CLOSED);
    if (serving.upstreams[i].counts != NULL) { serving.upstreams[i].counts->in_flight = 0; }
  }
  if (!module->open(transfer_ended)) {
    log_write(LOG_ERROR, "memory ran out for fetches");
    return;
  }
  while (!serving.ended && !(serving.draining && is_drained())) { serve_turn(); }
}
