/** @file
 * The files of a generation: compiled Lua files, and the other files that the framework reads. The
 * examiner of a reload collects them; sealed in memory they go to the workers, which load these
 * very bytes and read nothing from disk. Files that have not changed since the generation before
 * are not read again.
 */
#pragma once

#include <lua.h>

#include "base/fault.h"
#include "base/span.h"

typedef struct bundle bundle;

/** An empty collection. @param former sealed memory of another generation, whose files are taken
 * from there while they are as they were; -1: none. Borrowed.
 * @return owned, or NULL when memory is out */
bundle *bundle_collect(int former);

/** The collection in sealed memory, borrowed. @return owned, or NULL */
bundle *bundle_open(int fd, fault *why);

/** Adds the files of a folder whose types are among `types`, such as "lua md". A Lua file is
 * compiled; where that fails, loading it gives the reason. Unreadable files are left out.
 * @param below true: those of the folders below it as well
 * @return false when memory is out */
bool bundle_add_folder(bundle *to, const char *path, const char *types, bool below);

/** Adds bytes that are no file, under a name that begins with `=`. @return false when memory is out
 */
bool bundle_put(bundle *to, const char *name, span bytes);

/** The bytes put under a name, now or else in the generation before, borrowed; empty without any */
span bundle_get(const bundle *from, const char *name);

/** Writes what was added into sealed memory.
 * @param[out] same true when the files are those of the former generation
 * @return the descriptor, owned by the caller, or -1 */
int bundle_seal(const bundle *from, bool *same, fault *why);

/** Releases it. Accepts NULL. */
void bundle_close(bundle *from);

/** Makes `loadfile(path, mode, env)`, `package.searchpath(name, templates)` and the searchers of
 * modules of `L` know the files of the collection, and no other; adds `package.readfile(path)`,
 * which gives the bytes of a file that is no Lua file. Modules in package.preload are found first.
 * The collection is borrowed as long as `L` lives. Raises when memory is out. */
void bundle_install(lua_State *L, bundle *from);
