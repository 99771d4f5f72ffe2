#include "host/script/lua_host.h"

#include <lauxlib.h>

#include "base/ascii.h"
#include "base/clock.h"
#include "base/log.h"
#include "host/script/script_work.h"
#include "host/shared/fetch_link.h"
#include "host/shared/quota_store.h"
#include "host/wire/address.h"
#include "host/wire/cache.h"
#include "host/wire/http.h"

/* Keys that a script gets at once, and turns of a loop that a look at a stretch of them counts. */
enum { KEYS_SHOWN = 100, KEYS_LIMIT = 1000, KEYS_WORK = 64 };

static struct {
  lua_State *L; /* the coroutine of the request; others that it makes cannot wait */
  request *asked;
} running;

void lua_host_run(lua_State *L, request *asked) {
  running.L = L;
  running.asked = asked;
}

static const script_deps *deps_of(lua_State *L) { return lua_touserdata(L, lua_upvalueindex(1)); }

static span check_span(lua_State *L, int index) {
  span text;
  text.data = luaL_checklstring(L, index, &text.len);
  return text;
}

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

static void host_set_number(lua_State *L, const char *name, uint32_t value) {
  lua_pushinteger(L, value);
  lua_setfield(L, -2, name);
}

/* Sets a member to the digits of a number, which stands in a header field: Lua would take twice as
   long to write it there. */
static void set_digits(lua_State *L, const char *name, uint32_t value) {
  char text[10], *at = text + sizeof text;
  do { *--at = (char)('0' + value % 10); } while ((value /= 10) > 0);
  lua_pushlstring(L, at, (size_t)(text + sizeof text - at));
  lua_setfield(L, -2, name);
}

/* The client at the address that is the first argument. */
static struct in6_addr check_client(lua_State *L) {
  struct in6_addr client;
  return address_read(check_span(L, 1), &client) ? client : (struct in6_addr){0};
}

/* Its address is the key in the registry of the table of verdicts: each takes the place of the one
   before, which was read at once. */
static const char verdict_key = 0;

static int push_verdict(lua_State *L, const quota *q, quota_verdict verdict) {
  metrics_worker *counts = deps_of(L)->metrics;
  if (!verdict.admitted && counts != NULL) { counts->over_quota++; }
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &verdict_key) == LUA_TNIL) {
    lua_pop(L, 1);
    lua_createtable(L, 0, 6);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &verdict_key);
  }
  host_set_number(L, "limit", q->limit);
  host_set_number(L, "window", q->window);
  set_digits(L, "remaining", verdict.remaining);
  set_digits(L, "reset", verdict.reset);
  if (verdict.admitted) {
    lua_pushnil(L);
    lua_setfield(L, -2, "retry_after");
  } else {
    host_set_number(L, "retry_after", verdict.reset);
  }
  return 1;
}

/* host.quota(address, path, counted) -> {limit, window, by_path, remaining, reset, retry_after}, or
   nil without a quota; a client that is exempt has limit, window and by_path alone. Suspended while
   a store is asked; what cannot be asks the local quota. */
static int quota_continue(lua_State *L, int status, lua_KContext context) {
  const script_deps *deps = deps_of(L);
  edge_bucket bucket;
  quota_verdict verdict = {.admitted = true};
  request *asked = L == running.L && lua_isyieldable(L) ? running.asked : NULL;
  struct in6_addr client = check_client(L);
  (void)status, (void)context;
  if (deps->edge == NULL || !edge_bucket_of(deps->edge, deps->quota, deps->rules, &client,
                                            check_span(L, 2), lua_toboolean(L, 3), &bucket)) {
    return 0;
  }
  if (!bucket.exempt) {
    if (!quota_store_ask(asked, &bucket.client, &bucket.quota, &verdict)) {
      return lua_yieldk(L, 0, 0, quota_continue);
    }
    if (asked != NULL) { quota_store_forget(asked); }
  }
  push_verdict(L, &bucket.quota, verdict);
  if (bucket.exempt) {
    lua_pushnil(L);
    lua_setfield(L, -2, "remaining");
  }
  lua_pushboolean(L, bucket.by_path);
  lua_setfield(L, -2, "by_path");
  return 1;
}

static int host_quota(lua_State *L) { return quota_continue(L, LUA_OK, 0); }

/* host.work(address) -> the same of the budget for answers outside the quota, in this replica */
static int host_work(lua_State *L) {
  const script_deps *deps = deps_of(L);
  const quota *q = deps->work;
  struct in6_addr client = check_client(L);
  if (q == NULL || deps->edge == NULL || networks_hold(&deps->edge->exempt, &client)) { return 0; }
  client = address_client_key(&client);
  return push_verdict(L, q, quota_ask(q, &client, clock_microseconds()));
}

/* ---- fetches ---- */

enum { REQUEST_FETCHES = 32 };

static int push_failure(lua_State *L, const char *code, span detail) {
  lua_pushnil(L);
  lua_pushstring(L, code);
  lua_pushlstring(L, detail.data, detail.len);
  return 3;
}

/* Pushing may raise: then the fetch is dropped as the request ends. */
static int exchange_continue(lua_State *L, int status, lua_KContext context) {
  fetch_result result;
  (void)status, (void)context;
  if (!fetch_ended(running.asked, &result)) { return lua_yieldk(L, 0, 0, exchange_continue); }
  if (result.code == FETCH_ANSWERED) {
    lua_pushinteger(L, result.status);
    lua_pushlstring(L, result.head.data, result.head.len);
    lua_pushlstring(L, result.body.data, result.body.len);
  } else {
    push_failure(L, fetch_codes[result.code], result.head);
  }
  fetch_forget(running.asked);
  return 3;
}

/* host.exchange(method, milliseconds, head, body) -> status, head, body; or nil, code, reason.
   Suspended meanwhile; what cannot be gets nil, "misuse", reason. */
static int host_exchange(lua_State *L) {
  request *asked = L == running.L && lua_isyieldable(L) ? running.asked : NULL;
  int method = luaL_checkoption(L, 1, NULL, fetch_methods);
  lua_Integer timeout = luaL_checkinteger(L, 2);
  span head = check_span(L, 3), body = check_span(L, 4);
  fetch_order order;
  fault why;
  luaL_argcheck(L, timeout > 0 && timeout <= FETCH_LONGEST, 2, "expected 1 to 60000 ms");
  luaL_argcheck(L, body.len <= FETCH_ASK_BODY, 4, "longer than 1 MiB");
  if (asked == NULL) {
    return push_failure(L, "misuse",
                        SPAN("it can be called in the access phase, the handler, the header phase "
                             "and in a job, and not within a coroutine of the route's own, a "
                             "stream, or a function that a C function calls"));
  }
  if (!fetch_order_read((unsigned)method, head, &order, &why)) {
    return push_failure(L, "invalid", span_of(why.text));
  }
  if (asked->fetches >= REQUEST_FETCHES) {
    fault_set(&why, "a request makes at most %d fetches", REQUEST_FETCHES);
    return push_failure(L, fetch_codes[FETCH_BUSY], span_of(why.text));
  }
  fetch_begin(asked, (unsigned)method, (uint32_t)timeout, head, body);
  return exchange_continue(L, LUA_OK, 0);
}

/* host.route(name) -> the number under which the answers of the route are counted */
static int host_route(lua_State *L) {
  const script_deps *deps = deps_of(L);
  span name = check_span(L, 1);
  bool known = deps->routes != NULL;
  lua_pushinteger(L, known ? metrics_route(deps->routes, name, deps->trial) : 0);
  return 1;
}

/* host.encode(text, coding, type) -> text, coding; coding is nil for the plain form */
static int host_encode(lua_State *L) {
  span plain = check_span(L, 1);
  coding c = coding_named(lua_tostring(L, 2));
  bool applies = coding_applies(c, check_span(L, 3), plain.len);
  /* Before there is a buffer: what may raise would lose it. */
  char *copy = lua_newuserdatauv(L, plain.len, 0);
  buffer coded = {0};
  size_t length = 0;
  if (applies && coding_encode(c, plain, &coded) && coded.len <= plain.len) {
    memcpy(copy, coded.data, coded.len);
    length = coded.len;
  }
  buffer_free(&coded);
  if (length == 0) {
    lua_settop(L, 1);
    return 1;
  }
  lua_pushlstring(L, copy, length);
  lua_pushstring(L, coding_name(c));
  return 2;
}

/* host.recall(key) -> true, etag where an answer is kept under the key; etag may be nil */
static int host_recall(lua_State *L) {
  const cache_entry *found = cache_recall(check_span(L, 1));
  if (found == NULL) { return 0; }
  lua_pushboolean(L, true);
  lua_pushstring(L, reply_header_of(http_prepared(found->answer), "ETag"));
  return 2;
}

/* ---- the headers of a request ---- */

static bool has_capital(const char *name, size_t length) {
  size_t at = 0;
  while (at < length && !ascii_capital(name[at])) { at++; }
  return at < length;
}

/* Header fields stand under their names in lower case, and are found by any spelling. */
static int find_header(lua_State *L) {
  size_t length;
  const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tolstring(L, 2, &length) : NULL;
  if (name == NULL || !has_capital(name, length)) { return 0; }
  luaL_Buffer lower;
  char *out = luaL_buffinitsize(L, &lower, length);
  for (size_t i = 0; i < length; i++) { out[i] = ascii_lower(name[i]); }
  luaL_pushresultsize(&lower, length);
  lua_rawget(L, 1);
  return 1;
}

/* Shared by all requests: no script can change it. */
static void make_headers_type(lua_State *L) {
  luaL_newmetatable(L, LUA_HOST_HEADERS);
  lua_pushcfunction(L, find_header);
  lua_setfield(L, -2, "__index");
  lua_pushboolean(L, false);
  lua_setfield(L, -2, "__metatable");
  lua_pop(L, 1);
}

/* ---- the shared dictionary ---- */

static uint64_t life_of(lua_State *L, int index) {
  lua_Number seconds = luaL_optnumber(L, index, 0);
  luaL_argcheck(L, seconds >= 0 && seconds < 1e9, index, "expected seconds, 0 for no bound");
  return seconds > 0 && seconds < 0.001 ? 1 : (uint64_t)(seconds * 1000);
}

/* shared.get(key) -> text or nil */
static int shared_get(lua_State *L) {
  char value[DICT_VALUE_LIMIT];
  buffer out = {value, 0, sizeof value, false};
  if (!dict_get(deps_of(L)->dict, check_span(L, 1), clock_milliseconds(), &out)) { return 0; }
  lua_pushlstring(L, out.data, out.len);
  return 1;
}

/* shared.set(key, text [, seconds]); text nil forgets the key */
static int shared_set(lua_State *L) {
  span key = check_span(L, 1);
  if (lua_isnoneornil(L, 2)) {
    dict_remove(deps_of(L)->dict, key);
    return 0;
  }
  span value = check_span(L, 2);
  luaL_argcheck(L, dict_set(deps_of(L)->dict, key, value, life_of(L, 3), clock_milliseconds()), 2,
                "key or value is too long");
  return 0;
}

/* shared.add(key, step [, seconds]) -> the new number */
static int shared_add(lua_State *L) {
  span key = check_span(L, 1);
  int64_t sum, step = luaL_checkinteger(L, 2);
  luaL_argcheck(L, dict_add(deps_of(L)->dict, key, step, life_of(L, 3), clock_milliseconds(), &sum),
                1, "the value there is no number");
  lua_pushinteger(L, sum);
  return 1;
}

/* shared.keys([prefix [, most]]) -> list of keys, of at most 1 000 */
static int shared_keys(lua_State *L) {
  size_t length;
  const char *text = luaL_optlstring(L, 1, "", &length);
  lua_Integer most = luaL_optinteger(L, 2, KEYS_SHOWN), count = 0;
  luaL_argcheck(L, most >= 1 && most <= KEYS_LIMIT, 2, "expected 1 to 1000");
  work w = work_begin(L);
  uint64_t place = 0, now = clock_milliseconds();
  char key[DICT_KEY_LIMIT];
  lua_newtable(L);
  for (bool more = true; more && count < most;) {
    buffer out = {key, 0, sizeof key, false};
    more = dict_next(deps_of(L)->dict, &place, (span){text, length}, now, &out);
    work_turns(&w, KEYS_WORK);
    if (out.len == 0) { continue; }
    lua_pushlstring(L, out.data, out.len);
    lua_rawseti(L, -2, ++count);
  }
  return 1;
}

static void push_functions(lua_State *L, const luaL_Reg *functions, const script_deps *deps) {
  lua_newtable(L);
  lua_pushlightuserdata(L, (void *)(uintptr_t)deps);
  luaL_setfuncs(L, functions, 1);
}

void lua_host_push(lua_State *L, const script_deps *deps) {
  static const luaL_Reg functions[] = {{"encode", host_encode}, {"exchange", host_exchange},
                                       {"log", host_log},       {"now", host_now},
                                       {"quota", host_quota},   {"recall", host_recall},
                                       {"route", host_route},   {"uuid", host_uuid},
                                       {"work", host_work},     {NULL, NULL}};
  static const luaL_Reg shared[] = {{"add", shared_add},
                                    {"get", shared_get},
                                    {"keys", shared_keys},
                                    {"set", shared_set},
                                    {NULL, NULL}};
  make_headers_type(L);
  push_functions(L, functions, deps);
  push_functions(L, shared, deps);
  lua_setfield(L, -2, "shared");
  lua_pushboolean(L, deps->trial);
  lua_setfield(L, -2, "trial");
  lua_pushliteral(L, SVC_VERSION);
  lua_setfield(L, -2, "version");
}
