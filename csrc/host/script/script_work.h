/** @file
 * Work that functions in C do for a script, which the bounds count as they count instructions: a
 * function that loops says so at each turn, and is ended where the script is over its budget.
 */
#pragma once

#include <lua.h>
#include <stdint.h>

enum { WORK_STEP = 4000 }; /* turns that count as SCRIPT_STEP instructions */

/** Work of one call of a function. Begins with `left` at WORK_STEP. */
typedef struct work {
  lua_State *L;
  uint32_t left; /**< turns until the bounds are asked */
} work;

/** Asks the bounds and begins the next step. Raises where the script is over its budget. */
void work_ask(work *w);

static inline work work_begin(lua_State *L) { return (work){L, WORK_STEP}; }

/** Counts one turn of a loop; may raise. */
static inline void work_turn(work *w) {
  if (--w->left == 0) { work_ask(w); }
}

/** Counts many turns at once; may raise. */
static inline void work_turns(work *w, size_t count) {
  for (; count >= w->left; count -= WORK_STEP < count ? WORK_STEP : count) { work_ask(w); }
  w->left -= (uint32_t)count;
}
