/** @file
 * Functions of Lua's standard libraries that can work for long, in versions that the bounds count
 * and end. They give the same results.
 */
#pragma once

#include <lua.h>

/** The longest string of a script, in bytes: what is done to one string in a single step (joining,
 * comparing, hashing it) is bounded by its length. The allocator refuses longer ones. */
enum { LIBRARY_STRING = 16 << 20 };

/** string.find, string.match, string.gmatch, string.gsub. */
int library_find(lua_State *L);
int library_match(lua_State *L);
int library_gmatch(lua_State *L);
int library_gsub(lua_State *L);

/** Puts them in the place of those in the tables `string` and `table`. */
void library_bind(lua_State *L);
