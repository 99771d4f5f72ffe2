/** @file
 * Answers whose body comes piece by piece.
 */
#pragma once

#include "host/wire/connections.h"
#include "host/wire/exchange.h"

struct MHD_Connection;
struct MHD_Response;

/** A response of the library that reads from `source`, which is taken in any case. A stream ends
 * with its client and with the process, whatever it has still to say.
 * @param[out] sent bytes so far
 * @param[out] cut set when the service ends the answer before its end
 * @return NULL when memory is out */
struct MHD_Response *http_stream(struct MHD_Connection *mhd, connection *client, stream *source,
                                 uint64_t *sent, bool *cut);

/** Goes on with the streams whose time has come. @return ms until the next, at most `timeout` */
int http_streams_wake(int timeout);

/** Ends every stream, now and from here on, or no more. */
void http_streams_end(bool on);

/** True while a stream waits for its time. */
bool http_streams_wait(void);
