/** @file
 * The bounds of a script in time: instructions are counted once the watch has found a script that
 * runs for long. Counting from the start would slow every request for the sake of the few that
 * never end; so a timer of the thread's processor time looks in, and only a script that it meets is
 * counted, from there on.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/script/bundle.h"
#include "host/script/script_deps.h"
#include "host/script/script_memory.h"
#include "host/wire/exchange.h"

enum { SCRIPT_STEP = 1000 }; /* instructions from one call of the counting hook to the next */

typedef struct script script;
typedef struct script_source script_source; /* a stream, of script_exchange.c */

struct script {
  lua_State *L;
  script_deps deps;
  bundle *bundle;
  script_memory memory;
  char refusal[160]; /* of the running request: which memory it was not given, and where */
  uint64_t steps, steps_limit; /* of the counting hook */
  volatile uint64_t deadline;  /* processor time, ns, of the budget; 0: not set yet */
  uint64_t met;                /* processor time, ns, when the watch met the request */
  lua_State *volatile running; /* the coroutine that runs; read by a signal */
  volatile bool counting;      /* the running request is counted; set by a signal */
  volatile bool late;          /* it is behind its deadline; set by a signal */
  bool over;                   /* and has used up its budget */
  char over_at[80];            /* where: file and line */
  bool stuck;  /* it was given up in the middle of a step: no function of Lua may see it again */
  bool large;  /* its garbage is collected step by step */
  void *claim; /* to its publication; NULL: it has none */
  script *abandoned;                    /* the next in the list of script_abandoned */
  script_source *sources;               /* streams that are still open */
  uint32_t streams;                     /* their number and that of the requests that run or wait */
  bool closing;                         /* the last stream closes it */
  int handle, refuse, log, publication; /* references */
  lua_State *witness; /* a coroutine that nothing runs in: a signal looks from there */
  int route;          /* of a list: number and place of the route that runs */
  int jobs;           /* runs the job that is due; LUA_NOREF: there are none */
  int schedule;       /* of the jobs, given or taken over; LUA_NOREF: there are none */
  uint32_t job_count;
  int reclaim;      /* svc.reclaim */
  char *spare_body; /* of the last resort, around the request's id */
  span spare_before, spare_after;
  request job;        /* stands for the job that runs, which may wait for an upstream */
  uint64_t job_begun; /* monotonic microseconds */
  buffer spare;       /* the bytes of an answer that are not one string of the state */
};

/** The script of a state or of a coroutine of it. Coroutines that routes make have the lowest bit
 * set in the extra space that holds the pointer. */
static inline script *script_of(lua_State *L) {
  return (script *)(*(uintptr_t *)lua_getextraspace(L) & ~(uintptr_t)1);
}

/** Starts, once in a process, the watch that finds scripts which run for long: it looks in after
 * every 4 ms of processor time of the calling thread (as exactly as the kernel's tick allows), and
 * from there on counts the instructions of the request it meets. A request may thus take the 4 ms
 * and then its budget. Without the watch every request is counted from its start, which is slower.
 * Takes SIGVTALRM. @return false when this kernel has no such timer */
bool script_watch(void);

/** Puts functions that keep to the bounds in the place of those of the standard libraries that
 * would not: coroutines and xpcall. */
void script_bind(lua_State *L);

/** Gives `L`, the state or a coroutine of it, a full budget of instructions. */
void script_begin(script *s, lua_State *L);

/** Ends what `script_begin` began. */
void script_end(script *s, lua_State *L);

/** The result of the next two where a single step of Lua did not end: a growing table whose keys
 * all collide, or a chain of weak tables for the collector. Nothing can raise there, so the watch
 * gives the state up as it is; `refusal` says where. Only Lua's own code is left like that, as it
 * holds no lock and no memory outside its state. */
enum { SCRIPT_STUCK = -1 };

/** lua_pcall within the bounds. */
int script_pcall(script *s, int given, int results, int handler);

/** lua_resume of a coroutine of the state within the bounds. */
int script_resume(script *s, lua_State *L, int given, int *results);
