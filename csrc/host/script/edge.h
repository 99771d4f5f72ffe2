/** @file
 * The edge guard: who may ask at all. Off unless configured: a list of hosts, one or two secrets
 * that the proxy in front adds (two while they rotate), and rules of access.
 */
#pragma once

#include <lua.h>
#include <stdatomic.h>

#include "host/shared/quota.h"
#include "host/wire/address.h"
#include "host/wire/guard.h"

enum {
  EDGE_HOSTS = 64,
  EDGE_SECRETS = 2,
  EDGE_RULES = 32,
  EDGE_ORIGINS = 8,
  EDGE_QUOTA_LIMIT = 1000
};

typedef enum edge_action { EDGE_ALLOW, EDGE_DENY, EDGE_REDIRECT } edge_action;

/** A quota of the paths at and below `path`, in place of that of all; `limit` 0: they have none. */
typedef struct edge_quota {
  span path;
  uint32_t limit, window; /**< requests, at most EDGE_QUOTA_LIMIT; seconds */
} edge_quota;

/** Who counts a request. */
typedef struct edge_bucket {
  quota quota;
  struct in6_addr client; /**< its key there */
  bool by_path;           /**< it has a quota of its own */
  bool exempt;            /**< whatever it asks for, it is not counted */
} edge_bucket;

/** Origins that pages at and below `path` may be read from; none: by nobody. */
typedef struct edge_origins {
  span path;
  uint32_t count;
  span list[EDGE_ORIGINS];
} edge_origins;

/** A rule of access; lua/host/access_rules.lua reads it. All its conditions must hold. */
typedef struct edge_rule {
  edge_action action;
  const char *to; /**< of a redirect */
  span path;      /**< holds for it and below it; empty: for any */
  span header;    /**< name in lower case; empty: none is asked for */
  span value;     /**< a pattern in lower case, with `*` and `?` */
  networks from;  /**< none: any client */
} edge_rule;

typedef struct edge {
  networks trusted; /**< proxies whose X-Forwarded-For is believed */
  networks near;    /**< where a proxy stands: this machine and private networks */
  uint32_t hosts, secrets;
  span host[EDGE_HOSTS], secret[EDGE_SECRETS];
  uint32_t rules;
  edge_rule rule[EDGE_RULES];
  networks exempt; /**< clients that no quota counts */
  uint32_t quotas, cors;
  edge_quota quota[EDGE_RULES];
  edge_origins origins[EDGE_RULES];
} edge;

/** Makes what the workers share: before they are forked. @return false when memory is out */
bool edge_share(void);

/** Reads the options `trusted_proxies`, `allowed_hosts`, `edge_secrets`, `access`, `cors`,
 * `quota_routes` and `quota_exempt` from the table at the top of `L`: texts are borrowed from it.
 */
bool edge_open(edge *e, lua_State *L, fault *why);

/** True when the request may pass. Secrets are compared in constant time. */
bool edge_admits(const edge *e, const guard *g);

/** The first rule of access that holds for an accepted request.
 * @return NULL: none does, or one that allows it */
const edge_rule *edge_judge(const edge *e, const struct in6_addr *client, const guard *g);

/** Finds who counts a request. @param usual quota of all, @param rules table of the quotas of
 * paths; either may be NULL  @param path decoded  @param counted its route counts against that of
 * all
 * @return false: nobody does */
bool edge_bucket_of(const edge *e, const quota *usual, const quota *rules,
                    const struct in6_addr *client, span path, bool counted, edge_bucket *out);

/** The place, from 1, of the request's Origin among those that its path may be read from; 0: it is
 * none of them, or the path has no such rule. */
uint32_t edge_origin_of(const edge *e, const guard *g);

/** The path as the router sees it. Borrowed until the next call */
span edge_path(const guard *g);

/** The address of the client that `peer` forwards for, or of `peer` itself: all X-Forwarded-For of
 * the request as one list, read as in address_forwarded. Logs a warning, once, when such a header
 * comes from near by and no proxy is trusted: all clients of that proxy then share one quota. */
struct in6_addr edge_client(const edge *e, const struct in6_addr *peer, const guard *g);
