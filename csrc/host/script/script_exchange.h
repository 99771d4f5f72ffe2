/** @file
 * A request as a table of Lua, and a table of Lua as its answer: made at once, after a wait in a
 * coroutine, or piece by piece.
 */
#pragma once

#include "host/script/script_bounds.h"
#include "host/wire/exchange.h"

/** Ends the state; while a stream is open or a request waits, their end does. The streams of a
 * state that was given up fail at once. Accepts NULL. */
void script_close(script *s);

/** What a state that was given up and has ended still holds: its collector never closes the
 * publication that it had. @return a claim for svc.reclaim, each once; NULL: there is none left */
void *script_abandoned(void);

/* A request that may wait for the quota or an upstream while its answer is made: it runs in a
 * coroutine, which is suspended until the verdict or the answer comes, and other requests run
 * meanwhile. */

/** Pushes a function and its arguments onto the state. May raise. */
typedef void script_push(lua_State *L, const void *context);

typedef enum script_outcome {
  SCRIPT_DONE,  /**< the response is at the top of the state */
  SCRIPT_WAITS, /**< the request waits: to be continued */
  SCRIPT_FAILED /**< the reason, with its traceback, is at the top of the state */
} script_outcome;

/** Begins a request, or goes on with the one that waits: then in the script in which it began,
 * which may have been replaced meanwhile.
 * @param[out] status of Lua, where it failed */
script_outcome script_task_run(script *s, request *asked, script_push *push, const void *context,
                               int *status);

/** The script of the request that waits, or NULL. */
script *script_task_of(const request *asked);

/** Lets a request go whose answer was sent or given up: a script that was replaced ends with the
 * last of them. */
void script_task_end(request *asked);

/** Pushes the table of a request. Raises when memory is out. */
void script_push_request(lua_State *L, const script *s, const request *asked);

/** Reads the table of an answer, at a place of the stack, which keeps the texts alive. Raises where
 * it is none. */
void script_read_reply(lua_State *L, int response, const char *id, reply *answer);
