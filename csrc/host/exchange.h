/** @file
 * One request and its answer, as the parts of the host hand them to each other.
 */
#ifndef SVC_HOST_EXCHANGE_H
#define SVC_HOST_EXCHANGE_H

#include "host/guard.h"
#include "host/ids.h"

enum { REPLY_HEADERS = 40, REPLY_HEADER_BYTES = 2048, ADDRESS_LENGTH = 46 };

/** A request that the guard has checked; everything is borrowed for the time of the answer. */
typedef struct request {
  const guard *guard;
  char id[ID_LIMIT + 1];
  char address[ADDRESS_LENGTH]; /**< of the client, as text */
} request;

typedef struct reply_header {
  const char *name, *value; /**< NUL-terminated, without control bytes */
} reply_header;

/** An answer. Texts are borrowed from whoever filled it until the next one is filled. */
typedef struct reply {
  int status; /**< 200..599 */
  size_t count;
  reply_header headers[REPLY_HEADERS];
  span body;
} reply;

#endif
