#include "host/chunks.h"

#include <dirent.h>
#include <errno.h>
#include <lauxlib.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/sealed.h"
#include "host/mark.h"

enum { DEPTH = 8 };

/* In sealed memory: this, the path with its NUL, the code. */
typedef struct chunk_head {
  mark file; /* as it was when it was parsed; of zeros when it had just been changed */
  size_t path, code;
} chunk_head;

typedef struct chunk chunk;
struct chunk {
  chunk *next;
  mark file;
  const char *path;
  span code;
  char *owned; /* path and code, where they are not in sealed memory */
  bool loaded;
};

struct chunks {
  chunk *first;
  void *memory;
  size_t size;
  bool sealed;
};

/* ---- collections ---- */

static chunk *chunk_find(const chunks *from, const char *path) {
  chunk *c = from->first;
  while (c != NULL && strcmp(c->path, path) != 0) c = c->next;
  return c;
}

static chunk *chunk_add(chunks *to) {
  chunk *c = calloc(1, sizeof *c);
  if (c == NULL) return NULL;
  c->next = to->first;
  to->first = c;
  return c;
}

/* Lists what stands in the mapped memory. */
static bool list_chunks(chunks *c) {
  const char *at = c->memory, *end = at + c->size;
  while (at < end) {
    chunk_head head;
    chunk *fresh = chunk_add(c);
    if (fresh == NULL) return false;
    memcpy(&head, at, sizeof head);
    fresh->file = head.file;
    fresh->path = at + sizeof head;
    fresh->code = (span){fresh->path + head.path, head.code};
    at = fresh->code.data + head.code;
  }
  return true;
}

chunks *chunks_open(int fd, fault *why) {
  struct stat memory;
  chunks *c = calloc(1, sizeof *c);
  if (c == NULL || fstat(fd, &memory) != 0) {
    free(c);
    fault_set(why, "the chunks of the routes: %s", strerror(errno));
    return NULL;
  }
  c->sealed = true;
  c->size = (size_t)memory.st_size;
  c->memory = mmap(NULL, c->size, PROT_READ, MAP_SHARED, fd, 0);
  if (c->memory != MAP_FAILED && list_chunks(c)) return c;
  if (c->memory == MAP_FAILED) c->memory = NULL;
  chunks_close(c);
  fault_set(why, "memory ran out for the chunks of the routes");
  return NULL;
}

chunks *chunks_collect(int former) {
  fault why;
  chunks *c = former < 0 ? calloc(1, sizeof *c) : chunks_open(former, &why);
  if (c != NULL) c->sealed = false;
  return c;
}

void chunks_close(chunks *from) {
  if (from == NULL) return;
  for (chunk *c = from->first, *next; c != NULL; c = next) {
    next = c->next;
    free(c->owned);
    free(c);
  }
  if (from->memory != NULL) munmap(from->memory, from->size);
  free(from);
}

/* ---- sealing ---- */

static void write_chunk(const chunk *c, buffer *out) {
  chunk_head head = {c->file, strlen(c->path) + 1, c->code.len};
  buffer_append(out, (span){(const char *)&head, sizeof head});
  buffer_append(out, (span){c->path, head.path});
  buffer_append(out, c->code);
}

static bool write_all(int fd, span bytes, fault *why) {
  while (bytes.len > 0) {
    ssize_t count = write(fd, bytes.data, bytes.len);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return fault_set(why, "the routes cannot be kept: %s", strerror(errno));
    bytes = span_skip(bytes, (size_t)count);
  }
  return true;
}

/* True when the file was loaded now as before, with the same code; of what is no file in any case.
 */
static bool is_same(const chunks *from, const chunk *c) {
  if (c->path[0] == '=') return true;
  if (c->loaded && c->owned == NULL) return true;
  for (const chunk *other = from->first; other != NULL; other = other->next) {
    if (other->loaded != c->loaded && strcmp(other->path, c->path) == 0) {
      return span_equal(other->code, c->code);
    }
  }
  return false;
}

int chunks_seal(const chunks *from, bool *same, fault *why) {
  buffer out = {0};
  *same = true;
  for (const chunk *c = from->first; c != NULL; c = c->next) {
    if (c->loaded) write_chunk(c, &out);
    *same = *same && is_same(from, c);
  }
  int fd = out.failed ? fault_set(why, "memory ran out for the chunks of the routes"),
      -1              : sealed_new("routes", why);
  if (fd >= 0 && !(write_all(fd, buffer_span(&out), why) && sealed_close(fd, why))) {
    close(fd);
    fd = -1;
  }
  buffer_free(&out);
  return fd;
}

/* ---- loading ---- */

static int append(lua_State *L, const void *bytes, size_t count, void *code) {
  (void)L;
  buffer_append(code, (span){bytes, count});
  return 0;
}

/* Adds a chunk of a path with its NUL and of code, in one buffer that is taken.
   @return NULL when memory is out */
static chunk *take(chunks *to, buffer *bytes) {
  chunk *c = bytes->failed ? NULL : chunk_add(to);
  if (c == NULL) {
    buffer_free(bytes);
    return NULL;
  }
  size_t length = strlen(bytes->data) + 1;
  c->owned = bytes->data;
  c->path = bytes->data;
  c->code = (span){bytes->data + length, bytes->len - length};
  c->loaded = true;
  return c;
}

/* Keeps the function at the top as what `path` holds. */
static void keep(lua_State *L, chunks *to, const char *path, const mark *file) {
  buffer bytes = {0};
  buffer_append(&bytes, (span){path, strlen(path) + 1});
  lua_dump(L, append, &bytes, 0);
  chunk *c = take(to, &bytes);
  if (c == NULL)
    luaL_error(L, "not enough memory for %s", path);
  else
    c->file = *file;
}

bool chunks_put(chunks *to, const char *name, span code) {
  buffer bytes = {0};
  buffer_append(&bytes, (span){name, strlen(name) + 1});
  buffer_append(&bytes, code);
  return take(to, &bytes) != NULL;
}

span chunks_get(const chunks *from, const char *name) {
  const chunk *c = chunk_find(from, name);
  return c == NULL ? (span){NULL, 0} : c->code;
}

/* As luaL_loadfilex. */
static int load(lua_State *L, chunks *from, const char *path) {
  mark file = {0};
  chunk *c = chunk_find(from, path);
  bool sure = from->sealed || mark_take(path, &file);
  if (c != NULL && (from->sealed || c->owned != NULL || (sure && mark_same(&c->file, &file)))) {
    c->loaded = true;
    return luaL_loadbufferx(L, c->code.data, c->code.len, path, "b");
  }
  int status = luaL_loadfilex(L, path, "t");
  if (status == LUA_OK && !from->sealed) keep(L, from, path, sure ? &file : &(mark){0});
  return status;
}

/* Loads every Lua file of a folder and of those below; what does not parse is left out. */
static int load_folder(lua_State *L, chunks *to, const char *path, int depth) {
  DIR *folder = depth > 0 ? opendir(path) : NULL;
  if (folder == NULL) return 0;
  for (struct dirent *entry; (entry = readdir(folder)) != NULL; lua_settop(L, 1)) {
    const char *name = lua_pushfstring(L, "%s/%s", path, entry->d_name);
    const char *end = strrchr(entry->d_name, '.');
    if (entry->d_name[0] == '.') continue;
    if (end != NULL && strcmp(end, ".lua") == 0) load(L, to, name);
    if (end == NULL) load_folder(L, to, name, depth - 1);
  }
  closedir(folder);
  return 0;
}

/* load_all(collection, path) */
static int load_all(lua_State *L) {
  const char *path = lua_touserdata(L, 2);
  chunks *to = lua_touserdata(L, 1);
  lua_settop(L, 1);
  return load_folder(L, to, path, DEPTH);
}

bool chunks_add_folder(chunks *to, const char *path) {
  lua_State *L = luaL_newstate();
  if (L == NULL) return false;
  lua_pushcfunction(L, load_all);
  lua_pushlightuserdata(L, to);
  lua_pushlightuserdata(L, (void *)(uintptr_t)path);
  bool good = lua_pcall(L, 2, 0, 0) == LUA_OK;
  lua_close(L);
  return good;
}

static chunks *chunks_of(lua_State *L) { return lua_touserdata(L, lua_upvalueindex(1)); }

/* loadfile(path, mode, env) -> function, or nil and the reason */
static int chunks_loadfile(lua_State *L) {
  if (load(L, chunks_of(L), luaL_checkstring(L, 1)) != LUA_OK) {
    lua_pushnil(L);
    lua_insert(L, -2);
    return 2;
  }
  if (!lua_isnoneornil(L, 3)) {
    lua_pushvalue(L, 3);
    lua_setupvalue(L, -2, 1);
  }
  return 1;
}

/* Pushes the first of the templates, separated by semicolons, that names a file of the collection.
   @return false when there is none; nothing is pushed then */
static bool search_chunks(lua_State *L, const chunks *from, const char *name, const char *path) {
  int top = lua_gettop(L);
  const char *part = luaL_gsub(L, name, ".", "/");
  for (const char *end; *path != '\0'; path = *end == '\0' ? end : end + 1) {
    end = strchrnul(path, ';');
    const char *one = lua_pushlstring(L, path, (size_t)(end - path));
    if (chunk_find(from, luaL_gsub(L, one, "?", part)) != NULL) {
      lua_replace(L, top + 1);
      lua_settop(L, top + 1);
      return true;
    }
    lua_settop(L, top + 1);
  }
  lua_settop(L, top);
  return false;
}

/* package.searchpath(name, path, ...); of a sealed collection also files that are gone. */
static int searchpath(lua_State *L) {
  const chunks *from = chunks_of(L);
  const char *name = luaL_checkstring(L, 1), *path = luaL_checkstring(L, 2);
  if (from->sealed && search_chunks(L, from, name, path)) return 1;
  lua_pushvalue(L, lua_upvalueindex(2));
  lua_insert(L, 1);
  lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
  return lua_gettop(L);
}

/* The searcher of package.path: name -> loader and path, or what was looked for. */
static int search(lua_State *L) {
  const char *name = luaL_checkstring(L, 1);
  lua_getfield(L, lua_upvalueindex(2), "searchpath");
  lua_pushvalue(L, 1);
  lua_getfield(L, lua_upvalueindex(2), "path");
  lua_call(L, 2, 2);
  if (lua_isnil(L, -2)) return 1;
  lua_pop(L, 1);
  const char *path = lua_tostring(L, -1);
  if (load(L, chunks_of(L), path) != LUA_OK) {
    return luaL_error(L, "error loading module '%s' from file '%s':\n\t%s", name, path,
                      lua_tostring(L, -1));
  }
  lua_insert(L, -2);
  return 2;
}

void chunks_install(lua_State *L, chunks *from) {
  lua_pushlightuserdata(L, from);
  lua_pushcclosure(L, chunks_loadfile, 1);
  lua_setglobal(L, "loadfile");
  lua_getglobal(L, "package");
  lua_pushlightuserdata(L, from);
  lua_getfield(L, -2, "searchpath");
  lua_pushcclosure(L, searchpath, 2);
  lua_setfield(L, -2, "searchpath");
  lua_getfield(L, -1, "searchers");
  lua_pushlightuserdata(L, from);
  lua_pushvalue(L, -3);
  lua_pushcclosure(L, search, 2);
  lua_rawseti(L, -2, 2);
  lua_pop(L, 2);
}
