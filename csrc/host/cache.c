#include "host/cache.h"

#include <stdint.h>
#include <stdlib.h>

#include "host/http.h"

enum { BUCKETS = 8192, OVERHEAD = 4096, SHARE = 8 };

typedef struct node node;
struct node {
  node *next;          /* in the bucket */
  node *newer, *older; /* in the order of use */
  cache_entry entry;
  size_t bytes, length;
  uint64_t hash;
  char key[];
};

static struct {
  node *buckets[BUCKETS];
  node *newest, *oldest;
  size_t bytes, limit;
} cache;

void cache_open(size_t bytes) { cache.limit = bytes; }
size_t cache_bytes(void) { return cache.bytes; }

/* FNV-1a. A client that forces collisions slows a chain down, and cannot make it longer than the
   bytes of the cache allow. */
static uint64_t hash_of(span key) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (size_t i = 0; i < key.len; i++) {
    hash = (hash ^ (unsigned char)key.data[i]) * 0x100000001b3u;
  }
  return hash ^ hash >> 29;
}

static node **place_of(span key, uint64_t hash) {
  node **at = &cache.buckets[hash % BUCKETS];
  while (*at != NULL && !((*at)->hash == hash && (*at)->length == key.len &&
                          memcmp((*at)->key, key.data, key.len) == 0)) {
    at = &(*at)->next;
  }
  return at;
}

static void leave_order(node *n) {
  *(n->newer == NULL ? &cache.newest : &n->newer->older) = n->older;
  *(n->older == NULL ? &cache.oldest : &n->older->newer) = n->newer;
}

static void enter_order(node *n) {
  n->newer = NULL;
  n->older = cache.newest;
  *(n->older == NULL ? &cache.oldest : &n->older->newer) = n;
  cache.newest = n;
}

static void drop(node **at) {
  node *n = *at;
  *at = n->next;
  leave_order(n);
  cache.bytes -= n->bytes;
  http_release(n->entry.answer);
  free(n);
}

const cache_entry *cache_find(span key) {
  node *n = *place_of(key, hash_of(key));
  if (n == NULL) return NULL;
  if (n != cache.newest) {
    leave_order(n);
    enter_order(n);
  }
  return &n->entry;
}

static void drop_oldest(void) {
  const node *n = cache.oldest;
  drop(place_of((span){n->key, n->length}, n->hash));
}

void cache_keep(span key, cache_entry entry, size_t bytes) {
  size_t whole = bytes + key.len + OVERHEAD;
  node *n = whole > cache.limit / SHARE ? NULL : malloc(sizeof *n + key.len);
  if (n == NULL) {
    http_release(entry.answer);
    return;
  }
  uint64_t hash = hash_of(key);
  node **at = place_of(key, hash);
  if (*at != NULL) drop(at);
  while (cache.bytes + whole > cache.limit) drop_oldest();
  *n = (node){.entry = entry, .bytes = whole, .length = key.len, .hash = hash};
  memcpy(n->key, key.data, key.len);
  n->next = cache.buckets[hash % BUCKETS];
  cache.buckets[hash % BUCKETS] = n;
  enter_order(n);
  cache.bytes += whole;
}

void cache_clear(void) {
  while (cache.oldest != NULL) drop_oldest();
}
