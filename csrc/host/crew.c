#include "host/crew.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host/log.h"
#include "host/wire.h"

enum { BACKOFF_FIRST = 100, BACKOFF_LIMIT = 10000, STABLE = 30000 };

typedef struct child {
  pid_t pid; /* 0: not running */
  int channel;
  uint64_t started, restart_at; /* monotonic ms */
  uint32_t backoff;             /* ms before the next start; 0 while all is well */
  uint32_t answered;            /* the last order it answered */
  bool ready;
} child;

static struct {
  child children[CREW_LIMIT];
  uint32_t count, order;
  crew_work *work;
} crew;

static uint64_t now(void) { return wire_microseconds() / 1000; }

void crew_open(uint32_t count, crew_work *work) {
  crew.count = count;
  crew.work = work;
}

static void close_others(const child *own) {
  for (uint32_t i = 0; i < crew.count; i++) {
    const child *other = &crew.children[i];
    if (other != own && other->pid != 0) close(other->channel);
  }
}

static bool start(uint32_t index) {
  child *c = &crew.children[index];
  int ends[2];
  if (!channel_pair(ends)) return false;
  pid_t pid = fork();
  if (pid == 0) {
    close(ends[0]);
    close_others(c);
    exit(crew.work(index, ends[1]));
  }
  close(ends[1]);
  if (pid < 0) {
    close(ends[0]);
    return false;
  }
  c->pid = pid;
  c->channel = ends[0];
  c->started = now();
  c->answered = crew.order;
  c->ready = false;
  return true;
}

static void schedule(child *c) {
  if (now() - c->started > STABLE) c->backoff = 0;
  c->restart_at = now() + c->backoff;
  c->backoff = c->backoff == 0 ? BACKOFF_FIRST : c->backoff * 2;
  if (c->backoff > BACKOFF_LIMIT) c->backoff = BACKOFF_LIMIT;
}

uint32_t crew_start_missing(void) {
  uint32_t again = 0;
  for (uint32_t i = 0; i < crew.count; i++) {
    child *c = &crew.children[i];
    if (c->pid != 0 || c->restart_at > now()) continue;
    again += c->started != 0;
    if (start(i)) continue;
    log_write(LOG_ERROR, "worker %u could not be started: %s", i + 1, strerror(errno));
    c->started = now();
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

void crew_reap(bool expected) {
  int status;
  for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;) {
    for (uint32_t i = 0; i < crew.count; i++) {
      child *c = &crew.children[i];
      if (c->pid != pid) continue;
      close(c->channel);
      c->pid = 0;
      if (expected) continue;
      describe_end(i + 1, status);
      schedule(c);
    }
  }
}

void crew_tell(channel_kind kind, int fd) {
  channel_message order = {.kind = kind, .generation = ++crew.order, .fd = fd};
  for (uint32_t i = 0; i < crew.count; i++) {
    child *c = &crew.children[i];
    if (c->pid != 0 && !channel_send(c->channel, &order)) c->answered = crew.order;
  }
}

typedef bool unfinished(const child *c);

static bool starts(const child *c) { return !c->ready; }
static bool owes_answer(const child *c) { return c->answered != crew.order; }

/* Reads what waits. @return false when the channel has ended */
static bool take_reports(child *c, char why[384]) {
  channel_message report;
  int received;
  while ((received = channel_receive(c->channel, &report)) > 0) {
    c->ready = true;
    if (report.kind != CHANNEL_READY) c->answered = report.generation;
    if (report.kind == CHANNEL_REFUSED && why[0] == '\0') memcpy(why, report.text, 384);
  }
  return received == 0;
}

static void await(unfinished *waiting, int timeout, char why[384]) {
  uint64_t last = now() + (uint64_t)timeout;
  why[0] = '\0';
  for (uint32_t i = 0; i < crew.count; i++) {
    child *c = &crew.children[i];
    while (c->pid != 0) {
      bool ended = !take_reports(c, why);
      if (ended) c->answered = crew.order; /* its successor begins with all that was ordered */
      if (ended || !waiting(c) || now() >= last) break;
      struct pollfd wanted = {.fd = c->channel, .events = POLLIN};
      poll(&wanted, 1, (int)(last - now()));
    }
  }
}

bool crew_await(int timeout, char why[384]) {
  await(owes_answer, timeout, why);
  for (uint32_t i = 0; i < crew.count && why[0] == '\0'; i++) {
    if (crew.children[i].pid == 0 || !owes_answer(&crew.children[i])) continue;
    snprintf(why, 384, "worker %u has not answered for %d s; it obeys when it goes on", i + 1,
             timeout / 1000);
  }
  return why[0] == '\0';
}

void crew_await_start(int timeout) {
  char why[384];
  await(starts, timeout, why);
}

void crew_kill(void) {
  for (uint32_t i = 0; i < crew.count; i++) {
    if (crew.children[i].pid != 0) kill(crew.children[i].pid, SIGKILL);
  }
}

uint32_t crew_running(void) {
  uint32_t running = 0;
  for (uint32_t i = 0; i < crew.count; i++) running += crew.children[i].pid != 0;
  return running;
}
