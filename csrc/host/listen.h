/** @file
 * Listening sockets.
 */
#ifndef SVC_HOST_LISTEN_H
#define SVC_HOST_LISTEN_H

#include <stdint.h>

#include "base/fault.h"

enum { LISTEN_NAME = 128 };

/** Opens `count` sockets that share one address, one for each worker (SO_REUSEPORT): the kernel
 * spreads connections over them. The address must be free: that another server listens there too
 * is an error, not a share.
 * @param address `host:port` or `[host]:port`; port 0 takes a free one
 * @param[out] sockets `count` descriptors, owned by the caller; not blocking, close-on-exec
 * @param[out] name the address in use, as `host:port` */
bool listen_open(const char *address, uint32_t count, int *sockets, char name[LISTEN_NAME],
                 fault *why);

/** Whether `address` is one that listen_open could take, found out without listening. */
bool listen_check(const char *address, fault *why);

/** A listening socket at the path of a unix socket; one that nobody uses is replaced. Readable by
 * its owner only.
 * @param path empty: a name that the kernel chooses, and no file
 * @return the descriptor, or -1 and the reason */
int listen_local(const char *path, fault *why);

#endif
