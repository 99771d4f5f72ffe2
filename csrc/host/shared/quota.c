#include "host/shared/quota.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/random.h>

#include "base/share.h"
#include "host/wire/address.h"

/* Times are kept in ticks of 16 us: 32 bits of them last for 19 hours, more than two windows. */
enum {
  LAYOUT = 2,
  WAYS = 8,
  LOCKS = 64,
  SETS = QUOTA_CLIENTS / WAYS,
  TICK_BITS = 4,
  TICKS = 1000000 >> 4
};

/* One client: a ring of the times of its admitted requests, in ticks, modulo 2^32. No entry grows
   older than two windows before it is looked at, so that the modulus is never seen. */
typedef struct slot {
  struct in6_addr client;
  uint64_t last;   /* ticks: when it was last asked for; 0: free */
  uint32_t window; /* ticks */
  uint32_t first, count;
  uint32_t times[];
} slot;

struct quota_table {
  uint32_t capacity; /* times of a slot */
  size_t slot_size;
  uint64_t hash_key[2];
  pthread_mutex_t locks[LOCKS];
  _Alignas(64) unsigned char slots[];
};

quota *quota_open(const char *name, uint32_t limit, uint32_t window) {
  size_t slot_size = (sizeof(slot) + limit * sizeof(uint32_t) + 63) & ~(size_t)63;
  size_t size = sizeof(quota_table) + slot_size * QUOTA_CLIENTS;
  char kept[64];
  bool again;
  snprintf(kept, sizeof kept, "quota %d %s %u in %u", LAYOUT, name, limit, window);
  quota *q = malloc(sizeof *q);
  quota_table *t = lock_memory_kept(kept, size, &again);
  if (q == NULL || t == NULL) { goto memory; }
  *q = (quota){t, limit, window};
  if (again) { return q; }
  t->capacity = limit;
  t->slot_size = slot_size;
  bool keyed = getrandom(t->hash_key, sizeof t->hash_key, 0) == (ssize_t)sizeof t->hash_key;
  if (keyed && lock_make(t->locks, LOCKS)) { return q; }
memory:
  if (t != NULL) { munmap(t, size); }
  free(q);
  return NULL;
}

static uint32_t set_of(const quota_table *q, const struct in6_addr *client) {
  return (uint32_t)(address_hash(client, q->hash_key) % SETS);
}

static slot *quota_slot(quota_table *q, uint32_t set, uint32_t way) {
  return (slot *)(void *)(q->slots + (size_t)(set * WAYS + way) * q->slot_size);
}

/* Another worker may have looked at its clock later and come first: no time is negative. */
static bool expired(const slot *s, uint64_t now) {
  return s->last == 0 || (now > s->last && now - s->last >= s->window);
}

/* The client's place, or the one that is best given up for it. */
static slot *find_slot(quota_table *q, const struct in6_addr *client, uint64_t now) {
  uint32_t set = set_of(q, client);
  slot *best = NULL;
  for (uint32_t way = 0; way < WAYS; way++) {
    slot *s = quota_slot(q, set, way);
    if (s->last != 0 && memcmp(&s->client, client, sizeof *client) == 0) { return s; }
    bool free = expired(s, now);
    if (best == NULL || (free && !expired(best, now)) ||
        (!free && !expired(best, now) && s->count < best->count)) {
      best = s;
    }
  }
  best->client = *client;
  best->first = best->count = 0;
  best->last = now;
  return best;
}

/* Ticks since the oldest request. */
static uint32_t quota_age(const slot *s, uint64_t now) {
  int32_t age = (int32_t)((uint32_t)now - s->times[s->first]);
  return age < 0 ? 0 : (uint32_t)age;
}

static void forget_old(const quota *q, slot *s, uint64_t now) {
  s->window = q->window * TICKS;
  if (expired(s, now)) { s->count = 0; }
  while (s->count > 0 && quota_age(s, now) >= s->window) {
    s->first = (s->first + 1) % q->table->capacity;
    s->count--;
  }
}

static quota_verdict count_request(const quota *q, slot *s, uint64_t now) {
  forget_old(q, s, now);
  quota_verdict verdict = {.admitted = s->count < q->limit};
  if (now > s->last) { s->last = now; }
  /* A time is rounded up when it is kept, and down when it is compared: what is admitted is never
     a moment too early. */
  if (verdict.admitted) {
    s->times[(s->first + s->count) % q->table->capacity] = (uint32_t)now + 1;
    s->count++;
  }
  verdict.remaining = s->count < q->limit ? q->limit - s->count : 0;
  verdict.reset = (s->window - quota_age(s, now) + TICKS - 1) / TICKS;
  return verdict;
}

quota_verdict quota_ask(const quota *q, const struct in6_addr *client, uint64_t microseconds) {
  uint64_t now = microseconds >> TICK_BITS;
  pthread_mutex_t *lock = &q->table->locks[set_of(q->table, client) % LOCKS];
  lock_take(lock);
  quota_verdict verdict = count_request(q, find_slot(q->table, client, now), now);
  lock_give(lock);
  return verdict;
}
