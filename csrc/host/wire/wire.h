/** @file
 * The wire: what stands between the kernel and libmicrohttpd. Each accepted connection becomes a
 * `link`, whose bytes go through the guard, whose deadlines are kept, and whose end is a lingering
 * close. For every complete or refused request the library is given one of four constant requests
 * of its own; the answer is made from the guard's request.
 *
 * The seam. svcd defines recv, epoll_wait, epoll_ctl, accept4, shutdown and close itself (wire.c).
 * The program comes first where the dynamic linker looks for a name, so the shared library reaches
 * the kernel through these definitions, and they reach the C library's through dlsym(RTLD_NEXT).
 * This needs nothing of the library but its shared object, and costs a call through a pointer: a
 * second event loop around the library's, or a socket pair for each connection, costs system calls.
 * The definitions serve every object of the process, so what is not a link's passes through
 * unchanged. self_test.h tries at every start whether the library in use goes this way.
 *
 * Why a wire at all: what libmicrohttpd does by itself, tried on 0.9.75 (Debian 12) and 1.0.1
 * (Debian 13). Both, where no version is named.
 * 1. It waits again, with the full timeout, when 128 events came at once, before it serves them.
 *    Hence at most 127 events are handed over.
 * 2. It takes as a request: lines that end in a bare line feed; two Host fields; Content-Length
 *    beside Transfer-Encoding; two different Content-Lengths; control bytes in names; TRACE; a
 *    field that continues on the next line. 0.9.75 alone: no Host; a space before the colon.
 * 3. It decodes a path before it hands it over: %2f becomes a slash, %00 ends it.
 * 4. It waits for ever for the end of a body in an unknown transfer coding (0.9.75; 400 in 1.0.1).
 * 5. It answers its own errors in HTML, and a malformed request line not at all.
 * 6. Its timeout counts from the last byte: a client that sends one now and then stays for ever.
 * 7. It does not notice the end of a client's side that stands behind a complete request.
 * 8. It closes the connection after an answer that is given in the first call of the handler.
 * 9. It accepts 11 connections in a turn, and clears the whole pool of a connection after every
 *    answer: pools must be small.
 * 10. Its close resets a connection whose client has sent more than was read, and takes the answer
 *    along. An answer that is cut it ends in the same orderly way as one that is whole.
 * 11. It does not look at a suspended connection, and so not at the end of its client.
 * 12. To a HEAD whose answer would be chunked it sends the last chunk (0.9.75).
 * 13. It sets TCP_NODELAY only where the listening socket it knows is one of TCP (0.9.75).
 * Its form parser, authentication, upgrades and TLS are not used at all.
 *
 * One loop per process; nothing here may be called from another thread.
 */
#ifndef SVC_HOST_WIRE_WIRE_H
#define SVC_HOST_WIRE_WIRE_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

#include "host/wire/guard.h"

/** Milliseconds. */
enum {
  WIRE_HEAD_DEADLINE = 10 * 1000,  /**< from a request's first byte to the end of its head, and
                                      from the accept to the end of a PROXY header */
  WIRE_BODY_DEADLINE = 15 * 1000,  /**< from the end of the head to the end of the body */
  WIRE_WRITE_DEADLINE = 15 * 1000, /**< between two steps of progress of an answer */
  WIRE_IDLE_DEADLINE = 60 * 1000,  /**< between two requests, and before the first */
  WIRE_GRACE_DEADLINE =
      2 * 1000, /**< of who has not sent a first request when the process drains */
  WIRE_LINGER_DEADLINE = 2 * 1000, /**< from the end of an answer to the close */
  WIRE_SLOW = 1000 /**< a request that takes longer to arrive makes room where there is none */
};

typedef enum wire_timer {
  WIRE_NO_TIMER,
  WIRE_IDLE,   /**< between two requests */
  WIRE_SILENT, /**< before the first */
  WIRE_PROXY,
  WIRE_GRACE,
  WIRE_HEAD,
  WIRE_BODY,
  WIRE_WRITE,
  WIRE_LINGER,
  WIRE_TIMERS
} wire_timer;

typedef struct wire_link wire_link;

/** One accepted connection. */
struct wire_link {
  wire_link *before, *after; /**< in the list of its timer */
  wire_link *next_ready;
  void *library;        /**< the library's own mark in epoll */
  guard *guard;         /**< NULL between requests when nothing is held */
  uint64_t deadline;    /**< monotonic ms, when `timer` is set */
  uint64_t began;       /**< monotonic µs: when the request was complete; 0: none was */
  uint64_t drained;     /**< bytes discarded while lingering */
  struct in6_addr peer; /**< IPv4 mapped; `::` on a unix socket */
  int fd;
  wire_timer timer;
  bool more;    /**< the kernel may hold bytes not yet received */
  bool hangup;  /**< the peer has ended its side */
  bool due;     /**< its deadline has passed, or it makes room */
  bool shed;    /**< it makes room: what is half sent is not answered */
  bool queued;  /**< in the list of links that must be woken */
  bool serving; /**< a request is with the library */
  bool stream;  /**< and its answer is a stream */
  bool paused;  /**< which waits: the library does not look at the connection */
  bool control; /**< see listener */
  bool unnamed; /**< its PROXY header is still to come */
  bool counted; /**< for the bound of its peer's address */
};

/** Most connections at once, and most of one client (see address_client_key); 0: no bound of its
 * own, nor has any `exempt` peer. From nine tenths of `connections` on, each new one takes the
 * place of one that waits for its client. */
typedef struct wire_limits {
  uint32_t connections, per_address;
  bool (*exempt)(const struct in6_addr *peer); /**< NULL: nobody */
} wire_limits;

typedef struct wire_counts {
  uint64_t accepted, shed, refused_address, refused_header, timeouts;
  uint32_t open;
} wire_counts;

/** Prepares the tables. Before the library starts: it then names the epoll set, by waiting for its
 * listening socket. @return false when memory is out */
bool wire_open(wire_limits limits);

/** Name of a call that the library never made through the wire; NULL when it made each. */
const char *wire_unseen(void);

/** Wakes the loop when `fd` is readable and then calls `ready(context)`, inside the library's
 * wait: it may not call the library. @return false when epoll refuses */
bool wire_watch(int fd, void (*ready)(void *context), void *context);

/** Ends what `wire_watch` began. */
void wire_unwatch(int fd);

/** In a forked process: forgets the loop and the connections of the parent. */
void wire_forget(void);

/** The link of a descriptor that the library accepted. */
wire_link *wire_of(int fd);

/** Tells that the answer of `link` has left, or will never: the next request may be read. */
void wire_answered(wire_link *link);

/** Tells that the answer of `link` is a stream, which the drain cuts even where its client takes
 * nothing. @param last the connection ends with it */
void wire_stream(wire_link *link, bool last);

/** Between the two the library does not look at the connection (it is suspended), an answer need
 * not make progress, and `link->hangup` tells at once that the client has gone. */
void wire_pause(wire_link *link);
void wire_resume(wire_link *link);

/** From now on every answer ends its connection. Streams end at once, and so do connections that
 * had an answer when they are idle; the others have a moment to send the request they were opened
 * for. */
void wire_drain(void);

/** Connections still open, lingering ones included. */
uint32_t wire_open_count(void);

/** What happened so far. */
const wire_counts *wire_statistics(void);

/** Monotonic time in ms as of the last wait. */
uint64_t wire_now(void);

#endif
