/** @file
 * The messages between a worker and the fetch process (host/process/fetcher.h), over a
 * SOCK_SEQPACKET pair. A message is too long for one packet and travels in several. Both sides
 * read with these functions, and neither trusts the other: a peer that sends anything else than is
 * drawn here is cut off.
 *
 *     a packet, at most FETCH_PACKET bytes, integers little-endian
 *      0  u8   kind     fetch_kind
 *      1  u8   code     ASK: the method, below FETCH_METHODS; FAILED: fetch_code; else 0
 *      2  u16  status   ANSWER: 100..599; else 0
 *      4  u32  number   of the fetch: the worker's own, and of no other fetch that it has
 *      8  u32  head     bytes of the head, in every packet of the message
 *     12  u32  body     bytes of the body, likewise
 *     16  u32  timeout  ASK: milliseconds, at least 1; else 0
 *     20  u32  offset   where the bytes of this packet belong in head and body
 *     24  …    bytes    at least one, unless head and body are empty
 *
 *     ASK      worker → process   head: name of the upstream, target, header fields; body
 *     GIVE_UP  worker → process   nobody waits for the fetch any more; head and body are empty
 *     ANSWER   process → worker   head: header fields; body
 *     FAILED   process → worker   head: what went wrong, a text of at most FETCH_DETAIL bytes
 *
 * Each text of a head ends with a NUL. A header field is "Name: value".
 */
#pragma once

#include "base/buffer.h"
#include "base/fault.h"

enum {
  FETCH_PACKET = 32 * 1024,
  FETCH_HEADER = 24,
  FETCH_DETAIL = 200,
  FETCH_HEAD = 16 * 1024,               /**< bytes of a head */
  FETCH_FIELDS = 64,                    /**< header fields in it */
  FETCH_ASK_BODY = 1024 * 1024,         /**< bytes that a fetch may send */
  FETCH_ANSWER_BODY = 16 * 1024 * 1024, /**< that an answer may have, whatever an upstream allows */
  FETCH_LONGEST = 60 * 1000,            /**< ms that a fetch may take */
  FETCH_WORKER_MOST = 128               /**< fetches of a worker at one time */
};

typedef enum fetch_kind { FETCH_ASK = 1, FETCH_GIVE_UP, FETCH_ANSWER, FETCH_FAILED } fetch_kind;

enum { FETCH_METHODS = 6 };

/** Methods by their numbers; NULL ends them. */
extern const char *const fetch_methods[FETCH_METHODS + 1];

/** True for a method that has a body. */
bool fetch_has_body(unsigned method);

/** The outcome of a fetch. */
typedef enum fetch_code {
  FETCH_ANSWERED,
  FETCH_TIMEOUT,
  FETCH_REFUSED,
  FETCH_UNRESOLVED,
  FETCH_TLS,
  FETCH_CLOSED,
  FETCH_MALFORMED,
  FETCH_TOO_LARGE,
  FETCH_BREAKER_OPEN,
  FETCH_BUSY,
  FETCH_CODES
} fetch_code;

/** Their names, as routes and metrics show them. */
extern const char *const fetch_codes[FETCH_CODES];

/** A message, as it comes or as it goes. */
typedef struct fetch_message {
  fetch_kind kind;
  uint8_t code;
  uint16_t status;
  uint32_t number, head, body, timeout;
  buffer content; /**< head and body, as far as they have come; owned */
  size_t sent;    /**< bytes of them that have gone */
} fetch_message;

/** Reads a packet that may begin a message or go on with one.
 * @param[out] bytes borrowed from the packet @return false: it is not as drawn above */
bool fetch_read(span packet, fetch_message *out, uint32_t *offset, span *bytes);

typedef enum fetch_progress { FETCH_WRONG, FETCH_PART, FETCH_WHOLE } fetch_progress;

/** Adds the bytes of a packet to the message that it belongs to; `part` is what was read of it.
 * @return FETCH_WRONG where it does not go on where the message stands, or memory is out */
fetch_progress fetch_join(fetch_message *whole, const fetch_message *part, uint32_t offset,
                          span bytes);

/** Sends as much of a message as there is room for. @return false when the other side is gone;
 * FETCH_WHOLE in `*how` once all has been sent */
bool fetch_send(int fd, fetch_message *message, fetch_progress *how);

/** Makes a message; its content is copied. @return false when memory is out: it is then empty */
bool fetch_compose(fetch_message *out, fetch_message facts, span head, span body);

/** Cuts the next text off a head. @return false at its end, or where no NUL ends the rest */
bool fetch_next(span *head, span *text);

/** The request of a fetch; borrowed from its message. */
typedef struct fetch_order {
  span upstream, target;
  span fields; /**< texts, as in a head */
} fetch_order;

/** Reads the head of a fetch. Refuses one that leaves the path of its upstream, ends a header field
 * early, or sets a field that belongs to the connection. @return false with what is wrong */
bool fetch_order_read(unsigned method, span head, fetch_order *out, fault *why);
