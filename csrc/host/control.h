/** @file
 * `svcd reload` and `svcd status` ask the master through its control socket: the Lua module
 * `control`, for commands.
 */
#ifndef SVC_HOST_CONTROL_H
#define SVC_HOST_CONTROL_H

#include <lua.h>

/** Opens the module: `control.ask(path, method, target)` -> body, status; or nil and a reason. */
int luaopen_control(lua_State *L);

#endif
