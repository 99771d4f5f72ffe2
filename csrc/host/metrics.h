/** @file
 * What every process counts, in shared memory: one block a worker, written by it alone, and one of
 * the master. A worker that is started again goes on in its predecessor's block.
 */
#ifndef SVC_HOST_METRICS_H
#define SVC_HOST_METRICS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buffer.h"

enum { METRICS_BUCKETS = 12, METRICS_STATUSES = 600 };

typedef struct metrics_worker {
  uint64_t status[METRICS_STATUSES]; /**< answers by status */
  uint64_t bucket[METRICS_BUCKETS];  /**< answers by duration; see metrics_duration */
  uint64_t microseconds;             /**< sum of all durations */
  uint64_t bytes;                    /**< of bodies */
  uint64_t cache_hits, cache_misses;
  uint64_t faults;      /**< scripts that failed */
  uint64_t rebuilds;    /**< states replaced after memory ran out */
  uint64_t dropped;     /**< lines of the access log that could not be written */
  uint64_t log_dropped; /**< lines of the operator's log that could not be written */
  uint64_t accepted, shed, refused_address, refused_header, timeouts; /**< see wire_counts */
  uint64_t open;                                                      /**< connections now */
  uint64_t script_bytes, cache_bytes;                                 /**< memory now */
} metrics_worker;

typedef struct metrics {
  uint64_t started;  /**< Unix seconds */
  uint64_t restarts; /**< workers started again */
  uint64_t routes_reloaded, routes_refused;
  uint64_t publication_reloaded, publication_refused;
  uint64_t published; /**< 1 while a publication is served */
  uint64_t expires;   /**< when it expires, Unix seconds; 0: there is none */
  uint64_t expired;   /**< 1 when it did, while it was served */
  uint32_t workers;
  metrics_worker worker[];
} metrics;

/** Makes the shared blocks; before the workers are forked. @return NULL when memory is out */
metrics *metrics_open(uint32_t workers);

/** Counts one answer. */
void metrics_answer(metrics_worker *m, int status, uint64_t microseconds, uint64_t bytes);

/** Appends everything in the text format of Prometheus. */
void metrics_write(const metrics *m, buffer *out);

/** Answers of all workers so far. */
uint64_t metrics_answers(const metrics *m);

#endif
