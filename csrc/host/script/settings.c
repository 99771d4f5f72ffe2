#include "host/script/settings.h"

#include <lauxlib.h>
#include <stdlib.h>

#include "base/ascii.h"
#include "base/escape.h"
#include "base/hash.h"
#include "base/log.h"
#include "base/share.h"
#include "host/script/lua_aux.h"

/* No file that is loaded has this name. */
static const char options_file[] = "=options";

span configuration_text(const bundle *from) { return bundle_get(from, options_file); }

bool configuration_put(bundle *to, span text) { return bundle_put(to, options_file, text); }

void configuration_push(lua_State *L, span text) {
  if (luaL_loadbufferx(L, text.data, text.len, options_file, "t") != LUA_OK) { lua_error(L); }
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
  if (c != NULL) { *c = (configuration){.L = luaL_newstate(), .owners = 1}; }
  if (c == NULL || c->L == NULL) {
    configuration_close(c);
    fault_set(why, "memory ran out for the options");
    return NULL;
  }
  reading r = {place, text, c};
  lua_pushcfunction(c->L, read_options);
  lua_pushlightuserdata(c->L, &r);
  if (aux_pcall(c->L, 1, 1, why)) { return c; }
  configuration_close(c);
  return NULL;
}

void configuration_share(configuration *c) {
  if (c != NULL) { c->owners++; }
}

void configuration_close(configuration *c) {
  if (c == NULL || --c->owners > 0) { return; }
  if (c->L != NULL) { lua_close(c->L); }
  free(c);
}

/* Loopback, link-local, private and shared addresses (RFC 1918, 3927, 4193, 4291, 6598). */
static const char *const near_by[] = {
    "unix",          "127.0.0.0/8",    "::1",      "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16",
    "100.64.0.0/10", "169.254.0.0/16", "fc00::/7", "fe80::/10"};

/* Set once it was logged that a proxy is not believed. */
static atomic_flag *warned;

bool edge_share(void) {
  warned = lock_memory(sizeof *warned);
  return warned != NULL;
}

/* Lists the texts of the option `name`. @return how many, or -1 when there are too many */
static int edge_read_list(lua_State *L, const char *name, span *out, int limit) {
  int count = 0;
  if (lua_getfield(L, -1, name) == LUA_TTABLE) {
    count = (int)lua_rawlen(L, -1);
    if (count > limit) { count = -1; }
    for (int i = 0; i < count; i++) {
      lua_rawgeti(L, -1, i + 1);
      out[i] = span_of(lua_tostring(L, -1));
      lua_pop(L, 1);
    }
  }
  lua_pop(L, 1);
  return count;
}

/* Lists the networks of the option or the member `name`. */
static bool edge_read_networks(lua_State *L, const char *name, networks *out, fault *why) {
  fault reason;
  span list[NETWORKS_LIMIT];
  int count = edge_read_list(L, name, list, NETWORKS_LIMIT);
  out->count = 0;
  if (count < 0) { return fault_set(why, "%s: at most %d networks", name, NETWORKS_LIMIT); }
  for (int i = 0; i < count; i++) {
    if (networks_add(out, list[i], &reason)) { continue; }
    return fault_set(why, "%s: %.300s", name, reason.text);
  }
  return true;
}

static bool edge_read_rule(lua_State *L, edge_rule *out, fault *why) {
  span action = span_of(aux_text(L, "act"));
  out->action = span_equal(action, SPAN("allow"))  ? EDGE_ALLOW
                : span_equal(action, SPAN("deny")) ? EDGE_DENY
                                                   : EDGE_REDIRECT;
  out->to = aux_text(L, "to");
  out->path = span_of(aux_text(L, "path"));
  out->header = span_of(aux_text(L, "header"));
  out->value = span_of(aux_text(L, "value"));
  return edge_read_networks(L, "from", &out->from, why);
}

static bool edge_read_access(lua_State *L, edge *e, uint32_t i, fault *why) {
  return edge_read_rule(L, &e->rule[i], why);
}

static bool edge_read_quota(lua_State *L, edge *e, uint32_t i, fault *why) {
  uint64_t limit = aux_number(L, "limit");
  e->quota[i] = (edge_quota){span_of(aux_text(L, "path")), (uint32_t)limit,
                             (uint32_t)aux_number(L, "window")};
  return limit <= EDGE_QUOTA_LIMIT ||
         fault_set(why, "quota_routes: at most %d requests", EDGE_QUOTA_LIMIT);
}

static bool edge_read_origins(lua_State *L, edge *e, uint32_t i, fault *why) {
  edge_origins *out = &e->origins[i];
  int count = edge_read_list(L, "origins", out->list, EDGE_ORIGINS);
  out->path = span_of(aux_text(L, "path"));
  out->count = count < 0 ? 0 : (uint32_t)count;
  return count >= 0 || fault_set(why, "cors: at most %d origins of a path", EDGE_ORIGINS);
}

/* Reads each rule of the option `name`. */
static bool edge_read_each(lua_State *L, const char *name, edge *e, uint32_t *out,
                           bool (*read)(lua_State *L, edge *e, uint32_t i, fault *why),
                           fault *why) {
  bool good = true;
  *out = 0;
  if (lua_getfield(L, -1, name) == LUA_TTABLE) {
    uint32_t count = (uint32_t)lua_rawlen(L, -1);
    good = count <= EDGE_RULES || fault_set(why, "%s: at most %d rules", name, EDGE_RULES);
    for (uint32_t i = 0; good && i < count; i++) {
      lua_rawgeti(L, -1, i + 1);
      good = read(L, e, i, why);
      lua_pop(L, 1);
    }
    *out = count;
  }
  lua_pop(L, 1);
  return good;
}

static bool list_near(edge *e, fault *why) {
  e->near.count = 0;
  for (size_t i = 0; i < sizeof near_by / sizeof *near_by; i++) {
    if (!networks_add(&e->near, span_of(near_by[i]), why)) { return false; }
  }
  return true;
}

bool edge_open(edge *e, lua_State *L, fault *why) {
  int hosts = edge_read_list(L, "allowed_hosts", e->host, EDGE_HOSTS);
  int secrets = edge_read_list(L, "edge_secrets", e->secret, EDGE_SECRETS);
  if (hosts < 0) { return fault_set(why, "allowed_hosts: at most %d hosts", EDGE_HOSTS); }
  if (secrets < 0) { return fault_set(why, "edge_secrets: one, or two while they rotate"); }
  e->hosts = (uint32_t)hosts;
  e->secrets = (uint32_t)secrets;
  return list_near(e, why) && edge_read_networks(L, "trusted_proxies", &e->trusted, why) &&
         edge_read_networks(L, "quota_exempt", &e->exempt, why) &&
         edge_read_each(L, "access", e, &e->rules, edge_read_access, why) &&
         edge_read_each(L, "quota_routes", e, &e->quotas, edge_read_quota, why) &&
         edge_read_each(L, "cors", e, &e->cors, edge_read_origins, why);
}

static span without_port(span authority) {
  size_t end = authority.len;
  while (end > 0 && ascii_digit(authority.data[end - 1])) { end--; }
  return end > 0 && authority.data[end - 1] == ':' ? span_take(authority, end - 1) : authority;
}

/* A host without a port allows every port. */
static bool host_allowed(const edge *e, span authority) {
  for (uint32_t i = 0; i < e->hosts; i++) {
    span allowed = e->host[i];
    bool any_port = without_port(allowed).len == allowed.len;
    if (ascii_same(allowed, any_port ? without_port(authority) : authority)) { return true; }
  }
  return e->hosts == 0;
}

/* The time depends on what the client sent, never on how much of it is right. */
static bool same_secret(span given, span secret) {
  unsigned difference = given.len != secret.len;
  for (size_t i = 0; i < given.len; i++) {
    difference |= (unsigned char)given.data[i] ^
                  (unsigned char)secret.data[secret.len == 0 ? 0 : i % secret.len];
  }
  return difference == 0 && secret.len > 0;
}

static bool secret_known(const edge *e, span given) {
  bool known = e->secrets == 0;
  for (uint32_t i = 0; i < e->secrets; i++) { known |= same_secret(given, e->secret[i]); }
  return known;
}

bool edge_admits(const edge *e, const guard *g) {
  if (e->hosts == 0 && e->secrets == 0) { return true; }
  bool host = host_allowed(e, guard_span(g, g->authority));
  return secret_known(e, guard_value(g, SPAN("x-edge-secret"))) && host;
}

/* ---- rules of access ---- */

/* The place of the first byte from `at` on that is `wanted`, of lower case, or its capital; the end
   where there is none. */
static size_t seek_letter(span text, size_t at, char wanted) {
  span rest = span_skip(text, at);
  size_t small = span_find(rest, wanted);
  if (!ascii_small(wanted)) { return at + small; }
  return at + span_find(span_take(rest, small), (char)(wanted - 'a' + 'A'));
}

/* True when the pattern, in lower case, is that of the whole text. After a `*`, the shortest way is
   tried first, and only the last one is taken back: what it passed over holds in any case. */
static bool pattern_matches(span pattern, span text) {
  size_t p = 0, t = 0, star = SIZE_MAX, passed = 0;
  while (t < text.len) {
    if (p < pattern.len && pattern.data[p] == '*') {
      star = p++;
      passed = t;
      bool literal = p < pattern.len && pattern.data[p] != '*' && pattern.data[p] != '?';
      if (literal) { t = passed = seek_letter(text, t, pattern.data[p]); }
    } else if (p < pattern.len &&
               (pattern.data[p] == '?' || pattern.data[p] == ascii_lower(text.data[t]))) {
      p++;
      t++;
    } else if (star != SIZE_MAX) {
      p = star; /* the byte that follows it is sought anew */
      t = passed + 1;
    } else {
      return false;
    }
  }
  while (p < pattern.len && pattern.data[p] == '*') { p++; }
  return p == pattern.len;
}

/* True where any field of the name has a value of the pattern. */
static bool header_matches(const edge_rule *r, const guard *g) {
  for (uint32_t i = 0; i < g->count; i++) {
    if (span_equal(guard_span(g, g->fields[i].name), r->header) &&
        pattern_matches(r->value, guard_span(g, g->fields[i].value))) {
      return true;
    }
  }
  return false;
}

/* True when a path is that of a rule, or below it. */
static bool path_covers(span prefix, span path) {
  if (path.len < prefix.len || memcmp(path.data, prefix.data, prefix.len) != 0) { return false; }
  return path.len == prefix.len || prefix.data[prefix.len - 1] == '/' ||
         path.data[prefix.len] == '/';
}

static bool rule_holds(const edge_rule *r, const struct in6_addr *client, const guard *g,
                       span path) {
  return (r->path.len == 0 || path_covers(r->path, path)) &&
         (r->from.count == 0 || networks_hold(&r->from, client)) &&
         (r->header.len == 0 || header_matches(r, g));
}

/* The guard has checked the encodings. */
span edge_path(const guard *g) {
  static char decoded[GUARD_LINE_LIMIT];
  span path = guard_path(g);
  size_t length;
  if (span_find(path, '%') == path.len || percent_decode(path, false, decoded, &length) != NULL) {
    return path;
  }
  return (span){decoded, length};
}

const edge_rule *edge_judge(const edge *e, const struct in6_addr *client, const guard *g) {
  if (e->rules == 0) { return NULL; }
  span path = edge_path(g);
  for (const edge_rule *r = e->rule; r < e->rule + e->rules; r++) {
    if (rule_holds(r, client, g, path)) { return r->action == EDGE_ALLOW ? NULL : r; }
  }
  return NULL;
}

/* ---- quotas and origins of paths ---- */

/* The quotas of paths share a table: the key of a client has bytes that are the same for all
   clients, in which the path of the quota stands. */
static void tag_client(struct in6_addr *client, span path) {
  uint64_t hash = hash_of(path);
  client->s6_addr[8] ^= (uint8_t)hash;
  client->s6_addr[9] ^= (uint8_t)(hash >> 8);
}

bool edge_bucket_of(const edge *e, const quota *usual, const quota *rules,
                    const struct in6_addr *client, span path, bool counted, edge_bucket *out) {
  const edge_quota *own = rules == NULL ? e->quota + e->quotas : e->quota;
  while (own < e->quota + e->quotas && !path_covers(own->path, path)) { own++; }
  bool by_path = own < e->quota + e->quotas;
  if (by_path ? own->limit == 0 : !counted || usual == NULL) { return false; }
  *out = (edge_bucket){.client = address_client_key(client),
                       .by_path = by_path,
                       .exempt = networks_hold(&e->exempt, client)};
  if (!by_path) {
    out->quota = *usual;
    return true;
  }
  out->quota = (quota){rules->table, own->limit, own->window};
  tag_client(&out->client, own->path);
  return true;
}

uint32_t edge_origin_of(const edge *e, const guard *g) {
  if (e->cors == 0) { return 0; }
  span origin = guard_value(g, SPAN("origin")), path = edge_path(g);
  for (const edge_origins *o = e->origins; origin.len > 0 && o < e->origins + e->cors; o++) {
    if (!path_covers(o->path, path)) { continue; }
    for (uint32_t i = 0; i < o->count; i++) {
      if (span_equal(o->list[i], origin)) { return i + 1; }
    }
    return 0;
  }
  return 0;
}

/* ---- clients behind proxies ---- */

static void warn_once(const edge *e, const struct in6_addr *peer) {
  char address[ADDRESS_TEXT];
  if (!networks_hold(&e->near, peer) || atomic_flag_test_and_set(warned)) { return; }
  address_write(peer, address);
  log_write(
      LOG_WARN,
      "%s sends X-Forwarded-For, which is not believed: all whom it forwards for count as one "
      "client; if it is your proxy, start with --trusted-proxies %s",
      address, address);
}

struct in6_addr edge_client(const edge *e, const struct in6_addr *peer, const guard *g) {
  struct in6_addr client = *peer;
  for (uint32_t i = g->count; i > 0; i--) {
    const guard_field *field = &g->fields[i - 1];
    if (!span_equal(guard_span(g, field->name), SPAN("x-forwarded-for"))) { continue; }
    if (e->trusted.count == 0) { warn_once(e, peer); }
    if (!address_forwarded(&e->trusted, guard_span(g, field->value), &client)) { break; }
  }
  return client;
}

static uint32_t settings_count(lua_State *L, const char *name) {
  uint64_t value = aux_number(L, name);
  return value > UINT32_MAX ? UINT32_MAX : (uint32_t)value;
}

static listen_spec spec_of(lua_State *L) {
  return (listen_spec){.text = aux_text(L, "text"),
                       .host = aux_text(L, "host"),
                       .port = aux_text(L, "port"),
                       .path = aux_text(L, "path"),
                       .name = aux_text(L, "name"),
                       .group = aux_text(L, "group"),
                       .mode = settings_count(L, "mode"),
                       .ipv6only = aux_flag(L, "ipv6only"),
                       .proxy = aux_flag(L, "proxy")};
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
  quota_stores out = {.key = aux_text(L, "quota_store_key"),
                      .password = aux_text(L, "quota_store_password")};
  if (lua_getfield(L, -1, "quota_store") == LUA_TTABLE) {
    for (; out.count < METRICS_STORES; out.count++) {
      bool found = lua_rawgeti(L, -1, out.count + 1) == LUA_TTABLE;
      if (found) {
        out.list[out.count] = (quota_store_spec){.name = aux_text(L, "text"),
                                                 .host = aux_text(L, "host"),
                                                 .port = aux_text(L, "port"),
                                                 .path = aux_text(L, "path")};
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
  access_field field = {.name = span_of(aux_text(L, "name")),
                        .argument = span_of(aux_text(L, "argument")),
                        .number = settings_count(L, "number")};
  span source = span_of(aux_text(L, "source"));
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
  return (upstream_spec){.name = aux_text(L, "name"),
                         .base = aux_text(L, "base"),
                         .host = aux_text(L, "host"),
                         .authorities = aux_text(L, "authorities"),
                         .header = aux_text(L, "header"),
                         .secret = aux_text(L, "secret"),
                         .stamp = aux_text(L, "stamp"),
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
      .publication = aux_text(L, "publication"),
      .trust = aux_text(L, "trust"),
      .state_dir = aux_text(L, "state_dir"),
      .log = aux_text(L, "log"),
      .access_log = aux_text(L, "access_log"),
      .workers = settings_count(L, "workers"),
      .connections = settings_count(L, "connections"),
      .connections_per_address = settings_count(L, "connections_per_address"),
      .script_instructions = aux_number(L, "script_instructions"),
      .script_memory = aux_number(L, "script_memory"),
      .control = aux_text(L, "control"),
      .user = aux_text(L, "user"),
      .group = aux_text(L, "group"),
      .quota_limit = settings_count(L, "quota_limit"),
      .quota_window = settings_count(L, "quota_window"),
      .drain_timeout = settings_count(L, "drain_timeout"),
      .drain_delay = settings_count(L, "drain_delay"),
      .heartbeat_timeout = settings_count(L, "heartbeat_timeout"),
      .load_timeout = settings_count(L, "load_timeout"),
      .cache_size = aux_number(L, "cache_size"),
      .shared_size = aux_number(L, "shared_size"),
      .watch = aux_flag(L, "watch"),
      .sandbox = aux_flag(L, "sandbox"),
      .allow_unavailable = aux_flag(L, "allow_unavailable"),
      .check = aux_text(L, "check"),
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
