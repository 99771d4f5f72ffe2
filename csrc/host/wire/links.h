/** @file
 * A connection, and the lists that connections stand in: by deadline, and those that must be woken.
 */
#pragma once

#include <netinet/in.h>

#include "host/wire/guard.h"

/** Milliseconds. */
enum {
  WIRE_HEAD_DEADLINE = 10 * 1000,  /**< from a request's first byte to the end of its head, and
                                      from the accept to the end of a PROXY header */
  WIRE_BODY_DEADLINE = 15 * 1000,  /**< from the end of the head to the end of the body */
  WIRE_WRITE_DEADLINE = 15 * 1000, /**< between two steps of progress of an answer */
  WIRE_IDLE_DEADLINE = 60 * 1000,  /**< between two requests, and before the first */
  WIRE_GRACE_DEADLINE = 2 * 1000,  /**< of who has not sent a first request when the process drains
                                    */
  WIRE_REUSE_DEADLINE = 1000,      /**< of who was answered this shortly before, likewise */
  WIRE_LINGER_DEADLINE = 2 * 1000, /**< from the end of an answer to the close */
  WIRE_SLOW = 1000 /**< a request that takes longer to arrive makes room where there is none */
};

typedef enum wire_timer {
  WIRE_NO_TIMER,
  WIRE_IDLE,   /**< between two requests */
  WIRE_SILENT, /**< before the first */
  WIRE_PROXY,
  WIRE_GRACE,
  WIRE_REUSE,
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
  bool paused;  /**< its answer waits: the library does not look at the connection */
  bool armed;   /**< the library has put it into the epoll set */
  bool kept;    /**< it was paused and the library believes that it is not there any more */
  bool missed;  /**< and of something that happened since it has not heard */
  bool control; /**< see listener */
  bool unnamed; /**< its PROXY header is still to come */
  bool counted; /**< for the bound of its peer's address */
};

/** Gives the link the deadline of `timer`, counted from `now` in ms, instead of the one it has. */
void links_set_timer(wire_link *link, wire_timer timer, uint64_t now);

/** Takes its deadline away. */
void links_unset_timer(wire_link *link);

/** The link whose deadline of this kind comes first, or NULL. The next one is its `after`. */
wire_link *links_first(wire_timer timer);

/** The link that makes room for a new connection, of those that wait for their client: the oldest
 * half-sent request that has taken more than WIRE_SLOW; else the oldest of the most numerous kind,
 * half-sent requests before idle connections where they are as many. @return NULL when all are
 * served */
wire_link *links_spare(uint64_t now);

/** The ms that may be waited: until the first deadline, none while a link must be woken, and
 * `timeout` at most; where that is negative, as long as nothing happens. */
int links_timeout(int timeout, uint64_t now);

/** Puts the link at the end of those that must be woken, once. */
void links_queue(wire_link *link);

/** Takes it out of them. */
void links_unqueue(wire_link *link);

/** Takes the first of them out. @return NULL when there is none */
wire_link *links_next(void);

/** Forgets all links, which stay as they are. */
void links_forget(void);
