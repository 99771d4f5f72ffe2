/** @file
 * Listening sockets that were passed on by whoever started the process, such as a socket unit of
 * systemd. Source: sd_listen_fds(3). LISTEN_FDS counts them, from descriptor 3 on; LISTEN_PID is
 * the process that is to have them; LISTEN_FDNAMES holds their names, joined with colons.
 */
#pragma once

#include <stdint.h>

#include "base/fault.h"

/** Reads the variables and removes them, so that no child takes the descriptors for its own. */
void listen_fds_open(void);

/** Takes the sockets of that name, not blocking from here on. A name of digits is the number of a
 * descriptor; several sockets may have the same name.
 * @param most how many `out` has room for
 * @return how many, at least 1, each a listening stream socket; 0 with the reason */
uint32_t listen_fds_take(const char *name, uint32_t most, int *out, fault *why);

/** Counts the sockets of that name as taken, for a check, which takes none. */
void listen_fds_expect(const char *name);

/** Warns of sockets that were passed on and not taken, and of those that cannot be taken because
 * the variables do not give them to this process. */
void listen_fds_report(void);
