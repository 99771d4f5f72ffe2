#include "binding/modules.h"

static void (*const openers[])(lua_State *L) = {
    lua_open_model, lua_open_json,        lua_open_json_read, lua_open_html,  lua_open_signature,
    lua_open_trust, lua_open_publication, lua_open_builder,   lua_open_quran, lua_open_search,
};

__attribute__((visibility("default"))) int luaopen_svc(lua_State *L);

int luaopen_svc(lua_State *L) {
  luaL_checkversion(L);
  lua_newtable(L);
  for (size_t i = 0; i < sizeof openers / sizeof *openers; i++) openers[i](L);
  return 1;
}
