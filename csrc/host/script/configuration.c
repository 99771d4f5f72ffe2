#include "host/script/configuration.h"

#include <lauxlib.h>
#include <stdlib.h>

#include "host/script/call.h"

/* No file that is loaded has this name. */
static const char name[] = "=options";

span configuration_text(const bundle *from) { return bundle_get(from, name); }

bool configuration_put(bundle *to, span text) { return bundle_put(to, name, text); }

void configuration_push(lua_State *L, span text) {
  if (luaL_loadbufferx(L, text.data, text.len, name, "t") != LUA_OK) { lua_error(L); }
  lua_call(L, 0, 1);
}

typedef struct reading {
  const home *place;
  span text;
  configuration *into;
} reading;

/* Leaves the table of options at the top. */
static int read_options(lua_State *L) {
  const reading *r = lua_touserdata(L, 1);
  fault why;
  configuration_push(L, r->text);
  settings_read(&r->into->options, r->place, L);
  if (!edge_open(&r->into->edge, L, &why)) { luaL_error(L, "%s", why.text); }
  return 1;
}

configuration *configuration_open(const home *place, span text, fault *why) {
  configuration *c = calloc(1, sizeof *c);
  if (c != NULL) { c->L = luaL_newstate(); }
  if (c == NULL || c->L == NULL) {
    configuration_close(c);
    fault_set(why, "memory ran out for the options");
    return NULL;
  }
  reading r = {place, text, c};
  lua_pushcfunction(c->L, read_options);
  lua_pushlightuserdata(c->L, &r);
  if (call_protected(c->L, 1, 1, why)) { return c; }
  configuration_close(c);
  return NULL;
}

void configuration_close(configuration *c) {
  if (c == NULL) { return; }
  if (c->L != NULL) { lua_close(c->L); }
  free(c);
}
