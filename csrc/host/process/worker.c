#include "host/process/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/log.h"
#include "host/process/answer.h"
#include "host/process/sandbox.h"
#include "host/script/script_exchange.h"
#include "host/shared/fetch_link.h"
#include "host/shared/quota_store.h"
#include "host/wire/cache.h"
#include "host/wire/listen.h"
#include "host/wire/loop.h"

/* Large bodies come from and go back to the kernel, so that a burst of them leaves nothing behind.
 */
enum { CROWDED_TENTHS = 9, LARGE_BLOCK = 256 * 1024 };

/* When the worker ends, a slow reader of the log has one more second. */
enum { LAST_WORDS = 50, LAST_WORDS_PAUSE = 20000 };

/* Milliseconds that a turn waits at most for something to do; while lines of the log are owed. */
enum { TURN = 1000, OWING_TURN = 20 };

/* Bytes of a target that the log shows. */
enum { SHOWN = 400 };

/* Options and a state of Lua, with which answers are made, and the sealed memory that they were
 * made from. */
typedef struct edition {
  configuration *configuration;
  script *script; /* NULL: there is none */
  int fd[CHANNEL_FDS];
} edition;

static const edition nothing = {NULL, NULL, CHANNEL_NONE};

static struct {
  const worker_start *start;
  answer_deps deps;
  edition served, prepared;
  char name[32];
  const request *asked; /* its answer is being made; NULL: none is */
  bool hears;           /* the channel has something */
  uint64_t job_at;      /* monotonic ms: when to look for a job that is due */
  bool reclaiming;      /* of an edition that was dropped, memory is still mapped */
  bool draining;
} worker;

static metrics_worker *worker_counts(void) { return worker.start->deps.metrics; }

/* Tells the master that this process lives. */
static void beat(void) { worker_counts()->beat = clock_milliseconds(); }

/* ---- editions ---- */

static void drop_edition(edition *e) {
  script_end_job(e->script);
  script_close(e->script);
  configuration_close(e->configuration);
  for (size_t i = 0; i < CHANNEL_FDS; i++) {
    if (e->fd[i] >= 0) { close(e->fd[i]); }
  }
  *e = nothing;
  worker.reclaiming = true;
}

/* A state for an edition that has none, or another than it has. @return NULL: refused */
static script *make_script(const edition *e, bundle *files, fault *why) {
  script_deps deps = worker.start->deps;
  deps.options = &e->configuration->options;
  deps.edge = &e->configuration->edge;
  deps.held = e->configuration; /* requests that wait outlive the edition */
  script *fresh = script_open(&deps, files, why);
  if (fresh == NULL || script_attach(fresh, e->fd[CHANNEL_PUBLICATION], e->fd[CHANNEL_HELD], why)) {
    return fresh;
  }
  script_close(fresh);
  return NULL;
}

/* Makes an edition of its sealed memory. */
static bool make_edition(edition *e, fault *why) {
  const home *place = worker.start->deps.options->place;
  bundle *files = bundle_open(e->fd[CHANNEL_ROUTES], why);
  if (files == NULL) { return false; }
  e->configuration = configuration_open(place, configuration_text(files), why);
  if (e->configuration != NULL) {
    e->script = make_script(e, files, why);
  } else {
    bundle_close(files);
  }
  return e->script != NULL;
}

static const char *route_name(uint32_t route) { return worker.start->deps.routes->name[route]; }

/* After a change: what was made of the old state goes, and with it the memory it took. */
static void serve_edition(edition *fresh) {
  edition old = worker.served;
  if (worker.start->jobs) { script_succeed(fresh->script, old.script, true); }
  worker.served = *fresh;
  worker.deps.script = fresh->script;
  worker.deps.edge = &fresh->configuration->edge;
  worker.job_at = 0;
  const settings *options = &fresh->configuration->options;
  quota_store_use(&options->stores, worker_counts());
  fetch_use(options->upstreams.count > 0, worker_counts());
  log_set_level(log_level_of(options->log));
  access_log_fields(options->log_fields, options->log_field_count, route_name);
  *fresh = old;
  drop_edition(fresh);
  cache_clear();
  malloc_trim(0);
}

/* Replaces a state that ran out of memory, or was given up: anything in it may be half done. */
static void rebuild(void) {
  fault why;
  worker_counts()->rebuilds++;
  bundle *files = bundle_open(worker.served.fd[CHANNEL_ROUTES], &why);
  script *fresh = files == NULL ? NULL : make_script(&worker.served, files, &why);
  if (fresh == NULL) {
    log_write(LOG_ERROR, "the exhausted script could not be rebuilt: %s", why.text);
    worker.draining = true;
    return;
  }
  if (worker.start->jobs) { script_succeed(fresh, worker.served.script, false); }
  script_end_job(worker.served.script);
  script_close(worker.served.script);
  worker.served.script = worker.deps.script = fresh;
  cache_clear();
  malloc_trim(0);
}

/* ---- requests ---- */

static void make_answer(request *asked, reply *answer) {
  worker_counts()->in_flight = http_in_flight();
  if (script_exhausted(worker.served.script)) { rebuild(); }
  worker.asked = asked;
  answer_make(asked, answer);
  worker.asked = NULL;
}

static void finished(const access_entry *entry) {
  script_event event = {entry->asked, entry->status, entry->bytes, entry->microseconds,
                        entry->cached};
  worker_counts()->in_flight = http_in_flight();
  metrics_answer(worker_counts(), entry->route, entry->status, entry->microseconds, entry->bytes);
  access_log_add(entry);
  script_log(worker.served.script, &event);
  script_forget(entry->asked);
}

/* ---- orders ---- */

/* The next edition is made beside the one in service; requests wait as long as that takes. */
static bool prepare_edition(const channel_message *order, fault *why) {
  drop_edition(&worker.prepared);
  memcpy(worker.prepared.fd, order->fd, sizeof order->fd);
  if (make_edition(&worker.prepared, why)) { return true; }
  drop_edition(&worker.prepared);
  return false;
}

static void answer_order(bool good, const fault *why) {
  const channel_message done = channel_note(CHANNEL_DONE);
  if (good) {
    channel_send(worker.start->channel, &done);
  } else {
    channel_refuse(worker.start->channel, 0, why->text);
  }
}

static void obey(const channel_message *order) {
  fault why = {""};
  switch (order->kind) {
    case CHANNEL_PREPARE: answer_order(prepare_edition(order, &why), &why); break;
    case CHANNEL_COMMIT:
      if (worker.prepared.script != NULL) { serve_edition(&worker.prepared); }
      answer_order(true, &why);
      break;
    case CHANNEL_ABORT: drop_edition(&worker.prepared); break;
    case CHANNEL_STORE: quota_store_take(order->parts, order->fd[CHANNEL_SOCKET], false); break;
    case CHANNEL_FETCH: fetch_take(order->fd[CHANNEL_SOCKET]); break;
    case CHANNEL_REOPEN: access_log_turn(order->fd[CHANNEL_LOG]); break;
    default: worker.draining = true; break;
  }
}

static void worker_hear(void *context) {
  (void)context;
  worker.hears = true;
}

static void take_orders(void) {
  channel_message order;
  int received;
  worker.hears = false;
  while ((received = channel_receive(worker.start->channel, &order)) > 0) {
    obey(&order);
    beat();
  }
  if (received == 0) { return; }
  loop_unwatch(worker.start->channel);
  worker.draining = true;
}

/* True for a peer whose connections are not those of one client. */
static bool is_exempt(const struct in6_addr *peer) {
  return address_is_loopback(peer) || networks_hold(&worker.deps.edge->trusted, peer);
}

/* The loop needs a socket to begin with: without one of its own the process of the jobs gets one
   that listens nowhere any more when it returns. */
static bool open_deaf_loop(const http_service *service, wire_limits limits, fault *why) {
  listener none = {.fd = listen_unix("", 0, NULL, why)};
  if (none.fd < 0 || !http_open(&none, 1, limits, service, why)) { return false; }
  http_drain();
  return true;
}

static bool open_loop(fault *why) {
  static const http_service service = {.answer = make_answer, .finished = finished};
  const settings *options = worker.start->deps.options;
  wire_limits limits = {options->connections, options->connections_per_address, is_exempt};
  access_log_open(options->access_log, worker.start->access_log);
  bool good = worker.start->jobs ? open_deaf_loop(&service, limits, why)
                                 : http_open(worker.start->listening, worker.start->listeners,
                                             limits, &service, why);
  if (!good) { return false; }
  return loop_watch(worker.start->channel, worker_hear, NULL) ||
         fault_set(why, "epoll refuses the channel to the master");
}

static bool open_first(fault *why) {
  const generation *first = worker.start->generation;
  edition fresh = nothing;
  memcpy(fresh.fd, first->fd, sizeof fresh.fd);
  worker.served = worker.prepared = nothing;
  if (!make_edition(&fresh, why)) { return false; }
  serve_edition(&fresh);
  for (uint32_t i = 0; i < METRICS_STORES; i++) {
    quota_store_take(i, worker.start->stores[i], true);
  }
  fetch_take(worker.start->fetch);
  return true;
}

/* Nothing of a route runs before the process is caged. */
static bool open_worker(fault *why) {
  const worker_start *start = worker.start;
  const settings *options = start->deps.options;
  mallopt(M_MMAP_THRESHOLD, LARGE_BLOCK);
  cache_open(options->cache_size);
  worker.deps = (answer_deps){.quota = start->deps.quota,
                              .rules = start->deps.rules,
                              .metrics = worker_counts(),
                              .crowded = options->connections / 10 * CROWDED_TENTHS};
  answer_open(&worker.deps);
  if (!script_watch()) { log_write(LOG_DEBUG, "no timer of processor time: scripts are counted"); }
  return open_loop(why) && account_enter(start->account, why) &&
         (!options->sandbox || sandbox_enter(NULL, why)) && open_first(why);
}

/* NOLINTBEGIN(bugprone-signal-handler): say_last_words says why it may. */

/* Adds what was counted since the last time: the block holds what former workers counted too. */
static void worker_grow(uint64_t *counter, uint64_t *added, uint64_t counted) {
  *counter += counted - *added;
  *added = counted;
}

/* Called in every turn, so that nothing is lost with a worker that is killed. */
static void publish_counts(void) {
  static metrics_worker added;
  metrics_worker *m = worker_counts();
  const wire_counts *wire = &connections.counts;
  m->open = wire->open;
  m->in_flight = http_in_flight();
  worker_grow(&m->dropped, &added.dropped, access_log_dropped());
  worker_grow(&m->log_dropped, &added.log_dropped, log_dropped());
  worker_grow(&m->accepted, &added.accepted, wire->accepted);
  worker_grow(&m->shed, &added.shed, wire->shed);
  worker_grow(&m->refused_address, &added.refused_address, wire->refused_address);
  worker_grow(&m->refused_header, &added.refused_header, wire->refused_header);
  worker_grow(&m->timeouts, &added.timeouts, wire->timeouts);
}

/* The log and the sizes of memory lag behind by a second at most, and so does what a stream has
 * held. A log that was stuck is written in each turn: a pipe takes less at once than a second
 * brings. */
static void worker_turn(int timeout) {
  static uint64_t next;
  http_turn(fetch_wait(quota_store_wait(worker.reclaiming ? 0 : timeout)));
  quota_store_turn();
  fetch_turn();
  publish_counts();
  beat();
  if (worker.hears) { take_orders(); }
  if (worker.reclaiming) { worker.reclaiming = script_reclaim(worker.served.script); }
  if (access_log_owes()) { access_log_flush(); }
  if (connections.now < next) { return; }
  next = connections.now + 1000;
  worker.reclaiming = script_reclaim(worker.served.script);
  script_pace(worker.served.script);
  access_log_flush();
  worker_counts()->script_bytes = script_bytes(worker.served.script);
  worker_counts()->cache_bytes = cache_bytes();
}

/* A generation without jobs needs no process for them. @return ms until the next is due */
static int turn_jobs(void) {
  if (!worker.start->jobs) { return TURN; }
  if (script_exhausted(worker.served.script)) { rebuild(); }
  if (script_jobs(worker.served.script) == 0) { worker.draining = true; }
  uint64_t now = clock_milliseconds();
  if (worker.draining) { return 0; }
  if (now >= worker.job_at || script_job_waits(worker.served.script)) {
    worker.job_at = now + script_run_job(worker.served.script);
  }
  beat();
  now = clock_milliseconds();
  return worker.job_at <= now ? 0 : worker.job_at - now < TURN ? (int)(worker.job_at - now) : TURN;
}

/* ---- the last words ---- */

static void lose_request(const access_entry *entry) {
  metrics_answer(worker_counts(), entry->route, entry->status, entry->microseconds, entry->bytes);
  access_log_add(entry);
}

/* The master ends this process because it hangs: the logs get what only this process knows. The
   signal may have come anywhere: where that was in the allocator or the state, this may crash or
   hang in turn, and the master ends the process all the same a moment later. */
static void say_last_words(int signal) {
  (void)signal;
  const request *asked = worker.asked;
  const char *place = worker.served.script == NULL ? NULL : script_place(worker.served.script);
  if (worker.start->jobs) {
    log_write(LOG_ERROR, "it hangs in %s", place == NULL ? "no job" : place);
  } else if (asked == NULL) {
    log_write(LOG_ERROR, "it hangs, and makes no answer: in a stream, or in the log phase");
  } else {
    span target = span_take(guard_span(asked->guard, asked->guard->target), SHOWN);
    log_write(LOG_ERROR, "it hangs in %s, with request %s for %.*s",
              place == NULL ? "no route" : place, asked->id, (int)target.len, target.data);
  }
  http_lose(lose_request);
  access_log_flush();
  publish_counts();
  _exit(WORKER_LOST);
}
/* NOLINTEND(bugprone-signal-handler) */

int worker_run(const worker_start *start) {
  fault why;
  worker.start = start;
  signal(SIGALRM, say_last_words);
  worker_counts()->pid = (uint64_t)getpid();
  snprintf(worker.name, sizeof worker.name, start->jobs ? "jobs" : "worker %u", start->number);
  log_open(log_level_of(start->deps.options->log), worker.name);
  prctl(PR_SET_NAME, start->jobs ? "svcd-jobs" : "svcd-worker");
  if (!open_worker(&why)) {
    log_write(LOG_ERROR, "%s", why.text);
    channel_refuse(start->channel, 0, why.text);
    return 1;
  }
  channel_message ready = channel_note(CHANNEL_READY);
  if (!channel_send(start->channel, &ready)) {
    log_write(LOG_ERROR, "the master does not hear that it serves: %s", strerror(errno));
    return 1;
  }
  while (!worker.draining) {
    int wait = turn_jobs();
    worker_turn(access_log_owes() && wait > OWING_TURN ? OWING_TURN : wait);
  }
  http_drain();
  uint64_t last = connections.now + worker.served.configuration->options.drain_timeout * 1000ull;
  while (http_busy() && connections.now < last) { worker_turn(50); }
  for (int i = 0; i < LAST_WORDS && !access_log_flush(); i++) { usleep(LAST_WORDS_PAUSE); }
  publish_counts();
  quota_store_close();
  fetch_close();
  http_close();
  drop_edition(&worker.prepared);
  drop_edition(&worker.served);
  return 0;
}
