/** @file
 * The access log: one line a request, gathered in memory and written in whole lines. JSON with the
 * names of nginx's variables; on a terminal a short form for people. Writing never waits: lines
 * for a reader who is too slow are kept up to a bound; beyond it they are dropped and counted, and
 * the log says how many when it flows again. A line that would not go into a pipe in one piece has
 * its texts cut, and a member `cut`.
 */
#pragma once

#include "host/wire/exchange.h"

typedef struct access_entry {
  request *asked;        /**< the service may end what it holds of it */
  int status;            /**< 499: the client went before the answer was sent */
  uint32_t route;        /**< see metrics_route */
  uint64_t bytes;        /**< of the body */
  uint64_t microseconds; /**< from the complete request to the complete answer */
  bool cached;
  bool lost; /**< the process is ended before the answer is whole */
} access_entry;

/** The source of a field that the operator added. */
typedef enum access_source {
  ACCESS_HEADER,  /**< a header field of the request */
  ACCESS_PARAM,   /**< a parameter of its query, as it was sent */
  ACCESS_SEGMENT, /**< a segment of its path, as it was sent */
  ACCESS_ROUTE    /**< the route, by the name that its metrics have */
} access_source;

typedef struct access_field {
  span name;
  access_source source;
  span argument;   /**< name, in lower case of a header field */
  uint32_t number; /**< of a segment, from 1 */
} access_field;

enum { ACCESS_FIELDS = 16 };

/** Adds fields to the lines from now on, where they have a value. Borrowed until the next call.
 * @param route_name from a number of metrics_route to a name */
void access_log_fields(const access_field *fields, uint32_t count,
                       const char *(*route_name)(uint32_t route));

/** True when the log of this path is a file: not none (NULL), nor standard output ("-"). */
bool access_log_is_file(const char *path);

/** Opens the file, for the master: workers may open none.
 * @return a descriptor, close-on-exec, or -1 with the reason */
int access_log_file(const char *path, fault *why);

/** Opens the log. Workers that share a file each append whole lines.
 * @param path a file, "-" for standard output, or NULL for none; borrowed
 * @param file of access_log_file, owned; -1 for standard output */
void access_log_open(const char *path, int file);

/** Goes on in another file at the same path, once the old one was moved away; there is a log.
 * @param file owned */
void access_log_turn(int file);

/** Adds one line. */
void access_log_add(const access_entry *entry);

/** Writes what was gathered. @return false when a reader is too slow for all of it */
bool access_log_flush(void);

/** True while lines wait for a reader that was too slow: they are written as soon as it reads. */
bool access_log_owes(void);

/** Lines dropped so far. */
uint64_t access_log_dropped(void);
