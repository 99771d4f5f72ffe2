/** @file
 * The C library's own recv, epoll_wait, epoll_ctl, accept4, shutdown and close, or a sanitizer's:
 * the definitions behind those of svcd (see seam.h). Whatever is about a client's descriptor calls
 * these.
 */
#pragma once

#include <sys/epoll.h>
#include <sys/socket.h>

/** As the manual has them. */
ssize_t libc_recv(int fd, void *data, size_t size, int flags);
int libc_epoll_wait(int epoll, struct epoll_event *events, int count, int timeout);
int libc_epoll_ctl(int epoll, int operation, int fd, struct epoll_event *event);
int libc_accept4(int fd, struct sockaddr *address, socklen_t *length, int flags);
int libc_shutdown(int fd, int how);
int libc_close(int fd);
