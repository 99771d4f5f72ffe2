/** @file
 * Finds the installation, and sets the paths on which Lua finds modules. meson.build alone says
 * where the parts of an installation are; here they are found from the running program, so that an
 * installation may be moved as a whole:
 *
 *     PREFIX/bin/svcd
 *     PREFIX/SVC_SHARE     lua/, routes/, contract/, data/
 *     PREFIX/SVC_MODULES   svc.so
 *
 * In a checkout the program and svc.so are in a folder of the one that holds lua/.
 */
#pragma once

#include <limits.h>
#include <lua.h>

#include "base/fault.h"

/* The modules in C that routes and framework have: the engine and cjson. They are found once, by
 * the process that every other is forked from, which then need no file for them. */

/** Finds them where `L` looks for modules. They are in memory as long as `L` lives. */
bool natives_find(lua_State *L, fault *why);

/** Puts them into package.preload of `L`. Raises when memory is out. */
void natives_install(lua_State *L);

typedef struct home {
  char root[PATH_MAX];    /**< holds lua/, routes/, contract/ and data/; absolute */
  char modules[PATH_MAX]; /**< holds svc.so; absolute */
} home;

/** Finds the installation. SVC_HOME, when set, is the root. */
bool home_find(home *place, fault *why);

/** The purpose of a Lua state. */
typedef enum home_use {
  HOME_COMMAND, /**< a command: finds `data` as well, and modules in the working folder */
  HOME_SERVICE  /**< the routes: the installation's own, which are in memory */
} home_use;

/** Opens the standard libraries in `L`, and puts the installation before what `package.path` and
 * `package.cpath` name. @return false when memory is out */
bool home_open_libraries(const home *place, home_use use, lua_State *L);

/** A state with both, for commands: no budget and no ceiling. @return NULL when memory is out.
 * Close with lua_close. */
lua_State *home_state(const home *place);
