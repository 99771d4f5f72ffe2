/** @file
 * Takes one whole request at a time from a connection, its PROXY header first.
 */
#pragma once

#include <netinet/in.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/span.h"
#include "host/wire/connections.h"

/** Bytes of a header at most. A line of version 1 is no longer by its definition; a header of
 * version 2 must fit into the first segment that any TCP sends, which is what senders are asked to
 * keep to, so that no proxy needs more. */
enum { PROXY_LINE_LIMIT = 107, PROXY_HEADER_LIMIT = 536 };

typedef enum proxy_verdict {
  PROXY_MORE,   /**< the header is not complete: receive more and read all of it again */
  PROXY_READY,  /**< the header is complete */
  PROXY_REFUSED /**< no header: close, without an answer */
} proxy_verdict;

typedef struct proxy_header {
  uint32_t length;        /**< READY: bytes of the header; what follows is the client's */
  bool named;             /**< READY: it names the client; else that is who is connected */
  struct in6_addr client; /**< when `named`; IPv4 mapped */
  const char *reason;     /**< REFUSED: what is wrong, static */
} proxy_header;

/** Reads the header at the front of `bytes`, which are all that was received so far. */
proxy_verdict proxy_header_read(span bytes, proxy_header *out);

/** Receives for the library: one of four constant requests once a request is complete or refused;
 * the end of the connection; or -1 with EAGAIN while there is nothing to answer. */
ssize_t intake_receive(connection *c, void *data, size_t size);
