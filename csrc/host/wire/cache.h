/** @file
 * The response cache of a worker: prepared answers, each under the key of what was settled of its
 * request, and under the bytes of requests that are known to settle to it. Bounded in bytes; the
 * answer that was used least recently goes first. Emptied whenever routes or publication change.
 *
 *     bytes of a request ──▶ alias ──▶ answer ◀── key (lua/web/keep.lua)
 */
#pragma once

#include "host/wire/exchange.h"

/** Requests that an answer is found by at once; beyond them the ones that never came again give
 * way. */
enum { CACHE_ALIASES = 8 };

typedef struct cache_entry {
  prepared *answer; /**< the cache's */
  uint32_t route;   /**< that made it; see metrics_route */
  bool counted;     /**< counts against the quota */
  uint64_t last;    /**< monotonic ms from which on it is not found; 0: none */
} cache_entry;

/** Bounds the cache; 0: nothing is kept. */
void cache_open(size_t bytes);

/** The answer to a request that came before. @param asked its bytes, as `cache_alias` was given
 * them
 * @return borrowed until the next call of another function here, or NULL. O(1). */
const cache_entry *cache_find(span asked);

/** The answer of a key. @return as `cache_find` */
const cache_entry *cache_recall(span key);

/** Keeps `entry.answer`, of about `bytes`; it is released at once when it is too large. */
void cache_keep(span key, cache_entry entry, size_t bytes);

/** Lets `asked` find the answer of `key`, where there is one. */
void cache_alias(span key, span asked);

/** Forgets everything. */
void cache_clear(void);

/** Bytes kept. */
size_t cache_bytes(void);
