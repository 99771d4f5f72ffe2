/** @file
 * The files of a generation: Lua files, compiled, and what the framework reads besides. The
 * examiner of a reload collects them; sealed in memory they go to the workers, which load these
 * very bytes and ask the disk for nothing. What has not changed since the generation before is not
 * read again.
 */
#pragma once

#include <lua.h>

#include "base/fault.h"
#include "base/span.h"

typedef struct chunks chunks;

/** An empty collection. @param former sealed memory of another generation, whose files are taken
 * from there while they are as they were; -1: none. Borrowed.
 * @return owned, or NULL when memory is out */
chunks *chunks_collect(int former);

/** The collection in sealed memory, borrowed. @return owned, or NULL */
chunks *chunks_open(int fd, fault *why);

/** Adds the files of a folder whose types are among `types`, such as "lua md". A Lua file is
 * compiled; where that fails, whoever loads it is told why. What cannot be read is left out.
 * @param below true: those of the folders below it as well
 * @return false when memory is out */
bool chunks_add_folder(chunks *to, const char *path, const char *types, bool below);

/** Adds bytes that are no file, under a name that begins with `=`. @return false when memory is out
 */
bool chunks_put(chunks *to, const char *name, span bytes);

/** What was put under a name, now or else in the generation before, borrowed. Empty: nothing was */
span chunks_get(const chunks *from, const char *name);

/** Writes what was added into sealed memory.
 * @param[out] same true when the files are those of the former generation
 * @return the descriptor, owned by the caller, or -1 */
int chunks_seal(const chunks *from, bool *same, fault *why);

/** Releases it. Accepts NULL. */
void chunks_close(chunks *from);

/** Makes `loadfile(path, mode, env)`, `package.searchpath(name, templates)` and the searchers of
 * modules of `L` know the files of the collection, and no other; adds `package.readfile(path)`,
 * which gives the bytes of a file that is no Lua file. What package.preload has is found first. The
 * collection is borrowed as long as `L` lives. Raises when memory is out. */
void chunks_install(lua_State *L, chunks *from);
