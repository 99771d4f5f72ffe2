/** Fuzz target: the Accept and Content-Type parsers of lua/negotiate.lua. No header raises an error,
 * and what is chosen is one of the types offered. Run in the checkout. */
#include <lauxlib.h>
#include <lualib.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static const char program[] =
    "package.path = './lua/?.lua;' .. package.path\n"
    "local negotiate = require('negotiate')\n"
    "local offered = { 'application/json', 'text/html' }\n"
    "return function(header)\n"
    "  local chosen = negotiate.accept(header, offered)\n"
    "  assert(chosen == nil or chosen == offered[1] or chosen == offered[2])\n"
    "  local declared = negotiate.is_type(header, 'application/json')\n"
    "  assert(not declared or header:lower():find('application/json', 1, true))\n"
    "end\n";

static lua_State *state(void) {
  static lua_State *L;
  if (L != NULL) return L;
  L = luaL_newstate();
  if (L == NULL) abort();
  luaL_openlibs(L);
  if (luaL_dostring(L, program) != LUA_OK) abort();
  return L;
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
  lua_State *L = state();
  lua_pushvalue(L, 1);
  lua_pushlstring(L, (const char *)data, size);
  if (lua_pcall(L, 1, 0, 0) != LUA_OK) {
    fprintf(stderr, "%s\n", lua_tostring(L, -1));
    abort();
  }
  return 0;
}
