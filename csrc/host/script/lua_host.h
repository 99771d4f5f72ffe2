/** @file
 * The table `host` that scripts see: what the process offers to Lua. Documented in lua/host.d.lua.
 */
#pragma once

#include <lua.h>

#include "host/script/script_deps.h"
#include "host/wire/exchange.h"

/** The metatable of the table of a request's header fields, in the registry. */
#define LUA_HOST_HEADERS "svc.headers"

/** Names the request that runs in the coroutine `L` and can wait there for the quota, until the
 * next call. @param asked NULL: none does */
void lua_host_run(lua_State *L, request *asked);

/** Pushes a new table of the host's functions.
 * @param deps borrowed for as long as the state lives */
void lua_host_push(lua_State *L, const script_deps *deps);
