/** @file
 * The response cache of a worker: prepared answers by key, bounded in bytes; the one that was used
 * least recently goes first. Emptied whenever routes or publication change.
 */
#ifndef SVC_HOST_CACHE_H
#define SVC_HOST_CACHE_H

#include <stdbool.h>

#include "base/span.h"
#include "host/exchange.h"

typedef struct cache_entry {
  prepared *answer; /**< the cache's */
  uint32_t route;   /**< that made it; see metrics_route */
  bool counted;     /**< counts against the quota */
} cache_entry;

/** Bounds the cache; 0: nothing is kept. */
void cache_open(size_t bytes);

/** @return borrowed until the next call of another function here, or NULL. O(1). */
const cache_entry *cache_find(span key);

/** Keeps `entry.answer`, of about `bytes`; it is released at once when it is too large. */
void cache_keep(span key, cache_entry entry, size_t bytes);

/** Forgets everything. */
void cache_clear(void);

/** Bytes kept. */
size_t cache_bytes(void);

#endif
