/** @file
 * Listening sockets of the service: TCP and unix sockets of its own, and those that were passed on.
 */
#pragma once

#include <sys/types.h>

#include "base/fault.h"
#include "host/wire/acceptor.h"

/** Sockets of one process, the control socket not counted; bytes of a name. */
enum { LISTEN_LIMIT = ACCEPTOR_LIMIT - 1, LISTEN_NAME = 128 };

/** One address of an option, as lua/host/listener.lua reads it. Of its three forms one is set;
 * texts are owned by the settings. */
typedef struct listen_spec {
  const char *text;        /**< as the operator wrote it */
  const char *host, *port; /**< TCP; host empty: every IPv4 address; port "0": a free one */
  const char *path;        /**< a unix socket */
  const char *name;        /**< passed on: see listen_fds.h */
  const char *group;       /**< of the unix socket's file; NULL: that of the process */
  uint32_t mode;           /**< of that file */
  bool ipv6only, proxy;
} listen_spec;

/** A place that is listened at. */
typedef struct listen_place {
  char name[LISTEN_NAME]; /**< `127.0.0.1:8080`, `[::1]:8080` or `unix:/run/svc.sock` */
  bool tcp, proxy;
  bool shared;      /**< one socket for all workers; else each has its own */
  int *sockets;     /**< owned; one for each worker */
  const char *path; /**< of our own file, borrowed; NULL: there is none */
  dev_t device;     /**< of that file */
  ino_t inode;
} listen_place;

typedef struct listen_set {
  uint32_t count, workers;
  listen_place list[LISTEN_LIMIT];
} listen_set;

/** Listens at every address. TCP sockets of one address share it between the workers
 * (SO_REUSEPORT): the kernel spreads connections over them. Every address must be free: that
 * another server listens there too is an error, not a share. A socket that the program before had
 * at the same place (see handover.h) is taken; one at another address is closed if it is in the
 * way.
 * @param[out] out close it in any case */
bool listen_open(listen_set *out, const listen_spec *list, uint32_t count, uint32_t workers,
                 fault *why);

/** True when listen_open could take these addresses; nobody listens there for it. Where this
 * process was handed the sockets of a running service, all other addresses must be free.
 * @param served a service with these options runs and may be the one that listens there */
bool listen_check(const listen_spec *list, uint32_t count, bool served, fault *why);

/** The sockets of a worker, from 0; @return how many were written to `out` */
uint32_t listen_of(const listen_set *all, uint32_t worker, listener out[LISTEN_LIMIT]);

/** Closes all sockets of this process. Sockets of our own take no new connections from here on, in
 * no process: the files of unix sockets are removed. Connections made before can still be
 * accepted. */
void listen_close(listen_set *all);

/** A listening unix socket; a file that a former process left is replaced, one in use is not.
 * @param path empty: a name that the kernel chooses, and no file
 * @param mode of the file, such as 0660 @param group its name or number; NULL: of the process
 * @return the descriptor, not blocking and close-on-exec, or -1 and the reason */
int listen_unix(const char *path, uint32_t mode, const char *group, fault *why);
