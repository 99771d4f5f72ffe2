/** @file
 * Commands such as `svcd reload` ask the master through its control socket: the Lua module
 * `control`.
 */
#pragma once

#include <lua.h>

/* Tells systemd how the service fares (Type=notify), where there is a systemd. */

/** Sends a state such as "READY=1"; does nothing without NOTIFY_SOCKET. */
void notify_send(const char *state);

/** Sends that a reload begins, and when (RELOADING=1). */
void notify_reloading(void);

/** Tells the watchdog that all is well, as often as WATCHDOG_USEC of the environment asks for. */
void notify_watchdog(void);

/** Opens the module: `control.ask(path, method, target, seconds)` -> body; or nil, a reason, and
 * whether the service was reached, after that many seconds without an answer at the latest. */
int luaopen_control(lua_State *L);
