#include "host/process/start.h"

#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/share.h"
#include "host/process/admin.h"
#include "host/process/channel.h"
#include "host/process/dial.h"
#include "host/process/fetcher.h"
#include "host/process/front.h"
#include "host/process/handed_publication.h"
#include "host/process/reload.h"
#include "host/process/sandbox.h"
#include "host/process/service.h"
#include "host/process/worker.h"
#include "host/process/worker_pool.h"
#include "host/script/home.h"
#include "host/script/lua_aux.h"
#include "host/wire/account.h"
#include "host/wire/http.h"
#include "host/wire/listen_fds.h"
#include "host/wire/loop.h"
#include "host/wire/seam.h"

enum { CONTROL_CONNECTIONS = 64, START_TRIES = 3, START_TURN = 100 /* ms */ };

/* Descriptors of a process itself, and what is left to its clients at least. */
enum { OWN_DESCRIPTORS = 64, LEAST_CONNECTIONS = 16 };

/* Descriptors of a worker besides those it listens on and serves: its channel, the access log,
   the pair for fetches. */
enum { OWN_FDS = 3 };

/* ---- what the workers are given ---- */

static int work(uint32_t index, int channel) {
  const generation *first = reload_generation();
  int fetch = fetcher_connect();
  worker_start start = {.deps = service.deps,
                        .generation = first,
                        .number = index + 1,
                        .jobs = index == service.options.workers,
                        .channel = channel,
                        .access_log = service.access_log,
                        .account = &service.account};
  int kept[OWN_FDS + LISTEN_LIMIT + CHANNEL_FDS] = {channel, service.access_log, fetch};
  start.listeners = start.jobs ? 0 : listen_of(&service.public, index, start.listening);
  for (uint32_t i = 0; i < start.listeners; i++) { kept[i + OWN_FDS] = start.listening[i].fd; }
  memcpy(kept + OWN_FDS + start.listeners, first->fd, sizeof first->fd);
  after_fork(kept, OWN_FDS + start.listeners + CHANNEL_FDS);
  start.deps.metrics = &service.metrics->worker[index];
  for (uint32_t i = 0; i < METRICS_STORES; i++) {
    start.stores[i] = start.jobs ? -1 : dial_connect(i);
  }
  start.fetch = fetch;
  return worker_run(&start);
}

static bool open_shared(fault *why) {
  const settings *options = &service.options;
  errno = 0;
  service.metrics = metrics_open(options->workers);
  if (service.metrics != NULL) { service.deps.routes = &service.metrics->routes; }
  service.deps.dict = dict_open(options->shared_size);
  service.deps.rules = quota_open("paths", EDGE_QUOTA_LIMIT, 1);
  if (options->quota_limit > 0) {
    service.deps.quota = quota_open("requests", options->quota_limit, options->quota_window);
    service.deps.work = quota_open("work", options->quota_limit, options->quota_window);
  }
  bool bounded =
      options->quota_limit == 0 || (service.deps.quota != NULL && service.deps.work != NULL);
  bool good = service.metrics != NULL && service.deps.dict != NULL && bounded;
  return (good && edge_share()) ||
         fault_set(why, "there is no memory for what the workers share: %s",
                   strerror(errno == 0 ? ENOMEM : errno));
}

/* ---- the system ---- */

/* A terminal, systemd and others signal every process of a service, and the master alone decides
   what that means: the others inherit the mask and hear none of these. */
static bool open_signals(fault *why) {
  static const int taken[] = {SIGCHLD, SIGHUP, SIGTERM, SIGINT, SIGUSR1, SIGUSR2};
  sigset_t set;
  signal(SIGPIPE, SIG_IGN);
  sigemptyset(&set);
  for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) { sigaddset(&set, taken[i]); }
  sigprocmask(SIG_SETMASK, &set, NULL);
  service.signals = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
  return service.signals >= 0 || fault_set(why, "no signal descriptor: %s", strerror(errno));
}

/* Descriptors bound the connections: as many as the system allows are asked for. */
static bool raise_descriptors(fault *why) {
  struct rlimit files;
  if (getrlimit(RLIMIT_NOFILE, &files) != 0) { return true; }
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
  uint32_t most = files.rlim_cur > 1u << 20 ? 1u << 20 : (uint32_t)files.rlim_cur;
  if (most < OWN_DESCRIPTORS + LEAST_CONNECTIONS) {
    return fault_set(why, "the limit of descriptors is %u; raise it to %d at least (ulimit -n)",
                     most, OWN_DESCRIPTORS + LEAST_CONNECTIONS);
  }
  if (service.options.connections <= most - OWN_DESCRIPTORS) { return true; }
  service.options.connections = most - OWN_DESCRIPTORS;
  log_write(LOG_WARN, "connections: lowered to %u, the limit of descriptors is %u",
            service.options.connections, most);
  return true;
}

static bool check_account(fault *why) {
  return account_find(service.options.user, service.options.group, &service.account, why);
}

static bool check_access_log(fault *why) {
  const char *path = service.options.access_log;
  return !access_log_is_file(path) || writable_file(path, why);
}

static bool open_access_log(fault *why) {
  const char *path = service.options.access_log;
  if (!access_log_is_file(path)) { return true; }
  service.access_log = check_access_log(why) ? access_log_file(path, why) : -1;
  return service.access_log >= 0;
}

/* ---- sockets ---- */

/* config.settle(options, addresses): the options that follow from the addresses in use; where there
   are none yet, from those that were asked for. */
static int settle(lua_State *L) {
  aux_require(L, "host.config", "settle");
  lua_pushvalue(L, 1);
  if (service.public.count == 0) {
    lua_pushnil(L);
  } else {
    lua_createtable(L, (int)service.public.count, 0);
  }
  for (uint32_t i = 0; i < service.public.count; i++) {
    lua_pushstring(L, service.public.list[i].name);
    lua_rawseti(L, -2, i + 1);
  }
  lua_call(L, 2, 0);
  return 0;
}

static bool settle_options(fault *why) {
  lua_State *L = service.invocation;
  lua_pushcfunction(L, settle);
  lua_pushvalue(L, -2);
  return aux_pcall(L, 1, 0, why);
}

static bool open_stores(fault *why) {
  return dial_open(&service.options.stores, service.metrics, why);
}

static bool check_stores(fault *why) {
  return open_stores(why) && dial_prove(&service.options.stores, why);
}

static bool open_listeners(fault *why) {
  const settings *options = &service.options;
  listen_fds_open();
  if (!listen_open(&service.public, options->listen, options->listen_count, options->workers,
                   why)) {
    return false;
  }
  pool_open(options->workers, work, service.metrics);
  return settle_options(why);
}

/* True where a service with the same control socket runs: it may be the one that listens. */
static bool is_served(void) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  const char *path = service.options.control;
  if (path == NULL || strlen(path) >= sizeof address.sun_path) { return false; }
  memcpy(address.sun_path, path, strlen(path));
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  bool served = fd >= 0 && connect(fd, (struct sockaddr *)&address, sizeof address) == 0;
  if (fd >= 0) { close(fd); }
  return served;
}

static bool check_listeners(fault *why) {
  listen_fds_open();
  return settle_options(why) &&
         listen_check(service.options.listen, service.options.listen_count, is_served(), why);
}

static bool open_admin(fault *why) {
  const settings *options = &service.options;
  bool good = listen_open(&service.admin, options->admin_listen, options->admin_count, 1, why);
  if (good) { listen_fds_report(); }
  return good;
}

static bool check_admin(fault *why) {
  const settings *options = &service.options;
  bool good = listen_check(options->admin_listen, options->admin_count, is_served(), why);
  if (good) { listen_fds_report(); }
  return good;
}

static bool check_upstreams(fault *why) { return fetcher_check(&service.options, why); }

static bool open_upstreams(fault *why) {
  static fetcher_deps deps;
  deps = (fetcher_deps){
      .options = &service.options, .account = &service.account, .metrics = service.metrics};
  return check_upstreams(why) && fetcher_open(&deps, why);
}

static bool open_front(fault *why) {
  static front_deps deps;
  deps = (front_deps){
      .options = &service.options, .account = &service.account, .listening = &service.admin};
  return front_open(&deps, why);
}

/* The loop needs a socket. Without a path for the control socket it gets one under a name that the
 * kernel chooses, on which no orders are taken. */
static int open_control(void) {
  fault why;
  const char *path = service.options.control;
  int fd = path == NULL ? -1 : listen_unix(path, 0600, NULL, &why);
  service.controlled = fd >= 0;
  if (fd < 0 && path != NULL) {
    log_write(LOG_WARN,
              "svcd reload and status will not work: %s; give --control a path that can be written",
              why.text);
  }
  return fd >= 0 ? fd : listen_unix("", 0, NULL, &why);
}

static bool open_control_pages(fault *why) {
  static const http_service pages = {.answer = admin_answer};
  static admin_deps deps;
  service.control = open_control();
  deps = (admin_deps){.metrics = service.metrics,
                      .ready = service_ready,
                      .describe = service_describe,
                      .orders = service.controlled};
  admin_open(&deps);
  if (service.control < 0) { return fault_set(why, "no control socket: %s", strerror(errno)); }
  wire_limits limits = {.connections = CONTROL_CONNECTIONS};
  listener control = {.fd = service.control, .control = true};
  if (!http_open(&control, 1, limits, &pages, why)) { return false; }
  return loop_watch(service.signals, service_take_signal, NULL) || fault_set(why, "epoll fails");
}

/* ---- content ---- */

static bool check_edge(fault *why) {
  static edge tried;
  return edge_open(&tried, service.invocation, why);
}

/* Faulty rules have already ended the reading of the options: this reports those that are set. */
static bool tell_rules(fault *why) {
  const char *rules = aux_text(service.invocation, "rules");
  fault_set(why, "%s", rules == NULL ? "none" : rules);
  return true;
}

static bool find_natives(fault *why) { return natives_find(service.invocation, why); }

/* The examiner writes the state under the account of the workers: so a process of that account
   tries it. */
static bool check_state(fault *why) {
  int channel;
  channel_message verdict;
  if (service.options.state_dir == NULL) { return true; }
  pid_t pid = channel_fork(&channel);
  if (pid == 0) {
    fault reason;
    after_fork(&channel, 1);
    bool good = account_enter(&service.account, &reason) &&
                writable_folder(service.options.state_dir, &reason);
    verdict = channel_note(CHANNEL_DONE);
    _exit(good ? !channel_send(channel, &verdict) : !channel_refuse(channel, 0, reason.text));
  }
  if (pid < 0) { return fault_set(why, "no process to try it: %s", strerror(errno)); }
  bool heard = channel_await(channel, &verdict);
  close(channel);
  waitpid(pid, NULL, 0);
  return heard ? verdict.kind == CHANNEL_DONE || fault_set(why, "%.380s", verdict.text)
               : fault_set(why, "the process that tries it ended without a verdict");
}

/* Takes signals while the first generation is examined. */
static bool is_stopped(void) {
  service_take_signal(NULL);
  return service.stopping > 0;
}

/* The memory of the program before, until the first publication is loaded. */
static handed_publication inherited = {.fd = -1};

static bool open_routes(fault *why) {
  static reload_deps deps;
  deps = (reload_deps){.examiner = {.script = &service.deps,
                                    .invocation = service.invocation,
                                    .account = &service.account,
                                    .inherited = &inherited},
                       .metrics = service.metrics,
                       .configure = service_take_configuration,
                       .finished = service_finish_reload,
                       .stopped = is_stopped};
  reload_open(&deps);
  return reload_first(PART_ROUTES, service.options.check == NULL, why);
}

/* A service without content answers 503 only, so the start fails unless that was asked for. */
static bool start_open_publication(fault *why) {
  fault reason;
  inherited = handed_publication_take(&service.options);
  bool good = reload_first(PART_PUBLICATION, service.options.check == NULL, &reason);
  if (inherited.fd >= 0) { close(inherited.fd); }
  inherited.fd = -1;
  service_note_generation();
  if (good) { return true; }
  if (!service.options.allow_unavailable || service.stopping > 0) {
    return fault_set(why, "%.330s (or start without: --allow-unavailable)", reason.text);
  }
  log_write(LOG_WARN, "serving without content (503): %s", reason.text);
  return true;
}

/* A worker that ends whenever it is started ends the start. */
static bool start_workers(fault *why) {
  uint64_t last = clock_milliseconds() + service.options.heartbeat_timeout * 1000ull;
  do {
    service.metrics->restarts += pool_start_missing();
    http_turn(START_TURN);
    pool_hear();
    front_serve();
    fetcher_turn();
    if (pool_fails(START_TRIES)) {
      const char *reason = pool_refusal();
      return fault_set(why, "%.380s", reason == NULL ? "a worker ends as it starts" : reason);
    }
    if (clock_milliseconds() >= last) {
      return fault_set(why, "the workers did not start in time");
    }
  } while (pool_serving() < service.options.workers && service.stopping == 0);
  return true;
}

/* ---- the parts ---- */

typedef struct part {
  const char *name;          /* the option where there is one: the place of its faults */
  bool (*open)(fault *why);  /* for a start */
  bool (*check)(fault *why); /* for `svcd check`; NULL: there is nothing to check */
  bool tells;                /* what it finds good has a text */
  bool needed;               /* the parts after it cannot be checked without it */
} part;

/* The parts of a start, in order. */
static const part parts[] = {
    {.name = "connections", .open = raise_descriptors, .check = raise_descriptors},
    {.name = "edge", .open = check_edge, .check = check_edge},
    {.name = "rules", .open = tell_rules, .check = tell_rules, .tells = true},
    {.name = "signals", .open = open_signals},
    {.name = "shared_size", .open = open_shared, .check = open_shared, .needed = true},
    {.name = "quota_store", .open = open_stores, .check = check_stores},
    {.name = "user", .open = check_account, .check = check_account, .needed = true},
    {.name = "access_log", .open = open_access_log, .check = check_access_log},
    {.name = "listen", .open = open_listeners, .check = check_listeners},
    {.name = "admin_listen", .open = open_admin, .check = check_admin},
    {.name = "library", .open = seam_check, .check = seam_check},
    {.name = "modules", .open = find_natives, .check = find_natives, .needed = true},
    {.name = "control", .open = open_control_pages},
    {.name = "routes", .open = open_routes, .check = open_routes},
    {.name = "state_dir", .open = check_state, .check = check_state, .needed = true},
    {.name = "publication", .open = start_open_publication, .check = start_open_publication},
    {.name = "admin_listen", .open = open_front},
    {.name = "upstreams", .open = open_upstreams, .check = check_upstreams},
    {.name = "workers", .open = start_workers},
};

enum { PARTS = sizeof parts / sizeof *parts };

bool start_open(void) {
  fault why;
  for (size_t i = 0; i < PARTS; i++) {
    if (parts[i].open(&why)) { continue; }
    fprintf(stderr, "svcd: %s: %s\n", parts[i].name, why.text);
    return false;
  }
  if (service.account.user == 0) {
    log_write(LOG_WARN, "the workers run as root; name another user for them: --user");
  }
  service_open_watch();
  handover_drop(NULL, NULL);
  return true;
}

static void print_part(const char *name, bool good, const fault *why) {
  if (good) {
    printf("%-13s %s\n", name, why->text[0] == '\0' ? "ok" : why->text);
  } else {
    fprintf(stderr, "svcd: %s: %s\n", name, why->text);
  }
}

static void start_write_part(buffer *out, const char *name, bool good, const fault *why) {
  buffer_text(out, out->len == 0 ? "{\"parts\":{" : ",");
  log_json(out, span_of(name));
  buffer_text(out, good ? ":{\"ok\":true" : ":{\"ok\":false");
  if (why->text[0] != '\0') {
    buffer_text(out, good ? ",\"set\":" : ",\"reason\":");
    log_json(out, span_of(why->text));
  }
  buffer_byte(out, '}');
}

bool start_check(bool json) {
  bool whole = true, going = true;
  buffer out = {0};
  for (size_t i = 0; i < PARTS && going; i++) {
    fault why = {""};
    if (parts[i].check == NULL) { continue; }
    bool good = parts[i].check(&why);
    if (good && !parts[i].tells) { why.text[0] = '\0'; }
    whole = whole && good;
    going = good || !parts[i].needed;
    if (json) {
      start_write_part(&out, parts[i].name, good, &why);
    } else {
      print_part(parts[i].name, good, &why);
    }
  }
  buffer_text(&out, whole ? "},\"ok\":true}\n" : "},\"ok\":false}\n");
  if (json) { fwrite(out.data, 1, out.len, stdout); }
  buffer_free(&out);
  return whole;
}
