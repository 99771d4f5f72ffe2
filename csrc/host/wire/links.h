/** @file
 * The lists that connections stand in: by deadline, and those that must be woken. Used by wire.c
 * alone.
 */
#ifndef SVC_HOST_WIRE_LINKS_H
#define SVC_HOST_WIRE_LINKS_H

#include "host/wire/wire.h"

/** Gives the link the deadline of `timer`, counted from `now` in ms, instead of the one it has. */
void links_set_timer(wire_link *link, wire_timer timer, uint64_t now);

/** Takes its deadline away. */
void links_unset_timer(wire_link *link);

/** The link whose deadline of this kind comes first, or NULL. The next one is its `after`. */
wire_link *links_first(wire_timer timer);

/** Who makes room for a new connection, of those that wait for their client: the oldest half-sent
 * request that has taken more than WIRE_SLOW; else the oldest of the most numerous kind, half-sent
 * requests before idle connections where they are as many. @return NULL when all are served */
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

#endif
