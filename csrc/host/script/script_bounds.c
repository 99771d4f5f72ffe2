#include "host/script/script_bounds.h"

#include <dlfcn.h>
#include <lauxlib.h>
#include <link.h>
#include <lua.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "host/script/library.h"
#include "host/script/script_work.h"

/* A step of Lua may end that long after the budget. */
enum { CLOCK_STEP = 8, INSTRUCTION_NS = 50, WATCH_NS = 4000000, STUCK_NS = 8000000 };

static struct {
  script *volatile met;        /* whose code runs; NULL: none */
  bool works;                  /* the timer runs; otherwise requests are counted from the start */
  sigjmp_buf *volatile escape; /* where a state is given up; NULL: nowhere */
  uintptr_t code, code_end;    /* of Lua's library */
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

/* File and line of the Lua function that runs, or of the one that called what runs; no line where
 * there is none. Takes no memory and runs no code of the state. */
static lua_Debug place_within(lua_State *L) {
  lua_Debug at = {.short_src = "", .currentline = 0};
  for (int level = 0; at.currentline <= 0 && lua_getstack(L, level, &at); level++) {
    lua_getinfo(L, "Sl", &at);
  }
  return at;
}

static void note_place(script *s, lua_State *L) {
  lua_Debug at = place_within(L);
  s->over_at[0] = '\0';
  if (at.currentline <= 0) { return; }
  snprintf(s->over_at, sizeof s->over_at, "%s:%d: ", at.short_src, at.currentline);
}

/* Once the budget is used up every further instruction fails, so that a script which catches the
   error cannot go on. Where it was used up is told, and not where the error was caught. */
static int bounds_stop(script *s, lua_State *L) {
  if (!s->over) { note_place(s, L); }
  s->over = true;
  bounds_count_all(L);
  lua_pushfstring(L, "%sthe script exceeded its budget of %I %s", s->over_at,
                  (lua_Integer)(s->late ? budget_time(s) / 1000000 : s->steps_limit * SCRIPT_STEP),
                  s->late ? "ms of processor time" : "instructions");
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

/* Lua compares texts by this function of the C library, in whose place svcd has its own, a piece
 * between two zeros at a time: a text of zeros alone takes as many calls as it has bytes, which
 * count. Texts are in no locale's order here. */
int strcoll(const char *one, const char *other) {
  static work compared = {.left = WORK_STEP};
  script *s = watch.met;
  if (s != NULL) {
    compared.L = s->running;
    work_turn(&compared);
  }
  return strcmp(one, other);
}

static void begin_counting(script *s) {
  s->met = processor_time();
  s->deadline = 0;
  s->late = false;
  s->counting = true;
}

/* The instruction at which a signal came. @return 0: not known on this machine */
static uintptr_t place_of(const ucontext_t *at) {
#if defined __x86_64__
  return (uintptr_t)at->uc_mcontext.gregs[REG_RIP];
#elif defined __aarch64__
  return at->uc_mcontext.pc;
#else
  return (void)at, 0;
#endif
}

static bool is_in_lua(const ucontext_t *at) {
  uintptr_t place = place_of(at);
  return place >= watch.code && place < watch.code_end;
}

/* True in a step of Lua that was to end before. In the allocator, in the engine or in the kernel
   nothing is given up: what they do may be half done. */
static bool is_stuck(const script *s, const ucontext_t *at) {
  return watch.escape != NULL && is_in_lua(at) && s->deadline != 0 &&
         processor_time() > s->deadline + STUCK_NS;
}

/* The deadline is set by the next instruction, so that a call of the engine which the watch meets
 * is not counted; a step of Lua itself is, from when it was met. A single instruction may take
 * long, such as one that joins long strings: behind the deadline the next one is the last. Where
 * memory ran out, an error may have left a coroutine in the middle, which `running` still names:
 * the state itself is counted then. */
static void bounds_look(int signal, siginfo_t *info, void *context) {
  (void)signal, (void)info;
  script *s = watch.met;
  if (s == NULL) { return; }
  lua_State *L = s->memory.exhausted ? s->L : s->running;
  if (!s->counting) {
    begin_counting(s);
    bounds_count_all(L);
  } else if (is_stuck(s, context)) {
    sigjmp_buf *escape = watch.escape;
    watch.escape = NULL;
    siglongjmp(*escape, 1);
  } else if (s->deadline == 0 && is_in_lua(context)) {
    s->deadline = s->met + budget_time(s);
  } else if (s->deadline != 0 && !s->late && processor_time() > s->deadline) {
    s->late = true;
    bounds_count_all(L);
  }
  bounds_count(L);
}

/* Notes where the code of the object lies that has Lua. */
static int find_code(struct dl_phdr_info *object, size_t size, void *context) {
  (void)size;
  uintptr_t within = (uintptr_t)context;
  for (size_t i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = object->dlpi_phdr + i;
    uintptr_t from = object->dlpi_addr + part->p_vaddr, to = from + part->p_memsz;
    if (part->p_type != PT_LOAD || (part->p_flags & PF_X) == 0 || within < from || within >= to) {
      continue;
    }
    watch.code = from;
    watch.code_end = to;
    return 1;
  }
  return 0;
}

/* A state is given up by a jump out of the handler, which no mask is to outlive. */
bool script_watch(void) {
  struct sigaction action = {.sa_sigaction = bounds_look,
                             .sa_flags = SA_RESTART | SA_SIGINFO | SA_NODEFER};
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGVTALRM};
  struct itimerspec often = {{0, WATCH_NS}, {0, WATCH_NS}};
  timer_t timer;
  void *lua = dlsym(RTLD_DEFAULT, "lua_newstate"); /* NULL where it is linked into svcd */
  if (lua != NULL) { dl_iterate_phdr(find_code, lua); }
  watch.works = sigaction(SIGVTALRM, &action, NULL) == 0 &&
                timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &timer) == 0 &&
                timer_settime(timer, 0, &often, NULL) == 0;
  return watch.works;
}

static void set_running(script *s, lua_State *L) {
  s->running = L;
  if (s->counting) { bounds_count(L); }
}

void script_begin(script *s, lua_State *L) {
  s->steps = 0;
  s->over = false;
  s->refusal[0] = '\0';
  s->counting = false;
  if (s->steps_limit > 0 && !watch.works) { begin_counting(s); }
  set_running(s, L);
  if (s->steps_limit > 0) { watch.met = s; }
}

void script_end(script *s, lua_State *L) {
  watch.met = NULL;
  s->running = NULL;
  if (s->counting) { lua_sethook(L, NULL, 0, 0); }
  s->counting = false;
}

/* Says where a step did not end. */
static void note_stuck(script *s) {
  lua_Debug at = place_within(s->running);
  snprintf(s->refusal, sizeof s->refusal,
           "%s:%d: a single step of Lua exceeded the budget of %llu ms; its state is given up",
           at.short_src, at.currentline, (unsigned long long)budget_time(s) / 1000000);
  s->stuck = true;
}

/* A protected call, or a resumption where `handler` is negative. */
static int script_within(script *s, lua_State *L, int given, int *results, int handler) {
  sigjmp_buf escape;
  script_begin(s, L);
  if (sigsetjmp(escape, 0) != 0) {
    watch.met = NULL;
    note_stuck(s);
    s->running = NULL;
    s->counting = false;
    return SCRIPT_STUCK;
  }
  watch.escape = &escape;
  int status =
      handler < 0 ? lua_resume(L, s->L, given, results) : lua_pcall(L, given, *results, handler);
  watch.escape = NULL;
  script_end(s, L);
  return status;
}

int script_pcall(script *s, int given, int results, int handler) {
  return script_within(s, s->L, given, &results, handler);
}

int script_resume(script *s, lua_State *L, int given, int *results) {
  return script_within(s, L, given, results, -1);
}

/* lua_resume of a coroutine whose instructions count for the running budget. */
static int resume(script *s, lua_State *from, lua_State *to, int given, int *results) {
  lua_State *before = s->running;
  set_running(s, to);
  int status = lua_resume(to, from, given, results);
  set_running(s, before);
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
  set_running(s, coroutine);
  int status = lua_resetthread(coroutine);
  set_running(s, before);
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
