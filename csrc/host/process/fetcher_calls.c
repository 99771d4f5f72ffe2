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

/* Milliseconds after which a process that was told to drain ends: longer than any call takes. */
enum { DRAIN_LONGEST = FETCH_LONGEST + 5000 };

/* Bytes that all calls may hold at one time, those that their answers may still take included. */
enum { HELD_LIMIT = 256 * 1024 * 1024 };

/* Microseconds in a second, in which a pause of the breaker is told. */
enum { SECOND = 1000000 };

/* An upstream and its breaker: `failures` in a row open it, and when the pause is over one call
   tries whether it may close. */
typedef struct upstream {
  const upstream_spec *spec;
  const char *secret;
  metrics_upstream *counts;
  uint32_t in_flight, failed; /* in a row */
  uint64_t open_until;        /* monotonic microseconds; 0: the breaker is closed */
  bool tries;
} upstream;

typedef struct pair pair;

typedef struct call call;
struct call {
  call *next;
  pair *from;
  fetch_message ask, answer;
  upstream *to; /* while it is made */
  transfer *transfer;
  char *url;
  uint64_t begun; /* monotonic microseconds */
  bool answered;  /* the answer goes */
  bool trial;     /* of the breaker */
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
  call *calls;
  size_t held; /* bytes that calls in flight may take */
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
static bool breaker_admits(upstream *to, call *c) {
  if (to->open_until == 0) { return true; }
  if (to->tries || clock_microseconds() < to->open_until) { return false; }
  to->tries = c->trial = true;
  show_breaker(to, METRICS_BREAKER_TRIES);
  return true;
}

static void breaker_open(upstream *to, const char *why) {
  if (to->open_until == 0) {
    log_write(LOG_WARN,
              "upstream %s: %u calls failed in a row, the last by: %s; none is made for %u s",
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
static void breaker_hear(upstream *to, call *c, bool failed, const char *why) {
  bool trial = c->trial;
  c->trial = false;
  if (trial) { to->tries = false; }
  if (to->open_until != 0 && !trial) { return; }
  if (!failed) {
    breaker_close(to);
  } else if (++to->failed >= to->spec->failures || trial) {
    breaker_open(to, why);
  }
}

/* ---- calls ---- */

static call *find_call(const pair *p, uint32_t number) {
  call *c = serving.calls;
  while (c != NULL && !(c->from == p && c->ask.number == number)) { c = c->next; }
  return c;
}

/* It is in flight no more. */
static void leave_upstream(call *c) {
  upstream *to = c->to;
  if (to == NULL) { return; }
  if (c->trial) { /* it was given up: the next call tries */
    to->tries = c->trial = false;
    show_breaker(to, METRICS_BREAKER_OPEN);
  }
  to->in_flight--;
  if (to->counts != NULL) { add(&to->counts->in_flight, UINT64_MAX); }
  serving.held -= to->spec->max_bytes;
  c->to = NULL;
}

static void drop_call(call *c) {
  call **at = &serving.calls;
  while (*at != c) { at = &(*at)->next; }
  *at = c->next;
  if (c->transfer != NULL) { serving.module->cancel(c->transfer); }
  leave_upstream(c);
  c->from->count--;
  buffer_free(&c->ask.content);
  buffer_free(&c->answer.content);
  free(c->url);
  free(c);
}

static void drop_pair(pair *p) {
  for (call *c = serving.calls, *next; c != NULL; c = next) {
    next = c->next;
    if (c->from == p) { drop_call(c); }
  }
  close(p->fd);
  p->fd = -1;
}

/* A worker whose pair is full hears the rest later. */
static void send_answer(call *c) {
  fetch_progress how;
  bool there = fetch_send(c->from->fd, &c->answer, &how);
  if (!there || how == FETCH_WHOLE) {
    drop_call(c);
  } /* the end of the pair is seen by its reader */
}

static void answer_call(call *c, fetch_message facts, span head, span body) {
  facts.number = c->ask.number;
  buffer_free(&c->ask.content);
  c->answered = true;
  if (!fetch_compose(&c->answer, facts, head, body)) {
    c->answer = (fetch_message){.kind = FETCH_FAILED, .code = FETCH_BUSY, .number = c->ask.number};
  }
  send_answer(c);
}

static void fail_call(call *c, fetch_code code, const char *detail) {
  span text = span_take(span_of(detail), FETCH_DETAIL);
  char head[FETCH_DETAIL + 1];
  memcpy(head, text.data, text.len);
  head[text.len] = '\0';
  answer_call(c, (fetch_message){.kind = FETCH_FAILED, .code = (uint8_t)code},
              (span){head, text.len + 1}, SPAN(""));
}

/* ---- the end of a transfer ---- */

static void transfer_ended(void *context, const transfer_result *result) {
  call *c = context;
  upstream *to = c->to;
  uint64_t took = clock_microseconds() - c->begun;
  c->transfer = NULL;
  count_outcome(to, result->code);
  if (to->counts != NULL) {
    add(&to->counts->bucket[metrics_bucket(took)], 1);
    add(&to->counts->microseconds, took);
  }
  char why[FETCH_DETAIL];
  snprintf(why, sizeof why, "%s", result->detail);
  if (result->code == FETCH_ANSWERED) { snprintf(why, sizeof why, "status %d", result->status); }
  breaker_hear(to, c, is_failure(result->code, result->status), why);
  leave_upstream(c);
  if (result->code != FETCH_ANSWERED) {
    log_write(LOG_DEBUG, "upstream %s: %s", to->spec->name, why);
    fail_call(c, result->code, why);
    return;
  }
  answer_call(c, (fetch_message){.kind = FETCH_ANSWER, .status = (uint16_t)result->status},
              result->head, result->body);
}

/* ---- the beginning of a call ---- */

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

static void begin_transfer(call *c, const fetch_order *order) {
  const upstream *to = c->to;
  if (asprintf(&c->url, "%s%.*s", to->spec->base, (int)order->target.len, order->target.data) < 0) {
    c->url = NULL;
    return;
  }
  uint32_t timeout = c->ask.timeout < to->spec->timeout ? c->ask.timeout : to->spec->timeout;
  const transfer_order made = {.url = c->url,
                               .method = fetch_methods[c->ask.code],
                               .authorities = to->spec->authorities,
                               .fields = order->fields,
                               .secret = to->secret,
                               .body = span_skip(buffer_span(&c->ask.content), c->ask.head),
                               .has_body = fetch_has_body(c->ask.code),
                               .timeout = timeout,
                               .max_bytes = to->spec->max_bytes};
  c->transfer = serving.module->begin(&made, c); /* which copies what it keeps */
}

/* @return false where the worker asks for what no worker of ours would: it is cut */
static bool begin_call(call *c) {
  fetch_order order;
  fault why;
  if (!fetch_order_read(c->ask.code, span_take(buffer_span(&c->ask.content), c->ask.head), &order,
                        &why)) {
    log_write(LOG_ERROR, "a worker asks for a call that none may make: %s", why.text);
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
    reason = "the upstream has as many calls as it may (in_flight)";
  } else if (to->spec->max_bytes > HELD_LIMIT - serving.held) {
    reason = "the calls under way hold as many bytes as they may";
  } else if (!breaker_admits(to, c)) {
    code = FETCH_BREAKER_OPEN, reason = "the upstream failed, and is tried again later";
  }
  if (reason != NULL) {
    if (to != NULL) { count_outcome(to, code); }
    fail_call(c, code, reason);
    return true;
  }
  c->to = to;
  c->begun = clock_microseconds();
  to->in_flight++;
  if (to->counts != NULL) { add(&to->counts->in_flight, 1); }
  serving.held += to->spec->max_bytes;
  begin_transfer(c, &order);
  if (c->transfer != NULL) { return true; }
  leave_upstream(c);
  count_outcome(to, FETCH_BUSY);
  fail_call(c, FETCH_BUSY, "memory ran out");
  return true;
}

/* ---- what workers say ---- */

static bool take_ask(pair *p, call *c, const fetch_message *part, uint32_t offset, span bytes) {
  if (c == NULL) {
    if (p->count >= FETCH_WORKER_CALLS || offset != 0) { return false; }
    c = calloc(1, sizeof *c);
    if (c == NULL) { return false; }
    *c = (call){.next = serving.calls, .from = p, .ask = *part};
    serving.calls = c;
    p->count++;
  }
  if (c->to != NULL || c->answered) { return false; }
  switch (fetch_join(&c->ask, part, offset, bytes)) {
    case FETCH_PART: return true;
    case FETCH_WHOLE: return begin_call(c);
    default: return false;
  }
}

static bool take_packet(pair *p, span packet) {
  fetch_message part;
  uint32_t offset;
  span bytes;
  if (!fetch_read(packet, &part, &offset, &bytes)) { return false; }
  call *c = find_call(p, part.number);
  if (part.kind == FETCH_ASK) { return take_ask(p, c, &part, offset, bytes); }
  if (part.kind == FETCH_GIVE_UP && c != NULL) { drop_call(c); }
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

/* A worker closes its pair once it has another and no call on this one. */
static bool is_drained(void) {
  const pair *p = serving.pairs;
  while (p < serving.pairs + PAIRS && p->fd < 0) { p++; }
  return p == serving.pairs + PAIRS || clock_milliseconds() >= serving.last;
}

static bool has_answers(const pair *p) {
  const call *c = serving.calls;
  while (c != NULL && !(c->from == p && c->answered)) { c = c->next; }
  return c != NULL;
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
  for (call *c = serving.calls, *next; c != NULL; c = next) {
    next = c->next;
    if (c->answered) { send_answer(c); }
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
    log_write(LOG_ERROR, "memory ran out for outbound calls");
    return;
  }
  while (!serving.ended && !(serving.draining && is_drained())) { serve_turn(); }
}
