#include "host/script/script_call.h"

#include <lauxlib.h>
#include <stdlib.h>

#include "host/script/call.h"
#include "host/script/lua_host.h"
#include "host/script/script_bounds.h"

typedef struct script_call {
  script *script;
  lua_State *L;      /* the coroutine */
  int thread;        /* the reference that keeps it */
  lua_Integer route; /* that runs, as app.lua notes it */
} script_call;

script *script_call_of(const request *asked) {
  const script_call *c = asked->call;
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
  script_call *call;
  script_push *push;
  const void *context;
} beginning;

static int prepare_call(lua_State *L) {
  const beginning *b = lua_touserdata(L, 1);
  script_call *c = b->call;
  c->L = lua_newthread(L);
  c->thread = luaL_ref(L, LUA_REGISTRYINDEX);
  int top = lua_gettop(L);
  b->push(L, b->context);
  lua_xmove(L, c->L, lua_gettop(L) - top);
  return 0;
}

/* @return a status of Lua; what went wrong is at the top of the state */
static int begin_call(script *s, request *asked, script_push *push, const void *context) {
  script_call *c = calloc(1, sizeof *c);
  if (c == NULL) {
    lua_pushliteral(s->L, "not enough memory");
    return LUA_ERRMEM;
  }
  *c = (script_call){.script = s, .thread = LUA_NOREF};
  s->streams++;
  asked->call = c;
  beginning b = {c, push, context};
  lua_pushcfunction(s->L, prepare_call);
  lua_pushlightuserdata(s->L, &b);
  return lua_pcall(s->L, 1, 0, 0);
}

/* ---- running ---- */

/* Moves what the coroutine left to the state. */
static void take_top(script_call *c) {
  lua_State *L = c->script->L;
  lua_xmove(c->L, L, 1);
}

static int trace(lua_State *L) {
  lua_State *of = lua_touserdata(L, 2);
  lua_settop(L, 1);
  call_push_traceback(L, of, call_error_text(L), 0);
  return 1;
}

static script_outcome fail(script_call *c) {
  lua_State *L = c->script->L;
  take_top(c);
  lua_pushcfunction(L, trace);
  lua_insert(L, -2);
  lua_pushlightuserdata(L, c->L);
  lua_pcall(L, 2, 1, 0);
  return SCRIPT_FAILED;
}

/* A handler that yields without having asked the quota or an upstream yields to nobody. */
static script_outcome judge(script_call *c, request *asked, int *status, int results) {
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

script_outcome script_call_run(script *s, request *asked, script_push *push, const void *context,
                               int *status) {
  bool first = asked->call == NULL;
  *status = first ? begin_call(s, asked, push, context) : LUA_OK;
  if (*status != LUA_OK) { return SCRIPT_FAILED; }
  script_call *c = asked->call;
  int results = 0, given = first ? lua_gettop(c->L) - 1 : 0;
  s = c->script;
  if (!first) { set_route(s, c->route); }
  lua_host_run(c->L, asked);
  script_begin(s, c->L);
  *status = lua_resume(c->L, s->L, given, &results);
  script_end(s, c->L);
  lua_host_run(NULL, NULL);
  return judge(c, asked, status, results);
}

void script_call_end(request *asked) {
  script_call *c = asked->call;
  if (c == NULL) { return; }
  script *s = c->script;
  asked->call = NULL;
  luaL_unref(s->L, LUA_REGISTRYINDEX, c->thread);
  free(c);
  s->streams--;
  if (s->closing) { script_close(s); }
}
