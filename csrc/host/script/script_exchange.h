/** @file
 * A request as a table of Lua, and a table of Lua as its answer.
 */
#pragma once

#include "host/script/script_state.h"
#include "host/wire/exchange.h"

/** Pushes the table of a request. Raises when memory is out. */
void script_push_request(lua_State *L, const script *s, const request *asked);

/** Reads the table of an answer, at a place of the stack, which keeps the texts alive. Raises where
 * it is none. */
void script_read_reply(lua_State *L, int response, const char *id, reply *answer);
