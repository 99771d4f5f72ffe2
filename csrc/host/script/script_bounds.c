#include "host/script/script_bounds.h"

#include <lauxlib.h>
#include <lua.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "host/script/library.h"
#include "host/script/script_work.h"

/* LARGE stands for the class of all blocks of which none is kept. */
enum { STRING_HEAD = 64, STEP = 16, LARGE = MEMORY_SPARES, SHARE = 8 };

/* A block that is kept. */
struct script_spare {
  script_spare *next;
};

/* Class 0 is that of no block. */
static size_t class_of(size_t size) {
  size_t size_class = (size + STEP - 1) / STEP;
  return size_class < LARGE ? size_class : LARGE;
}

static void *take_block(script_memory *m, size_t size_class, size_t size) {
  if (size_class == LARGE) { return malloc(size); }
  script_spare *block = m->spares[size_class];
  if (block == NULL) { return malloc(size_class * STEP); }
  m->spares[size_class] = block->next;
  m->kept -= size_class * STEP;
  return block;
}

/* A sanitizer is to see the end of every block. */
static bool may_keep(const script_memory *m) {
#ifdef __SANITIZE_ADDRESS__
  return (void)m, false;
#else
  return m->kept < m->limit / SHARE;
#endif
}

static void give_block(script_memory *m, void *block, size_t size_class) {
  if (size_class == LARGE || !may_keep(m)) {
    free(block);
    return;
  }
  script_spare *spare = block;
  spare->next = m->spares[size_class];
  m->spares[size_class] = spare;
  m->kept += size_class * STEP;
}

/* Lua cannot bear that a block does not shrink: it then stays as large as it is. */
static void *resize(script_memory *m, void *old, size_t old_size, size_t size) {
  size_t from = class_of(old_size), to = class_of(size);
  if (from == LARGE && to == LARGE) { return realloc(old, size); }
  if (from == to) { return old; }
  void *block = to == 0 ? NULL : take_block(m, to, size);
  if (from == 0) { return block; }
  if (block == NULL && to > 0) { return size < old_size ? old : NULL; }
  if (to > 0) { memcpy(block, old, size < old_size ? size : old_size); }
  give_block(m, old, from);
  return block;
}

void *script_allocate(void *context, void *old, size_t old_size, size_t size) {
  script_memory *m = context;
  bool too_long = old == NULL && old_size == LUA_TSTRING && size > LIBRARY_STRING + STRING_HEAD;
  if (old == NULL) { old_size = 0; }
  /* Lua collects garbage and tries again. A script that catches the error goes on, in a state that
   * is replaced after the request. */
  bool exhausted = size > old_size && m->used + (size - old_size) > m->limit;
  if (exhausted || too_long) {
    m->exhausted |= exhausted;
    m->refused(m, size);
    return NULL;
  }
  void *block = resize(m, old, old_size, size);
  if (block != NULL || size == 0) { m->used += size - old_size; }
  return block;
}

/* Releases what is kept. */
static void script_memory_free(script_memory *m) {
  for (size_t size_class = 0; size_class < LARGE; size_class++) {
    for (script_spare *block; (block = m->spares[size_class]) != NULL; free(block)) {
      m->spares[size_class] = block->next;
    }
  }
}

void script_close(script *s) {
  if (s == NULL || s->streams > 0) {
    if (s != NULL) { s->closing = true; }
    return;
  }
  if (s->L != NULL) { lua_close(s->L); }
  script_memory_free(&s->memory);
  bundle_close(s->bundle);
  buffer_free(&s->spare);
  free(s->spare_body);
  free(s);
}

enum { CLOCK_STEP = 8, INSTRUCTION_NS = 50, WATCH_NS = 4000000 };

static struct {
  script *volatile met; /* whose code runs; NULL: none */
  bool works;           /* the timer runs; otherwise every request is counted from the start */
} watch;

/* ---- instructions ---- */

static uint64_t processor_time(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

static uint64_t budget_time(const script *s) {
  return s->steps_limit * SCRIPT_STEP * INSTRUCTION_NS;
}

static void set_deadline(script *s) {
  if (s->deadline == 0) { s->deadline = processor_time() + budget_time(s); }
}

/* Each coroutine counts for itself: many short ones would escape the count, and not the clock. */
static bool exceeded(script *s) {
  set_deadline(s);
  s->steps++;
  if (s->steps % CLOCK_STEP == 0 && processor_time() > s->deadline) { s->late = true; }
  return s->late || s->steps >= s->steps_limit;
}

static void count_step(lua_State *L, lua_Debug *event);

/* Setting the hook begins a new step, so it is set once. A signal handler may call this:
 * lua_sethook is made for that. */
static void bounds_count(lua_State *L) {
  if (lua_gethook(L) == NULL) { lua_sethook(L, count_step, LUA_MASKCOUNT, SCRIPT_STEP); }
}

/* Asks at every instruction. To set a hook takes as long as calls are deep: it is set once. */
static void bounds_count_all(lua_State *L) {
  if (lua_gethook(L) == NULL || lua_gethookcount(L) != 1) {
    lua_sethook(L, count_step, LUA_MASKCOUNT, 1);
  }
}

/* Pushes file and line of the Lua function that runs, or of the one that called what runs. */
static void push_place(lua_State *L) {
  lua_Debug at;
  for (int level = 0; lua_getstack(L, level, &at); level++) {
    lua_getinfo(L, "Sl", &at);
    if (at.currentline > 0) {
      lua_pushfstring(L, "%s:%d: ", at.short_src, at.currentline);
      return;
    }
  }
  lua_pushliteral(L, "");
}

/* Once the budget is used up every further instruction fails, so that a script which catches the
   error cannot go on. */
static int bounds_stop(script *s, lua_State *L) {
  s->over = true;
  bounds_count_all(L);
  push_place(L);
  lua_pushfstring(L, "the script exceeded its budget of %I %s",
                  (lua_Integer)(s->late ? budget_time(s) / 1000000 : s->steps_limit * SCRIPT_STEP),
                  s->late ? "ms of processor time" : "instructions");
  lua_concat(L, 2);
  return lua_error(L);
}

static void count_step(lua_State *L, lua_Debug *event) {
  (void)event;
  script *s = script_of(L);
  /* A coroutine of an earlier request that was counted. */
  if (!s->counting) {
    lua_sethook(L, NULL, 0, 0);
  } else if (!s->late && !s->over && lua_gethookcount(L) == 1) {
    set_deadline(s); /* the first instruction that is counted */
    lua_sethook(L, count_step, LUA_MASKCOUNT, SCRIPT_STEP);
  } else if (s->over || exceeded(s)) {
    bounds_stop(s, L);
  }
}

void work_ask(work *w) {
  script *s = script_of(w->L);
  w->left = WORK_STEP;
  if (s->counting && (s->over || exceeded(s))) { bounds_stop(s, w->L); }
}

static void begin_counting(script *s) {
  s->deadline = 0;
  s->late = false;
  s->counting = true;
}

/* The deadline is set by the next instruction, so that a call of the engine which the watch meets
 * is not counted. A single instruction may take long, such as one that joins long strings: behind
 * the deadline the next one is the last. Where memory ran out, an error may have left a coroutine
 * in the middle, which `running` still names: the state itself is counted then. */
static void bounds_look(int signal) {
  (void)signal;
  script *s = watch.met;
  if (s == NULL) { return; }
  lua_State *L = s->memory.exhausted ? s->L : s->running;
  if (!s->counting) {
    begin_counting(s);
    bounds_count_all(L);
  } else if (s->deadline != 0 && !s->late && processor_time() > s->deadline) {
    s->late = true;
    bounds_count_all(L);
  }
  bounds_count(L);
}

bool script_watch(void) {
  struct sigaction action = {.sa_handler = bounds_look, .sa_flags = SA_RESTART};
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGVTALRM};
  struct itimerspec often = {{0, WATCH_NS}, {0, WATCH_NS}};
  timer_t timer;
  watch.works = sigaction(SIGVTALRM, &action, NULL) == 0 &&
                timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &timer) == 0 &&
                timer_settime(timer, 0, &often, NULL) == 0;
  return watch.works;
}

static void follow(script *s, lua_State *L) {
  s->running = L;
  if (s->counting) { bounds_count(L); }
}

void script_begin(script *s, lua_State *L) {
  s->steps = 0;
  s->over = false;
  s->refusal[0] = '\0';
  s->counting = false;
  if (s->steps_limit > 0 && !watch.works) { begin_counting(s); }
  follow(s, L);
  if (s->steps_limit > 0) { watch.met = s; }
}

void script_end(script *s, lua_State *L) {
  watch.met = NULL;
  s->running = NULL;
  if (s->counting) { lua_sethook(L, NULL, 0, 0); }
  s->counting = false;
}

/* lua_resume of a coroutine whose instructions count for the running budget. */
static int resume(script *s, lua_State *from, lua_State *to, int given, int *results) {
  lua_State *before = s->running;
  follow(s, to);
  int status = lua_resume(to, from, given, results);
  follow(s, before);
  return status;
}

/* ---- functions of the standard libraries that would escape ---- */

/* A hook belongs to one coroutine: the functions that enter another one note which of them runs. */

/* Resumes as coroutine.resume does, the arguments being on top of `L`.
   @return how many values were pushed, or -1 with an error in their place */
static int bounds_resume(lua_State *L, lua_State *to, int given) {
  script *s = script_of(L);
  int results;
  if (!lua_checkstack(to, given)) {
    lua_pushliteral(L, "too many arguments to resume");
    return -1;
  }
  lua_xmove(L, to, given);
  int status = resume(s, L, to, given, &results);
  if (s->over) { bounds_stop(s, L); }
  if (status != LUA_OK && status != LUA_YIELD) {
    lua_xmove(to, L, 1);
    return -1;
  }
  if (!lua_checkstack(L, results + 1)) {
    lua_pop(to, results);
    lua_pushliteral(L, "too many results to resume");
    return -1;
  }
  lua_xmove(to, L, results);
  return results;
}

/* The coroutines of requests and streams, which coroutine.running gives, are the host's: a route
   that resumed or closed one that waits would answer in its place. */
static lua_State *check_coroutine(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTHREAD);
  lua_State *to = lua_tothread(L, 1);
  luaL_argcheck(L, (*(uintptr_t *)lua_getextraspace(to) & 1) != 0, 1,
                "this coroutine is that of a request");
  return to;
}

/* Makes a coroutine of the function at index 1. */
static lua_State *bounds_create(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_State *coroutine = lua_newthread(L);
  *(uintptr_t *)lua_getextraspace(coroutine) |= 1;
  lua_pushvalue(L, 1);
  lua_xmove(L, coroutine, 1);
  return coroutine;
}

/* coroutine.create(function) */
static int create_coroutine(lua_State *L) {
  bounds_create(L);
  return 1;
}

/* coroutine.resume(co, ...) */
static int resume_coroutine(lua_State *L) {
  lua_State *to = check_coroutine(L);
  int results = bounds_resume(L, to, lua_gettop(L) - 1);
  lua_pushboolean(L, results >= 0);
  if (results < 0) { results = 1; }
  lua_insert(L, -1 - results);
  return results + 1;
}

/* Closes a coroutine, which may run code of its own. @return the status; an error is on its top */
static int reset(lua_State *L, lua_State *coroutine) {
  script *s = script_of(L);
  lua_State *before = s->running;
  follow(s, coroutine);
  int status = lua_resetthread(coroutine);
  follow(s, before);
  if (s->over) { bounds_stop(s, L); }
  return status;
}

/* The function that coroutine.wrap returns. */
static int resume_wrapped(lua_State *L) {
  lua_State *to = lua_tothread(L, lua_upvalueindex(1));
  int results = bounds_resume(L, to, lua_gettop(L));
  if (results >= 0) { return results; }
  int status = lua_status(to);
  if (status != LUA_OK && status != LUA_YIELD && reset(L, to) != LUA_OK) { lua_xmove(to, L, 1); }
  if (status != LUA_ERRMEM && lua_type(L, -1) == LUA_TSTRING) {
    luaL_where(L, 1);
    lua_insert(L, -2);
    lua_concat(L, 2);
  }
  return lua_error(L);
}

/* coroutine.wrap(function) */
static int wrap_function(lua_State *L) {
  bounds_create(L);
  lua_pushcclosure(L, resume_wrapped, 1);
  return 1;
}

static int call_original(lua_State *L) { return lua_tocfunction(L, lua_upvalueindex(1))(L); }

/* coroutine.close(co); one that was never begun, or is at its end, has nothing to run. */
static int close_coroutine(lua_State *L) {
  lua_State *coroutine = check_coroutine(L);
  if (lua_status(coroutine) != LUA_YIELD) { return call_original(L); }
  bool good = reset(L, coroutine) == LUA_OK;
  lua_pushboolean(L, good);
  if (good) { return 1; }
  lua_xmove(coroutine, L, 1);
  return 2;
}

/* The handler of xpcall. It is called within the hook whose error it handles, where nothing is
   counted: a script that is over has its error as it is. */
static int handle_error(lua_State *L) {
  if (script_of(L)->over) { return 1; }
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, lua_gettop(L) - 1, 1);
  return 1;
}

/* xpcall(function, handler, ...) */
static int guarded_xpcall(lua_State *L) {
  luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_pushvalue(L, 2);
  lua_pushcclosure(L, handle_error, 1);
  lua_replace(L, 2);
  return call_original(L);
}

/* Puts functions in the place of those of the same names, which are the upvalue of each. */
static void replace(lua_State *L, const luaL_Reg *functions) {
  for (; functions->name != NULL; functions++) {
    lua_getfield(L, -1, functions->name);
    lua_pushcclosure(L, functions->func, 1);
    lua_setfield(L, -2, functions->name);
  }
  lua_pop(L, 1);
}

void script_bind(lua_State *L) {
  static const luaL_Reg coroutines[] = {{"close", close_coroutine},
                                        {"create", create_coroutine},
                                        {"resume", resume_coroutine},
                                        {"wrap", wrap_function},
                                        {NULL, NULL}};
  static const luaL_Reg globals[] = {{"xpcall", guarded_xpcall}, {NULL, NULL}};
  lua_getglobal(L, "coroutine");
  replace(L, coroutines);
  lua_pushglobaltable(L);
  replace(L, globals);
}
