#include "host/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "host/access_log.h"
#include "host/answer.h"
#include "host/cache.h"
#include "host/channel.h"
#include "host/http.h"
#include "host/log.h"
#include "host/sandbox.h"

/* Large bodies come from and go back to the kernel, so that a burst of them leaves nothing behind.
 */
enum { CROWDED_TENTHS = 9, LARGE_BLOCK = 256 * 1024 };

/* A reader of the log who is slow has a second more when the worker ends. */
enum { LAST_WORDS = 50, LAST_WORDS_PAUSE = 20000 };

static struct {
  const worker_start *start;
  answer_means means;
  int snapshot; /* descriptor of the publication in use, for a state that is made anew */
  bool told;    /* the channel has something */
  bool draining;
} worker = {.snapshot = -1};

static metrics_worker *counts(void) { return worker.start->means.metrics; }

/* After a change: what was made of the old state goes, and with it the memory it took. */
static void forget_old(void) {
  cache_clear();
  malloc_trim(0);
}

/* Loads the routes anew; the old generation stays when the new one is faulty. */
static bool replace_script(fault *why) {
  script *fresh = script_open(&worker.start->means, why);
  if (fresh == NULL) return false;
  if (worker.snapshot >= 0 && !script_attach(fresh, worker.snapshot, why)) {
    script_close(fresh);
    return false;
  }
  script_close(worker.means.script);
  worker.means.script = fresh;
  forget_old();
  return true;
}

/* A state that ran out of memory may have left anything half done. */
static void rebuild(void) {
  fault why;
  counts()->rebuilds++;
  if (!replace_script(&why)) {
    log_write(LOG_ERROR, "the exhausted script could not be rebuilt: %s", why.text);
    worker.draining = true;
  }
}

static void make_answer(request *asked, reply *answer) {
  if (script_exhausted(worker.means.script)) rebuild();
  answer_make(asked, answer);
}

static void finished(const access_entry *entry) {
  script_event event = {entry->asked, entry->status, entry->bytes, entry->microseconds,
                        entry->cached};
  metrics_answer(counts(), entry->status, entry->microseconds, entry->bytes);
  access_log_add(entry);
  script_log(worker.means.script, &event);
}

static bool replace_snapshot(int fd, fault *why) {
  if (!script_attach(worker.means.script, fd, why)) {
    if (fd >= 0) close(fd);
    return false;
  }
  if (worker.snapshot >= 0) close(worker.snapshot);
  worker.snapshot = fd;
  forget_old();
  return true;
}

static bool obey(const channel_message *order, fault *why) {
  switch (order->kind) {
    case CHANNEL_ROUTES: return replace_script(why);
    case CHANNEL_SNAPSHOT: return replace_snapshot(order->fd, why);
    case CHANNEL_REOPEN: access_log_reopen(); return true;
    default: worker.draining = true; return true;
  }
}

/* The master could read the routes. What keeps them from a worker is its sandbox, where a symbolic
   link leads to another place than when it started. */
static bool routes_are_hidden(void) {
  char path[PATH_MAX + 16];
  snprintf(path, sizeof path, "%s/init.lua", worker.start->means.options->routes);
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  bool hidden = fd < 0 && errno == EACCES;
  if (fd >= 0) close(fd);
  return hidden;
}

/* An order that is not answered is carried out by the successor of the worker. */
static void report(const channel_message *order) {
  fault why = {""};
  if (order->kind == CHANNEL_ROUTES && routes_are_hidden()) {
    log_write(LOG_INFO, "the routes lie outside of the sandbox: a new worker begins with them");
    worker.draining = true;
    return;
  }
  channel_message answer = {.generation = order->generation, .fd = -1};
  answer.kind = obey(order, &why) ? CHANNEL_DONE : CHANNEL_REFUSED;
  memcpy(answer.text, why.text, sizeof answer.text);
  channel_send(worker.start->channel, &answer);
}

static void hear(void *context) {
  (void)context;
  worker.told = true;
}

static void take_orders(void) {
  channel_message order;
  int received;
  worker.told = false;
  while ((received = channel_receive(worker.start->channel, &order)) > 0) report(&order);
  if (received == 0) return;
  wire_unwatch(worker.start->channel);
  worker.draining = true;
}

/* The terminal's interrupt goes to every process; the master alone decides what it means. */
static int watch_signals(void) {
  sigset_t set;
  signal(SIGINT, SIG_IGN);
  signal(SIGHUP, SIG_IGN);
  signal(SIGUSR1, SIG_IGN);
  signal(SIGPIPE, SIG_IGN);
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  sigprocmask(SIG_SETMASK, &set, NULL);
  return signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}

/* The first SIGTERM drains, the second ends at once. */
static void hear_term(void *context) {
  const int *signals = context;
  struct signalfd_siginfo event;
  if (read(*signals, &event, sizeof event) != (ssize_t)sizeof event) return;
  if (worker.draining) _exit(0);
  worker.draining = true;
}

static bool open_loop(fault *why) {
  static int signals;
  static const http_service service = {make_answer, finished};
  const settings *options = worker.start->means.options;
  wire_limits limits = {options->connections, options->connections_per_address};
  signals = watch_signals();
  if (!access_log_open(options->access_log, why)) return false;
  if (!http_open(worker.start->listening, worker.start->listeners, limits, &service, why)) {
    return false;
  }
  if (wire_watch(worker.start->channel, hear, NULL) && wire_watch(signals, hear_term, &signals)) {
    return true;
  }
  return fault_set(why, "epoll refuses the channel to the master");
}

static bool open_worker(fault *why) {
  const worker_start *start = worker.start;
  const settings *options = start->means.options;
  mallopt(M_MMAP_THRESHOLD, LARGE_BLOCK);
  cache_open(options->cache_size);
  worker.snapshot = start->snapshot;
  worker.means = (answer_means){start->edge, start->means.quota, counts(), start->script,
                                options->connections / 10 * CROWDED_TENTHS};
  answer_open(&worker.means);
  if (!script_adopt(start->script, counts(), why)) return false;
  if (!script_watch()) log_write(LOG_DEBUG, "no timer of processor time: scripts are counted");
  return open_loop(why) && script_attach(start->script, start->snapshot, why) &&
         (!options->sandbox || sandbox_enter(options, script_module_paths(start->script), why));
}

/* Adds what was counted since the last time: the block holds what former workers counted too. */
static void grow(uint64_t *counter, uint64_t *added, uint64_t counted) {
  *counter += counted - *added;
  *added = counted;
}

static void publish_counts(void) {
  static metrics_worker added;
  metrics_worker *m = counts();
  const wire_counts *wire = wire_statistics();
  m->open = wire->open;
  m->script_bytes = script_bytes(worker.means.script);
  m->cache_bytes = cache_bytes();
  grow(&m->dropped, &added.dropped, access_log_dropped());
  grow(&m->log_dropped, &added.log_dropped, log_dropped());
  grow(&m->accepted, &added.accepted, wire->accepted);
  grow(&m->shed, &added.shed, wire->shed);
  grow(&m->refused_address, &added.refused_address, wire->refused_address);
  grow(&m->refused_header, &added.refused_header, wire->refused_header);
  grow(&m->timeouts, &added.timeouts, wire->timeouts);
}

/* The log and the figures lag behind by a second at most. */
static void turn(int timeout) {
  static uint64_t next;
  http_turn(timeout);
  if (worker.told) take_orders();
  if (wire_now() < next) return;
  next = wire_now() + 1000;
  access_log_flush();
  publish_counts();
}

int worker_run(const worker_start *start) {
  static char name[32];
  fault why;
  worker.start = start;
  snprintf(name, sizeof name, "worker %u", start->number);
  log_open(log_level_of(start->means.options->log), name);
  prctl(PR_SET_NAME, "svcd-worker");
  if (!open_worker(&why)) {
    log_write(LOG_ERROR, "%s", why.text);
    return 1;
  }
  channel_message ready = {.kind = CHANNEL_READY, .fd = -1};
  channel_send(start->channel, &ready);
  while (!worker.draining) turn(1000);
  http_drain();
  uint64_t last = wire_now() + start->means.options->drain_timeout * 1000ull;
  while (http_busy() && wire_now() < last) turn(50);
  for (int i = 0; i < LAST_WORDS && !access_log_flush(); i++) usleep(LAST_WORDS_PAUSE);
  publish_counts();
  http_close();
  script_close(worker.means.script);
  return 0;
}
