/** @file
 * One worker process: a listener, a loop and a script.
 */
#ifndef SVC_HOST_WORKER_H
#define SVC_HOST_WORKER_H

#include <lua.h>

#include "host/script.h"
#include "host/settings.h"

typedef struct worker_start {
  const settings *options;
  lua_State *config; /**< the table of options is its top value */
  script *script;    /**< the generation to begin with */
  uint32_t number;   /**< from 1 */
  int snapshot; /**< sealed memory of the publication; -1: none */
  int listener, channel;
} worker_start;

/** Serves until it is told to drain or the master ends. @return the exit status */
int worker_run(const worker_start *start);

#endif
