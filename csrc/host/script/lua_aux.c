#include "host/script/lua_aux.h"

#include <lauxlib.h>
#include <string.h>

enum { TRACE_LEVELS = 200, TRACE_SHOWN = 20 };

static int to_text(lua_State *L) {
  luaL_tolstring(L, 1, NULL);
  return 1;
}

/* The reason of a fault is one line; Lua tells some in several. */
static void join_lines(fault *why) {
  for (char *at = why->text; (at = strpbrk(at, "\n\t")) != NULL;) { *at = ' '; }
}

bool aux_pcall(lua_State *L, int given, int results, fault *why) {
  int function = lua_gettop(L) - given;
  lua_pushcfunction(L, to_text);
  lua_insert(L, function);
  bool good = lua_pcall(L, given, results, function) == LUA_OK;
  if (good) {
    lua_remove(L, function);
  } else {
    fault_set(why, "%s", lua_tostring(L, -1));
    join_lines(why);
    lua_settop(L, function - 1);
  }
  return good;
}

void aux_push_traceback(lua_State *L, lua_State *of, const char *message, int level) {
  lua_Debug at;
  if (!lua_getstack(of, TRACE_LEVELS, &at)) {
    luaL_traceback(L, of, message, level);
    return;
  }
  /* To find a level takes as long as it is deep, and luaL_traceback looks for the deepest. */
  luaL_Buffer out;
  luaL_buffinit(L, &out);
  luaL_addstring(&out, message);
  luaL_addstring(&out, "\nstack traceback:");
  for (; level < TRACE_SHOWN && lua_getstack(of, level, &at); level++) {
    lua_getinfo(of, "Sln", &at);
    lua_pushfstring(L, "\n\t%s:%d: in %s", at.short_src, at.currentline,
                    at.name == NULL ? "?" : at.name);
    luaL_addvalue(&out);
  }
  luaL_addstring(&out, "\n\t...");
  luaL_pushresult(&out);
}

/* svc.json of argument 1 */
static int error_json(lua_State *L) {
  lua_getfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_getfield(L, -1, "svc");
  lua_getfield(L, -1, "json");
  lua_pushvalue(L, 1);
  lua_call(L, 1, 1);
  return 1;
}

const char *aux_error_text(lua_State *L) {
  if (lua_type(L, -1) == LUA_TTABLE && !luaL_getmetafield(L, -1, "__tostring")) {
    lua_pushcfunction(L, error_json);
    lua_pushvalue(L, -2);
    if (lua_pcall(L, 1, 1, 0) == LUA_OK) { return lua_tostring(L, -1); }
    lua_pop(L, 1);
  } else if (lua_type(L, -1) == LUA_TSTRING) {
    return lua_tostring(L, -1);
  }
  lua_settop(L, 1);
  return luaL_tolstring(L, 1, NULL);
}

int aux_traceback(lua_State *L) {
  lua_settop(L, 1);
  aux_push_traceback(L, L, aux_error_text(L), 1);
  return 1;
}

void aux_require(lua_State *L, const char *name, const char *field) {
  lua_getglobal(L, "require");
  lua_pushstring(L, name);
  lua_call(L, 1, 1);
  if (field == NULL) { return; }
  lua_getfield(L, -1, field);
  lua_remove(L, -2);
}

const char *aux_text(lua_State *L, const char *name) {
  const char *text = lua_getfield(L, -1, name) == LUA_TSTRING ? lua_tostring(L, -1) : NULL;
  lua_pop(L, 1);
  return text;
}

uint64_t aux_number(lua_State *L, const char *name) {
  lua_getfield(L, -1, name);
  lua_Integer value = lua_tointeger(L, -1);
  lua_pop(L, 1);
  return value < 0 ? 0 : (uint64_t)value;
}

bool aux_flag(lua_State *L, const char *name) {
  lua_getfield(L, -1, name);
  bool value = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return value;
}
