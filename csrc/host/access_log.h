/** @file
 * The access log: one line a request, gathered in memory and written in whole lines. JSON with the
 * names of nginx's variables; on a terminal a short form for people. Writing never waits: lines
 * for a reader who is too slow are kept up to a bound; beyond it they are dropped and counted, and
 * the log says how many when it flows again. A line that would not go into a pipe in one piece has
 * its texts cut, and a member `cut`.
 */
#ifndef SVC_HOST_ACCESS_LOG_H
#define SVC_HOST_ACCESS_LOG_H

#include "base/fault.h"
#include "host/exchange.h"

typedef struct access_entry {
  const request *asked;
  int status;            /**< 499: the client went before the answer was sent */
  uint32_t route;        /**< see metrics_route */
  uint64_t bytes;        /**< of the body */
  uint64_t microseconds; /**< from the complete request to the complete answer */
  bool cached;
} access_entry;

/** Opens the log. @param path a file that lines are appended to, "-" for standard output, or NULL
 * for none. Workers that share a file each append whole lines. */
bool access_log_open(const char *path, fault *why);

/** Opens the file anew, after it was renamed (SIGUSR1). The old one stays when that fails. */
void access_log_reopen(void);

/** Adds one line. */
void access_log_add(const access_entry *entry);

/** Writes what was gathered. @return false when a reader is too slow for all of it */
bool access_log_flush(void);

/** Lines dropped so far. */
uint64_t access_log_dropped(void);

#endif
