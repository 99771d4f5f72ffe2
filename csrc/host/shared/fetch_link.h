/** @file
 * The outbound calls of a worker: each goes to the process for them over a pair of sockets, and the
 * request that made it waits, while others are answered, until its answer is here or its time is
 * over. After a reload a worker has two such pairs: calls begin on the newer one, and those of the
 * older one end there.
 */
#pragma once

#include "host/shared/fetch_packet.h"
#include "host/shared/metrics.h"
#include "host/wire/exchange.h"

/** What came of a call. Borrowed until `fetch_forget`. */
typedef struct fetch_result {
  fetch_code code;
  int status;      /**< of an answer */
  span head, body; /**< of an answer; else the head is a text that says what went wrong */
} fetch_result;

/** @param counts where links and refused calls are shown  @param used there are upstreams */
void fetch_use(bool used, metrics_worker *counts);

/** True where there are upstreams: requests may wait. */
bool fetch_used(void);

/** Takes a pair's end, owned from here on; negative: there is none. */
void fetch_take(int fd);

/** Begins a call of a request that has none. What is wrong at once is its result.
 * @param head as of FETCH_ASK, checked by `fetch_order_read` @param timeout 1..FETCH_LONGEST ms */
void fetch_begin(request *asked, unsigned method, uint32_t timeout, span head, span body);

/** What came of the call of a request. @return false: it is under way, and the request is woken by
 * http_wake_one */
bool fetch_ended(const request *asked, fetch_result *out);

/** Lets the call of a request go, whatever came of it. */
void fetch_forget(request *asked);

/** @return ms until something is to be done, at most `timeout` */
int fetch_wait(int timeout);

/** Sends what waits, and ends the calls whose time is over. */
void fetch_turn(void);

/** Ends all. */
void fetch_close(void);
