#include "host/script/script_exchange.h"

#include <lauxlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

#include "base/ascii.h"
#include "base/clock.h"
#include "base/log.h"
#include "host/script/lua_aux.h"
#include "host/script/lua_host.h"
#include "host/script/script_bounds.h"
#include "host/wire/address.h"
#include "host/wire/exchange.h"
#include "host/wire/uri.h"

enum {
  LONGEST_WAIT = 3600, /* seconds */
  THREAD = 1,
  TEXT = 2
};

struct script_source {
  stream base;
  script_source *next, **at; /* in the list of its script */
  script *script;
  lua_State *L;  /* the coroutine */
  int reference; /* to this userdata, whose user values are THREAD and TEXT */
  span rest;     /* of the text that was sent last */
  bool begun;
  char id[ID_LIMIT + 1]; /* of the request */
};

static script *abandoned; /* the list that script_abandoned takes from */

void script_close(script *s) {
  if (s == NULL) { return; }
  if (s->streams > 0) {
    s->closing = true;
    for (script_source *at = s->sources; s->stuck && at != NULL; at = at->next) {
      at->base.wake = 0;
    }
    return;
  }
  if (s->L != NULL && !s->stuck) { lua_close(s->L); }
  script_memory_free(&s->memory);
  bundle_close(s->bundle);
  configuration_close(s->deps.held);
  buffer_free(&s->spare);
  free(s->spare_body);
  if (!s->stuck || s->claim == NULL) {
    free(s);
    return;
  }
  s->abandoned = abandoned;
  abandoned = s;
}

void *script_abandoned(void) {
  script *s = abandoned;
  if (s == NULL) { return NULL; }
  void *claim = s->claim;
  abandoned = s->abandoned;
  free(s);
  return claim;
}

/* ---- streams ---- */

/* send(text) */
static int stream_send(lua_State *L) {
  luaL_argexpected(L, lua_type(L, 1) == LUA_TSTRING, 1, "string");
  lua_settop(L, 1);
  return lua_yield(L, 1);
}

/* wait(seconds) */
static int stream_wait(lua_State *L) {
  luaL_argexpected(L, lua_type(L, 1) == LUA_TNUMBER, 1, "number");
  lua_settop(L, 1);
  return lua_yield(L, 1);
}

/* @return LUA_YIELD with one value at the top, or another status when it is over */
static int stream_resume(script_source *source) {
  int results, given = 0;
  lua_State *L = source->L;
  if (source->begun) {
    lua_settop(L, 0);
  } else {
    lua_pushcfunction(L, stream_send);
    lua_pushcfunction(L, stream_wait);
    given = 2;
  }
  source->begun = true;
  return script_resume(source->script, L, given, &results);
}

static long take_rest(script_source *source, char *out, size_t size) {
  span piece = span_take(source->rest, size);
  memcpy(out, piece.data, piece.len);
  source->rest = span_skip(source->rest, piece.len);
  return (long)piece.len;
}

static long take_pause(script_source *source, lua_Number seconds) {
  if (!(seconds > 0)) { seconds = 0; }
  if (seconds > LONGEST_WAIT) { seconds = LONGEST_WAIT; }
  source->base.wake = clock_milliseconds() + (uint64_t)(seconds * 1000) + 1;
  return 0;
}

/* The error at the top of the coroutine, argument 1, as a text with the coroutine's traceback. */
static int stream_trace(lua_State *L) {
  lua_State *of = lua_touserdata(L, 1);
  lua_settop(L, 0);
  lua_xmove(of, L, 1);
  aux_push_traceback(L, of, aux_error_text(L), 0);
  return 1;
}

static long stream_fail(const script_source *source, bool raised) {
  lua_State *L = source->script->L;
  const char *why = "it yielded something else than by send and wait";
  bool stuck = source->script->stuck;
  int top = stuck ? 0 : lua_gettop(L);
  if (stuck) {
    why = source->script->refusal;
  } else if (raised) {
    lua_pushcfunction(L, stream_trace);
    lua_pushlightuserdata(L, source->L);
    lua_pcall(L, 1, 1, 0);
    why = lua_tostring(L, -1);
  }
  log_write(LOG_ERROR, "the stream of request %s failed: %s", source->id, why);
  if (!stuck) { lua_settop(L, top); }
  if (source->script->deps.metrics != NULL) { source->script->deps.metrics->faults++; }
  return STREAM_FAILED;
}

static long source_read(stream *self, char *out, size_t size) {
  script_source *source = (script_source *)self;
  lua_State *L = source->L;
  while (source->rest.len == 0) {
    if (source->script->stuck) { return stream_fail(source, true); }
    int status = stream_resume(source);
    if (status == LUA_OK) { return STREAM_ENDED; }
    if (status != LUA_YIELD) { return stream_fail(source, true); }
    if (lua_type(L, -1) == LUA_TNUMBER) { return take_pause(source, lua_tonumber(L, -1)); }
    if (lua_type(L, -1) != LUA_TSTRING) { return stream_fail(source, false); }
    source->rest.data = lua_tolstring(L, -1, &source->rest.len);
    /* An empty text ends the turn: a loop that sends nothing else would keep the worker busy. */
    if (source->rest.len == 0) { return take_pause(source, 0); }
    lua_rawgeti(L, LUA_REGISTRYINDEX, source->reference);
    lua_insert(L, -2);
    lua_setiuservalue(L, -2, TEXT);
  }
  return take_rest(source, out, size);
}

static void source_close(stream *self) {
  script_source *source = (script_source *)self;
  script *s = source->script;
  *source->at = source->next;
  if (source->next != NULL) { source->next->at = source->at; }
  if (!s->stuck) { luaL_unref(s->L, LUA_REGISTRYINDEX, source->reference); }
  s->streams--;
  if (s->closing) { script_close(s); }
}

/* Makes a stream of the function at the top of `L`, which is popped: a coroutine that yields texts
 * to send, or seconds to wait. Raises when memory is out. @param id of the request, for the log
 * @return owned; closing it may end a script that was closed before */
static stream *script_stream(script *s, lua_State *L, const char *id) {
  script_source *source = lua_newuserdatauv(L, sizeof *source, TEXT);
  lua_State *thread = lua_newthread(L);
  lua_setiuservalue(L, -2, THREAD);
  lua_pushvalue(L, -2);
  lua_xmove(L, thread, 1);
  *source = (script_source){.base = {.read = source_read, .close = source_close},
                            .next = s->sources,
                            .at = &s->sources,
                            .script = s,
                            .L = thread,
                            .reference = luaL_ref(L, LUA_REGISTRYINDEX)};
  snprintf(source->id, sizeof source->id, "%s", id);
  lua_pop(L, 1);
  if (source->next != NULL) { source->next->at = &source->next; }
  s->sources = source;
  s->streams++;
  return &source->base;
}

typedef struct script_task {
  script *script;
  lua_State *L;      /* the coroutine */
  int thread;        /* the reference that keeps it */
  lua_Integer route; /* that runs, as app.lua notes it */
} script_task;

script *script_task_of(const request *asked) {
  const script_task *c = asked->task;
  return c == NULL ? NULL : c->script;
}

/* ---- the route that runs ---- */

static lua_Integer get_route(const script *s) {
  lua_rawgeti(s->L, LUA_REGISTRYINDEX, s->route);
  lua_rawgeti(s->L, -1, 1);
  lua_Integer number = lua_tointeger(s->L, -1);
  lua_pop(s->L, 2);
  return number;
}

/* The element is there: to set it takes no memory. */
static void set_route(const script *s, lua_Integer number) {
  lua_rawgeti(s->L, LUA_REGISTRYINDEX, s->route);
  lua_pushinteger(s->L, number);
  lua_rawseti(s->L, -2, 1);
  lua_pop(s->L, 1);
}

/* ---- beginning ---- */

typedef struct beginning {
  script_task *task;
  script_push *push;
  const void *context;
} beginning;

static int prepare_task(lua_State *L) {
  const beginning *b = lua_touserdata(L, 1);
  script_task *c = b->task;
  c->L = lua_newthread(L);
  c->thread = luaL_ref(L, LUA_REGISTRYINDEX);
  int top = lua_gettop(L);
  b->push(L, b->context);
  lua_xmove(L, c->L, lua_gettop(L) - top);
  return 0;
}

/* @return a status of Lua; what went wrong is at the top of the state */
static int begin_task(script *s, request *asked, script_push *push, const void *context) {
  script_task *c = calloc(1, sizeof *c);
  if (c == NULL) {
    lua_pushliteral(s->L, "not enough memory");
    return LUA_ERRMEM;
  }
  *c = (script_task){.script = s, .thread = LUA_NOREF};
  s->streams++;
  asked->task = c;
  beginning b = {c, push, context};
  lua_pushcfunction(s->L, prepare_task);
  lua_pushlightuserdata(s->L, &b);
  return lua_pcall(s->L, 1, 0, 0);
}

/* ---- running ---- */

/* Moves what the coroutine left to the state. */
static void take_top(script_task *c) {
  lua_State *L = c->script->L;
  lua_xmove(c->L, L, 1);
}

static int trace(lua_State *L) {
  lua_State *of = lua_touserdata(L, 2);
  lua_settop(L, 1);
  aux_push_traceback(L, of, aux_error_text(L), 0);
  return 1;
}

static script_outcome fail(script_task *c) {
  lua_State *L = c->script->L;
  take_top(c);
  lua_pushcfunction(L, trace);
  lua_insert(L, -2);
  lua_pushlightuserdata(L, c->L);
  lua_pcall(L, 2, 1, 0);
  return SCRIPT_FAILED;
}

/* A handler that yields without having asked the quota or an upstream yields to nobody. */
static script_outcome judge(script_task *c, request *asked, int *status, int results) {
  if (*status == LUA_YIELD && (asked->question != NULL || asked->fetch != NULL)) {
    c->route = get_route(c->script);
    return SCRIPT_WAITS;
  }
  if (*status == LUA_OK && results == 1) {
    take_top(c);
    return SCRIPT_DONE;
  }
  if (*status == LUA_OK || *status == LUA_YIELD) {
    *status = LUA_ERRRUN;
    lua_settop(c->L, 0);
    lua_pushliteral(c->L, "attempt to yield from outside a coroutine");
  }
  return fail(c);
}

script_outcome script_task_run(script *s, request *asked, script_push *push, const void *context,
                               int *status) {
  bool first = asked->task == NULL;
  *status = first ? begin_task(s, asked, push, context) : LUA_OK;
  if (*status != LUA_OK) { return SCRIPT_FAILED; }
  script_task *c = asked->task;
  int results = 0, given = first ? lua_gettop(c->L) - 1 : 0;
  s = c->script;
  if (!first) { set_route(s, c->route); }
  lua_host_run(c->L, asked);
  *status = script_resume(s, c->L, given, &results);
  lua_host_run(NULL, NULL);
  if (*status == SCRIPT_STUCK) { return SCRIPT_FAILED; }
  return judge(c, asked, status, results);
}

void script_task_end(request *asked) {
  script_task *c = asked->task;
  if (c == NULL) { return; }
  script *s = c->script;
  asked->task = NULL;
  if (!s->stuck) { luaL_unref(s->L, LUA_REGISTRYINDEX, c->thread); }
  free(c);
  s->streams--;
  if (s->closing) { script_close(s); }
}

/* ---- a request ---- */

static void set_span(lua_State *L, const char *name, span text) {
  lua_pushlstring(L, text.data, text.len);
  lua_setfield(L, -2, name);
}

static void set_text(lua_State *L, const char *name, const char *text) {
  lua_pushstring(L, text);
  lua_setfield(L, -2, name);
}

static bool same_name(const guard *g, uint32_t i, uint32_t k) {
  return span_equal(guard_span(g, g->fields[i].name), guard_span(g, g->fields[k].name));
}

/* Pushes the values of all fields of a name, joined in the order they came (RFC 9110 section 5.3).
 */
static void push_joined(lua_State *L, const guard *g, uint32_t of) {
  luaL_Buffer joined;
  const char *between = "";
  luaL_buffinit(L, &joined);
  for (uint32_t i = 0; i < g->count; i++) {
    if (!same_name(g, i, of)) { continue; }
    span value = guard_span(g, g->fields[i].value);
    luaL_addstring(&joined, between);
    luaL_addlstring(&joined, value.data, value.len);
    between = ", ";
  }
  luaL_pushresult(&joined);
}

/* How many fields before have this name: where one has, all of them are to be joined. */
static unsigned count_before(const guard *g, uint32_t i) {
  unsigned before = 0;
  for (uint32_t k = 0; k < i; k++) { before += same_name(g, k, i); }
  return before;
}

static void push_headers(lua_State *L, const guard *g) {
  lua_createtable(L, 0, (int)g->count);
  for (uint32_t i = 0; i < g->count; i++) {
    span name = guard_span(g, g->fields[i].name), value = guard_span(g, g->fields[i].value);
    unsigned before = count_before(g, i);
    if (before > 1) { continue; }
    lua_pushlstring(L, name.data, name.len);
    if (before == 0) {
      lua_pushlstring(L, value.data, value.len);
    } else {
      push_joined(L, g, i);
    }
    lua_rawset(L, -3);
  }
  luaL_setmetatable(L, LUA_HOST_HEADERS);
}

void script_push_request(lua_State *L, const script *s, const request *asked) {
  const guard *g = asked->guard;
  char address[ADDRESS_TEXT];
  address_write(&asked->client, address);
  lua_createtable(L, 0, 12);
  set_text(L, "id", asked->id);
  set_text(L, "address", address);
  push_headers(L, g);
  lua_setfield(L, -2, "headers");
  const char *encoding = coding_name(asked->coding);
  if (encoding != NULL) { set_text(L, "coding", encoding); }
  if (!g->line_read) { return; }
  if (asked->origin > 0) { set_span(L, "origin", guard_value(g, SPAN("origin"))); }
  set_span(L, "method", guard_span(g, g->method));
  set_span(L, "raw_target", guard_span(g, g->target));
  set_span(L, "path", guard_path(g));
  if (g->has_query) { set_span(L, "query", guard_span(g, g->query)); }
  if (g->has_body) { set_span(L, "body", guard_span(g, g->body)); }
  lua_rawgeti(L, LUA_REGISTRYINDEX, s->publication);
  lua_setfield(L, -2, "publication");
}

/* ---- an answer ---- */

enum { NAME = 1, VALUE = 2 }; /* places in the pair of a header field */

static const char bad_header[] = "a response header is not a pair of strings without control bytes";
static const char bad_name[] = "`%s` is no name of a header field";
static const char bad_body[] = "the body of a response is not a string, nor a list of strings";

/* Fields that frame the answer, whose end would otherwise be read in another place, and those that
   the host adds to each answer itself. */
#define OWN_FIELDS(each)                                                                 \
  each("content-length") each("date") each("keep-alive") each("trailer") each("upgrade") \
      each("transfer-encoding") each("x-request-id")
#define LISTED(name) {(name), sizeof(name) - 1},
#define BIT_OF_LENGTH(name) | 1u << (sizeof(name) - 1)

static bool is_of_host(span name) {
  static const span own[] = {OWN_FIELDS(LISTED)};
  const uint32_t lengths = 0 OWN_FIELDS(BIT_OF_LENGTH);
  if (name.len >= 32 || (lengths >> name.len & 1) == 0) { return false; }
  for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
    if (ascii_same(name, own[i])) { return true; }
  }
  return false;
}

/* Writes the number at the top as a text, a whole one without a point, into the pair at `index`. */
static void write_number(lua_State *L, int index) {
  int whole;
  lua_Integer value = lua_tointegerx(L, -1, &whole);
  if (whole) {
    lua_pushinteger(L, value);
    lua_replace(L, -2);
  }
  lua_tolstring(L, -1, NULL);
  lua_pushvalue(L, -1);
  lua_rawseti(L, index, VALUE);
}

/* Leaves the text at `position` of the pair at `index` at the top. Strings stay alive through the
   response table, which stays on the stack. */
static span header_text(lua_State *L, int index, int position) {
  span text;
  int type = lua_rawgeti(L, index, position);
  if (type == LUA_TNUMBER && position == VALUE) {
    write_number(L, index);
  } else if (type != LUA_TSTRING) {
    luaL_error(L, bad_header);
  }
  text.data = lua_tolstring(L, -1, &text.len);
  return text;
}

static void read_headers(lua_State *L, int response, reply *answer) {
  size_t bytes = 0;
  if (lua_getfield(L, response, "headers") != LUA_TTABLE) {
    luaL_error(L, "a response has no table \"headers\"");
  }
  lua_Unsigned count = lua_rawlen(L, -1);
  if (count > REPLY_HEADERS) {
    luaL_error(L, "a response has more than %d headers", REPLY_HEADERS);
  }
  answer->count = (size_t)count;
  int list = lua_gettop(L), pair = list + 1;
  for (size_t i = 0; i < answer->count; i++) {
    if (lua_rawgeti(L, list, (lua_Integer)i + 1) != LUA_TTABLE) { luaL_error(L, bad_header); }
    span name = header_text(L, pair, NAME), value = header_text(L, pair, VALUE);
    if (!uri_token(name)) { luaL_error(L, bad_name, name.data); }
    if (is_of_host(name)) {
      luaL_error(L, "the header field %s is the host's own; leave it out", name.data);
    }
    if (ascii_any_control(value)) { luaL_error(L, bad_header); }
    answer->headers[i] = (reply_header){name.data, value.data};
    bytes += name.len + value.len + sizeof ": \r\n" - 1;
    lua_settop(L, list);
  }
  if (bytes > REPLY_HEADER_BYTES) {
    luaL_error(L, "the headers of a response exceed %d bytes", REPLY_HEADER_BYTES);
  }
  lua_pop(L, 1);
}

/* The texts of a list are joined here: a string of all of them would be made only to be dropped. */
static span join_texts(lua_State *L, script *s) {
  lua_Unsigned count = lua_rawlen(L, -1);
  buffer *out = &s->spare;
  buffer_clear(out);
  for (lua_Unsigned i = 1; i <= count; i++) {
    span text;
    if (lua_rawgeti(L, -1, (lua_Integer)i) != LUA_TSTRING) { luaL_error(L, bad_body); }
    text.data = lua_tolstring(L, -1, &text.len);
    if (text.len <= s->memory.limit - out->len) {
      buffer_append(out, text);
    } else {
      out->failed = true;
    }
    lua_pop(L, 1);
    if (out->failed) { luaL_error(L, "not enough memory for the body of a response"); }
  }
  return buffer_span(out);
}

static void read_body(lua_State *L, reply *answer) {
  int top = lua_gettop(L);
  answer->body = SPAN("");
  switch (lua_type(L, -1)) {
    case LUA_TNIL: break;
    case LUA_TSTRING: answer->body.data = lua_tolstring(L, -1, &answer->body.len); break;
    case LUA_TTABLE:
      lua_pushnil(L);
      if (lua_rawlen(L, -2) == 0 && lua_next(L, -2)) {
        luaL_error(L, "the body of a response is a table, but no list; return it for JSON");
      }
      lua_settop(L, top);
      answer->body = join_texts(L, script_of(L));
      break;
    default: luaL_error(L, bad_body);
  }
}

/* The notes of app.lua in a response. The key lives as long as the response; without a key nothing
   is cached, and the other notes do not matter. */
static void read_notes(lua_State *L, reply *answer) {
  answer->counted = aux_flag(L, "counted");
  answer->unmodified = aux_flag(L, "unmodified");
  answer->recalled = false;
  answer->kept_for = 0;
  lua_getfield(L, -1, "key");
  answer->key.data = lua_tolstring(L, -1, &answer->key.len);
  lua_pop(L, 1);
  if (answer->key.data == NULL) {
    answer->key = SPAN("");
    return;
  }
  answer->recalled = aux_flag(L, "recalled");
  answer->kept_for = (uint32_t)aux_number(L, "kept_for");
}

void script_read_reply(lua_State *L, int response, const char *id, reply *answer) {
  luaL_checktype(L, response, LUA_TTABLE);
  uint64_t status = aux_number(L, "status");
  if (status < 200 || status > 599) { luaL_error(L, "a response has no status of 200 to 599"); }
  answer->status = (int)status;
  read_headers(L, response, answer);
  lua_getfield(L, response, "body");
  read_body(L, answer);
  lua_pop(L, 1);
  if (lua_getfield(L, response, "stream") == LUA_TFUNCTION) {
    answer->source = script_stream(script_of(L), L, id);
  } else {
    lua_pop(L, 1);
  }
  read_notes(L, answer);
}
