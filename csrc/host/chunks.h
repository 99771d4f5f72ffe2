/** @file
 * The Lua files of a generation, compiled. The examiner of a reload collects those that the routes
 * load; sealed in memory they go to the workers, which load these very bytes and ask the disk for
 * nothing that is among them. What has not changed since the generation before is not parsed again.
 */
#ifndef SVC_HOST_CHUNKS_H
#define SVC_HOST_CHUNKS_H

#include <lua.h>
#include <stdbool.h>

#include "base/fault.h"
#include "base/span.h"

typedef struct chunks chunks;

/** A collection that grows as files are loaded. @param former sealed memory of another generation,
 * whose files are taken from there while they are as they were; -1: none. Borrowed.
 * @return owned, or NULL when memory is out */
chunks *chunks_collect(int former);

/** The collection in sealed memory, borrowed: it does not grow. @return owned, or NULL */
chunks *chunks_open(int fd, fault *why);

/** Loads every Lua file of a folder into a collection: those that a request requires first are then
 * in it too. @return false when memory is out */
bool chunks_add_folder(chunks *to, const char *path);

/** Adds bytes that are no file, under a name that begins with `=`. @return false when memory is out
 */
bool chunks_put(chunks *to, const char *name, span bytes);

/** What was put under a name, borrowed. Empty: nothing was */
span chunks_get(const chunks *from, const char *name);

/** Writes what was put into a collection, and what was loaded from it, into sealed memory.
 * @param[out] same true when the files and their code are those of the former generation
 * @return the descriptor, owned by the caller, or -1 */
int chunks_seal(const chunks *from, bool *same, fault *why);

/** Releases it. Accepts NULL. */
void chunks_close(chunks *from);

/** Makes `loadfile(path, mode, env)`, `package.searchpath` and the searcher of Lua modules of `L`
 * take their files from the collection, borrowed as long as `L` lives. Files are text whatever
 * `mode` says. Raises when memory is out. */
void chunks_install(lua_State *L, chunks *from);

#endif
