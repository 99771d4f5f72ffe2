/** @file
 * The way of a request through a worker: edge guard, cache, script, coding.
 */
#pragma once

#include "host/script/script.h"
#include "host/wire/http.h"

/** Answers are made with these; they change between two requests only. */
typedef struct answer_deps {
  const edge *edge;
  const quota *quota; /**< NULL: none */
  const quota *rules; /**< whose table has the quotas of paths */
  metrics_worker *metrics;
  script *script;
  uint32_t crowded; /**< requests in flight, who cannot make room for others, from which on only
                       vital routes are answered */
} answer_deps;

/** Sets what answers depend on; borrowed, and read for every request. */
void answer_open(const answer_deps *deps);

/** Makes the answer to a request. */
void answer_make(request *asked, reply *out);
