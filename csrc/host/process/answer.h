/** @file
 * The way of a request through a worker: edge guard, cache, script, coding.
 */
#ifndef SVC_HOST_PROCESS_ANSWER_H
#define SVC_HOST_PROCESS_ANSWER_H

#include "host/script/edge.h"
#include "host/script/script.h"
#include "host/shared/metrics.h"
#include "host/shared/quota.h"
#include "host/wire/http.h"

/** What answers are made with; changed between two requests only. */
typedef struct answer_means {
  const edge *edge;
  quota *quota; /**< NULL: none */
  metrics_worker *metrics;
  script *script;
  uint32_t crowded; /**< requests in flight, who cannot make room for others, from which on only
                       vital routes are answered */
} answer_means;

/** Sets the means; borrowed, and read for every request. */
void answer_open(const answer_means *means);

/** Makes the answer to a request. */
void answer_make(request *asked, reply *out);

#endif
