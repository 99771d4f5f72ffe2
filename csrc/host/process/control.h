/** @file
 * Commands such as `svcd reload` ask the master through its control socket: the Lua module
 * `control`.
 */
#pragma once

#include <lua.h>

/** Opens the module: `control.ask(path, method, target, seconds)` -> body; or nil, a reason, and
 * whether the service was reached, after that many seconds without an answer at the latest. */
int luaopen_control(lua_State *L);
