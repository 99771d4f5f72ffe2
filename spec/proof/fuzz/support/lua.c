/** Runs a fuzz target that is written in Lua: FUZZ_PROGRAM names a file that returns a function of
 * the input. Whatever that function raises is a finding, and so is running on for more than
 * MOST_STEPS virtual instructions. Every line that runs is told to the fuzzer as an edge, so that
 * it explores the Lua code as it does C. Run in the checkout. */
#include <lauxlib.h>
#include <lualib.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);
int luaopen_svc(lua_State *L);
int luaopen_svc_publish(lua_State *L);

enum { STEP = 1000, MOST_STEPS = 50000000, EDGES = 1 << 14 };

__attribute__((section("__libfuzzer_extra_counters"))) static unsigned char edges[EDGES];

static int steps;

static void count_edge(lua_State *L, lua_Debug *at) {
  static unsigned previous;
  lua_getinfo(L, "S", at);
  unsigned hash = (unsigned)at->currentline * 2654435761u;
  for (const char *c = at->source; *c != '\0'; c++) hash = (hash ^ (unsigned char)*c) * 16777619u;
  unsigned char *edge = &edges[(hash ^ previous) % EDGES];
  if (*edge < 255) ++*edge;
  previous = hash >> 1;
}

static void watch(lua_State *L, lua_Debug *at) {
  if (at->event == LUA_HOOKLINE) {
    lua_getinfo(L, "l", at);
    count_edge(L, at);
  } else if ((steps += STEP) > MOST_STEPS) {
    luaL_error(L, "runs for more than %d instructions", MOST_STEPS);
  }
}

static void must(lua_State *L, int status) {
  if (status == LUA_OK) return;
  fprintf(stderr, "%s\n", luaL_tolstring(L, -1, NULL));
  abort();
}

static int traceback(lua_State *L) {
  luaL_traceback(L, L, luaL_tolstring(L, 1, NULL), 1);
  return 1;
}

static lua_State *state(void) {
  static lua_State *L;
  if (L != NULL) return L;
  L = luaL_newstate();
  if (L == NULL) abort();
  luaL_openlibs(L);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
  lua_pushcfunction(L, luaopen_svc);
  lua_setfield(L, -2, "svc");
  lua_pushcfunction(L, luaopen_svc_publish);
  lua_setfield(L, -2, "svc_publish");
  /* The engine is linked in; where modules look for its folder, they find what was built. */
  must(L, luaL_dostring(L,
                        "package.path = './lua/?.lua;./lua/?/init.lua;./?.lua;./?/init.lua;'"
                        " .. package.path\n"
                        "package.cpath = './build/?.so;' .. package.cpath"));
  lua_settop(L, 0);
  lua_pushcfunction(L, traceback);
  must(L, luaL_dofile(L, FUZZ_PROGRAM));
  lua_sethook(L, watch, LUA_MASKLINE | LUA_MASKCOUNT, STEP);
  return L;
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
  lua_State *L = state();
  steps = 0;
  lua_pushvalue(L, 2);
  lua_pushlstring(L, (const char *)data, size);
  must(L, lua_pcall(L, 1, 0, 1));
  return 0;
}
