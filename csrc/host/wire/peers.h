/** @file
 * How many connections each client holds: an address, or the /64 of one of IPv6. Fixed number of
 * buckets, one small entry a client.
 */
#pragma once

#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>

/** Counts one more connection of the client at `address`, unless it holds `limit` already (0: no
 * limit).
 * @return false when the limit or the memory is reached; nothing is counted then */
bool peers_enter(const struct in6_addr *address, uint32_t limit);

/** Counts one connection less. */
void peers_leave(const struct in6_addr *address);

/** Counts bytes that are held for the answers of a client that has connections, or, where `bytes`
 * is negative, that are held no more. @return how many are held for it then */
uint64_t peers_hold(const struct in6_addr *address, int64_t bytes);

/** Forgets the connections of the parent, in a forked process. */
void peers_forget(void);
