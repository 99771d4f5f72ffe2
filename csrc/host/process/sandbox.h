/** @file
 * The cage: what a process that runs routes or reads what clients send gives up, for good. It has
 * everything it needs by then: its sockets, the log, the memory of its generation. So it may open
 * no file at all, make no socket and no process, and reach no process but itself:
 *
 *   no_new_privs   always
 *   capabilities   none, root's neither
 *   Landlock       every right that the kernel knows, and no exception: files, TCP, signals and
 *                  abstract unix sockets of others
 *   seccomp        the system calls listed in sandbox.c and no other; memory that can be run, and
 *                  calls through another architecture's numbers, neither
 *
 * The fetch process has another one, which lets it connect over TCP to the ports of
 * its upstreams and of name servers, ask name servers, read what names and certificates are found
 * by, and start threads, by which libcurl looks names up. It may write no file, listen nowhere,
 * reach no unix socket and start no program.
 *
 * Each holds by itself: on a kernel without Landlock a file is refused by seccomp.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/fault.h"

/* A new process forgets the one it was forked from. This is the only place that knows how: each
 * part that keeps random bytes, connections or counts of a process for itself is named in
 * after_fork.c. */

/** Closes every descriptor above standard error but those `kept` (negative ones are none), and
 * forgets the loop, its connections and random bytes. A forked process calls it before anything
 * else. */
void after_fork(const int *kept, size_t count);

/** The files and ports that the fetch process may still reach. */
typedef struct sandbox_outbound {
  const uint16_t *ports; /**< TCP, to connect to */
  size_t count;
  const char *const *files; /**< to read, besides those of names and certificates; NULL ends them */
} sandbox_outbound;

/** Enters the cage. Restrictions unknown to the kernel are left out, and logged.
 * @param out of the fetch process; NULL: nothing can be reached
 * @return false when the kernel refuses a restriction it knows */
bool sandbox_enter(const sandbox_outbound *out, fault *why);
