#include "host/master.h"

#include <errno.h>
#include <lua.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

#include "host/admin.h"
#include "host/check.h"
#include "host/crew.h"
#include "host/http.h"
#include "host/inherited.h"
#include "host/listen.h"
#include "host/log.h"
#include "host/notify.h"
#include "host/release.h"
#include "host/self_test.h"
#include "host/watch.h"
#include "host/worker.h"
#include "host/writable.h"

enum { TURN = 100, SETTLE = 50, ANSWER_TIMEOUT = 5000, ADMIN_CONNECTIONS = 64 };

/* Of a process itself, and what is left to its clients at least. */
enum { OWN_DESCRIPTORS = 64, LEAST_CONNECTIONS = 16 };

static struct {
  settings options;
  script_means means;
  edge edge;
  metrics *metrics;
  script *script;           /* the last good generation: workers begin with it */
  release release;          /* the publication */
  listen_set public, admin; /* where it serves, and where the admin pages are */
  int signals, control;
  int stopping; /* number of stop signals so far */
  bool controlled;
  bool publication_changed, routes_changed;
  uint64_t changed_at;
} master = {.release = {.fd = -1}, .control = -1};

/* ---- reload ---- */

/* The scripts are loaded here first; what fails here never reaches a worker. */
static bool reload_routes(fault *why) {
  script *fresh = script_open(&master.means, why);
  bool good = fresh != NULL;
  if (good) {
    script_close(master.script);
    master.script = fresh;
    crew_tell(CHANNEL_ROUTES, -1);
    good = crew_await(ANSWER_TIMEOUT, why->text);
  }
  if (good) {
    master.metrics->routes_reloaded++;
    log_write(LOG_INFO, "routes reloaded");
  } else {
    master.metrics->routes_refused++;
    log_write(LOG_ERROR, "the routes were not reloaded, the old ones serve on: %s", why->text);
  }
  return good;
}

static void note_release(void) {
  master.metrics->published = master.release.fd >= 0;
  master.metrics->expires = master.release.expires;
  master.metrics->expired = 0;
}

/* Old content serves readers better than none: what expires while it is served stays, and the
   operator is told once. */
static void watch_expiry(void) {
  metrics *m = master.metrics;
  if (!m->published || m->expired || (uint64_t)time(NULL) < m->expires) return;
  m->expired = 1;
  log_write(LOG_WARN,
            "the publication expired and is served on; publish a newer one, this one would not be "
            "loaded again: %s",
            master.release.about);
}

/* An unchanged file is not verified again: the memory it was copied to cannot have changed. */
static bool reload_publication(fault *why) {
  static release fresh;
  if (release_unchanged(&master.options)) return true;
  bool good = release_open(&master.options, &fresh, why);
  if (good) {
    if (master.release.fd >= 0) close(master.release.fd);
    master.release = fresh;
    note_release();
    crew_tell(CHANNEL_SNAPSHOT, fresh.fd);
    good = crew_await(ANSWER_TIMEOUT, why->text);
  }
  if (good) {
    master.metrics->publication_reloaded++;
    log_write(LOG_INFO, "publication reloaded: %s", master.release.about);
  } else {
    master.metrics->publication_refused++;
    log_write(LOG_ERROR, "the publication was not reloaded, the old one serves on: %s", why->text);
  }
  return good;
}

static void report(buffer *out, const char *name, bool good, const fault *why) {
  buffer_text(out, name);
  buffer_text(out, good ? "{\"reloaded\":true" : "{\"reloaded\":false,\"reason\":");
  if (!good) log_json(out, span_of(why->text));
  buffer_byte(out, '}');
}

static void reload_parts(unsigned parts, buffer *out) {
  fault why = {""};
  if (parts & ADMIN_PUBLICATION) {
    bool good = reload_publication(&why);
    report(out, "{\"publication\":", good, &why);
  }
  if (parts & ADMIN_ROUTES) {
    bool good = reload_routes(&why);
    report(out, parts & ADMIN_PUBLICATION ? ",\"routes\":" : "{\"routes\":", good, &why);
  }
  buffer_text(out, "}\n");
}

/* ---- what the admin pages show ---- */

static bool ready(void) {
  return master.stopping == 0 && master.release.fd >= 0 && crew_running() > 0;
}

static void describe(buffer *out) {
  char figures[256];
  snprintf(figures, sizeof figures,
           "{\"version\":\"" SVC_VERSION
           "\",\"pid\":%d,\"workers\":%u,\"running\":%u,"
           "\"started\":%llu,\"responses\":%llu,\"restarts\":%llu,\"addresses\":",
           (int)getpid(), master.options.workers, crew_running(),
           (unsigned long long)master.metrics->started,
           (unsigned long long)metrics_answers(master.metrics),
           (unsigned long long)master.metrics->restarts);
  buffer_text(out, figures);
  buffer_byte(out, '[');
  for (uint32_t i = 0; i < master.public.count; i++) {
    if (i > 0) buffer_byte(out, ',');
    log_json(out, span_of(master.public.list[i].name));
  }
  buffer_text(out, master.metrics->expired ? "],\"expired\":true" : "],\"expired\":false");
  buffer_text(out, ",\"publication\":");
  buffer_text(out, master.release.fd >= 0 ? master.release.about : "null");
  buffer_text(out, "}\n");
}

static void forget_answer(const access_entry *entry) { (void)entry; }

/* ---- signals and changes ---- */

static void stop(void) {
  master.stopping++;
  if (master.stopping > 1) {
    crew_kill();
    return;
  }
  log_write(LOG_INFO, "stopping: requests in progress are finished");
  notify_send("STOPPING=1");
  /* Whoever connects to a unix socket from here on finds no file; who did before is served. */
  listen_close(&master.public);
  crew_tell(CHANNEL_DRAIN, -1);
}

static void take_signal(void *context) {
  struct signalfd_siginfo event;
  (void)context;
  while (read(master.signals, &event, sizeof event) == (ssize_t)sizeof event) {
    switch (event.ssi_signo) {
      case SIGCHLD: crew_reap(master.stopping > 0); break;
      case SIGHUP: master.publication_changed = master.routes_changed = true; break;
      case SIGUSR1: crew_tell(CHANNEL_REOPEN, -1); break;
      default: stop(); break;
    }
  }
}

/* A file is written in several steps: a change is acted on once it has been quiet for a moment. */
static void note_change(watch_kind kind, bool *changed) {
  if (!watch_read(kind)) return;
  *changed = true;
  master.changed_at = wire_microseconds() / 1000;
}

static void take_publication_change(void *context) {
  (void)context;
  note_change(WATCH_PUBLICATION, &master.publication_changed);
}

static void take_routes_change(void *context) {
  (void)context;
  note_change(WATCH_ROUTES, &master.routes_changed);
}

static void act_on_changes(void) {
  fault why = {""};
  bool any = master.publication_changed || master.routes_changed;
  if (!any || wire_microseconds() / 1000 < master.changed_at + SETTLE) return;
  notify_send("RELOADING=1");
  if (master.publication_changed) reload_publication(&why);
  if (master.routes_changed) reload_routes(&why);
  master.publication_changed = master.routes_changed = false;
  notify_send("READY=1");
}

/* ---- start ---- */

/* A worker that is started again would keep the master's connections open with its copies. */
static void close_all_but(const int *kept, size_t count) {
  int most = (int)sysconf(_SC_OPEN_MAX);
  for (int from = STDERR_FILENO + 1; from < most;) {
    int next = most;
    for (size_t i = 0; i < count; i++) next = kept[i] >= from && kept[i] < next ? kept[i] : next;
    if (next > from) close_range((unsigned)from, (unsigned)next - 1, 0);
    from = next + 1;
  }
}

static int work(uint32_t index, int channel) {
  worker_start start = {.means = master.means,
                        .edge = &master.edge,
                        .script = master.script,
                        .snapshot = master.release.fd,
                        .number = index + 1,
                        .channel = channel};
  int kept[LISTEN_LIMIT + 2] = {channel, master.release.fd};
  start.listeners = listen_of(&master.public, index, start.listening);
  for (uint32_t i = 0; i < start.listeners; i++) kept[i + 2] = start.listening[i].fd;
  close_all_but(kept, start.listeners + 2);
  http_forget();
  start.means.metrics = &master.metrics->worker[index];
  start.means.trial = false;
  return worker_run(&start);
}

static bool watch_signals(void) {
  static const int taken[] = {SIGCHLD, SIGHUP, SIGTERM, SIGINT, SIGUSR1};
  sigset_t set;
  signal(SIGPIPE, SIG_IGN);
  sigemptyset(&set);
  for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) sigaddset(&set, taken[i]);
  sigprocmask(SIG_SETMASK, &set, NULL);
  master.signals = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
  return master.signals >= 0;
}

/* config.settle(options, addresses): the options that follow from the addresses in use; where there
   are none yet, from those that were asked for. */
static int settle(lua_State *L) {
  lua_getglobal(L, "require");
  lua_pushliteral(L, "config");
  lua_call(L, 1, 1);
  lua_getfield(L, -1, "settle");
  lua_pushvalue(L, 1);
  if (master.public.count == 0)
    lua_pushnil(L);
  else
    lua_createtable(L, (int)master.public.count, 0);
  for (uint32_t i = 0; i < master.public.count; i++) {
    lua_pushstring(L, master.public.list[i].name);
    lua_rawseti(L, -2, i + 1);
  }
  lua_call(L, 2, 0);
  return 0;
}

static bool settle_options(fault *why) {
  lua_State *L = master.means.config;
  lua_pushcfunction(L, settle);
  lua_pushvalue(L, -2);
  return script_protect(L, 1, 0, why);
}

static bool open_listeners(fault *why) {
  const settings *options = &master.options;
  inherited_open();
  if (!listen_open(&master.public, options->listen, options->listen_count, options->workers, why)) {
    return false;
  }
  crew_open(options->workers, work);
  return settle_options(why);
}

/* Descriptors bound the connections: as many as the system allows are asked for. */
static bool raise_descriptors(fault *why) {
  struct rlimit files;
  if (getrlimit(RLIMIT_NOFILE, &files) != 0) return true;
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
  uint32_t most = files.rlim_cur > 1u << 20 ? 1u << 20 : (uint32_t)files.rlim_cur;
  if (most < OWN_DESCRIPTORS + LEAST_CONNECTIONS) {
    return fault_set(why, "the limit of descriptors is %u; raise it to %d at least (ulimit -n)",
                     most, OWN_DESCRIPTORS + LEAST_CONNECTIONS);
  }
  if (master.options.connections <= most - OWN_DESCRIPTORS) return true;
  master.options.connections = most - OWN_DESCRIPTORS;
  log_write(LOG_WARN, "connections: lowered to %u, the limit of descriptors is %u",
            master.options.connections, most);
  return true;
}

static bool open_shared(fault *why) {
  const settings *options = &master.options;
  master.metrics = metrics_open(options->workers);
  master.means.dict = dict_open(options->shared_size);
  if (options->quota_limit > 0) {
    master.means.quota = quota_open(options->quota_limit, options->quota_window);
  }
  bool good = master.metrics != NULL && master.means.dict != NULL &&
              (options->quota_limit == 0 || master.means.quota != NULL);
  return good || fault_set(why, "memory ran out for what the workers share");
}

/* With the trial of every part that only a request would come upon. */
static bool open_scripts(fault *why) {
  master.script = script_open(&master.means, why);
  return master.script != NULL;
}

/* Without content a service answers 503: that is asked for, or it is no start. */
static bool open_release(fault *why) {
  fault reason;
  bool good = release_open(&master.options, &master.release, &reason);
  note_release();
  if (good) return true;
  if (!master.options.allow_unavailable) {
    return fault_set(why, "%.330s (or start without: --allow-unavailable)", reason.text);
  }
  log_write(LOG_WARN, "serving without content (503): %s", reason.text);
  return true;
}

/* The loop needs a socket: without a path, it has one under a name of the kernel's, on which
   nothing can be ordered. */
static int open_control(void) {
  fault why;
  const char *path = master.options.control;
  int fd = path == NULL ? -1 : listen_unix(path, 0600, NULL, &why);
  master.controlled = fd >= 0;
  if (fd < 0 && path != NULL) {
    log_write(LOG_WARN,
              "svcd reload and status will not work: %s; give --control a path that can be written",
              why.text);
  }
  return fd >= 0 ? fd : listen_unix("", 0, NULL, &why);
}

static bool open_control_pages(fault *why) {
  static const admin_means pages = {NULL, ready, describe, reload_parts};
  static const http_service service = {admin_answer, forget_answer};
  static admin_means means;
  means = pages;
  means.metrics = master.metrics;
  master.control = open_control();
  if (!master.controlled) means.reload = NULL;
  admin_open(&means);
  if (master.control < 0) return fault_set(why, "no control socket: %s", strerror(errno));
  wire_limits limits = {ADMIN_CONNECTIONS, 0};
  listener all[ACCEPTOR_LIMIT] = {{.fd = master.control, .control = true}};
  uint32_t count = 1 + listen_of(&master.admin, 0, all + 1);
  if (!http_open(all, count, limits, &service, why)) return false;
  return wire_watch(master.signals, take_signal, NULL) || fault_set(why, "epoll fails");
}

static void watch_path(watch_kind kind, const char *path, void (*changed)(void *context)) {
  int fd = path == NULL ? -1 : watch_open(kind, path);
  if (fd >= 0) wire_watch(fd, changed, NULL);
}

static void open_watch(void) {
  const settings *options = &master.options;
  watch_path(WATCH_PUBLICATION, options->publication, take_publication_change);
  watch_path(WATCH_ROUTES, options->watch ? options->routes : NULL, take_routes_change);
}

static bool open_edge(fault *why) { return edge_open(&master.edge, master.means.config, why); }

static bool open_signals(fault *why) {
  return watch_signals() || fault_set(why, "no signal descriptor: %s", strerror(errno));
}

static bool check_access_log(fault *why) {
  const char *path = master.options.access_log;
  return path == NULL || strcmp(path, "-") == 0 || writable_file(path, why);
}

static bool check_state(fault *why) {
  return master.options.state_dir == NULL || writable_folder(master.options.state_dir, why);
}

static bool check_listeners(fault *why) {
  return settle_options(why) &&
         listen_check(master.options.listen, master.options.listen_count, why);
}

static bool open_admin(fault *why) {
  const settings *options = &master.options;
  bool good = listen_open(&master.admin, options->admin_listen, options->admin_count, 1, why);
  if (good) inherited_report();
  return good;
}

static bool check_admin(fault *why) {
  return listen_check(master.options.admin_listen, master.options.admin_count, why);
}

static bool start_workers(fault *why) {
  (void)why;
  crew_start_missing();
  return true;
}

/* What a start consists of, in order. */
static const part parts[] = {
    {"connections", raise_descriptors, raise_descriptors, false},
    {"edge", open_edge, open_edge, false},
    {"signals", open_signals, NULL, false},
    {"shared_size", open_shared, open_shared, true},
    {"access_log", check_access_log, check_access_log, false},
    {"listen", open_listeners, check_listeners, false},
    {"admin_listen", open_admin, check_admin, false},
    {"library", self_test, self_test, false},
    {"routes", open_scripts, open_scripts, false},
    {"state_dir", check_state, check_state, true},
    {"publication", open_release, open_release, false},
    {"workers", start_workers, NULL, false},
    {"control", open_control_pages, NULL, false},
};

enum { PARTS = sizeof parts / sizeof *parts };

static bool start(void) {
  if (!parts_open(parts, PARTS)) return false;
  open_watch();
  crew_await_start(ANSWER_TIMEOUT);
  return true;
}

/* The options; what is made of them follows in `parts`. */
static bool take_options(const home *place, lua_State *config) {
  if (!settings_read(&master.options, place, config)) return false;
  master.means.options = &master.options;
  master.means.config = config;
  master.means.trial = true;
  log_open(log_level_of(master.options.log), "master");
  return true;
}

static void announce(const char *what, const listen_set *set) {
  for (uint32_t i = 0; i < set->count; i++) {
    const listen_place *place = &set->list[i];
    printf("%s %s%s%s\n", what, place->tcp && !place->proxy ? "http://" : "", place->name,
           place->proxy ? ", behind PROXY headers" : "");
  }
}

int master_run(const home *place, lua_State *config) {
  if (!take_options(place, config)) {
    fputs("svcd: memory ran out for the options\n", stderr);
    return 1;
  }
  if (master.options.check != NULL) {
    return parts_check(parts, PARTS, strcmp(master.options.check, "json") == 0) ? 0 : 1;
  }
  if (!start()) {
    crew_kill();
    listen_close(&master.public);
    listen_close(&master.admin);
    return 1;
  }
  announce("Listening on", &master.public);
  announce("Admin on", &master.admin);
  fflush(stdout);
  notify_send("READY=1");
  while (master.stopping == 0 || crew_running() > 0) {
    http_turn(TURN);
    if (master.stopping > 0) continue;
    master.metrics->restarts += crew_start_missing();
    act_on_changes();
    watch_expiry();
  }
  if (master.controlled) unlink(master.options.control);
  listen_close(&master.admin);
  script_close(master.script);
  log_write(LOG_INFO, "stopped");
  return 0;
}
