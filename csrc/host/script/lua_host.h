/** @file
 * The table `host` that scripts see: what the process offers to Lua. Documented in lua/host.d.lua.
 */
#pragma once

#include "host/script/settings.h"
#include "host/shared/dict.h"
#include "host/shared/metrics.h"
#include "host/shared/quota.h"
#include "host/wire/exchange.h"

/** What a script is made of, and what it may use of the process. Borrowed. */
typedef struct script_means {
  const settings *options;
  quota *quota;            /**< NULL: none */
  quota *work;             /**< of answers outside the quota that are made for a client; or NULL */
  dict *dict;              /**< shared between the workers */
  metrics_worker *metrics; /**< NULL: nothing is counted */
  metrics_routes *routes;  /**< numbers of the routes; NULL: none is given */
  bool trial; /**< lua/host/boot.lua tests the routes whole, before any worker loads them */
} script_means;

/** The metatable of the table of a request's header fields, in the registry. */
#define LUA_HOST_HEADERS "svc.headers"

/** Names the request that runs in the coroutine `L` and can wait there for the quota, until the
 * next call. @param asked NULL: none does */
void lua_host_run(lua_State *L, request *asked);

/** Pushes a new table of the host's functions.
 * @param means borrowed for as long as the state lives */
void lua_host_push(lua_State *L, const script_means *means);
