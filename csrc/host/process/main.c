/** @file
 * svcd: the one binary. `svcd serve` is the host; every other command is a Lua module, run
 * by the embedded interpreter.
 */
#include <lauxlib.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/share.h"
#include "host/process/control.h"
#include "host/process/master.h"
#include "host/process/upgrade.h"
#include "host/script/lua_aux.h"

/* Pushes the variables of the environment, name -> text. */
static void push_environment(lua_State *L) {
  lua_newtable(L);
  for (char **at = environ; *at != NULL; at++) {
    const char *equals = strchr(*at, '=');
    if (equals == NULL) { continue; }
    lua_pushlstring(L, *at, (size_t)(equals - *at));
    lua_pushstring(L, equals + 1);
    lua_rawset(L, -3);
  }
}

/* require("host.command")(arguments, environment): an exit status, or the table of options to serve
   with. */
static int dispatch(lua_State *L) {
  int count = (int)lua_tointeger(L, 1);
  luaL_requiref(L, "control", luaopen_control, 0);
  char **arguments = lua_touserdata(L, 2);
  aux_require(L, "host.command", NULL);
  lua_createtable(L, count, 0);
  for (int i = 1; i < count; i++) {
    lua_pushstring(L, arguments[i]);
    lua_rawseti(L, -2, i);
  }
  push_environment(L);
  lua_call(L, 2, 1);
  return 1;
}

/* Overwrites the value that follows `name` and an equals sign. */
static void conceal_after(char *text, const char *name) {
  size_t length = strlen(name);
  if (strncmp(text, name, length) == 0 && text[length] == '=') {
    memset(text + length + 1, '*', strlen(text + length + 1));
  }
}

/* Overwrites the secret where it was given: /proc shows that memory of this process and of every
 * one that is forked from it. */
static void conceal_one(char **arguments, const char *name) {
  for (char **at = environ; *at != NULL; at++) { conceal_after(*at, name); }
  for (char **at = arguments; *at != NULL; at++) {
    conceal_after(*at, name);
    if (strcmp(*at, name) == 0 && at[1] != NULL) { memset(at[1], '*', strlen(at[1])); }
  }
}

/* conceal(arguments): each name of require("host.config").secrets() */
static int conceal(lua_State *L) {
  aux_require(L, "host.config", "secrets");
  lua_call(L, 0, 1);
  for (lua_Integer i = 1; lua_rawgeti(L, -1, i) == LUA_TSTRING; i++) {
    conceal_one(lua_touserdata(L, 1), lua_tostring(L, -1));
    lua_pop(L, 1);
  }
  return 0;
}

/* Serves with the options at the top of `L`. @return the exit status */
static int main_serve(const home *place, lua_State *L, char **arguments) {
  fault why;
  lua_pushcfunction(L, conceal);
  lua_pushlightuserdata(L, arguments);
  if (aux_pcall(L, 1, 0, &why)) { return master_run(place, L); }
  fprintf(stderr, "svcd: %s\n", why.text);
  return 1;
}

int main(int count, char **arguments) {
  static home place;
  fault why;
  handover_open();
  upgrade_remember(arguments);
  signal(SIGXFSZ, SIG_IGN); /* the write fails instead, as on a full disk */
  if (!home_find(&place, &why)) {
    fprintf(stderr, "svcd: %s\n", why.text);
    return 1;
  }
  lua_State *L = home_state(&place);
  if (L == NULL) {
    fprintf(stderr, "svcd: memory ran out\n");
    return 1;
  }
  lua_pushcfunction(L, aux_traceback);
  lua_pushcfunction(L, dispatch);
  lua_pushinteger(L, count);
  lua_pushlightuserdata(L, arguments);
  if (lua_pcall(L, 2, 1, -4) != LUA_OK) {
    fprintf(stderr, "svcd: %s\n", lua_tostring(L, -1));
    return 1;
  }
  bool serves = lua_istable(L, -1);
  int status = serves ? main_serve(&place, L, arguments) : (int)lua_tointeger(L, -1);
  lua_close(L);
  return status;
}
