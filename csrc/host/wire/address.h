/** @file
 * Client addresses: networks, and who a request comes from when proxies stand in between. Pure.
 */
#pragma once

#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/fault.h"
#include "base/span.h"

/* How many connections each client holds: an address, or the /64 of one of IPv6. Fixed number of
 * buckets, one small entry a client. */

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

enum { ADDRESS_TEXT = 46, NETWORKS_LIMIT = 64 };

/** Addresses are IPv6 throughout; an IPv4 one is mapped (::ffff:a.b.c.d). */
typedef struct network {
  struct in6_addr prefix;
  uint32_t bits; /**< 0..128 */
} network;

typedef struct networks {
  uint32_t count;
  network list[NETWORKS_LIMIT];
} networks;

/** Reads the text form of a family (AF_INET, AF_INET6), as inet_pton has it.
 * @param[out] out struct in_addr or in6_addr */
bool address_parse(span text, int family, void *out);

/** The mapped form of an IPv4 address. @param four its bytes */
struct in6_addr address_mapped(const void *four);

/** Reads `a.b.c.d`, an IPv6 address without brackets, or `unix`: the peer on a unix socket, who has
 * no address and is `::` here, as no other peer is. */
bool address_read(span text, struct in6_addr *out);

/** Writes it in its own family's form, `::` as `unix`, and a NUL. */
void address_write(const struct in6_addr *address, char out[ADDRESS_TEXT]);

/** Adds `address`, `address/bits` or `unix` to the list. */
bool networks_add(networks *all, span text, fault *why);

/** True when one of the networks holds the address. */
bool networks_hold(const networks *all, const struct in6_addr *address);

/** Follows one field of X-Forwarded-For from right to left, as long as `client` is a trusted proxy,
 * which wrote what is left of it. Stops at the first entry that is not an address. O(bytes).
 * @param client the peer, or what the field behind this one led to; receives whom this one names
 * @return true when the field before this one is to be followed too */
bool address_forwarded(const networks *trusted, span field, struct in6_addr *client);

/** The key of one client for the quota and the bound of connections: the address itself, or its /64
 * when it is IPv6. */
struct in6_addr address_client_key(const struct in6_addr *address);

/** True for 127.0.0.0/8 and ::1. */
bool address_is_loopback(const struct in6_addr *address);

/** A hash whose collisions nobody can find who does not know the key. */
uint64_t address_hash(const struct in6_addr *address, const uint64_t key[2]);
