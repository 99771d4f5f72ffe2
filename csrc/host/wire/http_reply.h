/** @file
 * Answers with a whole body, as the library sends them: made for one request, or prepared once and
 * sent many times.
 */
#pragma once

#include "host/wire/exchange.h"

enum { HTTP_UNMODIFIED = 304 };

struct MHD_Connection;
struct MHD_Response;

/** The body of an answer as a response of the library. @return NULL when memory is out */
struct MHD_Response *http_body(const reply *answer);

/** Sends an answer with its headers and the request id. `response` is its body, taken in any case.
 * @return false when the connection must end */
bool http_send(struct MHD_Connection *mhd, const char *id, const reply *answer,
               struct MHD_Response *response);

/** Sends the prepared answer `answer->ready`. */
bool http_send_ready(struct MHD_Connection *mhd, const char *id, const reply *answer);

/** Sends a 304 in the place of the answer. */
bool http_send_unmodified(struct MHD_Connection *mhd, const char *id, const reply *answer);

/** A copy of `answer` that can be sent many times, each time with its own request id and
 * RateLimit. @return owned; NULL when memory is out */
prepared *http_prepare(const reply *answer);

/** The answer that was prepared, without a RateLimit. */
const reply *http_prepared(const prepared *p);

/** Gives up a prepared answer; those in flight are finished with it. Accepts NULL. */
void http_prepared_free(prepared *p);
