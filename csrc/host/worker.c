#include "host/worker.h"

#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "host/channel.h"
#include "host/http.h"
#include "host/log.h"

static struct {
  const worker_start *start;
  script *script;
  int snapshot; /* descriptor of the publication in use, for a state that is made anew */
  bool told;    /* the channel has something */
  bool draining;
} worker = {.snapshot = -1};

/* Loads the routes anew; the old generation stays when the new one is faulty. */
static bool replace_script(fault *why) {
  script *fresh = script_open(worker.start->options, worker.start->config, why);
  if (fresh == NULL) return false;
  if (worker.snapshot >= 0 && !script_attach(fresh, worker.snapshot, why)) {
    script_close(fresh);
    return false;
  }
  script_close(worker.script);
  worker.script = fresh;
  return true;
}

/* A state that ran out of memory may have left anything half done. */
static void rebuild(void) {
  fault why;
  if (!replace_script(&why)) {
    log_write(LOG_ERROR, "the exhausted script could not be rebuilt: %s", why.text);
  }
}

static void handle(void *context, const request *asked, reply *answer) {
  (void)context;
  const guard *g = asked->guard;
  if (script_exhausted(worker.script)) rebuild();
  if (g->refusal == GUARD_ACCEPTED) {
    script_handle(worker.script, asked, answer);
  } else {
    script_refuse(worker.script, guard_refusal_code(g->refusal), g->reason, asked, answer);
  }
}

static bool replace_snapshot(int fd, fault *why) {
  if (!script_attach(worker.script, fd, why)) {
    if (fd >= 0) close(fd);
    return false;
  }
  if (worker.snapshot >= 0) close(worker.snapshot);
  worker.snapshot = fd;
  return true;
}

static void obey(const channel_message *order) {
  fault why = {""};
  bool done = true;
  switch (order->kind) {
    case CHANNEL_ROUTES: done = replace_script(&why); break;
    case CHANNEL_SNAPSHOT: done = replace_snapshot(order->fd, &why); break;
    default: worker.draining = true; break;
  }
  channel_message report = {.kind = done ? CHANNEL_DONE : CHANNEL_REFUSED,
                            .generation = order->generation,
                            .fd = -1};
  memcpy(report.text, why.text, sizeof report.text);
  channel_send(worker.start->channel, &report);
}

static void hear(void *context) {
  (void)context;
  worker.told = true;
}

static void take_orders(void) {
  channel_message order;
  int received;
  worker.told = false;
  while ((received = channel_receive(worker.start->channel, &order)) > 0) obey(&order);
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
  const settings *options = worker.start->options;
  wire_limits limits = {options->connections, options->connections_per_address};
  signals = watch_signals();
  if (!http_open(worker.start->listener, limits, handle, NULL, why)) return false;
  if (wire_watch(worker.start->channel, hear, NULL) && wire_watch(signals, hear_term, &signals)) {
    return true;
  }
  return fault_set(why, "epoll refuses the channel to the master");
}

int worker_run(const worker_start *start) {
  static char name[32];
  fault why;
  worker.start = start;
  worker.script = start->script;
  snprintf(name, sizeof name, "worker %u", start->number);
  log_open(log_level_of(start->options->log), name);
  prctl(PR_SET_NAME, "svcd-worker");
  worker.snapshot = start->snapshot;
  if (!open_loop(&why) || !script_attach(worker.script, worker.snapshot, &why)) {
    log_write(LOG_ERROR, "%s", why.text);
    return 1;
  }
  while (!worker.draining) {
    http_turn(1000);
    if (worker.told) take_orders();
  }
  http_drain();
  while (http_busy()) http_turn(100);
  http_close();
  script_close(worker.script);
  return 0;
}
