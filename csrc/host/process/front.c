#include "host/process/front.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/share.h"
#include "host/process/admin.h"
#include "host/process/channel.h"
#include "host/process/sandbox.h"
#include "host/wire/http.h"
#include "host/wire/loop.h"

/* PAGE bytes hold the figures of 256 workers and 128 routes several times over. */
enum { CONNECTIONS = 64, PAGE = 1 << 20, AGAIN = 1000 /* ms between two starts */ };

/* The master uses `pid` and `started`, the front the others. */
static struct {
  const front_deps *deps;
  char *page; /* PAGE bytes, written by the master for the front */
  int channel;
  pid_t pid;
  uint64_t started; /* monotonic ms */
  buffer text;      /* of the page that came last */
  int status;
  uint64_t asked, came; /* numbers of the last order, and of the last page */
  bool ended;
} front = {.channel = -1};

/* ---- the front ---- */

/* A client gets a page that was made after it asked: a page that was ordered before is not good
 * enough. */
static void answer(request *asked, reply *out) {
  int page = admin_find(asked);
  channel_message order = channel_note(CHANNEL_PAGE);
  if (page < 0 || (asked->ticket != 0 && asked->ticket == front.came)) {
    admin_reply(page, front.status, &front.text, out);
    return;
  }
  out->status = 0;
  out->later = true;
  if (asked->ticket > front.came || front.asked != front.came) { return; }
  order.number = front.asked + 1;
  order.parts = (unsigned)page;
  if (channel_send(front.channel, &order)) { asked->ticket = front.asked = order.number; }
}

static void take_page(const channel_message *message) {
  size_t length = message->changed;
  buffer_clear(&front.text);
  buffer_append(&front.text, (span){front.page, length > PAGE ? 0 : length});
  front.status = front.text.failed ? 500 : (int)message->parts;
  front.came = message->number;
  http_wake();
}

static void front_hear(void *context) {
  channel_message message;
  int received;
  (void)context;
  while ((received = channel_hear(front.channel, &message)) > 0) { take_page(&message); }
  front.ended = received < 0;
}

static bool open_process(fault *why) {
  static const http_service service = {.answer = answer};
  listener all[LISTEN_LIMIT];
  uint32_t count = listen_of(front.deps->listening, 0, all);
  return http_open(all, count, (wire_limits){.connections = CONNECTIONS}, &service, why) &&
         (loop_watch(front.channel, front_hear, NULL) || fault_set(why, "epoll fails")) &&
         account_enter(front.deps->account, why) &&
         (!front.deps->options->sandbox || sandbox_enter(NULL, why));
}

static int front_run(void) {
  fault why;
  prctl(PR_SET_NAME, "svcd-admin");
  log_open(log_level_of(front.deps->options->log), "admin");
  if (!open_process(&why)) {
    log_write(LOG_ERROR, "%s", why.text);
    return 1;
  }
  while (!front.ended) { http_turn(AGAIN); }
  http_close();
  buffer_free(&front.text);
  return 0;
}

/* ---- the master ---- */

static void front_wake(void *context) { (void)context; }

static void leave(void) {
  if (front.channel < 0) { return; }
  loop_unwatch(front.channel);
  close(front.channel);
  front.channel = -1;
}

static void become_front(int channel) {
  listener all[LISTEN_LIMIT];
  int kept[LISTEN_LIMIT + 1] = {channel};
  uint32_t count = listen_of(front.deps->listening, 0, all);
  for (uint32_t i = 0; i < count; i++) { kept[i + 1] = all[i].fd; }
  after_fork(kept, count + 1);
  front.channel = channel;
  exit(front_run());
}

static bool front_start(fault *why) {
  int channel;
  front.started = clock_milliseconds();
  front.pid = channel_fork(&channel);
  if (front.pid == 0) { become_front(channel); }
  if (front.pid < 0) {
    return fault_set(why, "no process for the admin pages: %s", strerror(errno));
  }
  front.channel = channel;
  if (loop_watch(channel, front_wake, NULL)) { return true; }
  front_close();
  return fault_set(why, "epoll refuses the channel to the admin pages");
}

bool front_open(const front_deps *deps, fault *why) {
  front.deps = deps;
  if (deps->listening->count == 0) { return true; }
  front.page = lock_memory(PAGE);
  if (front.page == NULL) { return fault_set(why, "memory ran out for the admin pages"); }
  return front_start(why);
}

static void give_page(const channel_message *order) {
  channel_message page = channel_note(CHANNEL_PAGE);
  buffer text = {0};
  page.number = order->number;
  page.parts = (unsigned)admin_show((int)order->parts, &text);
  if (text.failed || text.len > PAGE) { page.parts = 500, text.len = 0; }
  if (text.len > 0) { memcpy(front.page, text.data, text.len); }
  page.changed = (unsigned)text.len;
  buffer_free(&text);
  channel_send(front.channel, &page);
}

void front_serve(void) {
  channel_message order;
  fault why;
  int received = 0;
  if (front.page == NULL) { return; }
  while (front.channel >= 0 && (received = channel_hear(front.channel, &order)) > 0) {
    if (order.kind == CHANNEL_PAGE) { give_page(&order); }
  }
  if (received < 0) { leave(); }
  if (front.channel >= 0 || clock_milliseconds() < front.started + AGAIN) { return; }
  log_write(LOG_ERROR, "the process of the admin pages ended, and is started again");
  if (!front_start(&why)) { log_write(LOG_ERROR, "%s", why.text); }
}

void front_close(void) {
  if (front.channel < 0) { return; }
  kill(front.pid, SIGKILL);
  leave();
}
