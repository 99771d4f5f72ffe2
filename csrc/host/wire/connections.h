/** @file
 * The connections of a process: who is let in, who makes room, what each may wait for, and its end.
 */
#pragma once

#include "host/wire/acceptor.h"
#include "host/wire/links.h"

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
  wire_link **links; /**< by descriptor; NULL: not open */
  size_t size;       /**< descriptors there is room for */
  guard *spare;      /**< of the link that was answered last */
  wire_limits limits;
  wire_counts counts;
  uint64_t now; /**< monotonic ms as of the last wait */
  bool draining;
} connections;

/** Prepares the table. @return false when memory is out */
bool connections_open(wire_limits limits);

/** The connection of a descriptor that was admitted, or NULL. */
wire_link *connection_of(int fd);

/** Takes an accepted connection in, unless its peer has as many as it may.
 * @return false when it is refused; the descriptor stays the caller's */
bool connection_admit(int fd, const listener *from, const struct sockaddr *address);

/** Counts a connection for the peer that it is known to be of, if that is bounded.
 * @return false when the peer has as many as it may */
bool connection_count(wire_link *link);

/** Gives it the deadline of `timer` from now on. */
void connection_set_timer(wire_link *link, wire_timer timer);

/** Its guard, which it is given where it has none. @return NULL when memory is out */
guard *connection_guard(wire_link *link);

/** Takes its guard away. */
void connection_forget_guard(wire_link *link);

/** Ends it: closes the descriptor and releases the link. */
void connection_end(wire_link *link);

/** Makes room, if one of the connections waits for its client. */
void connection_shed(void);

/** True from nine tenths of the greatest number on. */
bool connections_crowded(void);

/** Wakes the connections whose deadline has passed, and ends those that linger. */
void connections_expire(void);

/** From now on every answer ends its connection. Streams end at once, and so do connections that
 * had an answer when they are idle; the others have a moment to send the request they were opened
 * for. */
void connections_drain(void);

/** In a forked process: forgets the connections of the parent. */
void connections_forget(void);
