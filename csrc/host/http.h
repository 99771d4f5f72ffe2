/** @file
 * The loop of one process: libmicrohttpd behind the wire. The only file that includes
 * microhttpd.h is http.c.
 */
#ifndef SVC_HOST_HTTP_H
#define SVC_HOST_HTTP_H

#include "base/fault.h"
#include "host/exchange.h"
#include "host/wire.h"

/** Fills `answer` for `asked`; `asked->guard->refusal` says whether the wire refused it. */
typedef void http_handler(void *context, const request *asked, reply *answer);

/** Starts to serve the listening socket `fd` (not blocking; owned from here on).
 * One call in a process. */
bool http_open(int fd, wire_limits limits, http_handler *handler, void *context, fault *why);

/** Waits for events at most `timeout` ms and serves what they bring. */
void http_turn(int timeout);

/** Accepts no more connections, ends the idle ones and lets the others finish. */
void http_drain(void);

/** True while a connection is open. */
bool http_busy(void);

/** Ends every connection and releases everything. */
void http_close(void);

/** Requests answered so far. */
uint64_t http_answered(void);

#endif
