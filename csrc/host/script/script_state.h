/** @file
 * What the files of the script share: the state and its bounds. Used by script*.c alone.
 */
#ifndef SVC_HOST_SCRIPT_SCRIPT_STATE_H
#define SVC_HOST_SCRIPT_SCRIPT_STATE_H

#include "base/buffer.h"
#include "host/script/script.h"

enum { SCRIPT_STEP = 1000 }; /* instructions from one call of the counting hook to the next */

struct script {
  lua_State *L;
  script_means means;
  chunks *chunks;
  uint64_t memory, memory_limit; /* bytes */
  uint64_t steps, steps_limit;   /* of the counting hook */
  uint64_t deadline;             /* processor time, ns, of the running budget */
  lua_State *volatile running;   /* the coroutine that runs; read by a signal */
  volatile bool counting;        /* the running request is counted; set by a signal */
  bool over;                     /* and has used up its budget */
  uint32_t streams;              /* that are still open */
  bool exhausted;
  bool closing;                         /* the last stream closes it */
  int handle, refuse, log, publication; /* references */
  int route;                            /* of a list: the number of the route that runs */
  int release;                          /* svc.release */
  char *spare_body;                     /* of the last resort, around the request's id */
  span spare_before, spare_after;
  buffer spare; /* the bytes of an answer that are not one string of the state */
};

/** Allocates for a state within the ceiling of its script. Source: lua_Alloc. */
void *script_allocate(void *context, void *old, size_t old_size, size_t size);

/** Puts functions that keep to the bounds in the place of those of the standard libraries that
 * would not: coroutines, xpcall, and metatables, which hold finalizers. */
void script_bind(lua_State *L);

/** Gives `L`, the state or a coroutine of it, a full budget of instructions. */
void script_begin(script *s, lua_State *L);

/** Ends what `script_begin` began. */
void script_end(script *s, lua_State *L);

/** lua_resume of a coroutine whose instructions count for the running budget. */
int script_resume(script *s, lua_State *from, lua_State *to, int given, int *results);

/** Makes a stream of the function at the top of `L`, which is popped: a coroutine that yields texts
 * to send, or seconds to wait. Raises when memory is out.
 * @return owned; closing it may end a script that was closed before */
stream *script_stream(script *s, lua_State *L);

#endif
