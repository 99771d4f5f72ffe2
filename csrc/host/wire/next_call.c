#include "host/wire/next_call.h"

#include <dlfcn.h>
#include <stddef.h>

static const char *const names[NEXT_CALLS] = {"recv",    "epoll_wait", "epoll_ctl",
                                              "accept4", "shutdown",   "close"};

const char *next_name(enum next_call call) { return names[call]; }

/* It is looked up at the first call, because libraries that start before main close descriptors
   too. */
static void *next_find(enum next_call call) {
  static void *found[NEXT_CALLS];
  if (found[call] == NULL) {
    found[call] = dlsym(RTLD_NEXT, names[call]);
  }
  return found[call];
}

ssize_t next_recv(int fd, void *data, size_t size, int flags) {
  ssize_t (*function)(int, void *, size_t, int) = next_find(NEXT_RECV);
  return function(fd, data, size, flags);
}

int next_epoll_wait(int epoll, struct epoll_event *events, int count, int timeout) {
  int (*function)(int, struct epoll_event *, int, int) = next_find(NEXT_EPOLL_WAIT);
  return function(epoll, events, count, timeout);
}

int next_epoll_ctl(int epoll, int operation, int fd, struct epoll_event *event) {
  int (*function)(int, int, int, struct epoll_event *) = next_find(NEXT_EPOLL_CTL);
  return function(epoll, operation, fd, event);
}

int next_accept4(int fd, struct sockaddr *address, socklen_t *length, int flags) {
  int (*function)(int, struct sockaddr *, socklen_t *, int) = next_find(NEXT_ACCEPT4);
  return function(fd, address, length, flags);
}

int next_shutdown(int fd, int how) {
  int (*function)(int, int) = next_find(NEXT_SHUTDOWN);
  return function(fd, how);
}

int next_close(int fd) {
  int (*function)(int) = next_find(NEXT_CLOSE);
  return function(fd);
}
