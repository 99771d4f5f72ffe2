/** @file
 * What the files of the script share: the state and its bounds. Used by script*.c alone.
 */
#ifndef SVC_HOST_SCRIPT_STATE_H
#define SVC_HOST_SCRIPT_STATE_H

#include "base/buffer.h"
#include "host/script.h"

struct script {
  lua_State *L;
  script_means means;
  uint64_t memory, memory_limit; /* bytes */
  uint64_t steps, steps_limit;   /* of the counting hook */
  uint64_t deadline;             /* processor time, ns, of the running budget */
  uint32_t streams;              /* that are still open */
  bool exhausted;
  bool closing;                         /* the last stream closes it */
  int handle, refuse, log, publication; /* references */
  char *spare_body;                     /* of the last resort, around the request's id */
  span spare_before, spare_after;
  buffer spare;
};

/** Gives `L`, the state or a coroutine of it, a full budget of instructions. */
void script_begin(script *s, lua_State *L);

/** Makes a stream of the function at the top of `L`, which is popped: a coroutine that yields texts
 * to send, or seconds to wait. Raises when memory is out.
 * @return owned; closing it may end a script that was closed before */
stream *script_stream(script *s, lua_State *L);

#endif
