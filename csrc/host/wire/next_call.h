/** @file
 * The calls that svcd defines itself (see wire.h), as the definition behind its own has them: the C
 * library's, or a sanitizer's.
 */
#pragma once

#include <sys/epoll.h>
#include <sys/socket.h>

enum next_call {
  NEXT_RECV,
  NEXT_EPOLL_WAIT,
  NEXT_EPOLL_CTL,
  NEXT_ACCEPT4,
  NEXT_SHUTDOWN,
  NEXT_CLOSE,
  NEXT_CALLS
};

/** The name of a call, such as "recv". Static. */
const char *next_name(enum next_call call);

ssize_t next_recv(int fd, void *data, size_t size, int flags);
int next_epoll_wait(int epoll, struct epoll_event *events, int count, int timeout);
int next_epoll_ctl(int epoll, int operation, int fd, struct epoll_event *event);
int next_accept4(int fd, struct sockaddr *address, socklen_t *length, int flags);
int next_shutdown(int fd, int how);
int next_close(int fd);
