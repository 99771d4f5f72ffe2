/** @file
 * What the files of the script share: the state and its bounds. Used by script*.c alone.
 */
#pragma once

#include "host/script/bundle.h"
#include "host/script/script_deps.h"
#include "host/script/script_memory.h"
#include "host/wire/exchange.h"

enum { SCRIPT_STEP = 1000 }; /* instructions from one call of the counting hook to the next */

typedef struct script script;

struct script {
  lua_State *L;
  script_deps deps;
  bundle *bundle;
  script_memory memory;
  char refusal[160]; /* of the running request: which memory it was not given, and where */
  uint64_t steps, steps_limit;          /* of the counting hook */
  volatile uint64_t deadline;           /* processor time, ns, of the budget; 0: not set yet */
  lua_State *volatile running;          /* the coroutine that runs; read by a signal */
  volatile bool counting;               /* the running request is counted; set by a signal */
  volatile bool late;                   /* it is behind its deadline; set by a signal */
  bool over;                            /* and has used up its budget */
  uint32_t streams;                     /* that are still open */
  bool closing;                         /* the last stream closes it */
  int handle, refuse, log, publication; /* references */
  lua_State *witness; /* a coroutine that nothing runs in: a signal looks from there */
  int route;          /* of a list: number and place of the route that runs */
  int jobs;           /* runs the job that is due; LUA_NOREF: there are none */
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

/** Ends the state; while a stream is open, its end does. Accepts NULL. */
void script_close(script *s);
