#include "host/process/service.h"

#include <errno.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/log.h"
#include "host/process/control.h"
#include "host/process/dial.h"
#include "host/process/fetcher.h"
#include "host/process/reload.h"
#include "host/process/worker_pool.h"
#include "host/shared/watch.h"
#include "host/wire/http.h"
#include "host/wire/loop.h"

/* Milliseconds: a service that cannot end by itself is ended DRAIN_GRACE after its drain timeout.
 */
enum { SETTLE = 50, DRAIN_GRACE = 2000 };

/* Seconds; data/prometheus/alerts.yml says it too. */
enum { EXPIRES_SOON = 7 * 86400 };

struct service service = {.signals = -1, .access_log = -1, .control = -1};

/* ---- the generation in service ---- */

static bool has_publication(void) { return reload_generation()->fd[CHANNEL_PUBLICATION] >= 0; }

void service_note_generation(void) {
  metrics *m = service.metrics;
  const publication_info *r = &reload_generation()->info;
  m->published = has_publication();
  if (m->expires != r->expires) { m->expired = 0; }
  m->expires = r->expires;
  m->sequence = r->sequence;
  m->created = r->created;
  snprintf(m->publication, sizeof m->publication, "%s", r->id);
  snprintf(m->digest, sizeof m->digest, "%s", r->digest);
}

void service_finish_reload(void) {
  service_note_generation();
  http_wake();
  if (service.stopping == 0) { notify_send("READY=1"); }
}

/* Tells once of a publication that it expires within EXPIRES_SOON. */
static void warn_of_expiry(const publication_info *r, uint64_t now) {
  static uint64_t warned_of;
  char date[DATE_TEXT];
  if (warned_of == r->expires || r->expires - now > EXPIRES_SOON) { return; }
  warned_of = r->expires;
  date_write(r->expires, date);
  log_write(
      LOG_WARN,
      "publication %s (sequence %llu) expires on %s; publish a newer one before: from then on "
      "this one would not be loaded again",
      r->id, (unsigned long long)r->sequence, date);
}

/* Old content serves readers better than none: what expires while it is served stays, and the
   operator is warned once. */
void service_watch_expiry(void) {
  const publication_info *r = &reload_generation()->info;
  metrics *m = service.metrics;
  char date[DATE_TEXT];
  uint64_t now = (uint64_t)time(NULL);
  if (!m->published || m->expired) { return; }
  if (now < r->expires) {
    warn_of_expiry(r, now);
    return;
  }
  m->expired = 1;
  date_write(r->expires, date);
  log_write(LOG_WARN,
            "publication %s (sequence %llu) expired on %s and is served on; publish a newer one: "
            "this one would not be loaded again",
            r->id, (unsigned long long)r->sequence, date);
}

/* ---- what the admin pages show ---- */

bool service_ready(void) {
  return service.stopping == 0 && has_publication() && pool_serving() > 0;
}

void service_describe(buffer *out) {
  const generation *served = reload_generation();
  const metrics *m = service.metrics;
  buffer_print(
      out,
      "{\"version\":\"" SVC_VERSION
      "\",\"pid\":%d,\"workers\":%u,\"running\":%u,\"serving\":%u,\"jobs\":%u,\"generation\":%llu,"
      "\"started\":%llu,\"responses\":%llu,\"restarts\":%llu,\"killed\":%llu,\"addresses\":[",
      (int)getpid(), (unsigned)m->workers, pool_workers_running(), pool_serving(),
      (unsigned)served->jobs, (unsigned long long)served->number, (unsigned long long)m->started,
      (unsigned long long)metrics_answers(m), (unsigned long long)m->restarts,
      (unsigned long long)m->killed);
  for (uint32_t i = 0; i < service.public.count; i++) {
    if (i > 0) { buffer_byte(out, ','); }
    log_json(out, span_of(service.public.list[i].name));
  }
  buffer_print(out, "],\"upgrade\":{\"done\":%llu,\"refused\":%llu,\"reason\":",
               (unsigned long long)m->upgrades, (unsigned long long)service.upgrades_refused);
  log_json(out, span_of(service.upgrade_reason.text));
  buffer_print(out, "},\"expired\":%s,\"publication\":%s}\n", m->expired ? "true" : "false",
               has_publication() ? served->about : "null");
}

/* ---- signals ---- */

static void drain(void) {
  const channel_message order = channel_note(CHANNEL_DRAIN);
  service.draining = true;
  service.end_at = clock_milliseconds() + service.options.drain_timeout * 1000ull + DRAIN_GRACE;
  reload_stop();
  listen_close(&service.public);
  pool_order(&order);
}

/* A balancer that watches /ready has the drain delay to send clients elsewhere. */
static void service_stop(void) {
  if (++service.stopping > 1) {
    if (!service.draining) { drain(); }
    pool_kill();
    return;
  }
  log_write(LOG_INFO, "stopping: requests in progress are finished");
  notify_send("STOPPING=1");
  service.drain_at = clock_milliseconds() + service.options.drain_delay * 1000ull;
}

void service_go_on_stopping(void) {
  if (service.stopping == 0) { return; }
  if (!service.draining && clock_milliseconds() >= service.drain_at) { drain(); }
  if (service.draining && clock_milliseconds() >= service.end_at) { pool_kill(); }
}

/* The old file stays where there can be no other. */
static void reopen_log(void) {
  channel_message order = channel_note(CHANNEL_REOPEN);
  fault why;
  if (service.access_log < 0) { return; }
  int fresh = access_log_file(service.options.access_log, &why);
  if (fresh < 0) {
    log_write(LOG_ERROR, "access_log: %s", why.text);
    return;
  }
  close(service.access_log);
  order.fd[CHANNEL_LOG] = service.access_log = fresh;
  pool_order(&order);
}

void service_take_signal(void *context) {
  struct signalfd_siginfo event;
  (void)context;
  while (read(service.signals, &event, sizeof event) == (ssize_t)sizeof event) {
    switch (event.ssi_signo) {
      case SIGCHLD: pool_reap(service.draining || pool_ends() < service.dismissed); break;
      case SIGHUP: service.asked |= PART_ALL; break;
      case SIGUSR1: reopen_log(); break;
      case SIGUSR2: service.upgrade_asked = true; break;
      default: service_stop(); break;
    }
  }
}

/* ---- changes ---- */

static const char *const *watched_publication(void) {
  static const char *path[2];
  path[0] = service.options.publication;
  return path;
}

static const char *const *watched_routes(void) {
  static const char *const none[1];
  return service.options.watch ? service.options.routes : none;
}

static struct watcher {
  watch_kind kind;
  unsigned part;
  const char *name;
  const char *const *(*paths)(void);
} watchers[] = {
    {.kind = WATCH_PUBLICATION,
     .part = PART_PUBLICATION,
     .name = "publication",
     .paths = watched_publication},
    {.kind = WATCH_ROUTES, .part = PART_ROUTES, .name = "routes", .paths = watched_routes},
};
enum { WATCHERS = sizeof watchers / sizeof *watchers };

/* A file is written in several steps: a change is acted on once it has been quiet for a moment. */
static void note_change(void *context) {
  const struct watcher *w = context;
  if (!watch_read(w->kind)) { return; }
  service.changed |= w->part;
  service.changed_at = clock_milliseconds();
}

static void warn_of_missed(const struct watcher *w, int error) {
  if (error == 0 || w->paths()[0] == NULL) { return; }
  log_write(LOG_WARN,
            "changes of the %s may go unnoticed: %s; raise fs.inotify.max_user_instances and "
            "fs.inotify.max_user_watches, or run svcd reload after each change",
            w->name, strerror(error));
}

void service_open_watch(void) {
  for (struct watcher *w = watchers; w < watchers + WATCHERS; w++) {
    int fd = watch_open(w->kind, w->paths());
    bool heard = fd < 0 || loop_watch(fd, note_change, w);
    warn_of_missed(w, heard ? watch_missed(w->kind) : errno);
  }
}

/* A change at the new path may have come before it was watched: the path is looked at once more. */
static void move_watch(void) {
  for (const struct watcher *w = watchers; w < watchers + WATCHERS; w++) {
    if (watch_move(w->kind, w->paths())) { service.changed |= w->part; }
  }
  service.changed_at = clock_milliseconds();
}

void service_act_on_changes(void) {
  unsigned parts = service.asked;
  if (service.changed != 0 && clock_milliseconds() >= service.changed_at + SETTLE) {
    for (const struct watcher *w = watchers; w < watchers + WATCHERS; w++) {
      if ((service.changed & w->part) != 0) { warn_of_missed(w, watch_missed(w->kind)); }
    }
    parts |= service.changed;
    service.changed = 0;
  }
  service.asked = 0;
  if (parts != 0) { reload_ask(parts); }
}

/* Takes options into service. The bound of connections stays: the system may allow fewer than were
 * asked for. */
void service_take_configuration(configuration *fresh) {
  fault why;
  uint32_t allowed = service.options.connections;
  bool same = upstreams_same(&service.options.upstreams, &fresh->options.upstreams);
  service.options = fresh->options;
  service.options.connections = allowed;
  if (!dial_open(&service.options.stores, service.metrics, &why)) {
    log_write(LOG_ERROR, "quota_store: %s", why.text);
  }
  if (!same) { fetcher_reload(); }
  log_set_level(log_level_of(service.options.log));
  move_watch();
  configuration_close(service.configuration);
  service.configuration = fresh;
}
