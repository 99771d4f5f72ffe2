#include "host/wire/loop.h"

#include <stddef.h>
#include <string.h>

#include "host/wire/libc.h"

enum { WATCHES = 512 };

static struct watch {
  int fd;
  void (*ready)(void *context); /* NULL: a free place */
  void *context;
} watches[WATCHES];

int loop_epoll = -1;

bool loop_add(int fd, uint32_t events, void *context) {
  struct epoll_event event = {.events = events, .data.ptr = context};
  return libc_epoll_ctl(loop_epoll, EPOLL_CTL_ADD, fd, &event) == 0;
}

void loop_remove(int fd) { libc_epoll_ctl(loop_epoll, EPOLL_CTL_DEL, fd, NULL); }

bool loop_watch(int fd, void (*ready)(void *context), void *context) {
  struct watch *w = watches;
  while (w < watches + WATCHES && w->ready != NULL) { w++; }
  if (w == watches + WATCHES) { return false; }
  *w = (struct watch){fd, ready, context};
  /* One of several processes that wait for the same socket is woken. */
  if (loop_add(fd, EPOLLIN | EPOLLEXCLUSIVE, loop_tagged(w, LOOP_WATCH))) { return true; }
  *w = (struct watch){0};
  return false;
}

void loop_unwatch(int fd) {
  loop_remove(fd);
  for (struct watch *w = watches; w < watches + WATCHES; w++) {
    if (w->ready != NULL && w->fd == fd) { *w = (struct watch){0}; }
  }
}

void loop_ready(void *context) {
  const struct watch *w = loop_untagged(context);
  if (w->ready != NULL) { w->ready(w->context); }
}

void loop_forget(void) {
  memset(watches, 0, sizeof watches);
  loop_epoll = -1;
}
