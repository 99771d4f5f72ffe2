#include "host/script/settings.h"

#include "host/script/call.h"

static uint32_t settings_count(lua_State *L, const char *name) {
  uint64_t value = call_number(L, name);
  return value > UINT32_MAX ? UINT32_MAX : (uint32_t)value;
}

static listen_spec spec_of(lua_State *L) {
  return (listen_spec){.text = call_text(L, "text"),
                       .host = call_text(L, "host"),
                       .port = call_text(L, "port"),
                       .path = call_text(L, "path"),
                       .name = call_text(L, "name"),
                       .group = call_text(L, "group"),
                       .mode = settings_count(L, "mode"),
                       .ipv6only = call_flag(L, "ipv6only"),
                       .proxy = call_flag(L, "proxy")};
}

/* The addresses of an option. @return how many */
static uint32_t specs_of(lua_State *L, const char *name, listen_spec *out) {
  uint32_t count = 0;
  if (lua_getfield(L, -1, name) == LUA_TTABLE) {
    for (; count < LISTEN_LIMIT; count++) {
      bool found = lua_rawgeti(L, -1, count + 1) == LUA_TTABLE;
      if (found) { out[count] = spec_of(L); }
      lua_pop(L, 1);
      if (!found) { break; }
    }
  }
  lua_pop(L, 1);
  return count;
}

static quota_stores stores_of(lua_State *L) {
  quota_stores out = {.key = call_text(L, "quota_store_key"),
                      .password = call_text(L, "quota_store_password")};
  if (lua_getfield(L, -1, "quota_store") == LUA_TTABLE) {
    for (; out.count < METRICS_STORES; out.count++) {
      bool found = lua_rawgeti(L, -1, out.count + 1) == LUA_TTABLE;
      if (found) {
        out.list[out.count] = (quota_store_spec){.name = call_text(L, "text"),
                                                 .host = call_text(L, "host"),
                                                 .port = call_text(L, "port"),
                                                 .path = call_text(L, "path")};
      }
      lua_pop(L, 1);
      if (!found) { break; }
    }
  }
  lua_pop(L, 1);
  return out;
}

static access_field field_of(lua_State *L) {
  static const struct {
    span name;
    access_source source;
  } sources[] = {{{"header", 6}, ACCESS_HEADER},
                 {{"param", 5}, ACCESS_PARAM},
                 {{"segment", 7}, ACCESS_SEGMENT},
                 {{"route", 5}, ACCESS_ROUTE}};
  access_field field = {.name = span_of(call_text(L, "name")),
                        .argument = span_of(call_text(L, "argument")),
                        .number = settings_count(L, "number")};
  span source = span_of(call_text(L, "source"));
  for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
    if (span_equal(source, sources[i].name)) { field.source = sources[i].source; }
  }
  return field;
}

static uint32_t fields_of(lua_State *L, access_field *out) {
  uint32_t count = 0;
  if (lua_getfield(L, -1, "log_fields") == LUA_TTABLE) {
    for (; count < ACCESS_FIELDS; count++) {
      bool found = lua_rawgeti(L, -1, count + 1) == LUA_TTABLE;
      if (found) { out[count] = field_of(L); }
      lua_pop(L, 1);
      if (!found) { break; }
    }
  }
  lua_pop(L, 1);
  return count;
}

static upstream_spec upstream_of(lua_State *L) {
  return (upstream_spec){.name = call_text(L, "name"),
                         .base = call_text(L, "base"),
                         .host = call_text(L, "host"),
                         .authorities = call_text(L, "authorities"),
                         .header = call_text(L, "header"),
                         .secret = call_text(L, "secret"),
                         .stamp = call_text(L, "stamp"),
                         .port = settings_count(L, "port"),
                         .timeout = settings_count(L, "timeout"),
                         .max_bytes = settings_count(L, "max_bytes"),
                         .in_flight = settings_count(L, "in_flight"),
                         .failures = settings_count(L, "failures"),
                         .pause = settings_count(L, "pause")};
}

static bool upstream_same(const upstream_spec *a, const upstream_spec *b) {
  return span_equal(span_of(a->name), span_of(b->name)) &&
         span_equal(span_of(a->base), span_of(b->base)) &&
         span_equal(span_of(a->authorities), span_of(b->authorities)) &&
         span_equal(span_of(a->header), span_of(b->header)) &&
         span_equal(span_of(a->secret), span_of(b->secret)) &&
         span_equal(span_of(a->stamp), span_of(b->stamp)) && a->timeout == b->timeout &&
         a->max_bytes == b->max_bytes && a->in_flight == b->in_flight &&
         a->failures == b->failures && a->pause == b->pause;
}

bool upstreams_same(const upstreams *a, const upstreams *b) {
  bool same = a->count == b->count;
  for (uint32_t i = 0; same && i < a->count; i++) {
    same = upstream_same(&a->list[i], &b->list[i]);
  }
  return same;
}

static upstreams upstreams_of(lua_State *L) {
  upstreams out = {.count = 0};
  if (lua_getfield(L, -1, "upstreams") == LUA_TTABLE) {
    for (; out.count < METRICS_UPSTREAMS; out.count++) {
      bool found = lua_rawgeti(L, -1, out.count + 1) == LUA_TTABLE;
      if (found) { out.list[out.count] = upstream_of(L); }
      lua_pop(L, 1);
      if (!found) { break; }
    }
  }
  lua_pop(L, 1);
  return out;
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
      .publication = call_text(L, "publication"),
      .trust = call_text(L, "trust"),
      .state_dir = call_text(L, "state_dir"),
      .log = call_text(L, "log"),
      .access_log = call_text(L, "access_log"),
      .workers = settings_count(L, "workers"),
      .connections = settings_count(L, "connections"),
      .connections_per_address = settings_count(L, "connections_per_address"),
      .script_instructions = call_number(L, "script_instructions"),
      .script_memory = call_number(L, "script_memory"),
      .control = call_text(L, "control"),
      .user = call_text(L, "user"),
      .group = call_text(L, "group"),
      .quota_limit = settings_count(L, "quota_limit"),
      .quota_window = settings_count(L, "quota_window"),
      .drain_timeout = settings_count(L, "drain_timeout"),
      .drain_delay = settings_count(L, "drain_delay"),
      .heartbeat_timeout = settings_count(L, "heartbeat_timeout"),
      .load_timeout = settings_count(L, "load_timeout"),
      .cache_size = call_number(L, "cache_size"),
      .shared_size = call_number(L, "shared_size"),
      .watch = call_flag(L, "watch"),
      .sandbox = call_flag(L, "sandbox"),
      .allow_unavailable = call_flag(L, "allow_unavailable"),
      .check = call_text(L, "check"),
  };
  texts_of(L, "routes", out->routes, SETTINGS_ROUTES);
  const char **libraries = out->routes;
  while (*libraries != NULL) { libraries++; }
  texts_of(L, "lua_path", libraries, SETTINGS_LIBRARIES);
  out->stores = stores_of(L);
  out->log_field_count = fields_of(L, out->log_fields);
  out->upstreams = upstreams_of(L);
  out->listen_count = specs_of(L, "listen", out->listen);
  out->admin_count = specs_of(L, "admin_listen", out->admin_listen);
}
