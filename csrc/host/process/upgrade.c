#include "host/process/upgrade.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/share.h"
#include "host/process/control.h"
#include "host/process/front.h"
#include "host/process/handed_publication.h"
#include "host/process/reload.h"
#include "host/process/service.h"
#include "host/process/worker_pool.h"
#include "host/wire/acceptor.h"
#include "host/wire/loop.h"

/* Milliseconds; the longest report of a check that is read. */
enum { GRACE = 2000, LONGEST_REPORT = 65536, READ = 4096 };

/* Parts of a start that may each take the load timeout: routes and publication. */
enum { LOADED = 2 };

/* Texts that are added to arguments or environment: --workers N --json. */
enum { SPARE = 3 };

static struct {
  enum { UPGRADE_IDLE, UPGRADE_CHECKING, UPGRADE_DRAINING } phase;
  char *program;
  char **arguments, **environment;
  pid_t checker;
  int report; /* what the checker prints */
  buffer said;
  uint64_t end_at; /* monotonic ms: of the phase */
} upgrade;

/* ---- what the program was started with ---- */

static bool is_passed_on(const char *variable) {
  return strncmp(variable, "LISTEN_", 7) != 0 && strncmp(variable, "SVC_HANDOVER=", 13) != 0;
}

static bool is_argument(const char *text) { return text != NULL; }

static size_t length_of(char **list) {
  size_t count = 0;
  while (list[count] != NULL) { count++; }
  return count;
}

/* A copy of those texts of a list that are wanted, with room for SPARE more; NULL: no memory. */
static char **copy_list(char **list, bool (*wanted)(const char *text)) {
  size_t count = length_of(list), kept = 0;
  char **copy = calloc(count + SPARE + 1, sizeof *copy);
  for (size_t i = 0; copy != NULL && i < count; i++) {
    if (wanted(list[i])) { copy[kept++] = strdup(list[i]); }
  }
  return copy;
}

void upgrade_remember(char **arguments) {
  char program[4096];
  ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  if (length <= 0) { return; }
  program[length] = '\0';
  upgrade.program = strdup(program);
  upgrade.arguments = copy_list(arguments, is_argument);
  upgrade.environment = copy_list(environ, is_passed_on);
}

/* The number of workers stays: each socket has its own queue. */
static void fix_workers(void) {
  static char number[16];
  char **at = upgrade.arguments;
  for (; *at != NULL; at++) {
    if (strncmp(*at, "--workers", strlen("--workers")) == 0) { return; }
  }
  snprintf(number, sizeof number, "%u", service.options.workers);
  at[0] = (char *)(uintptr_t) "--workers";
  at[1] = number;
}

/* ---- the check ---- */

static void refuse(void) {
  upgrade.phase = UPGRADE_IDLE;
  service.replaced = false;
  service.upgrades_refused++;
  log_write(LOG_ERROR, "no upgrade, the service goes on as it is: %s", service.upgrade_reason.text);
}

static void end_check(void) {
  loop_unwatch(upgrade.report);
  close(upgrade.report);
  upgrade.report = -1;
}

/* The loop wakes; upgrade_turn reads. */
static void upgrade_wake(void *context) { (void)context; }

/* The child runs `check` in place of `serve`, and reports to the master. It is given the sockets,
 * so that it can tell the service's addresses from those that others have. */
static void become_checker(int report) {
  buffer sockets = {0};
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  dup2(report, STDOUT_FILENO);
  char **arguments = upgrade.arguments; /* the child's own */
  arguments[length_of(arguments)] = (char *)(uintptr_t) "--json";
  arguments[1] = (char *)(uintptr_t) "check";
  if (!handover_prepare(acceptor_takes, &sockets)) { _exit(127); }
  upgrade.environment[length_of(upgrade.environment)] = sockets.data;
  execve(upgrade.program, arguments, upgrade.environment);
  _exit(127);
}

static bool start_check_of(void) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) { return false; }
  fcntl(ends[1], F_SETFL, 0);
  upgrade.checker = fork();
  if (upgrade.checker == 0) { become_checker(ends[1]); }
  close(ends[1]);
  upgrade.report = ends[0];
  if (upgrade.checker > 0 && loop_watch(ends[0], upgrade_wake, NULL)) { return true; }
  close(ends[0]);
  return false;
}

static void begin(void) {
  buffer_clear(&upgrade.said);
  upgrade.phase = UPGRADE_CHECKING;
  upgrade.end_at = clock_milliseconds() + LOADED * service.options.load_timeout * 1000ull + GRACE;
  if (upgrade.environment == NULL || upgrade.arguments == NULL || upgrade.arguments[1] == NULL) {
    fault_set(&service.upgrade_reason, "the program's own path or arguments are not known");
    refuse();
    return;
  }
  fix_workers();
  if (start_check_of()) { return; }
  fault_set(&service.upgrade_reason, "the program at %.200s cannot be tried: %s", upgrade.program,
            strerror(errno));
  refuse();
}

/* @return true when all is read that there will be */
static bool read_report(void) {
  for (;;) {
    char *at = upgrade.said.len > LONGEST_REPORT ? NULL : buffer_reserve(&upgrade.said, READ);
    ssize_t count = at == NULL ? 0 : read(upgrade.report, at, READ);
    if (count < 0) { return errno != EAGAIN && errno != EINTR; }
    if (count == 0) { return true; }
    upgrade.said.len += (size_t)count;
  }
}

/* The first reason in a report of `svcd check --json`. Reasons have no control characters: only
   quotes and backslashes are escaped. */
static void explain_report(void) {
  const span name = SPAN("\"reason\":\"");
  span said = buffer_span(&upgrade.said);
  const char *at = said.len == 0 ? NULL : memmem(said.data, said.len, name.data, name.len);
  char reason[FAULT_TEXT];
  size_t length = 0;
  if (at == NULL) {
    fault_set(&service.upgrade_reason, "the program at %.200s does not start; try it by svcd check",
              upgrade.program);
    return;
  }
  const char *end = said.data + said.len;
  for (at += name.len; at < end && *at != '"' && length < sizeof reason - 1; at++) {
    if (*at == '\\' && at + 1 < end) { at++; }
    reason[length++] = *at;
  }
  fault_set(&service.upgrade_reason, "%.*s", (int)length, reason);
}

static void judge(void) {
  const span good = SPAN("},\"ok\":true}\n");
  span said = buffer_span(&upgrade.said);
  end_check();
  if (said.len < good.len || !span_equal(span_skip(said, said.len - good.len), good)) {
    explain_report();
    refuse();
    return;
  }
  log_write(LOG_INFO, "upgrade: the program at %s would start; the workers finish their requests",
            upgrade.program);
  const channel_message order = channel_note(CHANNEL_DRAIN);
  /* A reload that is given up reports READY=1, which may not follow RELOADING=1. */
  reload_stop();
  notify_reloading();
  upgrade.phase = UPGRADE_DRAINING;
  service.replaced = true;
  service.dismissed = pool_ends() + pool_running();
  upgrade.end_at = clock_milliseconds() + service.options.drain_timeout * 1000ull + GRACE;
  pool_order(&order);
}

/* ---- the change ---- */

/* Returns only where it fails; the workers are then started again. */
static void become_successor(void) {
  char **environment = upgrade.environment;
  size_t count = length_of(environment);
  buffer handed = {0};
  handed_publication_give(reload_generation());
  errno = ENOMEM;
  if (handover_prepare(NULL, &handed)) {
    environment[count] = handed.data;
    front_close();
    fflush(NULL);
    execve(upgrade.program, upgrade.arguments, environment);
  }
  fault_set(&service.upgrade_reason, "%.200s cannot be started: %s", upgrade.program,
            strerror(errno));
  handover_revoke();
  handed_publication_revoke(reload_generation());
  environment[count] = NULL;
  buffer_free(&handed);
  refuse();
  notify_send("READY=1");
}

static void stop_upgrade(void) {
  if (upgrade.phase == UPGRADE_CHECKING) {
    kill(upgrade.checker, SIGKILL);
    end_check();
  }
  upgrade.phase = UPGRADE_IDLE;
  service.replaced = false;
}

void upgrade_turn(void) {
  bool asked = service.upgrade_asked && service.stopping == 0;
  service.upgrade_asked = false;
  if (upgrade.phase == UPGRADE_IDLE) {
    if (asked) { begin(); }
    return;
  }
  bool late = clock_milliseconds() >= upgrade.end_at;
  if (service.stopping > 0) {
    stop_upgrade();
  } else if (upgrade.phase == UPGRADE_DRAINING) {
    if (pool_running() == 0) {
      become_successor();
    } else if (late) {
      pool_kill();
    }
  } else if (read_report()) {
    judge();
  } else if (late) {
    stop_upgrade();
    fault_set(&service.upgrade_reason, "the check of the new program did not end in time");
    refuse();
  }
}
