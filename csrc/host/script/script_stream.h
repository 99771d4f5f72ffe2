/** @file
 * Answers that a script makes piece by piece: a coroutine that yields texts.
 */
#pragma once

#include "host/script/script_state.h"
#include "host/wire/exchange.h"

/** Makes a stream of the function at the top of `L`, which is popped: a coroutine that yields texts
 * to send, or seconds to wait. Raises when memory is out. @param id of the request, for the log
 * @return owned; closing it may end a script that was closed before */
stream *script_stream(script *s, lua_State *L, const char *id);
