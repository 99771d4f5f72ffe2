/** @file
 * One request and its answer, as the parts of the host hand them to each other.
 */
#pragma once

#include <netinet/in.h>
#include <strings.h>

#include "host/wire/coding.h"
#include "host/wire/guard.h"
#include "host/wire/ids.h"

enum { REPLY_HEADERS = 40, REPLY_HEADER_BYTES = 2048, LIMIT_TEXT = 48 };

/** A request that the guard has checked; everything is borrowed for the time of the answer. */
typedef struct request {
  const guard *guard;
  char id[ID_LIMIT + 1];
  struct in6_addr client; /**< the peer, or whom trusted proxies name; see edge.h */
  coding coding;          /**< that its answer is to have */
  uint8_t origin;         /**< an allowed one, by its place; 0: none; see edge_origin_of */
  bool control;           /**< it came over the control socket */
  uint64_t ticket;        /**< the service's own, for an answer that comes later; 0 at first */
  void *question;         /**< to the quota, which its answer waits for; NULL: none */
  void *task;             /**< the coroutine that makes its answer, and waits; NULL: none */
  void *fetch;            /**< what its answer waits for of an upstream; NULL: none */
  uint32_t fetches;       /**< made for it so far */
} request;

typedef struct reply_header {
  const char *name, *value; /**< NUL-terminated, without control bytes */
} reply_header;

/** A response that was made once and is sent many times; see http_prepare. */
typedef struct prepared prepared;

enum { STREAM_ENDED = -1, STREAM_FAILED = -2 };

/** The source of a stream's bytes. */
typedef struct stream stream;
struct stream {
  /** Writes at most `size` bytes. @return how many; 0: none before `wake`; STREAM_ENDED;
   * STREAM_FAILED: the client shall see that the answer is not whole */
  long (*read)(stream *self, char *out, size_t size);
  void (*close)(stream *self); /**< frees it; called once */
  uint64_t wake;               /**< monotonic ms: when to ask again after 0 */
};

/** An answer. Texts are borrowed from whoever filled it until the next one is filled. */
typedef struct reply {
  int status; /**< 200..599 */
  size_t count;
  reply_header headers[REPLY_HEADERS];
  span body;
  uint32_t route;         /**< the answer is counted under this number; see metrics_route */
  bool counted;           /**< the route counts against the quota */
  span key;               /**< under which the answer may be kept until the next reload; or empty */
  uint32_t kept_for;      /**< seconds that it may be kept at most; 0: no bound */
  bool recalled;          /**< what is kept under `key` is the answer */
  bool unmodified;        /**< the client has the answer: a 304 is sent in its place */
  prepared *ready;        /**< not NULL: the answer, instead of status, headers and body */
  char limit[LIMIT_TEXT]; /**< value of RateLimit in a ready answer; empty: none */
  bool later;             /**< there is none yet: the service is asked again after http_wake */
  stream *source;         /**< not NULL: the body comes from there, piece by piece; owned */
} reply;

/** The value of the first header `name`, in any letters; NULL when there is none. */
static inline const char *reply_header_of(const reply *answer, const char *name) {
  for (size_t i = 0; i < answer->count; i++) {
    if (strcasecmp(answer->headers[i].name, name) == 0) { return answer->headers[i].value; }
  }
  return NULL;
}
