/** @file
 * The wire guard: bytes of a connection in, one whole checked request out, or a refusal. It is
 * pure: no descriptor, no clock. It lets through only requests that follow RFC 9110/9112 to the
 * letter; libmicrohttpd behind it never sees a byte that a client sent.
 *
 *     guard_space ──recv──▶ guard_received ──▶ guard_step ──▶ MORE | COMPLETE | REFUSED
 *                                                  ▲                     │ and served
 *                                                  └──── guard_next ◀────┘
 *
 * The verdict never depends on how the input was cut into pieces.
 */
#pragma once

#include <stdint.h>

#include "base/fault.h"
#include "base/span.h"

/** Bounds of one request. Beyond them: 414, 431, 431, 413. */
enum {
  GUARD_LINE_LIMIT = 8 * 1024,   /**< bytes of the request line, CRLF included */
  GUARD_HEAD_LIMIT = 16 * 1024,  /**< bytes of the head, request line and blank line included */
  GUARD_FIELD_LIMIT = 100,       /**< header fields */
  GUARD_BODY_LIMIT = 64 * 1024,  /**< bytes of the decoded body */
  GUARD_CHUNK_LINE_LIMIT = 1024, /**< bytes of a chunk's size line, CRLF included */
  GUARD_TRAILER_LIMIT = 4 * 1024 /**< bytes of the trailer section */
};

/** How far a step of the guard came. `guard_step` returns the first three; GUARD_NEXT is between
 * the files of the guard. */
typedef enum guard_result {
  GUARD_MORE,     /**< the request is not complete: receive more and step again */
  GUARD_COMPLETE, /**< one request is complete */
  GUARD_REFUSED,  /**< answer `refusal` and close: nothing after it can be trusted */
  GUARD_NEXT      /**< a line, or a part of the body, was read: read the next one */
} guard_result;

/** Why a request is refused; `guard_refusal_code` names the problem. */
typedef enum guard_refusal {
  GUARD_ACCEPTED,
  GUARD_INVALID,           /**< 400 */
  GUARD_METHOD,            /**< 405 */
  GUARD_TIMEOUT,           /**< 408 */
  GUARD_BODY_TOO_LARGE,    /**< 413 */
  GUARD_TARGET_TOO_LONG,   /**< 414 */
  GUARD_EXPECTATION,       /**< 417 */
  GUARD_HEADERS_TOO_LARGE, /**< 431 */
  GUARD_CODING,            /**< 501 */
  GUARD_VERSION            /**< 505 */
} guard_refusal;

typedef enum guard_phase {
  GUARD_START,   /**< no byte of a request yet */
  GUARD_LINE,    /**< in the request line */
  GUARD_FIELDS,  /**< in the header section */
  GUARD_BODY,    /**< in a body of known length */
  GUARD_SIZE,    /**< in a chunk's size line */
  GUARD_CHUNK,   /**< in a chunk's data */
  GUARD_TRAILER, /**< in the trailer section */
  GUARD_DONE     /**< complete or refused */
} guard_phase;

/** A range of the guard's bytes; an offset, because the bytes move when they grow. */
typedef struct guard_slice {
  uint32_t at, len;
} guard_slice;

typedef struct guard_field {
  guard_slice name; /**< in lower case */
  guard_slice value;
} guard_field;

typedef struct guard {
  char *data;         /**< owned; NULL while nothing is held */
  uint32_t len, size; /**< bytes held, bytes allocated */
  uint32_t at;        /**< parsed up to here */
  uint32_t scanned;   /**< searched for a line feed up to here */
  uint32_t left;      /**< bytes still missing of the body or of the chunk */
  uint32_t trailer;   /**< bytes of the trailer section so far */
  guard_phase phase;
  guard_refusal refusal; /**< set before DONE when the head is read on for the request's id */
  guard_slice method;    /**< valid once `line_read` */
  guard_slice target;    /**< as sent */
  guard_slice authority; /**< host and port asked for; empty on HTTP/1.0 without Host */
  guard_slice path;      /**< what precedes "?": read it through `guard_path` */
  guard_slice query;     /**< what follows "?"; meaningful when `has_query` */
  guard_slice body;      /**< decoded */
  uint32_t count;        /**< of `fields` */
  uint8_t minor;         /**< 0 or 1, of HTTP/1.x */
  bool line_read;        /**< method and target are known; a refused one as it was sent */
  bool has_query, has_body;
  bool close;           /**< the connection ends with this answer */
  bool awaits_continue; /**< the client waits for "100 Continue" */
  bool absolute;        /**< the target carried its own authority */
  guard_field fields[GUARD_FIELD_LIMIT];
  fault why; /**< of the refusal: one sentence that names the byte and its place, if it is one */
} guard;

/** Room for received bytes: at least 1 and at most `*room` at the result.
 * @return NULL when memory is out. */
char *guard_space(guard *g, uint32_t *capacity);

/** Counts `count` bytes just written at `guard_space`. */
static inline void guard_received(guard *g, uint32_t count) { g->len += count; }

/** Refuses the request now, also from outside (a deadline, the end of the input). Of several
 * refusals the first stands.
 * @param reason one sentence */
guard_result guard_refuse(guard *g, guard_refusal refusal, const char *reason);

/** Forgets the finished request and keeps what was received after it. */
void guard_next(guard *g);

/** Forgets everything, for the next connection; some memory is kept. */
void guard_clear(guard *g);

/** Releases the bytes. */
void guard_free(guard *g);

/** The bytes of a slice, borrowed until the next `guard_space` or `guard_next`. */
static inline span guard_span(const guard *g, guard_slice slice) {
  return (span){g->data == NULL ? "" : g->data + slice.at, slice.len};
}

/** The path as sent, beginning with "/"; "*" of "OPTIONS *"; "/" where the target has none or
 * was not read. Of a refused request it may hold any bytes. */
span guard_path(const guard *g);

/** The value of the field `name` (lower case). @return the absent span when there is none or
 * more than one: a repeated field has no single value. */
span guard_value(const guard *g, span name);

/** The values of the field `name` (lower case) as one list (RFC 9110 section 5.3).
 * @param out where more than one are joined @return the absent span when there is none */
span guard_list(const guard *g, span name, char out[GUARD_HEAD_LIMIT]);

/** The problem code of a refusal, such as "URI_TOO_LONG". Static. */
const char *guard_refusal_code(guard_refusal refusal);

/* ---- for guard_step.c and guard_body.c ---- */

/** Reads on as far as the bytes allow. After COMPLETE or REFUSED it returns the same until
 * `guard_next`. Cost: linear in the bytes, however they arrive. */
guard_result guard_step(guard *g);
