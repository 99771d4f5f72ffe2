#include "host/process/crew.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/log.h"
#include "host/wire/loop.h"

/* Milliseconds. A gap between two looks tells that the master itself did not run. */
enum { BACKOFF_FIRST = 100, BACKOFF_LIMIT = 10000, STABLE = 1000, GAP = 1000 };

typedef struct child {
  pid_t pid; /* 0: not running */
  int channel;
  uint64_t started, restart_at; /* monotonic ms */
  uint32_t backoff;             /* ms before the next start; 0 while all is well */
  uint32_t tries;               /* starts since it served last */
  uint32_t owes;                /* answers; only the one to the last order counts */
  bool ready;
} child;

static struct {
  child children[CREW_LIMIT];
  uint32_t count;
  crew_work *work;
  metrics *shared;
  uint64_t ends;
  uint64_t looked, spared; /* monotonic ms: the last look, and until when nobody is ended */
  char refusal[sizeof((channel_message *)NULL)->text];
} crew;

static uint32_t crew_number(const child *c) { return (uint32_t)(c - crew.children) + 1; }

void crew_open(uint32_t count, crew_work *work, metrics *shared) {
  crew.count = count;
  crew.work = work;
  crew.shared = shared;
}

/* ---- starts and ends ---- */

/* The loop wakes; crew_hear reads. */
static void crew_wake(void *context) { (void)context; }

static bool crew_start_child(child *c) {
  int channel;
  pid_t pid = channel_fork(&channel);
  if (pid == 0) {
    exit(crew.work(crew_number(c) - 1, channel));
  }
  if (pid < 0) {
    return false;
  }
  if (!loop_watch(channel, crew_wake, NULL)) {
    kill(pid, SIGKILL);
    close(channel);
    return false;
  }
  c->pid = pid;
  c->channel = channel;
  c->started = clock_milliseconds();
  c->tries++;
  crew.shared->worker[crew_number(c) - 1].beat = c->started;
  return true;
}

static void schedule(child *c) {
  if (clock_milliseconds() - c->started > STABLE) {
    c->backoff = 0;
  }
  c->restart_at = clock_milliseconds() + c->backoff;
  c->backoff = c->backoff == 0 ? BACKOFF_FIRST : c->backoff * 2;
  if (c->backoff > BACKOFF_LIMIT) {
    c->backoff = BACKOFF_LIMIT;
  }
}

uint32_t crew_start_missing(void) {
  uint32_t again = 0;
  for (child *c = crew.children; c < crew.children + crew.count; c++) {
    if (c->pid != 0 || c->restart_at > clock_milliseconds()) {
      continue;
    }
    again += c->started != 0;
    if (crew_start_child(c)) {
      continue;
    }
    log_write(LOG_ERROR, "worker %u could not be started: %s", crew_number(c), strerror(errno));
    c->started = clock_milliseconds();
    schedule(c);
  }
  return again;
}

static void describe_end(uint32_t number, int status) {
  if (WIFSIGNALED(status)) {
    log_write(LOG_ERROR, "worker %u was ended by signal %d (%s)", number, WTERMSIG(status),
              strsignal(WTERMSIG(status)));
  } else {
    log_write(LOG_ERROR, "worker %u ended with status %d", number, WEXITSTATUS(status));
  }
}

static void forget_child(child *c) {
  loop_unwatch(c->channel);
  close(c->channel);
  c->pid = 0;
  c->ready = false;
  c->owes = 0;
  crew.ends++;
}

void crew_reap(bool expected) {
  int status;
  crew_hear(); /* what it said last */
  for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;) {
    for (child *c = crew.children; c < crew.children + crew.count; c++) {
      if (c->pid != pid) {
        continue;
      }
      forget_child(c);
      if (expected) {
        continue;
      }
      describe_end(crew_number(c), status);
      schedule(c);
    }
  }
}

/* Notes that the worker serves no more, although it is still to be reaped. */
static void end(child *c) {
  c->ready = false;
  crew.shared->killed++;
  kill(c->pid, SIGKILL);
}

void crew_end_hanging(uint64_t timeout) {
  if (clock_milliseconds() - crew.looked > GAP) {
    crew.spared = clock_milliseconds() + timeout;
  }
  crew.looked = clock_milliseconds();
  if (crew.looked < crew.spared) {
    return;
  }
  for (child *c = crew.children; c < crew.children + crew.count; c++) {
    uint64_t beat = crew.shared->worker[crew_number(c) - 1].beat;
    if (c->pid == 0 || crew.looked < beat + timeout) {
      continue;
    }
    log_write(LOG_ERROR, "worker %u has shown no sign of life for %llu s: it is ended",
              crew_number(c), (unsigned long long)(crew.looked - beat) / 1000);
    crew.shared->worker[crew_number(c) - 1].beat = crew.looked; /* told once, until it is reaped */
    end(c);
  }
}

void crew_kill(void) {
  for (child *c = crew.children; c < crew.children + crew.count; c++) {
    if (c->pid != 0) {
      kill(c->pid, SIGKILL);
    }
  }
}

/* ---- orders ---- */

static void crew_hear_child(child *c) {
  channel_message report;
  while (channel_hear(c->channel, &report) > 0) {
    if (report.kind == CHANNEL_READY) {
      c->ready = true;
      c->tries = 0;
      continue;
    }
    if (c->owes > 0 && --c->owes > 0) {
      continue;
    }
    if (report.kind != CHANNEL_REFUSED || crew.refusal[0] != '\0') {
      continue;
    }
    snprintf(crew.refusal, sizeof crew.refusal, "worker %u: %.3900s", crew_number(c), report.text);
  }
}

void crew_hear(void) {
  for (child *c = crew.children; c < crew.children + crew.count; c++) {
    if (c->pid != 0) {
      crew_hear_child(c);
    }
  }
}

void crew_order(const channel_message *order) {
  bool answered = order->kind == CHANNEL_PREPARE || order->kind == CHANNEL_COMMIT;
  if (answered) {
    crew.refusal[0] = '\0';
  }
  for (child *c = crew.children; c < crew.children + crew.count; c++) {
    if (c->pid == 0) {
      continue;
    }
    c->owes += answered;
    if (channel_send(c->channel, order)) {
      continue;
    }
    log_write(LOG_ERROR, "worker %u takes no orders: it is ended", crew_number(c));
    end(c);
  }
}

bool crew_tell(uint32_t index, const channel_message *order) {
  const child *c = &crew.children[index];
  return c->pid != 0 && c->ready && channel_send(c->channel, order);
}

uint32_t crew_owing(void) {
  uint32_t owing = 0;
  for (uint32_t i = 0; i < crew.count; i++) {
    owing += crew.children[i].owes > 0;
  }
  return owing;
}

void crew_end_owing(const char *order) {
  for (child *c = crew.children; c < crew.children + crew.count; c++) {
    if (c->pid == 0 || c->owes == 0) {
      continue;
    }
    log_write(LOG_ERROR, "worker %u did not %s in time: it is ended", crew_number(c), order);
    end(c);
  }
}

bool crew_serves(void) {
  for (uint32_t i = 0; i < crew.count; i++) {
    if (crew.children[i].pid != 0 && !crew.children[i].ready) {
      return false;
    }
  }
  return true;
}

uint32_t crew_serving(void) {
  uint32_t serving = 0;
  for (uint32_t i = 0; i < crew.count; i++) {
    serving += crew.children[i].ready;
  }
  return serving;
}

bool crew_fails(uint32_t tries) {
  for (uint32_t i = 0; i < crew.count; i++) {
    const child *c = &crew.children[i];
    if (!c->ready && c->pid == 0 && c->tries >= tries) {
      return true;
    }
  }
  return false;
}

const char *crew_refusal(void) { return crew.refusal[0] == '\0' ? NULL : crew.refusal; }

uint64_t crew_ends(void) { return crew.ends; }

uint32_t crew_running(void) {
  uint32_t running = 0;
  for (uint32_t i = 0; i < crew.count; i++) {
    running += crew.children[i].pid != 0;
  }
  return running;
}
