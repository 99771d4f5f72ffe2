/* The functions of csrc/host/script/library*.c as a module, without a host: `turns()` gives how
   many turns they counted, in steps of WORK_STEP. */
#include "host/script/library.h"

#include <lauxlib.h>

#include "host/script/script_work.h"

static lua_Integer asked;

void work_ask(work *w) {
  asked++;
  w->left = WORK_STEP;
}

static int turns(lua_State *L) {
  lua_pushinteger(L, asked * WORK_STEP);
  return 1;
}

/* bind(): puts the functions in the place of those of `string` and `table` */
static int bind(lua_State *L) {
  library_bind(L);
  return 0;
}

int luaopen_library(lua_State *L);

int luaopen_library(lua_State *L) {
  static const luaL_Reg functions[] = {{"bind", bind}, {"turns", turns}, {NULL, NULL}};
  luaL_newlib(L, functions);
  return 1;
}
