/** @file
 * The options the host itself needs. Their names, defaults and bounds are in lua/host/options.lua
 * alone, and which of them a reload can change.
 */
#pragma once

#include "host/script/home.h"
#include "host/shared/quota_store.h"
#include "host/wire/access_log.h"
#include "host/wire/listen.h"

/* Folders of routes, and of their libraries; lua/host/options.lua allows as many. */
enum { SETTINGS_ROUTES = 16, SETTINGS_LIBRARIES = 8 };

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
