#include "host/master.h"

#include <errno.h>
#include <lauxlib.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host/channel.h"
#include "host/listen.h"
#include "host/log.h"
#include "host/script.h"
#include "host/wire.h"
#include "host/worker.h"

enum { WORKERS_LIMIT = 256, BACKOFF_FIRST = 100, BACKOFF_LIMIT = 10000, STABLE = 30000 };

typedef struct child {
  pid_t pid; /* 0: not running */
  int listener, channel;
  uint64_t started, restart_at; /* monotonic ms */
  uint32_t backoff;             /* ms before the next start; 0 while all is well */
} child;

static struct {
  settings options;
  lua_State *config;
  script *script; /* the last good generation: workers begin with it */
  int snapshot;   /* sealed memory of the publication; -1: none */
  uint32_t generation;
  child children[WORKERS_LIMIT];
  int signals;
  int stopping; /* number of stop signals so far */
  char address[LISTEN_NAME];
} master = {.snapshot = -1};

static uint64_t now(void) { return wire_microseconds() / 1000; }

/* ---- the publication ---- */

/* require("svc").seal(path, {trust = ...}) -> descriptor */
static int seal(lua_State *L) {
  const settings *options = lua_touserdata(L, 1);
  lua_getglobal(L, "require");
  lua_pushliteral(L, "svc");
  lua_call(L, 1, 1);
  lua_getfield(L, -1, "seal");
  lua_pushstring(L, options->publication);
  lua_newtable(L);
  lua_pushstring(L, options->trust);
  lua_setfield(L, -2, "trust");
  lua_call(L, 2, 2);
  if (lua_isnil(L, -2)) return luaL_error(L, "%s", luaL_tolstring(L, -1, NULL));
  lua_pop(L, 1);
  return 1;
}

/* @return the descriptor of the verified publication, or -1 and the reason */
static int open_snapshot(fault *why) {
  if (master.options.publication == NULL) {
    fault_set(why, "no publication is configured (--publication)");
    return -1;
  }
  lua_State *L = script_plain(master.options.place);
  int fd = -1;
  if (L == NULL) {
    fault_set(why, "memory ran out");
    return -1;
  }
  lua_pushcfunction(L, seal);
  lua_pushlightuserdata(L, &master.options);
  if (lua_pcall(L, 1, 1, 0) == LUA_OK) fd = (int)lua_tointeger(L, -1);
  else fault_set(why, "%s", luaL_tolstring(L, -1, NULL));
  lua_close(L);
  return fd;
}

/* ---- workers ---- */

static void close_others(const child *own) {
  for (uint32_t i = 0; i < master.options.workers; i++) {
    const child *other = &master.children[i];
    if (other == own) continue;
    close(other->listener);
    if (other->pid != 0) close(other->channel);
  }
  close(master.signals);
}

static bool start_worker(uint32_t index) {
  child *c = &master.children[index];
  int ends[2];
  if (!channel_pair(ends)) return false;
  pid_t pid = fork();
  if (pid == 0) {
    close(ends[0]);
    close_others(c);
    worker_start start = {.options = &master.options,
                          .config = master.config,
                          .script = master.script,
                          .snapshot = master.snapshot,
                          .number = index + 1,
                          .listener = c->listener,
                          .channel = ends[1]};
    exit(worker_run(&start));
  }
  close(ends[1]);
  if (pid < 0) {
    close(ends[0]);
    return false;
  }
  c->pid = pid;
  c->channel = ends[0];
  c->started = now();
  c->restart_at = 0;
  return true;
}

static void start_missing(void) {
  for (uint32_t i = 0; i < master.options.workers; i++) {
    child *c = &master.children[i];
    if (c->pid != 0 || c->restart_at > now() || start_worker(i)) continue;
    c->restart_at = now() + BACKOFF_LIMIT;
    log_write(LOG_ERROR, "worker %u could not be started: %s", i + 1, strerror(errno));
  }
}

/* A worker that fell soon after its start waits twice as long as the last time. */
static void schedule_restart(child *c) {
  if (now() - c->started > STABLE) c->backoff = 0;
  c->restart_at = now() + c->backoff;
  c->backoff = c->backoff == 0 ? BACKOFF_FIRST : c->backoff * 2;
  if (c->backoff > BACKOFF_LIMIT) c->backoff = BACKOFF_LIMIT;
}

static void describe_end(uint32_t number, int status) {
  if (WIFSIGNALED(status)) {
    log_write(LOG_ERROR, "worker %u was ended by signal %d (%s)", number, WTERMSIG(status),
              strsignal(WTERMSIG(status)));
  } else {
    log_write(LOG_ERROR, "worker %u ended with status %d", number, WEXITSTATUS(status));
  }
}

static void reap(void) {
  int status;
  for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;) {
    for (uint32_t i = 0; i < master.options.workers; i++) {
      child *c = &master.children[i];
      if (c->pid != pid) continue;
      close(c->channel);
      c->pid = 0;
      if (master.stopping > 0) continue;
      describe_end(i + 1, status);
      schedule_restart(c);
    }
  }
}

static void tell(channel_kind kind, int fd) {
  channel_message order = {.kind = kind, .generation = master.generation, .fd = fd};
  for (uint32_t i = 0; i < master.options.workers; i++) {
    if (master.children[i].pid != 0) channel_send(master.children[i].channel, &order);
  }
}

static bool workers_left(void) {
  for (uint32_t i = 0; i < master.options.workers; i++) {
    if (master.children[i].pid != 0) return true;
  }
  return false;
}

/* ---- reload ---- */

/* The scripts are loaded here first; what fails here never reaches a worker. */
static void reload_routes(void) {
  fault why;
  script *fresh = script_open(&master.options, master.config, &why);
  if (fresh == NULL) {
    log_write(LOG_ERROR, "the routes were not reloaded, the old ones serve on: %s", why.text);
    return;
  }
  script_close(master.script);
  master.script = fresh;
  master.generation++;
  tell(CHANNEL_ROUTES, -1);
  log_write(LOG_INFO, "routes reloaded: generation %u", master.generation);
}

static void reload_publication(void) {
  fault why;
  int fd = open_snapshot(&why);
  if (fd < 0) {
    log_write(LOG_ERROR, "the publication was not reloaded, the old one serves on: %s", why.text);
    return;
  }
  if (master.snapshot >= 0) close(master.snapshot);
  master.snapshot = fd;
  tell(CHANNEL_SNAPSHOT, fd);
  log_write(LOG_INFO, "publication reloaded");
}

static void stop(void) {
  master.stopping++;
  if (master.stopping == 1) {
    log_write(LOG_INFO, "stopping: requests in progress are finished");
    tell(CHANNEL_DRAIN, -1);
    return;
  }
  for (uint32_t i = 0; i < master.options.workers; i++) {
    if (master.children[i].pid != 0) kill(master.children[i].pid, SIGKILL);
  }
}

/* ---- the loop ---- */

static void take_signal(void) {
  struct signalfd_siginfo event;
  if (read(master.signals, &event, sizeof event) != (ssize_t)sizeof event) return;
  switch (event.ssi_signo) {
    case SIGCHLD: reap(); break;
    case SIGHUP:
      reload_publication();
      reload_routes();
      break;
    case SIGTERM:
    case SIGINT: stop(); break;
    default: break;
  }
}

static void take_reports(child *c) {
  channel_message report;
  while (channel_receive(c->channel, &report) > 0) {
    if (report.kind == CHANNEL_REFUSED) {
      log_write(LOG_ERROR, "a worker refused generation %u: %s", report.generation, report.text);
    }
  }
}

static void turn(void) {
  struct pollfd wanted[WORKERS_LIMIT + 1] = {{.fd = master.signals, .events = POLLIN}};
  uint32_t count = master.options.workers;
  for (uint32_t i = 0; i < count; i++) {
    const child *c = &master.children[i];
    wanted[i + 1] = (struct pollfd){.fd = c->pid == 0 ? -1 : c->channel, .events = POLLIN};
  }
  if (poll(wanted, count + 1, 100) <= 0) return;
  for (uint32_t i = 0; i < count; i++) {
    if (wanted[i + 1].revents & POLLIN) take_reports(&master.children[i]);
  }
  if (wanted[0].revents & POLLIN) take_signal();
}

static bool watch_signals(void) {
  sigset_t set;
  signal(SIGPIPE, SIG_IGN);
  sigemptyset(&set);
  sigaddset(&set, SIGCHLD);
  sigaddset(&set, SIGHUP);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGUSR1);
  sigprocmask(SIG_SETMASK, &set, NULL);
  master.signals = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
  return master.signals >= 0;
}

/* config.settle(options, address): the options that follow from the address in use. */
static bool settle_options(fault *why) {
  lua_State *L = master.config;
  lua_getglobal(L, "require");
  lua_pushliteral(L, "config");
  lua_call(L, 1, 1);
  lua_getfield(L, -1, "settle");
  lua_remove(L, -2);
  lua_pushvalue(L, -2);
  lua_pushstring(L, master.address);
  if (lua_pcall(L, 2, 0, 0) == LUA_OK) return true;
  fault_set(why, "%s", luaL_tolstring(L, -1, NULL));
  return false;
}

static bool open_listeners(fault *why) {
  int sockets[WORKERS_LIMIT];
  uint32_t count = master.options.workers;
  if (count == 0 || count > WORKERS_LIMIT) {
    return fault_set(why, "workers must be 1..%d", WORKERS_LIMIT);
  }
  if (!listen_open(master.options.listen, count, sockets, master.address, why)) return false;
  for (uint32_t i = 0; i < count; i++) master.children[i].listener = sockets[i];
  return settle_options(why);
}

static bool start(const home *place, fault *why) {
  if (!settings_read(&master.options, place, master.config)) {
    return fault_set(why, "memory ran out for the options");
  }
  log_open(log_level_of(master.options.log), "master");
  if (!watch_signals()) return fault_set(why, "no signal descriptor: %s", strerror(errno));
  if (!open_listeners(why)) return false;
  master.script = script_open(&master.options, master.config, why);
  if (master.script == NULL) return false;
  fault missing;
  master.snapshot = open_snapshot(&missing);
  if (master.snapshot < 0) {
    log_write(LOG_WARN, "serving without content (503): %s", missing.text);
  }
  return true;
}

int master_run(const home *place, lua_State *config) {
  fault why;
  master.config = config;
  if (!start(place, &why)) {
    fprintf(stderr, "svcd: %s\n", why.text);
    return 1;
  }
  start_missing();
  printf("Listening on http://%s\n", master.address);
  fflush(stdout);
  while (master.stopping == 0 || workers_left()) {
    turn();
    if (master.stopping == 0) start_missing();
  }
  script_close(master.script);
  log_write(LOG_INFO, "stopped");
  return 0;
}
