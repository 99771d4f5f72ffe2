#include "host/peers.h"

#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 4096 };

typedef struct peer peer;
struct peer {
  peer *next;
  struct in6_addr address;
  uint32_t count;
};

static peer *buckets[BUCKETS];

static peer **find(const struct in6_addr *address) {
  uint32_t word[4];
  memcpy(word, address, sizeof word);
  uint32_t hash = (word[0] ^ word[1] * 3 ^ word[2] * 5 ^ word[3]) * 2654435761u;
  peer **at = &buckets[hash >> 20];
  while (*at != NULL && memcmp(&(*at)->address, address, sizeof *address) != 0) at = &(*at)->next;
  return at;
}

bool peers_enter(const struct in6_addr *address, uint32_t limit) {
  peer **at = find(address);
  if (*at == NULL) {
    peer *fresh = calloc(1, sizeof *fresh);
    if (fresh == NULL) return false;
    fresh->address = *address;
    *at = fresh;
  }
  if (limit != 0 && (*at)->count >= limit) return false;
  (*at)->count++;
  return true;
}

void peers_forget(void) {
  for (size_t i = 0; i < BUCKETS; i++) {
    for (peer *at = buckets[i], *next; at != NULL; at = next) {
      next = at->next;
      free(at);
    }
    buckets[i] = NULL;
  }
}

void peers_leave(const struct in6_addr *address) {
  peer **at = find(address);
  peer *found = *at;
  if (found == NULL || --found->count > 0) return;
  *at = found->next;
  free(found);
}
