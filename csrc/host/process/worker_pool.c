#include "host/process/worker_pool.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/log.h"
#include "host/process/worker.h"
#include "host/wire/loop.h"

/* Milliseconds. A gap between two looks tells that the master itself did not run. */
enum { BACKOFF_FIRST = 100, BACKOFF_LIMIT = 10000, STABLE = 1000, GAP = 1000 };

/* Milliseconds that a worker which is ended has to say what it was doing. */
enum { LAST_WORDS = 1000 };

typedef struct child {
  pid_t pid; /* 0: not running */
  int channel;
  uint64_t started, restart_at; /* monotonic ms */
  uint64_t kill_at;             /* of one that is ended; 0: it is not */
  uint64_t lived;               /* ms until it hung; 0: it does not */
  uint32_t backoff;             /* ms before the next start; 0 while all is well */
  uint32_t tries;               /* starts since it served last */
  uint32_t owes;                /* answers; only the one to the last order counts */
  bool ready;
} child;

static struct {
  child children[POOL_LIMIT + 1]; /* the workers, then the process of the jobs */
  uint32_t workers, count;        /* count: with it */
  bool jobs;                      /* it is wanted */
  pool_work *work;
  metrics *shared;
  uint64_t ends;
  uint64_t looked, spared; /* monotonic ms: the last look, and until when nobody is ended */
  char refusal[sizeof((channel_message *)NULL)->text];
} pool;

static uint32_t pool_number(const child *c) { return (uint32_t)(c - pool.children) + 1; }

static bool is_of_jobs(const child *c) { return c == pool.children + pool.workers; }

/* The name of a process in the log. Borrowed until the next call. */
static const char *pool_name(const child *c) {
  static char name[32];
  if (is_of_jobs(c)) { return "the process of the jobs"; }
  snprintf(name, sizeof name, "worker %u", pool_number(c));
  return name;
}

void pool_open(uint32_t count, pool_work *work, metrics *shared) {
  pool.workers = count;
  pool.count = count + 1;
  pool.work = work;
  pool.shared = shared;
}

void pool_want_jobs(bool wanted) { pool.jobs = wanted; }

/* ---- starts and ends ---- */

/* The loop wakes; pool_hear reads. */
static void pool_wake(void *context) { (void)context; }

static bool pool_start_child(child *c) {
  int channel;
  pid_t pid = channel_fork(&channel);
  if (pid == 0) { exit(pool.work(pool_number(c) - 1, channel)); }
  if (pid < 0) { return false; }
  if (!loop_watch(channel, pool_wake, NULL)) {
    kill(pid, SIGKILL);
    close(channel);
    return false;
  }
  c->pid = pid;
  c->channel = channel;
  c->started = clock_milliseconds();
  c->tries++;
  pool.shared->worker[pool_number(c) - 1].beat = c->started;
  return true;
}

static void schedule(child *c) {
  uint64_t lived = c->lived != 0 ? c->lived : clock_milliseconds() - c->started;
  if (lived > STABLE) { c->backoff = 0; }
  c->lived = 0;
  c->restart_at = clock_milliseconds() + c->backoff;
  c->backoff = c->backoff == 0 ? BACKOFF_FIRST : c->backoff * 2;
  if (c->backoff > BACKOFF_LIMIT) { c->backoff = BACKOFF_LIMIT; }
}

uint32_t pool_start_missing(void) {
  uint32_t again = 0;
  for (child *c = pool.children; c < pool.children + pool.count; c++) {
    if (c->pid != 0 || c->restart_at > clock_milliseconds()) { continue; }
    if (is_of_jobs(c) && !pool.jobs) { continue; }
    again += c->started != 0;
    if (pool_start_child(c)) { continue; }
    log_write(LOG_ERROR, "%s could not be started: %s", pool_name(c), strerror(errno));
    c->started = clock_milliseconds();
    schedule(c);
  }
  return again;
}

static void describe_end(const char *name, int status) {
  if (WIFEXITED(status) && WEXITSTATUS(status) == WORKER_LOST) { return; }
  if (WIFSIGNALED(status)) {
    log_write(LOG_ERROR, "%s was ended by signal %d (%s)", name, WTERMSIG(status),
              strsignal(WTERMSIG(status)));
  } else {
    log_write(LOG_ERROR, "%s ended with status %d", name, WEXITSTATUS(status));
  }
}

static void forget_child(child *c) {
  loop_unwatch(c->channel);
  close(c->channel);
  c->pid = 0;
  c->ready = false;
  c->owes = 0;
  c->kill_at = 0;
  pool.ends++;
}

void pool_reap(bool expected) {
  int status;
  pool_hear(); /* what it said last */
  for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;) {
    for (child *c = pool.children; c < pool.children + pool.count; c++) {
      if (c->pid != pid) { continue; }
      forget_child(c);
      if (expected || (is_of_jobs(c) && !pool.jobs)) { continue; }
      describe_end(pool_name(c), status);
      schedule(c);
    }
  }
}

/* Notes that the worker serves no more, although it is still to be reaped. The signal has it say
   which request it was in (worker.c). */
static void end(child *c) {
  if (c->kill_at != 0) { return; }
  c->ready = false;
  c->kill_at = clock_milliseconds() + LAST_WORDS;
  pool.shared->killed++;
  kill(c->pid, SIGALRM);
}

static void kill_silent(child *c) {
  if (c->kill_at == 0 || clock_milliseconds() < c->kill_at) { return; }
  c->kill_at = UINT64_MAX;
  kill(c->pid, SIGKILL);
}

void pool_end_hanging(uint64_t timeout) {
  if (clock_milliseconds() - pool.looked > GAP) { pool.spared = clock_milliseconds() + timeout; }
  pool.looked = clock_milliseconds();
  if (pool.looked < pool.spared) { return; }
  for (child *c = pool.children; c < pool.children + pool.count; c++) {
    uint64_t beat = pool.shared->worker[pool_number(c) - 1].beat;
    if (c->pid == 0 || pool.looked < beat + timeout) { continue; }
    log_write(LOG_ERROR, "%s has shown no sign of life for %llu s: it is ended", pool_name(c),
              (unsigned long long)(pool.looked - beat) / 1000);
    c->lived = beat > c->started ? beat - c->started : 1;
    pool.shared->worker[pool_number(c) - 1].beat =
        pool.looked; /* logged once, until it is reaped */
    end(c);
  }
}

void pool_kill(void) {
  for (child *c = pool.children; c < pool.children + pool.count; c++) {
    if (c->pid != 0) { kill(c->pid, SIGKILL); }
  }
}

/* ---- orders ---- */

static void pool_hear_child(child *c) {
  channel_message report;
  while (channel_hear(c->channel, &report) > 0) {
    if (report.kind == CHANNEL_READY) {
      c->ready = true;
      c->tries = 0;
      continue;
    }
    if (c->owes > 0 && --c->owes > 0) { continue; }
    if (report.kind != CHANNEL_REFUSED || pool.refusal[0] != '\0') { continue; }
    snprintf(pool.refusal, sizeof pool.refusal, "%s: %.3900s", pool_name(c), report.text);
  }
}

void pool_hear(void) {
  for (child *c = pool.children; c < pool.children + pool.count; c++) {
    if (c->pid == 0) { continue; }
    pool_hear_child(c);
    kill_silent(c);
  }
}

void pool_order(const channel_message *order) {
  bool answered = order->kind == CHANNEL_PREPARE || order->kind == CHANNEL_COMMIT;
  if (answered) { pool.refusal[0] = '\0'; }
  for (child *c = pool.children; c < pool.children + pool.count; c++) {
    if (c->pid == 0) { continue; }
    c->owes += answered;
    if (channel_send(c->channel, order)) { continue; }
    log_write(LOG_ERROR, "%s takes no orders: it is ended", pool_name(c));
    end(c);
  }
}

bool pool_is_ready(uint32_t index) {
  return pool.children[index].pid != 0 && pool.children[index].ready;
}

bool pool_tell(uint32_t index, const channel_message *order) {
  return pool_is_ready(index) && channel_send(pool.children[index].channel, order);
}

uint32_t pool_owing(void) {
  uint32_t owing = 0;
  for (uint32_t i = 0; i < pool.count; i++) { owing += pool.children[i].owes > 0; }
  return owing;
}

void pool_end_owing(const char *order) {
  for (child *c = pool.children; c < pool.children + pool.count; c++) {
    if (c->pid == 0 || c->owes == 0) { continue; }
    log_write(LOG_ERROR, "%s did not %s in time: it is ended", pool_name(c), order);
    end(c);
  }
}

bool pool_serves(void) {
  for (uint32_t i = 0; i < pool.count; i++) {
    if (pool.children[i].pid != 0 && !pool.children[i].ready) { return false; }
  }
  return true;
}

uint32_t pool_serving(void) {
  uint32_t serving = 0;
  for (uint32_t i = 0; i < pool.workers; i++) { serving += pool.children[i].ready; }
  return serving;
}

bool pool_fails(uint32_t tries) {
  for (uint32_t i = 0; i < pool.count; i++) {
    const child *c = &pool.children[i];
    if (!c->ready && c->pid == 0 && c->tries >= tries) { return true; }
  }
  return false;
}

const char *pool_refusal(void) { return pool.refusal[0] == '\0' ? NULL : pool.refusal; }

uint64_t pool_ends(void) { return pool.ends; }

uint32_t pool_workers_running(void) {
  return pool_running() - (pool.children[pool.workers].pid != 0);
}

uint32_t pool_running(void) {
  uint32_t running = 0;
  for (uint32_t i = 0; i < pool.count; i++) { running += pool.children[i].pid != 0; }
  return running;
}
