#include "host/script/script_stream.h"

#include <lauxlib.h>
#include <stdio.h>

#include "base/clock.h"
#include "base/log.h"
#include "host/script/call.h"
#include "host/script/script_bounds.h"

enum {
  LONGEST_WAIT = 3600, /* seconds */
  THREAD = 1,
  TEXT = 2
};

typedef struct script_source {
  stream base;
  script *script;
  lua_State *L;  /* the coroutine */
  int reference; /* to this userdata, whose user values are THREAD and TEXT */
  span rest;     /* of the text that was sent last */
  bool begun;
  char id[ID_LIMIT + 1]; /* of the request */
} script_source;

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
  script_begin(source->script, L);
  int status = lua_resume(L, source->script->L, given, &results);
  script_end(source->script, L);
  return status;
}

static long take_rest(script_source *source, char *out, size_t size) {
  span piece = span_take(source->rest, size);
  memcpy(out, piece.data, piece.len);
  source->rest = span_skip(source->rest, piece.len);
  return (long)piece.len;
}

static long take_wait(script_source *source) {
  lua_Number seconds = lua_tonumber(source->L, -1);
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
  call_push_traceback(L, of, call_error_text(L), 0);
  return 1;
}

static long stream_fail(const script_source *source, bool raised) {
  lua_State *L = source->script->L;
  const char *why = "it yielded something else than by send and wait";
  int top = lua_gettop(L);
  if (raised) {
    lua_pushcfunction(L, stream_trace);
    lua_pushlightuserdata(L, source->L);
    lua_pcall(L, 1, 1, 0);
    why = lua_tostring(L, -1);
  }
  log_write(LOG_ERROR, "the stream of request %s failed: %s", source->id, why);
  lua_settop(L, top);
  if (source->script->deps.metrics != NULL) { source->script->deps.metrics->faults++; }
  return STREAM_FAILED;
}

static long source_read(stream *self, char *out, size_t size) {
  script_source *source = (script_source *)self;
  lua_State *L = source->L;
  while (source->rest.len == 0) {
    int status = stream_resume(source);
    if (status == LUA_OK) { return STREAM_ENDED; }
    if (status != LUA_YIELD) { return stream_fail(source, true); }
    if (lua_type(L, -1) == LUA_TNUMBER) { return take_wait(source); }
    if (lua_type(L, -1) != LUA_TSTRING) { return stream_fail(source, false); }
    source->rest.data = lua_tolstring(L, -1, &source->rest.len);
    lua_rawgeti(L, LUA_REGISTRYINDEX, source->reference);
    lua_insert(L, -2);
    lua_setiuservalue(L, -2, TEXT);
  }
  return take_rest(source, out, size);
}

static void source_close(stream *self) {
  script_source *source = (script_source *)self;
  script *s = source->script;
  luaL_unref(s->L, LUA_REGISTRYINDEX, source->reference);
  s->streams--;
  if (s->closing) { script_close(s); }
}

stream *script_stream(script *s, lua_State *L, const char *id) {
  script_source *source = lua_newuserdatauv(L, sizeof *source, TEXT);
  lua_State *thread = lua_newthread(L);
  lua_setiuservalue(L, -2, THREAD);
  lua_pushvalue(L, -2);
  lua_xmove(L, thread, 1);
  *source = (script_source){.base = {.read = source_read, .close = source_close},
                            .script = s,
                            .L = thread,
                            .reference = luaL_ref(L, LUA_REGISTRYINDEX)};
  snprintf(source->id, sizeof source->id, "%s", id);
  lua_pop(L, 1);
  s->streams++;
  return &source->base;
}
