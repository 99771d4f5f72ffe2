/** @file
 * The loop of one process: libmicrohttpd behind the wire. Only http*.c include microhttpd.h.
 */
#pragma once

#include "host/wire/access_log.h"
#include "host/wire/connections.h"
#include "host/wire/exchange.h"

struct MHD_Connection;
struct MHD_Response;

struct MHD_Connection;
struct MHD_Response;

/* Answers with a whole body, as the library sends them: made for one request, or prepared once and
 * sent many times. */

/** A copy of `answer` that can be sent many times, each time with its own request id and
 * RateLimit. @return owned; NULL when memory is out */
prepared *http_prepare(const reply *answer);

/** The answer that was prepared, without a RateLimit. */
const reply *http_prepared(const prepared *p);

/** Gives up a prepared answer; those in flight are finished with it. Accepts NULL. */
void http_prepared_free(prepared *p);

/** The service that a process gives to its requests. */
typedef struct http_service {
  /** Fills `answer`; `asked->guard->refusal` says whether the wire refused the request, and
   * `peer` who is connected. May change `asked->client`. */
  void (*answer)(request *asked, reply *answer);
  /** Hears of every answer once it has been sent, or was given up. NULL: nobody does. */
  void (*finished)(const access_entry *entry);
} http_service;

/** Starts to serve the listening sockets; owned from here on. One call in a process.
 * @param count 1..ACCEPTOR_LIMIT */
bool http_open(const listener *list, uint32_t count, wire_limits limits,
               const http_service *service, fault *why);

/** Asks the service again for the answers that were to come later. */
void http_wake(void);

/** Asks it again for the answer to this request, which was to come later; does nothing where it has
 * been asked again since. `asked` is the one that the service was given. */
void http_wake_one(const request *asked);

/** Waits for events at most `timeout` ms and serves what they bring. */
void http_turn(int timeout);

/** Accepts no more connections, ends the idle ones and lets the others finish. */
void http_drain(void);

/** True while a connection is open. */
bool http_busy(void);

/** Requests whose answer is not whole yet. */
uint32_t http_in_flight(void);

/** Ends every connection and frees everything. */
void http_close(void);

/** Tells of every request whose answer is not whole: this process is about to be ended. Takes no
 * memory. */
void http_lose(void (*lost)(const access_entry *entry));

/** Forgets the loop of the process this one was forked from, without touching its connections. */
void http_forget(void);

/** Version of the library in use, which need not be the one this was compiled with. */
const char *http_version(void);
