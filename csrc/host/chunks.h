/** @file
 * Compiled Lua files, kept as long as the process lives: a state that is made anew parses only the
 * files that have changed.
 */
#ifndef SVC_HOST_CHUNKS_H
#define SVC_HOST_CHUNKS_H

#include <lua.h>

/** Makes `loadfile(path, mode, env)` and the searcher of Lua modules of `L` take their chunks from
 * here. Files are text whatever `mode` says. Raises when memory is out. */
void chunks_install(lua_State *L);

#endif
