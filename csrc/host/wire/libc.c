#include "host/wire/libc.h"

#include <dlfcn.h>
#include <stddef.h>

/* Each is looked up at its first call, because libraries that start before main close descriptors
   too. */
#define NEXT(result, name, ...)       \
  static result (*next)(__VA_ARGS__); \
  if (next == NULL) { next = dlsym(RTLD_NEXT, name); }

ssize_t libc_recv(int fd, void *data, size_t size, int flags) {
  NEXT(ssize_t, "recv", int, void *, size_t, int)
  return next(fd, data, size, flags);
}

int libc_epoll_wait(int epoll, struct epoll_event *events, int count, int timeout) {
  NEXT(int, "epoll_wait", int, struct epoll_event *, int, int)
  return next(epoll, events, count, timeout);
}

int libc_epoll_ctl(int epoll, int operation, int fd, struct epoll_event *event) {
  NEXT(int, "epoll_ctl", int, int, int, struct epoll_event *)
  return next(epoll, operation, fd, event);
}

int libc_accept4(int fd, struct sockaddr *address, socklen_t *length, int flags) {
  NEXT(int, "accept4", int, struct sockaddr *, socklen_t *, int)
  return next(fd, address, length, flags);
}

int libc_shutdown(int fd, int how) {
  NEXT(int, "shutdown", int, int)
  return next(fd, how);
}

int libc_close(int fd) {
  NEXT(int, "close", int)
  return next(fd);
}
