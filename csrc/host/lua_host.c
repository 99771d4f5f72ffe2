#include "host/lua_host.h"

#include <lauxlib.h>
#include <time.h>

#include "host/ids.h"
#include "host/log.h"

/* host.log(level, text) */
static int host_log(lua_State *L) {
  log_level level = log_level_of(luaL_checkstring(L, 1));
  luaL_argcheck(L, level < LOG_LEVELS, 1, "expected error, warn, info or debug");
  log_write(level, "%s", luaL_checkstring(L, 2));
  return 0;
}

/* host.now() -> Unix milliseconds */
static int host_now(lua_State *L) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  lua_pushinteger(L, (lua_Integer)now.tv_sec * 1000 + now.tv_nsec / 1000000);
  return 1;
}

/* host.uuid() -> a random UUID */
static int host_uuid(lua_State *L) {
  char id[ID_LENGTH + 1];
  id_new(id);
  lua_pushlstring(L, id, ID_LENGTH);
  return 1;
}

void lua_host_push(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"log", host_log}, {"now", host_now}, {"uuid", host_uuid}, {NULL, NULL}};
  luaL_newlib(L, functions);
  lua_pushliteral(L, SVC_VERSION);
  lua_setfield(L, -2, "version");
}
