#include "host/chunks.h"

#include <lauxlib.h>
#include <stdlib.h>

#include "base/buffer.h"
#include "host/mark.h"

typedef struct chunk chunk;
struct chunk {
  chunk *next;
  char *path;
  mark file; /* as it was when it was parsed */
  buffer code;
};

static chunk *kept;

static chunk *find(const char *path) {
  chunk *c = kept;
  while (c != NULL && strcmp(c->path, path) != 0) c = c->next;
  return c;
}

static int append(lua_State *L, const void *bytes, size_t count, void *code) {
  (void)L;
  buffer_append(code, (span){bytes, count});
  return 0;
}

static chunk *make(const char *path) {
  chunk *c = calloc(1, sizeof *c);
  char *copy = strdup(path);
  if (c == NULL || copy == NULL) {
    free(c);
    free(copy);
    return NULL;
  }
  c->path = copy;
  c->next = kept;
  kept = c;
  return c;
}

/* Keeps the function at the top; where memory is out, it is parsed again the next time. */
static void keep(lua_State *L, chunk *c, const char *path, const mark *file) {
  if (c == NULL) c = make(path);
  if (c == NULL) return;
  buffer_clear(&c->code);
  lua_dump(L, append, &c->code, 0);
  c->file = *file;
  if (c->code.failed) c->file = (mark){0};
}

/* As luaL_loadfilex. */
static int load(lua_State *L, const char *path) {
  mark file;
  bool sure = mark_take(path, &file);
  chunk *c = sure ? find(path) : NULL;
  if (c != NULL && mark_same(&c->file, &file)) {
    return luaL_loadbufferx(L, c->code.data, c->code.len, path, "b");
  }
  int status = luaL_loadfilex(L, path, "t");
  if (status == LUA_OK && sure) keep(L, c, path, &file);
  return status;
}

/* loadfile(path, mode, env) -> function, or nil and the reason */
static int chunks_loadfile(lua_State *L) {
  if (load(L, luaL_checkstring(L, 1)) != LUA_OK) {
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

/* The searcher of package.path: name -> loader and path, or what was looked for. */
static int search(lua_State *L) {
  const char *name = luaL_checkstring(L, 1);
  lua_getfield(L, lua_upvalueindex(1), "searchpath");
  lua_pushvalue(L, 1);
  lua_getfield(L, lua_upvalueindex(1), "path");
  lua_call(L, 2, 2);
  if (lua_isnil(L, -2)) return 1;
  lua_pop(L, 1);
  const char *path = lua_tostring(L, -1);
  if (load(L, path) != LUA_OK) {
    return luaL_error(L, "error loading module '%s' from file '%s':\n\t%s", name, path,
                      lua_tostring(L, -1));
  }
  lua_insert(L, -2);
  return 2;
}

void chunks_install(lua_State *L) {
  lua_register(L, "loadfile", chunks_loadfile);
  lua_getglobal(L, "package");
  lua_getfield(L, -1, "searchers");
  lua_pushvalue(L, -2);
  lua_pushcclosure(L, search, 1);
  lua_rawseti(L, -2, 2);
  lua_pop(L, 2);
}
