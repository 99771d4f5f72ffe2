#include "host/script/script.h"

#include <lauxlib.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/random.h>

#include "base/clock.h"
#include "base/log.h"
#include "host/script/home.h"
#include "host/script/library.h"
#include "host/script/lua_aux.h"
#include "host/script/lua_host.h"
#include "host/script/script_bounds.h"
#include "host/script/script_exchange.h"
#include "host/shared/fetch_link.h"
#include "host/shared/quota_store.h"

/* Elements of the list `running` of host.d.lua. */
enum { SCRIPT_ROUTE = 1, SCRIPT_PLACE = 2, SCRIPT_SCHEDULE = 3 };

/* The part of its ceiling from which on a state is large. */
enum { LARGE_SHARE = 16 };

/* ---- a state ---- */

static int take_field(lua_State *L, const char *name) {
  if (lua_getfield(L, -1, name) != LUA_TFUNCTION) {
    luaL_error(L, "lua/host/boot.lua returned no function \"%s\"", name);
  }
  return luaL_ref(L, LUA_REGISTRYINDEX);
}

/* The problem of a failed request, made while all is well; its id is cut out. */
static void keep_last_resort(lua_State *L, script *s) {
  static const char id[] = "00000000-0000-4000-8000-000000000000";
  lua_rawgeti(L, LUA_REGISTRYINDEX, s->refuse);
  lua_pushliteral(L, "INTERNAL_ERROR");
  lua_createtable(L, 0, 1);
  lua_pushstring(L, id);
  lua_setfield(L, -2, "id");
  lua_call(L, 2, 1);
  lua_getfield(L, -1, "body");
  s->spare_body = strdup(luaL_checkstring(L, -1));
  if (s->spare_body == NULL) { luaL_error(L, "not enough memory"); }
  const char *at = strstr(s->spare_body, id);
  if (at == NULL) { luaL_error(L, "the problem of a failed request does not show its id"); }
  s->spare_before = (span){s->spare_body, (size_t)(at - s->spare_body)};
  s->spare_after = span_of(at + sizeof id - 1);
}

/* Without seeds, math.randomseed takes the time and an address: those of a sibling. */
static int reseed(lua_State *L) {
  lua_Integer seeds[2];
  if (getrandom(seeds, sizeof seeds, 0) != sizeof seeds) { luaL_error(L, "no random bytes"); }
  lua_getglobal(L, "math");
  lua_getfield(L, -1, "randomseed");
  lua_pushinteger(L, seeds[0]);
  lua_pushinteger(L, seeds[1]);
  lua_call(L, 2, 0);
  return 0;
}

/* Runs lua/host/boot.lua: require("host.boot")(host) -> {handle, refuse, log}; log may be nil. */
static int boot(lua_State *L) {
  script *s = lua_touserdata(L, 1);
  reseed(L);
  script_bind(L);
  library_bind(L);
  natives_install(L);
  bundle_install(L, s->bundle);
  aux_require(L, "host.boot", NULL);
  lua_host_push(L, &s->deps);
  configuration_push(L, configuration_text(s->bundle));
  lua_setfield(L, -2, "config");
  lua_createtable(L, 2, 0);
  lua_pushvalue(L, -1);
  s->route = luaL_ref(L, LUA_REGISTRYINDEX);
  lua_setfield(L, -2, "running");
  s->witness = lua_newthread(L);
  luaL_ref(L, LUA_REGISTRYINDEX);
  lua_call(L, 1, 1);
  s->handle = take_field(L, "handle");
  s->refuse = take_field(L, "refuse");
  s->job_count = (uint32_t)aux_number(L, "job_count");
  if (s->job_count > 0) {
    s->jobs = take_field(L, "jobs");
    s->schedule = take_field(L, "schedule");
  }
  if (lua_getfield(L, -1, "log") == LUA_TFUNCTION) { s->log = luaL_ref(L, LUA_REGISTRYINDEX); }
  keep_last_resort(L, s);
  return 0;
}

/* Notes what a script was not given, and where it runs. Called within the allocator. */
static void note_refusal(script_memory *memory, size_t size) {
  script *s = (script *)(void *)((char *)memory - offsetof(script, memory));
  lua_Debug at = {.short_src = "", .currentline = 0};
  for (int level = 0; s->running != NULL && at.currentline <= 0; level++) {
    if (!lua_getstack(s->running, level, &at)) { break; }
    lua_getinfo(s->running, "Sl", &at);
  }
  snprintf(s->refusal, sizeof s->refusal, "%s:%d: not enough memory for %zu bytes", at.short_src,
           at.currentline, size);
}

/* Loading has a budget as requests have: a file that never ends is stopped. */
static bool load_within_budget(script *s, fault *why) {
  uint64_t steps = s->steps_limit;
  s->steps_limit = steps * SCRIPT_LOADING;
  script_begin(s, s->L);
  lua_pushcfunction(s->L, boot);
  lua_pushlightuserdata(s->L, s);
  bool good = aux_pcall(s->L, 1, 0, why);
  script_end(s, s->L);
  s->steps_limit = steps;
  return good;
}

script *script_open(const script_deps *deps, bundle *from, fault *why) {
  const settings *options = deps->options;
  script *s = from == NULL ? NULL : calloc(1, sizeof *s);
  if (s == NULL) {
    bundle_close(from);
    goto memory;
  }
  s->deps = *deps;
  configuration_share(deps->held);
  s->bundle = from;
  s->memory.limit = options->script_memory == 0 ? UINT64_MAX / 2 : options->script_memory;
  s->steps_limit = (options->script_instructions + SCRIPT_STEP - 1) / SCRIPT_STEP;
  s->publication = s->log = s->reclaim = s->jobs = s->schedule = LUA_NOREF;
  s->memory.refused = note_refusal;
  s->L = lua_newstate(script_allocate, &s->memory);
  if (s->L == NULL) { goto memory; }
  *(script **)lua_getextraspace(s->L) = s;
  if (!home_open_libraries(options->place, HOME_SERVICE, s->L)) { goto memory; }
  s->memory.exhausted = false;
  if (load_within_budget(s, why)) {
    script_pace(s);
    return s;
  }
  script_close(s);
  return NULL;
memory:
  script_close(s);
  fault_set(why, "memory ran out while the scripts were loaded");
  return NULL;
}

void script_pace(script *s) {
  if (s->stuck || s->large) { return; }
  s->large = s->memory.used > s->memory.limit / LARGE_SHARE;
  if (s->large) {
    lua_gc(s->L, LUA_GCINC, 0, 0, 0);
  } else {
    lua_gc(s->L, LUA_GCGEN, 0, 0);
  }
}

bool script_exhausted(const script *s) { return s->memory.exhausted || s->stuck; }
uint64_t script_bytes(const script *s) { return s->memory.used; }

/* ---- the publication ---- */

/* Takes what require("svc").attach(fd, held, true) gives: a view and its claim, or nil and a
   reason. */
static int script_attach_in(lua_State *L) {
  script *s = lua_touserdata(L, 1);
  aux_require(L, "svc", NULL);
  lua_getfield(L, -1, "reclaim");
  s->reclaim = luaL_ref(L, LUA_REGISTRYINDEX);
  if (lua_tointeger(L, 2) < 0) { return 0; }
  lua_getfield(L, -1, "attach");
  lua_pushvalue(L, 2);
  lua_pushvalue(L, 3);
  lua_pushboolean(L, true);
  lua_call(L, 3, 2);
  if (lua_isnil(L, -2)) { return lua_error(L); }
  s->claim = lua_touserdata(L, -1);
  lua_pop(L, 1);
  s->publication = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

bool script_attach(script *s, int fd, int held, fault *why) {
  lua_State *L = s->L;
  lua_settop(L, 0);
  lua_pushcfunction(L, script_attach_in);
  lua_pushlightuserdata(L, s);
  lua_pushinteger(L, fd);
  lua_pushinteger(L, held);
  return aux_pcall(L, 3, 0, why);
}

bool script_reclaim(script *s) {
  lua_State *L = s->L;
  if (s->reclaim == LUA_NOREF || s->stuck) { return false; }
  lua_rawgeti(L, LUA_REGISTRYINDEX, s->reclaim);
  void *claim = script_abandoned();
  if (claim != NULL) { lua_pushlightuserdata(L, claim); }
  bool more = lua_pcall(L, claim != NULL, 1, 0) == LUA_OK && lua_toboolean(L, -1);
  lua_pop(L, 1);
  return more;
}

/* ---- a request ---- */

typedef struct answering {
  script *script;
  const request *asked;
  const char *code, *reason; /* of a refusal; NULL: handle the request */
  const char *to;            /* where it leads instead; or NULL */
  bool crowded;
  reply *answer;
} answering;

/* Pushes the function, and what it is called with. */
static void push_function(lua_State *L, const void *context) {
  const answering *c = context;
  lua_rawgeti(L, LUA_REGISTRYINDEX, c->code == NULL ? c->script->handle : c->script->refuse);
  if (c->code != NULL) { lua_pushstring(L, c->code); }
  script_push_request(L, c->script, c->asked);
  if (c->reason != NULL) {
    lua_pushstring(L, c->reason);
    lua_setfield(L, -2, "reason");
  }
  if (c->to != NULL) {
    lua_pushstring(L, c->to);
    lua_setfield(L, -2, "moved_to");
  }
  if (c->crowded) {
    lua_pushboolean(L, true);
    lua_setfield(L, -2, "crowded");
  }
}

/* Leaves the response table on the stack of the state, which keeps the answer's texts alive. */
static int script_run(lua_State *L) {
  const answering *c = lua_touserdata(L, 1);
  push_function(L, c);
  lua_call(L, c->code == NULL ? 1 : 2, 1);
  script_read_reply(L, lua_gettop(L), c->asked->id, c->answer);
  lua_settop(L, 2);
  return 1;
}

/* Lua calls no handler of errors where memory is out: there is no traceback. */
static const char *script_reason(const script *s, int status) {
  bool noted = status == SCRIPT_STUCK || (status == LUA_ERRMEM && s->refusal[0] != '\0');
  return noted ? s->refusal : lua_tostring(s->L, -1);
}

static bool blame(const answering *c, int status) {
  script *s = c->script;
  if (c->answer->source != NULL) { c->answer->source->close(c->answer->source); }
  c->answer->source = NULL;
  if (s->deps.metrics != NULL) { s->deps.metrics->faults++; }
  const char *place = script_place(s), *why = script_reason(s, status);
  log_write(LOG_ERROR, "request %s failed: %s%s%s", c->asked->id, place == NULL ? "" : place,
            place == NULL ? "" : ": ", why);
  if (!s->stuck) { lua_pop(s->L, 1); }
  return false;
}

static bool attempt(answering *c) {
  lua_State *L = c->script->L;
  if (c->script->stuck) { return false; }
  lua_settop(L, 0);
  lua_pushcfunction(L, aux_traceback);
  lua_pushcfunction(L, script_run);
  lua_pushlightuserdata(L, c);
  int status = script_pcall(c->script, 1, 1, 1);
  return status == LUA_OK || blame(c, status);
}

/* The response is the first argument, and left on the stack. */
static int read_response(lua_State *L) {
  const answering *c = lua_touserdata(L, 2);
  lua_settop(L, 1);
  script_read_reply(L, 1, c->asked->id, c->answer);
  lua_settop(L, 1);
  return 1;
}

/* As `attempt`, of a request that may wait for the quota or an upstream. */
static bool attempt_waiting(answering *c, request *asked) {
  int status;
  if (asked->task != NULL) { c->script = script_task_of(asked); }
  if (c->script->stuck) { return blame(c, SCRIPT_STUCK); }
  lua_State *L = c->script->L;
  lua_settop(L, 0);
  script_outcome outcome = script_task_run(c->script, asked, push_function, c, &status);
  c->answer->later = outcome == SCRIPT_WAITS;
  if (outcome == SCRIPT_WAITS) { return true; }
  if (outcome == SCRIPT_DONE) {
    lua_pushcfunction(L, read_response);
    lua_insert(L, -2);
    lua_pushlightuserdata(L, c);
    status = lua_pcall(L, 2, 1, 0);
  }
  return status == LUA_OK || blame(c, status);
}

/* The answer when the scripts cannot even make the problem. */
static void last_resort(script *s, const char *id, reply *answer) {
  buffer_clear(&s->spare);
  buffer_append(&s->spare, s->spare_before);
  buffer_text(&s->spare, id);
  buffer_append(&s->spare, s->spare_after);
  answer->status = 500;
  answer->count = 1;
  answer->key = SPAN("");
  answer->recalled = answer->unmodified = false;
  answer->kept_for = 0;
  answer->headers[0] = (reply_header){"Content-Type", "application/problem+json"};
  answer->body = buffer_span(&s->spare);
}

void script_refuse(script *s, const char *code, const char *reason, const request *asked,
                   reply *answer) {
  answering c = {.script = s, .asked = asked, .code = code, .reason = reason, .answer = answer};
  if (!attempt(&c)) { last_resort(s, asked->id, answer); }
}

void script_turn_away(script *s, const char *to, const request *asked, reply *answer) {
  answering c = {
      .script = s, .asked = asked, .code = "EDGE_GUARD_REJECTED", .to = to, .answer = answer};
  if (!attempt(&c)) { last_resort(s, asked->id, answer); }
}

/* The number of the route that ran last, as app.lua notes it. Outside of any protected call: takes
   no memory. */
static uint32_t running_route(const script *s) {
  lua_settop(s->witness, 0);
  lua_rawgeti(s->witness, LUA_REGISTRYINDEX, s->route);
  lua_rawgeti(s->witness, -1, SCRIPT_ROUTE);
  lua_Integer number = lua_tointeger(s->witness, -1);
  return number > 0 && number < METRICS_ROUTES ? (uint32_t)number : 0;
}

/* An element of the list that app.lua and jobs.lua note what runs in. @return NULL: no text */
static const char *script_noted(const script *s, int element) {
  lua_State *L = s->witness;
  lua_settop(L, 0);
  lua_rawgeti(L, LUA_REGISTRYINDEX, s->route);
  return lua_rawgeti(L, -1, element) == LUA_TSTRING ? lua_tostring(L, -1) : NULL;
}

const char *script_place(const script *s) { return script_noted(s, SCRIPT_PLACE); }

void script_handle(script *s, request *asked, bool crowded, reply *answer) {
  answering c = {.script = s, .asked = asked, .crowded = crowded, .answer = answer};
  bool waits = quota_store_used() || fetch_used() || asked->task != NULL;
  bool good = waits ? attempt_waiting(&c, asked) : attempt(&c);
  if (answer->later) { return; }
  answer->route = running_route(c.script);
  /* An answer of a script that was replaced while it waited is not cached. */
  if (c.script != s && !answer->recalled) { answer->key = SPAN(""); }
  /* Only the route knows how long an answer of an upstream holds. */
  if (asked->fetches > 0 && answer->kept_for == 0) { answer->key = SPAN(""); }
  if (good) { return; }
  script_refuse(c.script->stuck ? s : c.script, "INTERNAL_ERROR", NULL, asked, answer);
}

void script_forget(request *asked) {
  quota_store_forget(asked);
  fetch_forget(asked);
  script_task_end(asked);
}

/* ---- the log phase ---- */

static int run_log(lua_State *L) {
  const script_event *event = lua_touserdata(L, 1);
  const script *s = script_of(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, s->log);
  script_push_request(L, s, event->asked);
  lua_createtable(L, 0, 4);
  lua_pushinteger(L, event->status);
  lua_setfield(L, -2, "status");
  lua_pushinteger(L, (lua_Integer)event->bytes);
  lua_setfield(L, -2, "bytes");
  lua_pushnumber(L, (lua_Number)event->microseconds / 1e6);
  lua_setfield(L, -2, "seconds");
  lua_pushboolean(L, event->cached);
  lua_setfield(L, -2, "cached");
  lua_call(L, 2, 0);
  return 0;
}

void script_log(script *s, const script_event *event) {
  if (s->log == LUA_NOREF || script_exhausted(s)) { return; }
  lua_State *L = s->L;
  int top = lua_gettop(L);
  lua_pushcfunction(L, aux_traceback);
  lua_pushcfunction(L, run_log);
  lua_pushlightuserdata(L, (void *)(uintptr_t)event);
  int status = script_pcall(s, 1, 0, top + 1);
  if (status != LUA_OK) {
    log_write(LOG_ERROR, "the log phase of request %s failed: %s", event->asked->id,
              script_reason(s, status));
  }
  if (!s->stuck) { lua_settop(L, top); }
}

/* ---- jobs ---- */

/* Milliseconds in which a job that waits for an upstream is looked at again. */
enum { JOB_LOOK = 1000 };

/* jobs(now, publication) -> milliseconds until the next is due. The place of the job that runs is
 * noted.
 */
static void push_job(lua_State *L, const void *context) {
  const script *s = context;
  lua_rawgeti(L, LUA_REGISTRYINDEX, s->route);
  lua_pushboolean(L, false);
  lua_rawseti(L, -2, SCRIPT_PLACE);
  lua_pop(L, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, s->jobs);
  lua_pushinteger(L, (lua_Integer)(s->job_begun / 1000));
  lua_rawgeti(L, LUA_REGISTRYINDEX, s->publication);
}

static void count_job(const script *s, bool good, uint64_t microseconds) {
  metrics_worker *counts = s->deps.metrics;
  if (counts == NULL) { return; }
  counts->jobs++;
  counts->job_faults += !good;
  counts->job_microseconds += microseconds;
}

uint32_t script_jobs(const script *s) { return s->job_count; }

bool script_job_waits(const script *s) { return s->job.task != NULL; }

void script_end_job(script *s) {
  if (s != NULL) { script_forget(&s->job); }
}

/* schedule(publication) -> text */
static int script_give_schedule(lua_State *L) {
  const script *s = lua_touserdata(L, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, s->schedule);
  lua_rawgeti(L, LUA_REGISTRYINDEX, s->publication);
  lua_call(L, 1, 1);
  return 1;
}

typedef struct succession {
  const script *script;
  const char *text;
  bool reloaded;
} succession;

/* The schedule of a state. Of one that was given up, that which was noted before its job ran.
   @return borrowed from the state; NULL: there is none */
static const char *script_schedule(script *s) {
  fault why;
  if (s->stuck) { return script_noted(s, SCRIPT_SCHEDULE); }
  s->memory.limit = UINT64_MAX / 2;
  lua_pushcfunction(s->L, script_give_schedule);
  lua_pushlightuserdata(s->L, s);
  return aux_pcall(s->L, 1, 1, &why) ? lua_tostring(s->L, -1) : NULL;
}

/* schedule(publication, text, reloaded) */
static int script_take_schedule(lua_State *L) {
  const succession *turn = lua_touserdata(L, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, turn->script->schedule);
  lua_rawgeti(L, LUA_REGISTRYINDEX, turn->script->publication);
  lua_pushstring(L, turn->text);
  lua_pushboolean(L, turn->reloaded);
  lua_call(L, 3, 0);
  return 0;
}

void script_succeed(script *s, script *former, bool reloaded) {
  if (former == NULL || s->job_count == 0 || former->job_count == 0) { return; }
  fault why;
  succession turn = {s, script_schedule(former), reloaded};
  lua_pushcfunction(s->L, script_take_schedule);
  lua_pushlightuserdata(s->L, &turn);
  if (turn.text == NULL || !aux_pcall(s->L, 1, 0, &why)) {
    log_write(LOG_WARN, "the schedule of the jobs is lost: all run at once");
  }
}

static uint64_t end_job(script *s, script_outcome outcome, int status) {
  lua_State *L = s->L;
  bool good = outcome == SCRIPT_DONE;
  const char *place = script_place(s);
  uint64_t wait = good ? (uint64_t)lua_tointeger(L, -1) : 0;
  if (!good || place != NULL) { count_job(s, good, clock_microseconds() - s->job_begun); }
  if (!good) {
    const char *why = script_reason(s, status);
    log_write(LOG_ERROR, "%s failed: %s", place == NULL ? "a job" : place, why);
  }
  return wait;
}

uint64_t script_run_job(script *s) {
  lua_State *L = s->L;
  fetch_result ignored;
  int status, top = lua_gettop(L);
  if (s->job.fetch != NULL && !fetch_ended(&s->job, &ignored)) { return JOB_LOOK; }
  if (!script_job_waits(s)) {
    s->job = (request){.guard = NULL};
    s->job_begun = clock_microseconds();
  }
  script_outcome outcome = script_task_run(s, &s->job, push_job, s, &status);
  if (outcome == SCRIPT_WAITS) { return JOB_LOOK; }
  uint64_t wait = end_job(s, outcome, status);
  if (!s->stuck) { lua_settop(L, top); }
  script_end_job(s);
  return wait;
}
