/** @file
 * One worker process: its listening sockets, a loop and a script.
 */
#pragma once

#include "host/process/generation.h"
#include "host/script/script.h"
#include "host/wire/account.h"

typedef struct worker_start {
  script_deps deps;             /**< its metrics are the worker's own block */
  const generation *generation; /**< to begin with; the worker owns its descriptors */
  uint32_t number;              /**< from 1 */
  bool jobs;                    /**< it runs the jobs of the routes and serves nobody */
  uint32_t listeners;
  listener listening[LISTEN_LIMIT]; /**< its sockets, `listeners` of them */
  int channel;
  int stores[METRICS_STORES]; /**< connections to the quota stores, owned; -1: none */
  int fetch;                  /**< its end of a pair for fetches, owned; -1: none */
  int access_log;             /**< its file, owned by the worker; -1: there is none */
  const account *account;     /**< that the worker takes */
} worker_start;

/** The status of a worker that the master has ended and that could still say what it was doing. */
enum { WORKER_LOST = 75 };

/** Serves until it is told to drain or the master ends. @return the exit status */
int worker_run(const worker_start *start);
