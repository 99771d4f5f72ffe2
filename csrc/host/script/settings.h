/** @file
 * The options the host itself needs. Their names, defaults and bounds are in lua/host/options.lua
 * alone, and which of them a reload can change.
 */
#pragma once

#include <lua.h>
#include <stdatomic.h>

#include "host/script/bundle.h"
#include "host/script/home.h"
#include "host/shared/metrics.h"
#include "host/shared/quota.h"
#include "host/shared/quota_store.h"
#include "host/wire/access_log.h"
#include "host/wire/address.h"
#include "host/wire/guard.h"
#include "host/wire/listen.h"

/* The edge guard: who may ask at all. Off unless configured: a list of hosts, one or two secrets
 * that the proxy in front adds (two while they rotate), and rules of access. */

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

/** The quota that counts a request. */
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

/* Folders of routes, and of their libraries; lua/host/options.lua allows as many. */
enum { SETTINGS_ROUTES = 16, SETTINGS_LIBRARIES = 8 };

/** A server that routes may call. Texts are borrowed from the options. */
typedef struct upstream_spec {
  const char *name, *base;     /**< scheme, authority and path prefix, without a slash at the end */
  const char *host;            /**< of it, without brackets */
  const char *authorities;     /**< a file of certificates; NULL: those of the system */
  const char *header, *secret; /**< a field and the file of its value; NULL: none */
  const char *stamp;           /**< of both files, as they were when the options were read */
  uint32_t port, timeout /* ms */, max_bytes, in_flight;
  uint32_t failures, pause; /**< of the breaker: so many in a row open it for so many seconds */
} upstream_spec;

typedef struct upstreams {
  uint32_t count;
  upstream_spec list[METRICS_UPSTREAMS];
} upstreams;

/** True when both are the same, and their files were when they were read. */
bool upstreams_same(const upstreams *a, const upstreams *b);

typedef struct settings {
  const home *place;
  uint32_t listen_count, admin_count;
  listen_spec listen[LISTEN_LIMIT], admin_listen[LISTEN_LIMIT];
  const char *publication, *trust, *state_dir; /**< NULL when unset */
  const char *control, *log, *access_log, *user, *group;
  const char *routes[SETTINGS_ROUTES + SETTINGS_LIBRARIES + 1]; /**< of both; NULL ends them */
  quota_stores stores;
  uint32_t log_field_count;
  access_field log_fields[ACCESS_FIELDS];
  upstreams upstreams;
  uint32_t workers, connections, connections_per_address, quota_limit, quota_window;
  uint32_t drain_timeout, drain_delay, heartbeat_timeout, load_timeout; /**< seconds */
  uint64_t script_instructions, script_memory, cache_size, shared_size;
  bool watch, sandbox, allow_unavailable;
  const char
      *check; /**< of `svcd check`, "text" or "json": everything is tried, nothing is served */
} settings;

/** Reads the table of options at the top of `L`: texts are borrowed from it. Raises when memory is
 * out. */
void settings_read(settings *out, const home *place, lua_State *L);

/* The configuration of a generation: its options as a Lua text, which the examiner of a reload puts
 * beside the files of the routes, and what each process reads of it. */

typedef struct configuration {
  lua_State *L;    /**< the table of options is its top value */
  uint32_t owners; /**< the last one's close frees it */
  settings options;
  edge edge;
} configuration;

/** The options that are among the files, borrowed from them. Empty: they are not */
span configuration_text(const bundle *from);

/** Puts a text of options among the files. @return false when memory is out */
bool configuration_put(bundle *to, span text);

/** Reads a text of options. @return owned, or NULL */
configuration *configuration_open(const home *place, span text, fault *why);

/** Makes the caller a further owner. Accepts NULL. */
void configuration_share(configuration *c);

/** An owner lets it go. Accepts NULL. */
void configuration_close(configuration *c);

/** Pushes the table of options that the text says. Raises when memory is out. */
void configuration_push(lua_State *L, span text);
