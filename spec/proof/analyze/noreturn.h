/** A fact that static analysis needs and Lua's headers do not state: an error never returns.
 * Included before every file by `make analyze`. */
#ifndef SVC_NORETURN_H
#define SVC_NORETURN_H

#include <lauxlib.h>

__attribute__((noreturn)) int lua_error(lua_State *L);
__attribute__((noreturn)) int luaL_error(lua_State *L, const char *format, ...);
__attribute__((noreturn)) int luaL_argerror(lua_State *L, int argument, const char *extra);
__attribute__((noreturn)) int luaL_typeerror(lua_State *L, int argument, const char *name);

#endif
