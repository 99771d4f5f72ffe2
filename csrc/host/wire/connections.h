/** @file
 * The connections of a process: who is let in, who makes room, how long each may wait, and where
 * each one stands.
 *
 *     state                what happens                                next state
 *     -                    accept4, where a PROXY header is to come    PROXY
 *     -                    accept4                                     RECEIVING
 *     PROXY                the header was read                         RECEIVING
 *     RECEIVING            a request is whole, or is refused           SERVING
 *     SERVING              its answer must wait                        WAITING
 *     WAITING              it need not wait any more                   SERVING
 *     SERVING              its answer is a stream                      STREAMING
 *     STREAMING            the stream has nothing to say for a while   STALLED
 *     STALLED              it goes on                                  STREAMING
 *     SERVING, STREAMING   the answer has left                         RECEIVING
 *     SERVING, STREAMING   the last answer has left                    ANSWERED
 *     ANSWERED             the library closes the connection           LINGERING
 *     LINGERING            its client has ended, or is late            -
 *     any other            the library closes it; a request that       -
 *                          it serves then is reset
 *
 * | state     | the library is told of            | its deadline         | its end by the client  |
 * |-----------|-----------------------------------|----------------------|------------------------|
 * | PROXY     | bytes, to call recv               | PROXY, GRACE         | is read by recv        |
 * | RECEIVING | bytes, to call recv               | IDLE to BODY         | is read by recv        |
 * | SERVING   | room to write                     | WRITE                | at the next recv       |
 * | STREAMING | room to write                     | WRITE                | ends the stream        |
 * | WAITING   | nothing: it has it suspended      | none                 | `hangup`               |
 * | STALLED   | nothing: it has it suspended      | none                 | `hangup`               |
 * | ANSWERED  | room to write                     | none                 | the library closes     |
 * | LINGERING | nothing: it has closed it         | LINGER               | ends it                |
 */
#pragma once

#include <netinet/in.h>
#include <sys/epoll.h>

#include "host/wire/acceptor.h"
#include "host/wire/guard.h"

/** Milliseconds. */
enum {
  WIRE_HEAD_DEADLINE = 10 * 1000,  /**< from a request's first byte to the end of its head, and
                                      from the accept to the end of a PROXY header */
  WIRE_BODY_DEADLINE = 15 * 1000,  /**< from the end of the head to the end of the body */
  WIRE_WRITE_DEADLINE = 15 * 1000, /**< between two steps of progress of an answer */
  WIRE_IDLE_DEADLINE = 60 * 1000,  /**< between two requests, and before the first */
  WIRE_GRACE_DEADLINE = 2 * 1000,  /**< for the first request, where the process drains */
  WIRE_REUSE_DEADLINE = 1000, /**< for the next request after an answer this recent, likewise */
  WIRE_LINGER_DEADLINE = 2 * 1000, /**< from the end of an answer to the close */
  WIRE_SLOW = 1000 /**< a request that takes longer to arrive makes room where there is none */
};

/** Bytes of answers that clients have not taken yet: of all clients of a process, and of one.
 * Beyond them, the connections on which nothing was taken for the longest time are ended. */
enum { WIRE_UNSENT_LIMIT = 64 << 20, WIRE_CLIENT_UNSENT_LIMIT = 16 << 20 };

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

/** The state of a connection; the transitions are drawn above. */
typedef enum connection_state {
  CONNECTION_PROXY,     /**< its PROXY header is still to come */
  CONNECTION_RECEIVING, /**< between two requests, or within one */
  CONNECTION_SERVING,   /**< a request is with the library */
  CONNECTION_STREAMING, /**< so it is, and its answer is a stream */
  CONNECTION_WAITING,   /**< its answer waits, for a store or for another process */
  CONNECTION_STALLED,   /**< its stream has nothing to say for a while */
  CONNECTION_ANSWERED,  /**< its last answer has left */
  CONNECTION_LINGERING  /**< the library has closed it: what its client still sends is discarded */
} connection_state;

/** The party that has put a connection into the epoll set. */
typedef enum connection_watch {
  WATCH_NOBODY,
  WATCH_LIBRARY, /**< the library */
  WATCH_KEPT,    /**< the library has taken it out, and puts it back soon: it stays there */
  WATCH_MISSED,  /**< so it does, and the library has not heard of something that happened since */
  WATCH_WIRE     /**< we have, for the end of a client alone */
} connection_watch;

/** Why a connection that waits for its client is woken, though its client sent nothing. */
typedef enum connection_due {
  DUE_NOT,
  DUE_LATE, /**< its deadline has passed */
  DUE_SHED  /**< it makes room: what is half sent is not answered */
} connection_due;

typedef struct connection connection;

/** One accepted connection. */
struct connection {
  connection *before, *after; /**< in the list of its timer */
  connection *next_queued;
  void *library; /**< the library's own pointer in epoll; NULL before and after its time */
  guard *guard;  /**< NULL between requests when nothing is held */
  const struct request *asked; /**< what the library has of it, until the answer is whole; NULL */
  uint64_t deadline;           /**< monotonic ms, when `timer` is set */
  uint64_t began;       /**< monotonic µs: when the last request was complete; 0: none was */
  uint64_t drained;     /**< bytes discarded while lingering */
  uint64_t unsent;      /**< bytes held for its answer until that has left */
  struct in6_addr peer; /**< IPv4 mapped; `::` on a unix socket */
  int fd;
  wire_timer timer;
  connection_state state;
  connection_watch watch;
  connection_due due;
  bool more;    /**< the kernel may hold bytes not yet received */
  bool hangup;  /**< the peer has ended its side */
  bool queued;  /**< in the list of those that must be woken */
  bool control; /**< see listener */
  bool counted; /**< for the bound of its peer's address */
};

/** Most connections at once, and most of one client (see address_client_key); 0: no bound. Peers
 * that `exempt` holds true of have no bound of their own either. From nine tenths of `connections`
 * on, each new one takes the place of one that waits for its client. */
typedef struct wire_limits {
  uint32_t connections, per_address;
  bool (*exempt)(const struct in6_addr *peer); /**< NULL: nobody */
} wire_limits;

typedef struct wire_counts {
  uint64_t accepted, shed, refused_address, refused_header, timeouts;
  uint32_t open;
} wire_counts;

/** The connections, as the files of the wire share them. */
extern struct connections {
  connection **list; /**< by descriptor; NULL: not open */
  size_t size;       /**< descriptors there is room for */
  guard *spare;      /**< of the connection that was answered last */
  wire_limits limits;
  wire_counts counts;
  uint64_t now;    /**< monotonic ms as of the last wait */
  uint64_t unsent; /**< bytes held for all answers until they have left */
  bool draining;
} connections;

/* ---- all of them ---- */

/** Prepares the table. @return false when memory is out */
bool connections_open(wire_limits limits);

/** The ms that may be waited: until the first deadline, none while a connection must be woken, and
 * `timeout` at most; where that is negative, as long as nothing happens. */
int connections_timeout(int timeout);

/** Queues the connections whose deadline has passed, and ends those that linger. */
void connections_expire(void);

/** Takes the first of those that must be woken. @return NULL when there is none */
connection *connections_next_queued(void);

/** Makes room, if one of the connections waits for its client. */
void connections_shed(void);

/** Begins the drain: from now on every answer ends its connection. Streams end at once, and so do
 * connections that had an answer when they are idle; the others have a moment to send the request
 * they were opened for. */
void connections_drain(void);

/** Forgets the connections of the parent, in a forked process. */
void connections_forget(void);

/* ---- one of them ---- */

/** The connection of a descriptor that was admitted, or NULL. */
connection *connection_of(int fd);

/** Takes an accepted connection in, unless its peer has as many as it may; from nine tenths of the
 * bound on another makes room for it.
 * @return false when it is refused; the descriptor stays the caller's */
bool connection_admit(int fd, const listener *from, const struct sockaddr *address);

/** Counts a connection for the peer that it is known to be of, if that is bounded.
 * @return false when the peer has as many as it may */
bool connection_count(connection *c);

/** Gives it the deadline of `timer`, counted from now, instead of the one it has. */
void connection_set_timer(connection *c, wire_timer timer);

/** Its guard, which it is given where it has none. @return NULL when memory is out */
guard *connection_guard(connection *c);

/** Takes its guard away. */
void connection_forget_guard(connection *c);

/** True while a request of it is with the library. */
static inline bool connection_is_served(const connection *c) {
  return c->state >= CONNECTION_SERVING && c->state <= CONNECTION_STALLED;
}

/** Notes that `bytes` are held for its answer until that has left, and ends other connections where
 * they are too many (WIRE_UNSENT_LIMIT). */
void connection_hold(connection *c, size_t bytes);

/** Its answer has left, or will never: the next request may be read. */
void connection_answered(connection *c);

/** Its answer is a stream, which the drain cuts even where its client takes nothing.
 * @param last the connection ends with it */
void connection_stream(connection *c, bool last);

/** Between the two the library does not look at the connection (it is suspended), an answer need
 * not make progress, and `hangup` tells at once that the client has gone. One that is paused before
 * the library suspends it stays in the epoll set, which spares four system calls where the wait is
 * short. */
void connection_pause(connection *c);
void connection_resume(connection *c);

/* ---- for the seam ---- */

/** The library puts it into its epoll set, or takes it out. @return as epoll_ctl */
int connection_watched(connection *c, const struct epoll_event *event);
int connection_unwatched(connection *c);

/** Takes note of an event of the kernel. @return the events that the library is to hear of, or 0 */
uint32_t connection_event(connection *c, uint32_t events);

/** The library closes it: an answered one lingers, any other ends. */
void connection_close(connection *c);
