#include "host/shared/dict.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "base/hash.h"
#include "base/share.h"

/* Sets of eight slots; small values lie in small slots, so that counters do not take a page. */
enum { STRETCH = 256 /* slots that are looked at under the lock */ };
enum { WAYS = 8, SMALL = 320, LARGE = 8 * 1024, LARGE_SHARE = 2 };

typedef struct slot {
  uint64_t used;    /* order of use; 0: free */
  uint64_t expires; /* monotonic ms; 0: never */
  uint32_t key, value;
  char bytes[];
} slot;

typedef struct region {
  size_t offset, slot_size, sets;
} region;

struct dict {
  pthread_mutex_t lock;
  uint64_t clock;
  region small, large;
};

static region region_of(size_t offset, size_t bytes, size_t slot_size) {
  return (region){offset, slot_size, bytes / (slot_size * WAYS)};
}

dict *dict_open(size_t bytes) {
  size_t large = bytes / LARGE_SHARE, head = 4096;
  bool again;
  dict *d = lock_memory_kept("dict 1", bytes + head, &again);
  if (d == NULL || again) { return d; }
  d->small = region_of(head, bytes - large, SMALL);
  d->large = region_of(head + bytes - large, large, LARGE);
  if (d->small.sets > 0 && d->large.sets > 0 && lock_make(&d->lock, 1)) { return d; }
  munmap(d, bytes + head);
  return NULL;
}

static slot *dict_slot(dict *d, const region *r, span key, uint32_t way) {
  size_t index = hash_of(key) % r->sets * WAYS + way;
  return (slot *)(void *)((char *)d + r->offset + index * r->slot_size);
}

static span value_of(const slot *s) { return (span){s->bytes + s->key, s->value}; }

static slot *find_in(dict *d, const region *r, span key, uint64_t now) {
  for (uint32_t way = 0; way < WAYS; way++) {
    slot *s = dict_slot(d, r, key, way);
    if (s->used == 0 || !span_equal((span){s->bytes, s->key}, key)) { continue; }
    if (s->expires != 0 && s->expires <= now) { s->used = 0; }
    return s->used == 0 ? NULL : s;
  }
  return NULL;
}

static slot *dict_find(dict *d, span key, uint64_t now) {
  slot *s = find_in(d, &d->small, key, now);
  return s != NULL ? s : find_in(d, &d->large, key, now);
}

static slot *oldest_in(dict *d, const region *r, span key, uint64_t now) {
  slot *best = dict_slot(d, r, key, 0);
  for (uint32_t way = 0; way < WAYS; way++) {
    slot *s = dict_slot(d, r, key, way);
    if (s->expires != 0 && s->expires <= now) { s->used = 0; }
    if (s->used < best->used) { best = s; }
  }
  return best;
}

static void dict_put(dict *d, span key, span value, uint64_t life, uint64_t now) {
  slot *former = dict_find(d, key, now);
  if (former != NULL) { former->used = 0; }
  bool fits = sizeof(slot) + key.len + value.len <= SMALL;
  slot *s = oldest_in(d, fits ? &d->small : &d->large, key, now);
  s->used = ++d->clock;
  s->expires = life == 0 ? 0 : now + life;
  s->key = (uint32_t)key.len;
  s->value = (uint32_t)value.len;
  memcpy(s->bytes, key.data, key.len);
  memcpy(s->bytes + key.len, value.data, value.len);
}

bool dict_get(dict *d, span key, uint64_t now, buffer *out) {
  lock_take(&d->lock);
  slot *s = dict_find(d, key, now);
  if (s != NULL) {
    s->used = ++d->clock;
    buffer_append(out, value_of(s));
  }
  lock_give(&d->lock);
  return s != NULL && !out->failed;
}

bool dict_set(dict *d, span key, span value, uint64_t life, uint64_t now) {
  if (key.len > DICT_KEY_LIMIT || value.len > DICT_VALUE_LIMIT) { return false; }
  lock_take(&d->lock);
  dict_put(d, key, value, life, now);
  lock_give(&d->lock);
  return true;
}

static bool dict_read_number(span text, int64_t *out) {
  char copy[24], *end;
  if (text.len == 0 || text.len >= sizeof copy) { return false; }
  memcpy(copy, text.data, text.len);
  copy[text.len] = '\0';
  errno = 0;
  *out = strtoll(copy, &end, 10);
  return *end == '\0' && errno == 0;
}

bool dict_add(dict *d, span key, int64_t step, uint64_t life, uint64_t now, int64_t *sum) {
  char text[24];
  *sum = 0;
  if (key.len > DICT_KEY_LIMIT) { return false; }
  lock_take(&d->lock);
  slot *s = dict_find(d, key, now);
  bool good =
      (s == NULL || dict_read_number(value_of(s), sum)) && !__builtin_add_overflow(*sum, step, sum);
  if (good) {
    uint64_t left = s == NULL ? life : s->expires == 0 ? 0 : s->expires - now;
    int length = snprintf(text, sizeof text, "%" PRId64, *sum);
    dict_put(d, key, (span){text, (size_t)length}, left, now);
  }
  lock_give(&d->lock);
  return good;
}

/* A slot by its number: those of the small region come first. NULL: there are no more. */
static slot *numbered(dict *d, uint64_t number) {
  uint64_t small = d->small.sets * WAYS, large = d->large.sets * WAYS;
  const region *r = number < small ? &d->small : &d->large;
  uint64_t index = number < small ? number : number - small;
  if (number >= small + large) { return NULL; }
  return (slot *)(void *)((char *)d + r->offset + index * r->slot_size);
}

bool dict_next(dict *d, uint64_t *place, span prefix, uint64_t now, buffer *key) {
  const slot *s = NULL;
  lock_take(&d->lock);
  for (int i = 0; i < STRETCH && (s = numbered(d, *place)) != NULL; i++) {
    ++*place;
    span own = {s->bytes, s->key};
    bool lives = s->used != 0 && (s->expires == 0 || s->expires > now);
    if (!lives || !span_starts(own, prefix)) { continue; }
    buffer_append(key, own);
    break;
  }
  lock_give(&d->lock);
  return s != NULL;
}

void dict_remove(dict *d, span key) {
  lock_take(&d->lock);
  slot *s = dict_find(d, key, 0);
  if (s != NULL) { s->used = 0; }
  lock_give(&d->lock);
}
