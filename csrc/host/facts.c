#include "host/facts.h"

#include <lauxlib.h>
#include <stdio.h>

#include "host/log.h"
#include "host/script.h"

static const char reading[] =
    "local facts = require('svc').parse_json(...)\n"
    "return facts.id, facts.digest, facts.sequence, facts.created\n";

static int note(lua_State *L) {
  metrics *out = lua_touserdata(L, 2);
  if (luaL_loadbufferx(L, reading, sizeof reading - 1, "=facts", "t") != LUA_OK) {
    return lua_error(L);
  }
  lua_pushstring(L, lua_touserdata(L, 1));
  lua_call(L, 1, 4);
  snprintf(out->publication, METRICS_TEXT, "%s", luaL_checkstring(L, -4));
  snprintf(out->digest, METRICS_TEXT, "%s", luaL_checkstring(L, -3));
  out->sequence = (uint64_t)luaL_checkinteger(L, -2);
  out->created = (uint64_t)luaL_checkinteger(L, -1);
  return 0;
}

void facts_note(lua_State *L, const char *about, metrics *out) {
  fault why;
  out->publication[0] = out->digest[0] = '\0';
  out->sequence = out->created = 0;
  if (about[0] == '\0') return;
  lua_pushcfunction(L, note);
  lua_pushlightuserdata(L, (void *)(uintptr_t)about);
  lua_pushlightuserdata(L, out);
  if (script_protect(L, 2, 0, &why)) return;
  log_write(LOG_ERROR, "the metrics do not tell which publication is served: %s", why.text);
}
