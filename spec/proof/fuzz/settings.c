/** Fuzz target: the options as the host takes them, and what it decides by them. The input is the
 * bytes of a request, an empty line, and options as a command line gives them, of which
 * support/settings.lua makes the text that goes to every process. What is refused says why; what
 * is accepted lies within the bounds of the host, is the same when it is read again, and judges the
 * request. */
#include "host/script/settings.h"

#include <lauxlib.h>
#include <lualib.h>
#include <stdlib.h>

#include "support/quiet.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);
int luaopen_svc(lua_State *L);

static lua_State *L;

static void expect(bool condition) {
  if (!condition) { abort(); }
}

static void must(int status) {
  if (status == LUA_OK) { return; }
  fprintf(stderr, "%s\n", lua_tostring(L, -1));
  abort();
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  (void)argc, (void)argv;
  quiet_log();
  expect(edge_share());
  L = luaL_newstate();
  expect(L != NULL);
  luaL_openlibs(L);
  luaL_requiref(L, "svc", luaopen_svc, 0);
  must(luaL_dostring(L, "package.path = './lua/?.lua;./lua/?/init.lua;' .. package.path"));
  lua_settop(L, 0);
  must(luaL_dofile(L, "spec/proof/fuzz/support/settings.lua"));
  return 0;
}

/* ---- what is decided ---- */

static bool receive(guard *g, span bytes) {
  uint32_t room;
  for (guard_result result; (result = guard_step(g)) != GUARD_COMPLETE;) {
    char *at = result == GUARD_MORE && bytes.len > 0 ? guard_space(g, &room) : NULL;
    if (at == NULL) { return false; }
    span piece = span_take(bytes, room);
    memcpy(at, piece.data, piece.len);
    guard_received(g, (uint32_t)piece.len);
    bytes = span_skip(bytes, piece.len);
  }
  return true;
}

static void judge(const edge *e, const guard *g) {
  struct in6_addr peer = {.s6_addr = {[10] = 0xff, 0xff, 127, 0, 0, 1}};
  quota usual = {.limit = 1, .window = 1}, rules = {0};
  edge_bucket bucket;
  peer = edge_client(e, &peer, g);
  (void)edge_admits(e, g);
  const edge_rule *rule = edge_judge(e, &peer, g);
  expect(rule == NULL || (rule >= e->rule && rule < e->rule + e->rules));
  expect(rule == NULL || rule->action != EDGE_REDIRECT || rule->to != NULL);
  expect(edge_origin_of(e, g) <= EDGE_ORIGINS);
  if (edge_bucket_of(e, &usual, &rules, &peer, edge_path(g), true, &bucket)) {
    expect(bucket.quota.limit > 0 && bucket.quota.limit <= EDGE_QUOTA_LIMIT);
  }
}

/* ---- what is read ---- */

static void check_texts(const settings *s) {
  for (uint32_t i = 0; i < s->upstreams.count; i++) {
    const upstream_spec *u = &s->upstreams.list[i];
    expect(u->name != NULL && u->base != NULL && u->host != NULL && u->port > 0);
    expect(u->timeout > 0 && u->in_flight > 0 && u->max_bytes > 0);
  }
  for (uint32_t i = 0; i < s->stores.count; i++) {
    const quota_store_spec *q = &s->stores.list[i];
    expect(q->name != NULL && (q->path != NULL || (q->host != NULL && q->port != NULL)));
    expect(strlen(q->name) < METRICS_STORE_TEXT);
  }
  for (uint32_t i = 0; i < s->log_field_count; i++) { expect(s->log_fields[i].name.len > 0); }
}

static void check(span text, const guard *g) {
  fault why = {0};
  home place = {.root = "."};
  configuration *c = configuration_open(&place, text, &why);
  if (c == NULL) {
    expect(why.text[0] != '\0');
    return;
  }
  const settings *s = &c->options;
  expect(s->listen_count > 0 && s->listen_count <= LISTEN_LIMIT && s->admin_count <= LISTEN_LIMIT);
  expect(s->workers > 0 && s->quota_window > 0 && s->log_field_count <= ACCESS_FIELDS);
  expect(upstreams_same(&s->upstreams, &s->upstreams));
  check_texts(s);
  if (g != NULL) { judge(&c->edge, g); }
  configuration_close(c);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
  guard *g = calloc(1, sizeof *g);
  span all = {(const char *)data, size}, text;
  const char *end = size == 0 ? NULL : memmem(data, size, "\r\n\r\n", 4);
  size_t head = end == NULL ? 0 : (size_t)(end - all.data) + 4;
  expect(g != NULL);
  bool asked = receive(g, span_take(all, head));
  lua_settop(L, 1);
  lua_pushvalue(L, 1);
  lua_pushlstring(L, all.data + head, all.len - head);
  must(lua_pcall(L, 1, 1, 0));
  if (lua_isstring(L, -1)) {
    text.data = lua_tolstring(L, -1, &text.len);
    check(text, asked ? g : NULL);
  }
  guard_free(g);
  free(g);
  return 0;
}
