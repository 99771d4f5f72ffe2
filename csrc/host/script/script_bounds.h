/** @file
 * The bounds of a script in time: instructions are counted once the watch has found a script that
 * runs for long. Counting from the start would slow every request for the sake of the few that
 * never end; so a timer of the thread's processor time looks in, and only a script that it meets is
 * counted, from there on.
 */
#pragma once

#include "host/script/script_state.h"

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
