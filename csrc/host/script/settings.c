#include "host/script/settings.h"

/* A text, which stays where it is as long as the table has it; NULL where it is not set. */
static const char *text_of(lua_State *L, const char *name) {
  const char *text = lua_getfield(L, -1, name) == LUA_TSTRING ? lua_tostring(L, -1) : NULL;
  lua_pop(L, 1);
  return text;
}

static uint64_t number_of(lua_State *L, const char *name) {
  lua_getfield(L, -1, name);
  lua_Integer value = lua_tointeger(L, -1);
  lua_pop(L, 1);
  return value < 0 ? 0 : (uint64_t)value;
}

static uint32_t count_of(lua_State *L, const char *name) {
  uint64_t value = number_of(L, name);
  return value > UINT32_MAX ? UINT32_MAX : (uint32_t)value;
}

static bool flag_of(lua_State *L, const char *name) {
  lua_getfield(L, -1, name);
  bool value = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return value;
}

static listen_spec spec_of(lua_State *L) {
  return (listen_spec){.text = text_of(L, "text"),
                       .host = text_of(L, "host"),
                       .port = text_of(L, "port"),
                       .path = text_of(L, "path"),
                       .name = text_of(L, "name"),
                       .group = text_of(L, "group"),
                       .mode = count_of(L, "mode"),
                       .ipv6only = flag_of(L, "ipv6only"),
                       .proxy = flag_of(L, "proxy")};
}

/* The addresses of an option. @return how many */
static uint32_t specs_of(lua_State *L, const char *name, listen_spec *out) {
  uint32_t count = 0;
  if (lua_getfield(L, -1, name) == LUA_TTABLE) {
    for (; count < LISTEN_LIMIT; count++) {
      bool found = lua_rawgeti(L, -1, count + 1) == LUA_TTABLE;
      if (found) out[count] = spec_of(L);
      lua_pop(L, 1);
      if (!found) break;
    }
  }
  lua_pop(L, 1);
  return count;
}

/* The texts of a list, up to the first that is not set. */
static void texts_of(lua_State *L, const char *name, const char **out, lua_Integer limit) {
  if (lua_getfield(L, -1, name) == LUA_TTABLE) {
    for (lua_Integer i = 0; i < limit; i++) {
      out[i] = lua_rawgeti(L, -1, i + 1) == LUA_TSTRING ? lua_tostring(L, -1) : NULL;
      lua_pop(L, 1);
    }
  }
  lua_pop(L, 1);
}

void settings_read(settings *out, const home *place, lua_State *L) {
  *out = (settings){
      .place = place,
      .publication = text_of(L, "publication"),
      .trust = text_of(L, "trust"),
      .state_dir = text_of(L, "state_dir"),
      .log = text_of(L, "log"),
      .access_log = text_of(L, "access_log"),
      .workers = count_of(L, "workers"),
      .connections = count_of(L, "connections"),
      .connections_per_address = count_of(L, "connections_per_address"),
      .script_instructions = number_of(L, "script_instructions"),
      .script_memory = number_of(L, "script_memory"),
      .control = text_of(L, "control"),
      .user = text_of(L, "user"),
      .group = text_of(L, "group"),
      .quota_limit = count_of(L, "quota_limit"),
      .quota_window = count_of(L, "quota_window"),
      .drain_timeout = count_of(L, "drain_timeout"),
      .drain_delay = count_of(L, "drain_delay"),
      .heartbeat_timeout = count_of(L, "heartbeat_timeout"),
      .load_timeout = count_of(L, "load_timeout"),
      .cache_size = number_of(L, "cache_size"),
      .shared_size = number_of(L, "shared_size"),
      .watch = flag_of(L, "watch"),
      .sandbox = flag_of(L, "sandbox"),
      .allow_unavailable = flag_of(L, "allow_unavailable"),
      .check = text_of(L, "check"),
  };
  texts_of(L, "routes", out->routes, SETTINGS_ROUTES);
  out->listen_count = specs_of(L, "listen", out->listen);
  out->admin_count = specs_of(L, "admin_listen", out->admin_listen);
}
