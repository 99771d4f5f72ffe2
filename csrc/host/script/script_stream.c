#include "host/script/script_stream.h"

#include <lauxlib.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/log.h"
#include "host/script/script_bounds.h"

enum { LONGEST_WAIT = 3600 }; /* seconds */

typedef struct script_source {
  stream base;
  script *script;
  lua_State *L; /* the coroutine */
  int thread;   /* reference that keeps it */
  span rest;    /* of the text that was yielded last, on the coroutine's stack */
  bool begun;
} script_source;

/* send(text), wait(seconds): what is yielded says which of the two it was. */
static int yield_argument(lua_State *L) {
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
    lua_pushcfunction(L, yield_argument);
    lua_pushcfunction(L, yield_argument);
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
  if (!(seconds > 0)) {
    seconds = 0;
  }
  if (seconds > LONGEST_WAIT) {
    seconds = LONGEST_WAIT;
  }
  source->base.wake = clock_milliseconds() + (uint64_t)(seconds * 1000) + 1;
  return 0;
}

static long stream_fail(const script_source *source, const char *reason) {
  log_write(LOG_ERROR, "a stream failed: %s", reason);
  if (source->script->deps.metrics != NULL) {
    source->script->deps.metrics->faults++;
  }
  return STREAM_FAILED;
}

static long source_read(stream *self, char *out, size_t size) {
  script_source *source = (script_source *)self;
  lua_State *L = source->L;
  while (source->rest.len == 0) {
    int status = stream_resume(source);
    if (status == LUA_OK) {
      return STREAM_ENDED;
    }
    if (status != LUA_YIELD) {
      return stream_fail(source, lua_tostring(L, -1));
    }
    if (lua_type(L, -1) == LUA_TNUMBER) {
      return take_wait(source);
    }
    if (lua_type(L, -1) != LUA_TSTRING) {
      return stream_fail(source, "it sent something that is no text");
    }
    source->rest.data = lua_tolstring(L, -1, &source->rest.len);
  }
  return take_rest(source, out, size);
}

static void source_close(stream *self) {
  script_source *source = (script_source *)self;
  script *s = source->script;
  luaL_unref(s->L, LUA_REGISTRYINDEX, source->thread);
  free(source);
  s->streams--;
  if (s->closing) {
    script_close(s);
  }
}

stream *script_stream(script *s, lua_State *L) {
  lua_State *thread = lua_newthread(L);
  int reference = luaL_ref(L, LUA_REGISTRYINDEX);
  script_source *source = calloc(1, sizeof *source);
  if (source == NULL) {
    luaL_error(L, "not enough memory");
  }
  lua_xmove(L, thread, 1);
  *source = (script_source){.base = {.read = source_read, .close = source_close},
                            .script = s,
                            .L = thread,
                            .thread = reference};
  s->streams++;
  return &source->base;
}
