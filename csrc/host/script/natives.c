#include "host/script/natives.h"

#include <lauxlib.h>
#include <stddef.h>

#include "host/script/call.h"

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
  return call_protected(L, 0, 0, why);
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
