#include "host/wire/peers.h"

#include <stdlib.h>
#include <sys/random.h>

#include "host/wire/address.h"

enum { BUCKETS = 4096 };

typedef struct peer peer;
struct peer {
  peer *next;
  struct in6_addr client;
  uint32_t count;
  uint64_t held;
};

static peer *buckets[BUCKETS];

/* Nobody can choose addresses that fall into one bucket. */
static const uint64_t *seed(void) {
  static uint64_t drawn[2];
  if (drawn[0] == 0 && getrandom(drawn, sizeof drawn, 0) != sizeof drawn) { drawn[0] = 1; }
  return drawn;
}

static peer **peers_find(const struct in6_addr *client) {
  peer **at = &buckets[address_hash(client, seed()) % BUCKETS];
  while (*at != NULL && memcmp(&(*at)->client, client, sizeof *client) != 0) { at = &(*at)->next; }
  return at;
}

bool peers_enter(const struct in6_addr *address, uint32_t limit) {
  struct in6_addr client = address_client_key(address);
  peer **at = peers_find(&client);
  if (*at == NULL) {
    peer *fresh = calloc(1, sizeof *fresh);
    if (fresh == NULL) { return false; }
    fresh->client = client;
    *at = fresh;
  }
  if (limit != 0 && (*at)->count >= limit) { return false; }
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
  struct in6_addr client = address_client_key(address);
  peer **at = peers_find(&client);
  peer *found = *at;
  if (found == NULL || --found->count > 0) { return; }
  *at = found->next;
  free(found);
}

uint64_t peers_hold(const struct in6_addr *address, int64_t bytes) {
  struct in6_addr client = address_client_key(address);
  peer *found = *peers_find(&client);
  return found == NULL ? 0 : (found->held += (uint64_t)bytes);
}
