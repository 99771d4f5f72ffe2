#include "host/process/fetcher.h"

#include <dlfcn.h>
#include <errno.h>
#include <netdb.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/log.h"
#include "host/process/sandbox.h"
#include "host/process/worker_pool.h"
#include "host/wire/loop.h"

/* Milliseconds between two starts, and between two pairs for a worker. */
enum { AGAIN = 1000, PAIR_AGAIN = 250 };

enum { SECRET_LIMIT = 8192 };

static struct {
  const fetcher_deps *deps;
  int channel;
  pid_t pid;
  uint64_t started, looked;       /* monotonic ms */
  uint64_t given[POOL_LIMIT + 1]; /* monotonic ms: when a worker, or the jobs, were given a pair */
} fetcher = {.channel = -1};

/* ---- the process ---- */

static const fetch_module *load_module(const settings *options, fault *why) {
  char path[PATH_MAX + 16];
  snprintf(path, sizeof path, "%s/svc_fetch.so", options->place->modules);
  void *loaded = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  const fetch_module *module = loaded == NULL ? NULL : dlsym(loaded, FETCH_MODULE);
  if (module == NULL) { fault_set(why, "%.300s", dlerror()); }
  return module;
}

/* The header field of an upstream's secret, which the master's account reads.
   @return owned, or NULL */
static char *read_secret(const upstream_spec *of) {
  char value[SECRET_LIMIT], *field = NULL;
  FILE *file = fopen(of->secret, "re");
  if (file == NULL || fgets(value, sizeof value, file) == NULL) {
    log_write(LOG_ERROR, "upstream %s: %s: %s; it is called without its secret", of->name,
              of->secret, strerror(errno));
  } else {
    value[strcspn(value, "\r\n")] = '\0';
    if (asprintf(&field, "%s: %s", of->header, value) < 0) { field = NULL; }
  }
  explicit_bzero(value, sizeof value);
  if (file != NULL) { fclose(file); }
  return field;
}

/* The libraries that look names up are loaded before the cage forbids loading code. */
static void load_names(void) {
  struct addrinfo *found;
  if (getaddrinfo("localhost", NULL, NULL, &found) == 0) { freeaddrinfo(found); }
}

static bool enter_cage(const settings *options, fault *why) {
  uint16_t ports[METRICS_UPSTREAMS];
  const char *files[METRICS_UPSTREAMS + 1];
  size_t count = 0;
  const upstreams *all = &options->upstreams;
  for (uint32_t i = 0; i < all->count; i++) {
    ports[i] = (uint16_t)all->list[i].port;
    if (all->list[i].authorities != NULL) { files[count++] = all->list[i].authorities; }
  }
  files[count] = NULL;
  return sandbox_enter(&(sandbox_outbound){ports, all->count, files}, why);
}

static int fetcher_run(int channel) {
  fault why;
  const settings *options = fetcher.deps->options;
  const char *secrets[METRICS_UPSTREAMS] = {NULL};
  prctl(PR_SET_NAME, "svcd-fetch");
  log_open(log_level_of(options->log), "fetch");
  for (uint32_t i = 0; i < options->upstreams.count; i++) {
    const upstream_spec *each = &options->upstreams.list[i];
    secrets[i] = each->secret == NULL ? NULL : read_secret(each);
  }
  const fetch_module *module = load_module(options, &why);
  load_names();
  if (module == NULL || !account_enter(fetcher.deps->account, &why) ||
      (options->sandbox && !enter_cage(options, &why))) {
    log_write(LOG_ERROR, "%s", why.text);
    return 1;
  }
  fetcher_serve(fetcher.deps, module, channel, secrets);
  return 0;
}

/* ---- the master ---- */

static void fetcher_wake(void *context) { (void)context; }

static bool fetcher_start(fault *why) {
  int channel;
  fetcher.started = clock_milliseconds();
  fetcher.deps->metrics->fetcher_beat = fetcher.started;
  fetcher.pid = channel_fork(&channel);
  if (fetcher.pid == 0) {
    after_fork(&channel, 1);
    exit(fetcher_run(channel));
  }
  if (fetcher.pid < 0) { return fault_set(why, "no fetch process: %s", strerror(errno)); }
  fetcher.channel = channel;
  fetcher.deps->metrics->fetcher_pid = (uint64_t)fetcher.pid;
  if (loop_watch(channel, fetcher_wake, NULL)) { return true; }
  fetcher_close();
  return fault_set(why, "epoll refuses the channel to the fetch process");
}

static void fetcher_leave(void) {
  if (fetcher.channel < 0) { return; }
  loop_unwatch(fetcher.channel);
  close(fetcher.channel);
  fetcher.channel = -1;
  fetcher.deps->metrics->fetcher_pid = 0;
}

bool fetcher_check(const settings *options, fault *why) {
  return options->upstreams.count == 0 || load_module(options, why) != NULL;
}

bool fetcher_open(const fetcher_deps *deps, fault *why) {
  fetcher.deps = deps;
  for (uint32_t i = 0; i < deps->options->upstreams.count; i++) {
    metrics_upstream_named(deps->metrics, deps->options->upstreams.list[i].name);
  }
  return deps->options->upstreams.count == 0 || fetcher_start(why);
}

int fetcher_connect(void) {
  int ends[2];
  channel_message order = channel_note(CHANNEL_FETCH);
  if (fetcher.channel < 0 ||
      socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends) != 0) {
    return -1;
  }
  order.fd[CHANNEL_SOCKET] = ends[1];
  bool given = channel_send(fetcher.channel, &order);
  close(ends[1]);
  if (given) { return ends[0]; }
  close(ends[0]);
  return -1;
}

/* To a worker, or to the process of the jobs, whose number is that behind the workers. */
static void give_pair(uint32_t worker) {
  channel_message order = channel_note(CHANNEL_FETCH);
  if (!pool_is_ready(worker)) { return; }
  fetcher.given[worker] = clock_milliseconds();
  order.fd[CHANNEL_SOCKET] = fetcher_connect();
  if (order.fd[CHANNEL_SOCKET] < 0) { return; }
  pool_tell(worker, &order);
  close(order.fd[CHANNEL_SOCKET]);
}

/* A process is not ended for a pause in which the master itself did not run. */
static void end_hanging(uint64_t now) {
  uint64_t timeout = fetcher.deps->options->heartbeat_timeout * 1000ull;
  bool spared = now > fetcher.looked + AGAIN;
  fetcher.looked = now;
  if (fetcher.channel < 0) { return; }
  if (spared) { fetcher.deps->metrics->fetcher_beat = now; }
  if (now < fetcher.deps->metrics->fetcher_beat + timeout) { return; }
  log_write(LOG_ERROR, "the fetch process has shown no sign of life for %u s",
            fetcher.deps->options->heartbeat_timeout);
  kill(fetcher.pid, SIGKILL);
}

static void start_again(uint64_t now) {
  fault why;
  if (fetcher.channel >= 0 || now < fetcher.started + AGAIN) { return; }
  log_write(LOG_ERROR, "the fetch process ended, and is started again");
  fetcher.deps->metrics->fetcher_restarts++;
  if (!fetcher_start(&why)) { log_write(LOG_ERROR, "%s", why.text); }
}

void fetcher_turn(void) {
  channel_message word;
  int received = 0;
  if (fetcher.deps == NULL || fetcher.deps->options->upstreams.count == 0) { return; }
  uint64_t now = clock_milliseconds();
  end_hanging(now);
  while (fetcher.channel >= 0 && (received = channel_hear(fetcher.channel, &word)) > 0) {}
  if (received < 0) { fetcher_leave(); }
  start_again(now);
  for (uint32_t i = 0; i <= fetcher.deps->options->workers; i++) {
    bool linked = fetcher.deps->metrics->worker[i].fetch_linked != 0;
    if (!linked && now >= fetcher.given[i] + PAIR_AGAIN) { give_pair(i); }
  }
}

/* The old process goes on with the calls that were begun, and its workers have the new one before
   they hear of anything else that changed. */
void fetcher_reload(void) {
  fault why;
  const channel_message drain = channel_note(CHANNEL_DRAIN);
  if (fetcher.deps == NULL) { return; }
  if (fetcher.channel >= 0) {
    channel_send(fetcher.channel, &drain);
    fetcher_leave();
  }
  if (!fetcher_open(fetcher.deps, &why)) { log_write(LOG_ERROR, "%s", why.text); }
  for (uint32_t i = 0; i <= fetcher.deps->options->workers; i++) { give_pair(i); }
}

void fetcher_close(void) {
  if (fetcher.channel < 0) { return; }
  kill(fetcher.pid, SIGKILL);
  fetcher_leave();
}
