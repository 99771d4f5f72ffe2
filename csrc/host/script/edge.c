#include "host/script/edge.h"

#include <lauxlib.h>

#include "base/ascii.h"
#include "base/hash.h"
#include "base/lock.h"
#include "base/log.h"
#include "base/percent.h"
#include "host/script/call.h"

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
  span action = span_of(call_text(L, "act"));
  out->action = span_equal(action, SPAN("allow"))  ? EDGE_ALLOW
                : span_equal(action, SPAN("deny")) ? EDGE_DENY
                                                   : EDGE_REDIRECT;
  out->to = call_text(L, "to");
  out->path = span_of(call_text(L, "path"));
  out->header = span_of(call_text(L, "header"));
  out->value = span_of(call_text(L, "value"));
  return edge_read_networks(L, "from", &out->from, why);
}

static bool edge_read_access(lua_State *L, edge *e, uint32_t i, fault *why) {
  return edge_read_rule(L, &e->rule[i], why);
}

static bool edge_read_quota(lua_State *L, edge *e, uint32_t i, fault *why) {
  uint64_t limit = call_number(L, "limit");
  e->quota[i] = (edge_quota){span_of(call_text(L, "path")), (uint32_t)limit,
                             (uint32_t)call_number(L, "window")};
  return limit <= EDGE_QUOTA_LIMIT ||
         fault_set(why, "quota_routes: at most %d requests", EDGE_QUOTA_LIMIT);
}

static bool edge_read_origins(lua_State *L, edge *e, uint32_t i, fault *why) {
  edge_origins *out = &e->origins[i];
  int count = edge_read_list(L, "origins", out->list, EDGE_ORIGINS);
  out->path = span_of(call_text(L, "path"));
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
static void mark_client(struct in6_addr *client, span path) {
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
  mark_client(&out->client, own->path);
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
