/** @file
 * The fetches of a worker: requests that routes send to upstreams. Each goes to the fetch process
 * over a pair of sockets, and the client's request waits, while others are answered, until the
 * answer is here or its time is over. After a reload a worker has two such pairs: fetches begin on
 * the newer one, and those of the older one end there.
 */
#pragma once

#include "host/shared/fetch_packet.h"
#include "host/shared/metrics.h"
#include "host/wire/exchange.h"

/** The outcome of a fetch. Borrowed until `fetch_forget`. */
typedef struct fetch_result {
  fetch_code code;
  int status;      /**< of an answer */
  span head, body; /**< of an answer; else the head is a text that says what went wrong */
} fetch_result;

/** @param counts where links and refused fetches are shown  @param used there are upstreams */
void fetch_use(bool used, metrics_worker *counts);

/** True where there are upstreams: requests may wait. */
bool fetch_used(void);

/** Takes a pair's end, owned from here on; negative: there is none. */
void fetch_take(int fd);

/** Begins a fetch for a request that has none. What is wrong at once is its outcome.
 * @param head as of FETCH_ASK, checked by `fetch_order_read` @param timeout 1..FETCH_LONGEST ms */
void fetch_begin(request *asked, unsigned method, uint32_t timeout, span head, span body);

/** The outcome of a request's fetch. @return false: it is under way, and http_wake_one wakes the
 * request later */
bool fetch_ended(const request *asked, fetch_result *out);

/** Drops the fetch of a request, in whatever state. */
void fetch_forget(request *asked);

/** @return ms until something is to be done, at most `timeout` */
int fetch_wait(int timeout);

/** Sends what waits, and ends the fetches whose time is over. */
void fetch_turn(void);

/** Ends all. */
void fetch_close(void);
