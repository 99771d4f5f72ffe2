/** @file
 * The quota: at most `limit` requests of one client in any window, exactly, over all workers. A
 * sliding log in shared memory: the time of every admitted request is kept until it leaves the
 * window. Fixed memory; eight places for each hash: a new client takes an expired one, or else the
 * least used, so that an exhausted client stays limited however many others come. A worker that
 * dies inside loses nothing but its own last entry.
 */
#pragma once

#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>

enum { QUOTA_CLIENTS = 65536 };

typedef struct quota_table quota_table;

/** A table, and what may be asked of it. Several may share a table, if no client is in two. */
typedef struct quota {
  quota_table *table;
  uint32_t limit, window; /**< requests, seconds */
} quota;

typedef struct quota_verdict {
  bool admitted;
  uint32_t remaining; /**< further requests that would be admitted now */
  uint32_t reset;     /**< seconds until the oldest request leaves the window, rounded up */
} quota_verdict;

/** Makes the shared table; before the workers are forked. @param name of the table, one in a
 * process: after an upgrade it goes on as it was, where limit and window are the same.
 * @param limit requests, at least 1; of other quotas of the table it is the greatest
 * @param window seconds, at least 1; lua/host/options.lua bounds both
 * @return owned; NULL when memory is out */
quota *quota_open(const char *name, uint32_t limit, uint32_t window);

/** Counts one request of a client.
 * @param client see address_client_key
 * @param microseconds monotonic, the same clock in every worker
 * @return when it is not admitted nothing is counted, and `reset` is when to come again */
quota_verdict quota_ask(const quota *q, const struct in6_addr *client, uint64_t microseconds);
