/** @file
 * The edge guard: who may ask at all. Off unless configured: a list of hosts, and one or two
 * secrets that the proxy in front adds (two while they rotate).
 */
#ifndef SVC_HOST_EDGE_H
#define SVC_HOST_EDGE_H

#include <lua.h>

#include "base/fault.h"
#include "host/address.h"
#include "host/guard.h"

enum { EDGE_HOSTS = 64, EDGE_SECRETS = 2 };

typedef struct edge {
  networks trusted; /**< proxies whose X-Forwarded-For is believed */
  uint32_t hosts, secrets;
  span host[EDGE_HOSTS], secret[EDGE_SECRETS];
} edge;

/** Reads the options `trusted_proxies`, `allowed_hosts` and `edge_secrets` from the table at the
 * top of `L`: texts are borrowed from it. */
bool edge_open(edge *e, lua_State *L, fault *why);

/** True when the request may pass. Secrets are compared in constant time. */
bool edge_admits(const edge *e, const guard *g);

/** The address of the client that `peer` forwards for, or of `peer` itself. */
struct in6_addr edge_client(const edge *e, const struct in6_addr *peer, const guard *g);

#endif
