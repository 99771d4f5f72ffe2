#include "host/wire/cache.h"

#include <stdlib.h>

#include "base/hash.h"
#include "host/wire/connections.h"
#include "host/wire/http.h"

enum { BUCKETS = 8192, OVERHEAD = 4096, SHARE = 8 };

/* The bytes that something is found by, in a bucket of their table. */
typedef struct name name;
struct name {
  name *next;
  uint64_t hash;
  size_t length;
  struct node *node;
  bool used; /* an alias: found since its answer last looked for one to give up */
  char bytes[];
};

typedef struct node node;
struct node {
  node *newer, *older; /* in the order of use */
  cache_entry entry;
  size_t bytes; /* its aliases included */
  name *key, *alias[CACHE_ALIASES];
  unsigned turn; /* the alias that is looked at first when one must give way */
};

typedef name *table[BUCKETS];

static struct {
  table keys, aliases;
  node *newest, *oldest;
  size_t bytes, limit;
} cache;

void cache_open(size_t bytes) { cache.limit = bytes; }
size_t cache_bytes(void) { return cache.bytes; }

/* ---- names ---- */

/* A client that forces collisions of the hash slows a chain down, and cannot make it longer than
   the bytes of the cache allow. */
static name *find_name(table in, span text) {
  uint64_t hash = hash_of(text);
  name *n = in[hash % BUCKETS];
  while (n != NULL && !(n->hash == hash && n->length == text.len &&
                        memcmp(n->bytes, text.data, text.len) == 0)) {
    n = n->next;
  }
  return n;
}

/* @return NULL when memory is out */
static name *cache_add_name(table in, span text, node *of) {
  name *n = malloc(sizeof *n + text.len);
  if (n == NULL) { return NULL; }
  *n = (name){.hash = hash_of(text), .length = text.len, .node = of};
  memcpy(n->bytes, text.data, text.len);
  n->next = in[n->hash % BUCKETS];
  in[n->hash % BUCKETS] = n;
  return n;
}

static void drop_name(table in, name *n) {
  if (n == NULL) { return; }
  name **at = &in[n->hash % BUCKETS];
  while (*at != n) { at = &(*at)->next; }
  *at = n->next;
  free(n);
}

static size_t name_size(const name *n) { return n == NULL ? 0 : sizeof *n + n->length; }

/* ---- answers ---- */

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

static void drop(node *n) {
  drop_name(cache.keys, n->key);
  for (unsigned i = 0; i < CACHE_ALIASES; i++) { drop_name(cache.aliases, n->alias[i]); }
  leave_order(n);
  cache.bytes -= n->bytes;
  http_prepared_free(n->entry.answer);
  free(n);
}

/* The clock of the turn: what was found stays for the rest of it. */
static const cache_entry *use(name *found) {
  if (found == NULL) { return NULL; }
  node *n = found->node;
  if (n->entry.last != 0 && connections.now >= n->entry.last) {
    drop(n);
    return NULL;
  }
  found->used = true;
  if (n != cache.newest) {
    leave_order(n);
    enter_order(n);
  }
  return &n->entry;
}

const cache_entry *cache_find(span asked) { return use(find_name(cache.aliases, asked)); }
const cache_entry *cache_recall(span key) { return use(find_name(cache.keys, key)); }

/* Counts bytes that `n`, the newest, has taken; others make room for them. */
static void cache_grow(node *n, size_t bytes) {
  n->bytes += bytes;
  cache.bytes += bytes;
  while (cache.bytes > cache.limit && cache.oldest != n) { drop(cache.oldest); }
}

void cache_keep(span key, cache_entry entry, size_t bytes) {
  size_t whole = bytes + key.len + OVERHEAD;
  const name *former = find_name(cache.keys, key);
  if (former != NULL) { drop(former->node); }
  node *n = whole > cache.limit / SHARE ? NULL : calloc(1, sizeof *n);
  if (n != NULL) { n->key = cache_add_name(cache.keys, key, n); }
  if (n == NULL || n->key == NULL) {
    http_prepared_free(entry.answer);
    free(n);
    return;
  }
  n->entry = entry;
  enter_order(n);
  cache_grow(n, whole);
}

/* The place of an alias of the answer: a free one, else that of one which was not found since the
   last round. */
static name **choose_place(node *n) {
  for (;;) {
    name **at = &n->alias[n->turn++ % CACHE_ALIASES];
    if (*at == NULL || !(*at)->used) { return at; }
    (*at)->used = false;
  }
}

void cache_alias(span key, span asked) {
  const cache_entry *entry = cache_recall(key);
  if (entry == NULL || find_name(cache.aliases, asked) != NULL) { return; }
  node *n = cache.newest;
  name **at = choose_place(n);
  size_t freed = name_size(*at);
  drop_name(cache.aliases, *at);
  n->bytes -= freed;
  cache.bytes -= freed;
  *at = cache_add_name(cache.aliases, asked, n);
  cache_grow(n, name_size(*at));
}

void cache_clear(void) {
  while (cache.oldest != NULL) { drop(cache.oldest); }
}
