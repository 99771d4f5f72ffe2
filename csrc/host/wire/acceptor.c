#include "host/wire/acceptor.h"

#include <errno.h>
#include <string.h>

#include "host/wire/libc.h"
#include "host/wire/loop.h"

static struct {
  listener list[ACCEPTOR_LIMIT];
  bool ready[ACCEPTOR_LIMIT]; /* connections may wait */
  uint32_t count;
  uint32_t turn; /* the one to accept from next */
} acceptor;

static int option_of(int fd, int option) {
  int value = -1;
  socklen_t length = sizeof value;
  return getsockopt(fd, SOL_SOCKET, option, &value, &length) == 0 ? value : -1;
}

bool acceptor_takes(int fd) {
  int domain = option_of(fd, SO_DOMAIN);
  return option_of(fd, SO_ACCEPTCONN) == 1 && option_of(fd, SO_TYPE) == SOCK_STREAM &&
         (domain == AF_INET || domain == AF_INET6 || domain == AF_UNIX);
}

void acceptor_open(const listener *list, uint32_t count) {
  memcpy(acceptor.list, list, count * sizeof *list);
  acceptor.count = count;
}

bool acceptor_knows(int fd) { return acceptor.count > 0 && fd == acceptor.list[0].fd; }

static void acceptor_hear(void *context) { *(bool *)context = true; }

bool acceptor_listen(bool on) {
  bool done = true;
  for (uint32_t i = 0; i < acceptor.count; i++) {
    acceptor.ready[i] = false;
    if (on) {
      done = done && loop_watch(acceptor.list[i].fd, acceptor_hear, &acceptor.ready[i]);
    } else {
      loop_unwatch(acceptor.list[i].fd);
    }
  }
  return done;
}

bool acceptor_ready(void) {
  bool ready = false;
  for (uint32_t i = 0; i < acceptor.count; i++) { ready |= acceptor.ready[i]; }
  return ready;
}

int acceptor_take(struct sockaddr *address, socklen_t *length, int flags, const listener **from) {
  for (uint32_t i = 0; i < acceptor.count; i++) {
    uint32_t at = acceptor.turn;
    acceptor.turn = (at + 1) % acceptor.count;
    if (!acceptor.ready[at]) { continue; }
    *from = &acceptor.list[at];
    int fd = libc_accept4(acceptor.list[at].fd, address, length, flags);
    if (fd >= 0 || errno != EAGAIN) { return fd; }
    acceptor.ready[at] = false;
  }
  errno = EAGAIN;
  return -1;
}

void acceptor_close(void) {
  for (uint32_t i = 0; i < acceptor.count; i++) { libc_close(acceptor.list[i].fd); }
  acceptor_forget();
}

void acceptor_forget(void) { acceptor.count = acceptor.turn = 0; }
