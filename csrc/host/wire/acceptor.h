/** @file
 * The listening sockets of a process. libmicrohttpd knows the first alone, and hears of that one
 * when any of them has a connection; so it accepts from all as from its own, within its own bounds,
 * and all are served in the same way at the same cost.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

enum { ACCEPTOR_LIMIT = 17 };

/** A listening socket: not blocking. Other processes may accept from it too. */
typedef struct listener {
  int fd;
  bool proxy;   /**< each connection begins with a PROXY header, which names its peer */
  bool control; /**< its clients may give orders: see admin.h */
} listener;

/** True for a stream socket that listens, of TCP or a unix socket. */
bool acceptor_takes(int fd);

/** Takes the sockets, `count` of 1..ACCEPTOR_LIMIT; they are closed by `acceptor_close`. */
void acceptor_open(const listener *list, uint32_t count);

/** True for the socket that the library knows. */
bool acceptor_knows(int fd);

/** Waits for connections on every socket, or on none. @return false when epoll refuses */
bool acceptor_listen(bool on);

/** True while connections may wait. */
bool acceptor_ready(void);

/** Accepts a connection of any socket; they take turns. The parameters are those of accept4.
 * @param[out] from the socket, borrowed
 * @return a descriptor, or -1 and errno; EAGAIN when no connection waits */
int acceptor_take(struct sockaddr *address, socklen_t *length, int flags, const listener **from);

/** Closes every socket; waiting must have ended. */
void acceptor_close(void);

/** In a forked process: forgets the sockets of the parent. */
void acceptor_forget(void);
