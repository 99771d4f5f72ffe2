#include "host/script/home.h"

#include <errno.h>
#include <lauxlib.h>
#include <lualib.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/script/lua_aux.h"

static struct {
  const char *name;
  lua_CFunction open; /* of the module; NULL: not found yet */
} natives[] = {{"cjson", NULL}, {"svc", NULL}};

enum { NATIVES = sizeof natives / sizeof *natives, SEARCHER = 3 /* of package.cpath */ };

static int natives_find_all(lua_State *L) {
  lua_getglobal(L, "package");
  lua_getfield(L, -1, "searchers");
  lua_rawgeti(L, -1, SEARCHER);
  for (size_t i = 0; i < NATIVES; i++) {
    lua_pushvalue(L, -1);
    lua_pushstring(L, natives[i].name);
    lua_call(L, 1, 1);
    natives[i].open = lua_tocfunction(L, -1);
    if (natives[i].open == NULL) {
      return luaL_error(L, "the module %s is missing: %s", natives[i].name, lua_tostring(L, -1));
    }
    lua_pop(L, 1);
  }
  return 0;
}

bool natives_find(lua_State *L, fault *why) {
  lua_pushcfunction(L, natives_find_all);
  return aux_pcall(L, 0, 0, why);
}

void natives_install(lua_State *L) {
  lua_getglobal(L, "package");
  lua_getfield(L, -1, "preload");
  for (size_t i = 0; i < NATIVES; i++) {
    lua_pushcfunction(L, natives[i].open);
    lua_setfield(L, -2, natives[i].name);
  }
  lua_pop(L, 2);
}

/* ---- the installation ---- */

static bool holds(const char *folder, const char *file) {
  char path[PATH_MAX + 32];
  struct stat found;
  snprintf(path, sizeof path, "%s/%s", folder, file);
  return stat(path, &found) == 0 && S_ISREG(found.st_mode);
}

static bool holds_framework(const char *folder) { return holds(folder, "lua/host/boot.lua"); }
static bool holds_engine(const char *folder) { return holds(folder, "svc.so"); }

/* Joins `from` and `below` to one path, links and dots resolved where it exists. */
static void join(const char *from, const char *below, char out[PATH_MAX]) {
  char real[PATH_MAX];
  int length = snprintf(out, PATH_MAX, "%s/%s", from, below);
  if (length < PATH_MAX && realpath(out, real) != NULL) { memcpy(out, real, strlen(real) + 1); }
}

static bool find_program(char folder[PATH_MAX]) {
  ssize_t length = readlink("/proc/self/exe", folder, PATH_MAX - 1);
  if (length <= 0) { return false; }
  folder[length] = '\0';
  char *slash = strrchr(folder, '/');
  if (slash != NULL) { *slash = '\0'; }
  return slash != NULL;
}

bool home_find(home *place, fault *why) {
  char program[PATH_MAX];
  const char *given = getenv("SVC_HOME");
  if (!find_program(program)) {
    return fault_set(why, "cannot find my own executable through /proc/self/exe");
  }
  join(program, holds_engine(program) ? "." : SVC_MODULES, place->modules);
  if (given != NULL) {
    if (realpath(given, place->root) == NULL) {
      return fault_set(why, "SVC_HOME is %.200s: %s; name the folder of the service", given,
                       strerror(errno));
    }
  } else {
    join(program, "..", place->root);
    if (!holds_framework(place->root)) { join(program, SVC_SHARE, place->root); }
  }
  if (holds_framework(place->root)) { return true; }
  return fault_set(why,
                   "%.200s holds no lua/host/boot.lua: set SVC_HOME to the folder of the service",
                   place->root);
}

/* ---- the paths of a state ---- */

/* package[field] = `first`, and for commands then what it was. `package` is at the top. */
static void put_first(lua_State *L, const char *field, home_use use) {
  if (use == HOME_COMMAND) {
    lua_pushliteral(L, ";");
    lua_getfield(L, -3, field);
    lua_concat(L, 3);
  }
  lua_setfield(L, -2, field);
}

static void set_paths(const home *place, home_use use, lua_State *L) {
  const char *root = place->root;
  lua_getglobal(L, "package");
  lua_pushfstring(L, "%s/lua/?.lua;%s/lua/?/init.lua", root, root);
  if (use == HOME_COMMAND) {
    lua_pushfstring(L, ";%s/?.lua;%s/?/init.lua", root, root);
    lua_concat(L, 2);
  }
  put_first(L, "path", use);
  lua_pushfstring(L, "%s/?.so", place->modules);
  put_first(L, "cpath", use);
  lua_pop(L, 1);
}

static int open_libraries(lua_State *L) {
  luaL_openlibs(L);
  set_paths(lua_touserdata(L, 1), (home_use)lua_tointeger(L, 2), L);
  return 0;
}

bool home_open_libraries(const home *place, home_use use, lua_State *L) {
  lua_pushcfunction(L, open_libraries);
  lua_pushlightuserdata(L, (void *)(uintptr_t)place);
  lua_pushinteger(L, use);
  return lua_pcall(L, 2, 0, 0) == LUA_OK;
}

lua_State *home_state(const home *place) {
  lua_State *L = luaL_newstate();
  if (L != NULL && !home_open_libraries(place, HOME_COMMAND, L)) {
    lua_close(L);
    return NULL;
  }
  return L;
}
