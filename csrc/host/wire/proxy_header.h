/** @file
 * The header of the PROXY protocol: what a proxy sends ahead of a connection's bytes, so that the
 * server behind it learns who connected. It is pure: bytes in, verdict out. Source: HAProxy,
 * "The PROXY protocol", versions 1 and 2.
 *
 *     version 1   "PROXY" SP ("TCP4" | "TCP6") SP source SP destination SP port SP port CRLF
 *                 "PROXY" SP "UNKNOWN" [SP anything] CRLF
 *     version 2   0   12 bytes 0d 0a 0d 0a 00 0d 0a 51 55 49 54 0a
 *                 12  u8   0x20: LOCAL, the proxy itself connected; 0x21: PROXY, for a client
 *                 13  u8   family and transport: 0x00 unknown, 0x11 TCP over IPv4,
 *                          0x21 TCP over IPv6, 0x31 a unix stream socket
 *                 14  u16  number of bytes that follow, big-endian
 *                 16       source, destination (4, 16 or 108 bytes each), ports (u16 each, not
 *                          of 0x31), then type-length-value fields, which are skipped
 *
 * The verdict never depends on how the input was cut: what begins a good header gives MORE.
 */
#pragma once

#include <netinet/in.h>
#include <stdint.h>

#include "base/span.h"

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
