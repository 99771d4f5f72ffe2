/** @file
 * The options the host itself needs. Their names, defaults and bounds are in lua/host/options.lua
 * alone, and which of them a reload can change.
 */
#pragma once

#include "host/script/home.h"
#include "host/shared/metrics.h"
#include "host/shared/quota_store.h"
#include "host/wire/access_log.h"
#include "host/wire/listen.h"

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
