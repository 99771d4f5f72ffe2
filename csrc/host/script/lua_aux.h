/** @file
 * Calls of Lua from C: protected ones, and functions of the framework's modules.
 */
#pragma once

#include <lua.h>
#include <stdint.h>

#include "base/fault.h"

/** lua_pcall outside of any other call, where an error would end the process. Push before it only
 * what takes no memory: a light C function, light userdata, integers, copies.
 * @param[out] why the error as a text; the stack is then as before the function was pushed */
bool aux_pcall(lua_State *L, int given, int results, fault *why);

/** Pushes onto `L` a message and the traceback of `of` from a level on; where calls are deep, only
 * the innermost levels are shown. Raises. */
void aux_push_traceback(lua_State *L, lua_State *of, const char *message, int level);

/** The error at index 1, the top, as a text, which is pushed: a table is shown as JSON. Raises. */
const char *aux_error_text(lua_State *L);

/** A message handler: the error as a text, with a traceback. */
int aux_traceback(lua_State *L);

/** Pushes what require("name") gives, or its field where `field` is not NULL. Raises. */
void aux_require(lua_State *L, const char *name, const char *field);

/** The value of a field of the table at the top: a text, borrowed from it, or NULL; a number, 0
 * where it is none or negative; true or false. Raise when memory is out. */
const char *aux_text(lua_State *L, const char *name);
uint64_t aux_number(lua_State *L, const char *name);
bool aux_flag(lua_State *L, const char *name);
