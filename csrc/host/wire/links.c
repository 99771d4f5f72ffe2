#include "host/wire/links.h"

static const uint32_t durations[WIRE_TIMERS] = {
    [WIRE_IDLE] = WIRE_IDLE_DEADLINE,    [WIRE_SILENT] = WIRE_IDLE_DEADLINE,
    [WIRE_PROXY] = WIRE_HEAD_DEADLINE,   [WIRE_GRACE] = WIRE_GRACE_DEADLINE,
    [WIRE_REUSE] = WIRE_REUSE_DEADLINE,  [WIRE_HEAD] = WIRE_HEAD_DEADLINE,
    [WIRE_BODY] = WIRE_BODY_DEADLINE,    [WIRE_WRITE] = WIRE_WRITE_DEADLINE,
    [WIRE_LINGER] = WIRE_LINGER_DEADLINE};

static struct {
  wire_link *first[WIRE_TIMERS], *last[WIRE_TIMERS]; /* every list is in order of deadline */
  uint32_t count[WIRE_TIMERS];
  wire_link *ready_first, *ready_last;
} links;

/* ---- deadlines ---- */

void links_unset_timer(wire_link *link) {
  if (link->timer == WIRE_NO_TIMER) {
    return;
  }
  wire_link **first = &links.first[link->timer], **last = &links.last[link->timer];
  *(link->before == NULL ? first : &link->before->after) = link->after;
  *(link->after == NULL ? last : &link->after->before) = link->before;
  links.count[link->timer]--;
  link->timer = WIRE_NO_TIMER;
}

/* Durations are constant, so the newest deadline is the last of its list. */
void links_set_timer(wire_link *link, wire_timer timer, uint64_t now) {
  links_unset_timer(link);
  link->timer = timer;
  link->due = link->shed = false;
  links.count[timer]++;
  link->deadline = now + durations[timer];
  link->before = links.last[timer];
  link->after = NULL;
  *(link->before == NULL ? &links.first[timer] : &link->before->after) = link;
  links.last[timer] = link;
}

wire_link *links_first(wire_timer timer) { return links.first[timer]; }

int links_timeout(int timeout, uint64_t now) {
  if (links.ready_first != NULL) {
    return 0;
  }
  for (wire_timer timer = WIRE_IDLE; timer < WIRE_TIMERS; timer++) {
    const wire_link *link = links.first[timer];
    if (link == NULL) {
      continue;
    }
    int left = link->deadline > now ? (int)(link->deadline - now) : 0;
    if (timeout < 0 || left < timeout) {
      timeout = left;
    }
  }
  return timeout;
}

/* ---- those that make room ---- */

/* Kinds of waiting for a client, those for the rest of a request first. */
static const wire_timer waiting[] = {WIRE_HEAD,   WIRE_BODY, WIRE_PROXY,
                                     WIRE_SILENT, WIRE_IDLE, WIRE_LINGER};
enum { KINDS = sizeof waiting / sizeof *waiting, REQUESTS = 3 };

static uint64_t links_age(const wire_link *link, uint64_t now) {
  return now + durations[link->timer] - link->deadline;
}

/* In a flood the most numerous kind is the flood's. */
wire_link *links_spare(uint64_t now) {
  wire_timer most = waiting[0];
  for (size_t i = 0; i < KINDS; i++) {
    const wire_link *oldest = links.first[waiting[i]];
    bool slow = i < REQUESTS && oldest != NULL && links_age(oldest, now) > WIRE_SLOW;
    if (slow) {
      return links.first[waiting[i]];
    }
    if (links.count[waiting[i]] > links.count[most]) {
      most = waiting[i];
    }
  }
  return links.first[most];
}

/* ---- those that must be woken ---- */

void links_queue(wire_link *link) {
  if (link->queued) {
    return;
  }
  link->queued = true;
  link->next_ready = NULL;
  *(links.ready_last == NULL ? &links.ready_first : &links.ready_last->next_ready) = link;
  links.ready_last = link;
}

void links_unqueue(wire_link *link) {
  if (!link->queued) {
    return;
  }
  wire_link *before = NULL, *at = links.ready_first;
  while (at != link) {
    before = at, at = at->next_ready;
  }
  *(before == NULL ? &links.ready_first : &before->next_ready) = link->next_ready;
  if (links.ready_last == link) {
    links.ready_last = before;
  }
  link->queued = false;
}

wire_link *links_next(void) {
  wire_link *link = links.ready_first;
  if (link != NULL) {
    links_unqueue(link);
  }
  return link;
}

void links_forget(void) { memset(&links, 0, sizeof links); }
