#include "host/process/master.h"

#include <errno.h>
#include <lua.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/date.h"
#include "base/log.h"
#include "host/process/admin.h"
#include "host/process/birth.h"
#include "host/process/check.h"
#include "host/process/crew.h"
#include "host/process/front.h"
#include "host/process/notify.h"
#include "host/process/reload.h"
#include "host/process/status.h"
#include "host/process/worker.h"
#include "host/script/natives.h"
#include "host/shared/watch.h"
#include "host/wire/access_log.h"
#include "host/wire/http.h"
#include "host/wire/inherited.h"
#include "host/wire/listen.h"
#include "host/wire/self_test.h"
#include "host/wire/writable.h"

/* Milliseconds; a service that cannot end by itself is ended DRAIN_GRACE after its drain timeout.
 */
enum {
  TURN = 100,
  SETTLE = 50,
  DRAIN_GRACE = 2000,
  CONTROL_CONNECTIONS = 64,
  START_TRIES = 3,
  TRIES = 10
};

/* Of a process itself, and what is left to its clients at least. */
enum { OWN_DESCRIPTORS = 64, LEAST_CONNECTIONS = 16 };

static struct {
  lua_State *invocation; /* the options that the service was started with are its top value */
  configuration *configuration; /* of the last reload that changed it; NULL: none did */
  settings options;
  script_means means;
  metrics *metrics;
  account account;          /* of workers and examiners */
  int access_log;           /* its file, or -1 */
  listen_set public, admin; /* where it serves, and where the admin pages are */
  int signals, control;
  int stopping; /* number of stop signals so far */
  bool controlled, draining;
  uint64_t drain_at, end_at; /* monotonic ms; of a service that stops */
  unsigned asked, changed;   /* parts to reload: by signal, by files that changed */
  uint64_t changed_at;
} master = {.access_log = -1, .control = -1};

/* ---- the generation in service ---- */

static bool has_publication(void) { return reload_generation()->fd[CHANNEL_PUBLICATION] >= 0; }

static void note_generation(void) {
  metrics *m = master.metrics;
  const release *r = &reload_generation()->release;
  m->published = has_publication();
  if (m->expires != r->expires) m->expired = 0;
  m->expires = r->expires;
  m->sequence = r->sequence;
  m->created = r->created;
  snprintf(m->publication, sizeof m->publication, "%s", r->id);
  snprintf(m->digest, sizeof m->digest, "%s", r->digest);
}

static void finish_reload(void) {
  note_generation();
  http_wake();
  if (master.stopping == 0) notify_send("READY=1");
}

/* Old content serves readers better than none: what expires while it is served stays, and the
   operator is told once. */
static void watch_expiry(void) {
  const release *r = &reload_generation()->release;
  metrics *m = master.metrics;
  char date[DATE_TEXT];
  if (!m->published || m->expired || (uint64_t)time(NULL) < r->expires) return;
  m->expired = 1;
  date_write(r->expires, date);
  log_write(LOG_WARN,
            "publication %s (sequence %llu) expired on %s and is served on; publish a newer one: "
            "this one would not be loaded again",
            r->id, (unsigned long long)r->sequence, date);
}

/* ---- what the admin pages show ---- */

static bool ready(void) { return master.stopping == 0 && has_publication() && crew_serving() > 0; }

static void describe(buffer *out) { status_write(out, master.metrics, &master.public); }

static void forget_answer(const access_entry *entry) { (void)entry; }

/* ---- signals and changes ---- */

static void drain(void) {
  const channel_message order = channel_note(CHANNEL_DRAIN);
  master.draining = true;
  master.end_at = clock_milliseconds() + master.options.drain_timeout * 1000ull + DRAIN_GRACE;
  reload_stop();
  listen_close(&master.public);
  crew_order(&order);
}

/* Whoever watches /ready has the drain delay to send clients elsewhere. */
static void stop(void) {
  if (++master.stopping > 1) {
    if (!master.draining) drain();
    crew_kill();
    return;
  }
  log_write(LOG_INFO, "stopping: requests in progress are finished");
  notify_send("STOPPING=1");
  master.drain_at = clock_milliseconds() + master.options.drain_delay * 1000ull;
}

static void go_on_stopping(void) {
  if (master.stopping == 0) return;
  if (!master.draining && clock_milliseconds() >= master.drain_at) drain();
  if (master.draining && clock_milliseconds() >= master.end_at) crew_kill();
}

/* The old file stays where there can be no other. */
static void reopen_log(void) {
  channel_message order = channel_note(CHANNEL_REOPEN);
  fault why;
  if (master.access_log < 0) return;
  int fresh = access_log_file(master.options.access_log, &why);
  if (fresh < 0) {
    log_write(LOG_ERROR, "access_log: %s", why.text);
    return;
  }
  close(master.access_log);
  order.fd[CHANNEL_LOG] = master.access_log = fresh;
  crew_order(&order);
}

static void take_signal(void *context) {
  struct signalfd_siginfo event;
  (void)context;
  while (read(master.signals, &event, sizeof event) == (ssize_t)sizeof event) {
    switch (event.ssi_signo) {
      case SIGCHLD: crew_reap(master.draining); break;
      case SIGHUP: master.asked |= PART_ALL; break;
      case SIGUSR1: reopen_log(); break;
      default: stop(); break;
    }
  }
}

/* A file is written in several steps: a change is acted on once it has been quiet for a moment. */
static void note_change(watch_kind kind, unsigned what) {
  if (!watch_read(kind)) return;
  master.changed |= what;
  master.changed_at = clock_milliseconds();
}

static void take_publication_change(void *context) {
  (void)context;
  note_change(WATCH_PUBLICATION, PART_PUBLICATION);
}

static void take_routes_change(void *context) {
  (void)context;
  note_change(WATCH_ROUTES, PART_ROUTES);
}

static void act_on_changes(void) {
  unsigned parts = master.asked;
  if (master.changed != 0 && clock_milliseconds() >= master.changed_at + SETTLE) {
    parts |= master.changed;
    master.changed = 0;
  }
  master.asked = 0;
  if (parts != 0) reload_ask(parts);
}

static const char *const *watched_publication(void) {
  static const char *path[2];
  path[0] = master.options.publication;
  return path;
}

static const char *const *watched_routes(void) {
  static const char *const none[1];
  return master.options.watch ? master.options.routes : none;
}

static void open_watch(void) {
  int publication = watch_open(WATCH_PUBLICATION, watched_publication());
  int routes = watch_open(WATCH_ROUTES, watched_routes());
  if (publication >= 0) wire_watch(publication, take_publication_change, NULL);
  if (routes >= 0) wire_watch(routes, take_routes_change, NULL);
}

/* What happened at another path before it was watched was not seen: it is looked at once more. */
static void move_watch(void) {
  if (watch_move(WATCH_PUBLICATION, watched_publication())) {
    master.changed |= PART_PUBLICATION;
  }
  if (watch_move(WATCH_ROUTES, watched_routes())) master.changed |= PART_ROUTES;
  master.changed_at = clock_milliseconds();
}

/* The connections that the system allows are fewer than those asked for. */
static void take_configuration(configuration *fresh) {
  uint32_t connections = master.options.connections;
  master.options = fresh->options;
  master.options.connections = connections;
  log_set_level(log_level_of(master.options.log));
  move_watch();
  configuration_close(master.configuration);
  master.configuration = fresh;
}

/* ---- start ---- */

enum { OWN_FDS = 2 }; /* of a worker: its channel, the access log */

static int work(uint32_t index, int channel) {
  const generation *first = reload_generation();
  worker_start start = {.means = master.means,
                        .generation = first,
                        .number = index + 1,
                        .channel = channel,
                        .access_log = master.access_log,
                        .account = &master.account};
  int kept[OWN_FDS + LISTEN_LIMIT + CHANNEL_FDS] = {channel, master.access_log};
  start.listeners = listen_of(&master.public, index, start.listening);
  for (uint32_t i = 0; i < start.listeners; i++) kept[i + OWN_FDS] = start.listening[i].fd;
  memcpy(kept + OWN_FDS + start.listeners, first->fd, sizeof first->fd);
  birth(kept, OWN_FDS + start.listeners + CHANNEL_FDS);
  start.means.metrics = &master.metrics->worker[index];
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
  lua_pushliteral(L, "host.config");
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
  lua_State *L = master.invocation;
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
  crew_open(options->workers, work, master.metrics);
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
  if (master.metrics != NULL) master.means.routes = &master.metrics->routes;
  master.means.dict = dict_open(options->shared_size);
  if (options->quota_limit > 0) {
    master.means.quota = quota_open(options->quota_limit, options->quota_window);
    master.means.work = quota_open(options->quota_limit, options->quota_window);
  }
  bool bounded = master.means.quota != NULL && master.means.work != NULL;
  bool good =
      master.metrics != NULL && master.means.dict != NULL && (options->quota_limit == 0 || bounded);
  return (good && edge_share()) || fault_set(why, "memory ran out for what the workers share");
}

/* Signals are taken while the first generation is examined. */
static bool is_stopped(void) {
  take_signal(NULL);
  return master.stopping > 0;
}

static bool never(void) { return false; }

static void open_reload(void) {
  static reload_means means;
  means = (reload_means){{&master.means, master.invocation, &master.account},
                         master.metrics,
                         take_configuration,
                         finish_reload};
  reload_open(&means);
}

static bool open_routes(fault *why) {
  open_reload();
  return reload_first(PART_ROUTES, true, is_stopped, why);
}

static bool check_routes(fault *why) {
  open_reload();
  return reload_first(PART_ROUTES, false, never, why);
}

/* Without content a service answers 503: that is asked for, or it is no start. */
static bool take_publication(bool serve, bool (*stopped)(void), fault *why) {
  fault reason;
  bool good = reload_first(PART_PUBLICATION, serve, stopped, &reason);
  if (good) return true;
  if (!master.options.allow_unavailable || master.stopping > 0) {
    return fault_set(why, "%.330s (or start without: --allow-unavailable)", reason.text);
  }
  log_write(LOG_WARN, "serving without content (503): %s", reason.text);
  return true;
}

static bool open_publication(fault *why) {
  bool good = take_publication(true, is_stopped, why);
  note_generation();
  return good;
}

static bool check_publication(fault *why) { return take_publication(false, never, why); }

/* A worker that ends whenever it is started ends the start. */
static bool start_crew(fault *why) {
  uint64_t last = clock_milliseconds() + master.options.heartbeat_timeout * 1000ull;
  do {
    master.metrics->restarts += crew_start_missing();
    http_turn(TURN);
    crew_hear();
    front_serve();
    if (crew_fails(START_TRIES)) {
      const char *reason = crew_refusal();
      return fault_set(why, "%.380s", reason == NULL ? "a worker ends as it starts" : reason);
    }
    if (clock_milliseconds() >= last) return fault_set(why, "the workers did not start in time");
  } while (crew_serving() < master.options.workers && master.stopping == 0);
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
  static const admin_means pages = {NULL, ready, describe, false};
  static const http_service service = {admin_answer, forget_answer};
  static admin_means means;
  means = pages;
  means.metrics = master.metrics;
  master.control = open_control();
  means.orders = master.controlled;
  admin_open(&means);
  if (master.control < 0) return fault_set(why, "no control socket: %s", strerror(errno));
  wire_limits limits = {.connections = CONTROL_CONNECTIONS};
  listener control = {.fd = master.control, .control = true};
  if (!http_open(&control, 1, limits, &service, why)) return false;
  return wire_watch(master.signals, take_signal, NULL) || fault_set(why, "epoll fails");
}

static bool check_edge(fault *why) {
  static edge tried;
  return edge_open(&tried, master.invocation, why);
}

static bool open_signals(fault *why) {
  return watch_signals() || fault_set(why, "no signal descriptor: %s", strerror(errno));
}

static bool check_access_log(fault *why) {
  const char *path = master.options.access_log;
  return !access_log_is_file(path) || writable_file(path, why);
}

static bool open_access_log(fault *why) {
  const char *path = master.options.access_log;
  if (!check_access_log(why)) return false;
  if (access_log_is_file(path)) master.access_log = access_log_file(path, why);
  return !access_log_is_file(path) || master.access_log >= 0;
}

static bool check_account(fault *why) {
  return account_find(master.options.user, master.options.group, &master.account, why);
}

static bool find_natives(fault *why) { return natives_find(master.invocation, why); }

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

static bool open_front(fault *why) {
  static front_means means;
  means = (front_means){&master.options, &master.account, &master.admin};
  return front_open(&means, why);
}

static bool check_admin(fault *why) {
  return listen_check(master.options.admin_listen, master.options.admin_count, why);
}

/* What a start consists of, in order. */
static const part parts[] = {
    {"connections", raise_descriptors, raise_descriptors, false},
    {"edge", check_edge, check_edge, false},
    {"signals", open_signals, NULL, false},
    {"shared_size", open_shared, open_shared, true},
    {"user", check_account, check_account, true},
    {"access_log", open_access_log, check_access_log, false},
    {"listen", open_listeners, check_listeners, false},
    {"admin_listen", open_admin, check_admin, false},
    {"library", self_test, self_test, false},
    {"modules", find_natives, find_natives, true},
    {"control", open_control_pages, NULL, false},
    {"routes", open_routes, check_routes, false},
    {"state_dir", check_state, check_state, true},
    {"publication", open_publication, check_publication, false},
    {"admin_listen", open_front, NULL, false},
    {"workers", start_crew, NULL, false},
};

enum { PARTS = sizeof parts / sizeof *parts };

static bool start(void) {
  if (!parts_open(parts, PARTS)) return false;
  if (master.account.user == 0) {
    log_write(LOG_WARN, "the workers run as root; name another user for them: --user");
  }
  open_watch();
  return true;
}

static void announce(const char *what, const listen_set *set) {
  for (uint32_t i = 0; i < set->count; i++) {
    const listen_place *place = &set->list[i];
    printf("%s %s%s%s\n", what, place->tcp && !place->proxy ? "http://" : "", place->name,
           place->proxy ? ", behind PROXY headers" : "");
  }
}

/* After each turn of the loop. @return true when no worker can live: the service ends */
static bool turn(void) {
  crew_hear();
  front_serve();
  crew_end_hanging(master.options.heartbeat_timeout * 1000ull);
  go_on_stopping();
  if (master.draining) return false;
  reload_turn();
  if (reload_lets_start()) master.metrics->restarts += crew_start_missing();
  act_on_changes();
  watch_expiry();
  notify_watchdog();
  if (crew_serving() > 0 || !crew_fails(TRIES)) return false;
  log_write(LOG_ERROR, "no worker can live, the service ends; see above why they ended");
  return true;
}

/* settings_read for the table of options and where they are of. */
static int read_settings(lua_State *L) {
  const home *place = lua_touserdata(L, 2);
  lua_settop(L, 1);
  settings_read(&master.options, place, L);
  return 0;
}

static bool take_options(const home *place, lua_State *invocation) {
  fault why;
  lua_pushcfunction(invocation, read_settings);
  lua_pushvalue(invocation, -2);
  lua_pushlightuserdata(invocation, (void *)(uintptr_t)place);
  if (!script_protect(invocation, 2, 0, &why)) return false;
  master.invocation = invocation;
  master.means.options = &master.options;
  log_open(log_level_of(master.options.log), "master");
  return true;
}

int master_run(const home *place, lua_State *invocation) {
  if (!take_options(place, invocation)) {
    fputs("svcd: memory ran out for the options\n", stderr);
    return 1;
  }
  if (master.options.check != NULL) {
    return parts_check(parts, PARTS, strcmp(master.options.check, "json") == 0) ? 0 : 1;
  }
  if (!start()) {
    crew_kill();
    listen_close(&master.public);
    front_close();
    listen_close(&master.admin);
    return 1;
  }
  announce("Listening on", &master.public);
  announce("Admin on", &master.admin);
  fflush(stdout);
  notify_send("READY=1");
  bool hopeless = false;
  while (!hopeless && (!master.draining || crew_running() > 0)) {
    http_turn(TURN);
    hopeless = turn();
  }
  if (master.controlled) unlink(master.options.control);
  front_close();
  listen_close(&master.admin);
  log_write(LOG_INFO, "stopped");
  return hopeless ? 1 : 0;
}
