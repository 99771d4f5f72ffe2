/** @file
 * The modules in C that routes and framework have: the engine and cjson. They are found once, by
 * the process that every other is forked from, which then need no file for them.
 */
#pragma once

#include <lua.h>

#include "base/fault.h"

/** Finds them where `L` looks for modules. They are in memory as long as `L` lives. */
bool natives_find(lua_State *L, fault *why);

/** Puts them into package.preload of `L`. Raises when memory is out. */
void natives_install(lua_State *L);
