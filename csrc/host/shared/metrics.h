/** @file
 * The counts of every process, in shared memory: one block a worker, written by it alone, and one
 * of the master. A worker that is started again goes on in its predecessor's block.
 */
#pragma once

#include <stdint.h>

#include "base/span.h"
#include "host/shared/watch.h"

/* Facts of a publication that was verified, beside the JSON that is shown of it. */

enum { DIGEST_TEXT = 64 }; /**< hexadecimal digits of a publication's id, and of its digest */

typedef struct publication_info {
  uint64_t sequence, created, expires; /**< the latter two in Unix seconds */
  char id[DIGEST_TEXT + 1], digest[DIGEST_TEXT + 1];
  file_stamp publication, trust; /**< of its files as they were read; zeros: not known */
} publication_info;

/** Takes the stamps of the files that a publication is read from. @return false where one has none,
 * or either name is NULL */
bool publication_info_stamps(const char *publication, const char *trust, publication_info *out);

/** Names of routes and of publications are cut at METRICS_TEXT bytes, the NUL included, and those
 * of routes at the end of a character. The longest name of a store is HOST:PORT, of a host of 253
 * bytes. */
enum {
  METRICS_LAYOUT = 4, /**< to be raised with every change of the structures below */
  METRICS_BUCKETS = 12,
  METRICS_STATUSES = 600,
  METRICS_CLASSES = METRICS_STATUSES / 100,
  METRICS_ROUTES = 128,
  METRICS_STORES = 16,
  METRICS_UPSTREAMS = 32,
  METRICS_OUTCOMES = 10,
  METRICS_TEXT = 72,
  METRICS_STORE_TEXT = 264
};

/** The names of routes and their numbers, which are the same in every process as long as the
 * service lives. Number 0 stands for all that no route answers. */
typedef struct metrics_routes {
  uint32_t count; /**< the greatest number given */
  char name[METRICS_ROUTES][METRICS_TEXT];
} metrics_routes;

/** A worker and a store of the quota. */
enum {
  METRICS_STORE_LOST,   /**< it has no connection */
  METRICS_STORE_OPENED, /**< it has one, over which no answer comes */
  METRICS_STORE_ANSWERS
};

/** An upstream, as the fetch process counts it; after a reload two of them may. */
typedef struct metrics_upstream {
  char name[METRICS_TEXT];
  uint64_t outcome[METRICS_OUTCOMES]; /**< calls by fetch_code (fetch_packet.h) */
  uint64_t bucket[METRICS_BUCKETS];   /**< calls that were made, by what they took */
  uint64_t microseconds;              /**< sum of all of it */
  uint64_t in_flight;                 /**< now */
  uint64_t breaker;                   /**< METRICS_BREAKER_… */
} metrics_upstream;

enum { METRICS_BREAKER_CLOSED, METRICS_BREAKER_TRIES, METRICS_BREAKER_OPEN };

typedef struct metrics_worker {
  uint64_t pid;
  uint64_t status[METRICS_STATUSES];               /**< answers by status */
  uint64_t route[METRICS_ROUTES][METRICS_CLASSES]; /**< answers by route and status / 100 */
  uint64_t route_microseconds[METRICS_ROUTES];     /**< sum of the durations, by route */
  uint64_t bucket[METRICS_BUCKETS];                /**< answers by duration; see metrics_bounds */
  uint64_t microseconds;                           /**< sum of all durations */
  uint64_t bytes;                                  /**< of bodies */
  uint64_t cache_hits, cache_recalls, cache_misses;
  uint64_t in_flight;                     /**< requests now whose answer is not whole yet */
  uint64_t over_quota;                    /**< requests refused by the quota */
  uint64_t store_state[METRICS_STORES];   /**< METRICS_STORE_… of each store of the quota */
  uint64_t store_asked;                   /**< requests that were to be counted in a store */
  uint64_t store_fallbacks;               /**< of them, those that the local quota decided */
  uint64_t store_bucket[METRICS_BUCKETS]; /**< answers of stores by the time they took */
  uint64_t store_microseconds;            /**< sum of all of it */
  uint64_t fetch_linked;                  /**< 1 while fetches can be made */
  uint64_t fetches_busy;                  /**< fetches beyond the bound of a worker */
  uint64_t faults;                        /**< scripts that failed */
  uint64_t rebuilds;                      /**< states replaced after memory ran out */
  uint64_t dropped;                       /**< lines of the access log that could not be written */
  uint64_t log_dropped; /**< lines of the operator's log that could not be written */
  uint64_t accepted, shed, refused_address, refused_header, timeouts; /**< see wire_counts */
  uint64_t open;                                                      /**< connections now */
  uint64_t script_bytes, cache_bytes;                                 /**< memory now */
  uint64_t jobs, job_faults, job_microseconds; /**< runs, those that failed, what all took */
  uint64_t beat; /**< monotonic ms: when the worker last went through its loop */
} metrics_worker;

typedef struct metrics {
  uint64_t started;  /**< Unix seconds */
  uint64_t upgrades; /**< how often another program took the service over since */
  uint64_t restarts; /**< workers started again */
  uint64_t killed;   /**< workers that were ended because they hung */
  uint64_t generation;
  uint64_t routes_reloaded, routes_refused;
  uint64_t publication_reloaded, publication_refused;
  uint64_t configuration_reloaded, configuration_refused;
  uint64_t published; /**< 1 while a publication is served */
  uint64_t created;   /**< Unix seconds */
  uint64_t expires;   /**< when it expires, Unix seconds; 0: there is none */
  uint64_t expired;   /**< 1 when it did, while it was served */
  uint64_t sequence;
  char publication[METRICS_TEXT], digest[METRICS_TEXT]; /**< its id and digest, in hex */
  metrics_routes routes;
  uint64_t stores; /**< of the quota, in use */
  char store[METRICS_STORES][METRICS_STORE_TEXT];
  uint64_t fetcher_pid, fetcher_beat; /**< as of a worker, of the fetch process */
  uint64_t fetcher_restarts;          /**< how often it was started again after it fell */
  uint64_t upstreams;                 /**< that were ever named */
  metrics_upstream upstream[METRICS_UPSTREAMS];
  uint64_t workers;
  metrics_worker worker[]; /**< behind those of the workers, that of the process of the jobs */
} metrics;

/** Upper bounds of the durations, in microseconds; the last bucket has none. */
extern const uint64_t metrics_bounds[METRICS_BUCKETS - 1];

/** Makes the shared blocks; before the workers are forked. @return NULL when memory is out */
metrics *metrics_open(uint32_t workers);

/** The number of the route `name`. @param add gives it one where it has none: by one process at a
 * time, before others ask. @return 0..METRICS_ROUTES - 1; 0: it has none of its own */
uint32_t metrics_route(metrics_routes *routes, span name, bool add);

/** The figures of an upstream, which go on after a reload. By one process at a time.
 * @return NULL where there were too many names */
metrics_upstream *metrics_upstream_named(metrics *m, const char *name);

/** The bucket of a duration. */
size_t metrics_bucket(uint64_t microseconds);

/** Counts one answer. @param route its number, 0..METRICS_ROUTES - 1 */
void metrics_answer(metrics_worker *m, uint32_t route, int status, uint64_t microseconds,
                    uint64_t bytes);

/** Answers of all workers so far. */
uint64_t metrics_answers(const metrics *m);
