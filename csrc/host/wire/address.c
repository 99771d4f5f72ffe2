#include "host/wire/address.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <sys/random.h>

#include "base/ascii.h"

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
static const uint64_t *hash_key(void) {
  static uint64_t drawn[2];
  if (drawn[0] == 0 && getrandom(drawn, sizeof drawn, 0) != sizeof drawn) { drawn[0] = 1; }
  return drawn;
}

static peer **peers_find(const struct in6_addr *client) {
  peer **at = &buckets[address_hash(client, hash_key()) % BUCKETS];
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

/* The peer on a unix socket. */
static const span nameless = {"unix", 4};

bool address_parse(span text, int family, void *out) {
  char copy[ADDRESS_TEXT];
  if (text.len == 0 || text.len >= sizeof copy || memchr(text.data, '\0', text.len)) {
    return false;
  }
  memcpy(copy, text.data, text.len);
  copy[text.len] = '\0';
  return inet_pton(family, copy, out) == 1;
}

struct in6_addr address_mapped(const void *four) {
  struct in6_addr address = {.s6_addr = {[10] = 0xff, [11] = 0xff}};
  memcpy(&address.s6_addr[12], four, 4);
  return address;
}

bool address_read(span text, struct in6_addr *out) {
  struct in_addr four;
  *out = in6addr_any;
  if (span_equal(text, nameless) || address_parse(text, AF_INET6, out)) { return true; }
  if (!address_parse(text, AF_INET, &four)) { return false; }
  *out = address_mapped(&four);
  return true;
}

void address_write(const struct in6_addr *address, char out[ADDRESS_TEXT]) {
  if (IN6_IS_ADDR_UNSPECIFIED(address)) {
    memcpy(out, nameless.data, nameless.len + 1);
    return;
  }
  if (!IN6_IS_ADDR_V4MAPPED(address)) {
    inet_ntop(AF_INET6, address, out, ADDRESS_TEXT);
    return;
  }
  /* As inet_ntop does, in a tenth of its time: every line of the access log has an address. */
  for (const unsigned char *byte = &address->s6_addr[12]; byte < address->s6_addr + 16; byte++) {
    if (*byte >= 100) { *out++ = (char)('0' + *byte / 100); }
    if (*byte >= 10) { *out++ = (char)('0' + *byte / 10 % 10); }
    *out++ = (char)('0' + *byte % 10);
    *out++ = '.';
  }
  out[-1] = '\0';
}

bool networks_add(networks *all, span text, fault *why) {
  size_t slash = span_find(text, '/');
  network added = {.bits = 128};
  bool good = address_read(span_take(text, slash), &added.prefix);
  if (good && slash < text.len) {
    bool four = span_find(text, ':') == text.len;
    uint32_t bits = 0;
    good = !IN6_IS_ADDR_UNSPECIFIED(&added.prefix) || !four;
    good = good && ascii_number(span_skip(text, slash + 1), four ? 32 : 128, &bits);
    added.bits = four ? bits + 96 : bits;
  }
  if (!good) {
    return fault_set(why, "\"%.*s\" is no network such as 10.0.0.0/8, 2001:db8::1 or unix",
                     (int)(text.len > 60 ? 60 : text.len), text.data);
  }
  if (all->count == NETWORKS_LIMIT) {
    return fault_set(why, "more than %d networks", NETWORKS_LIMIT);
  }
  all->list[all->count++] = added;
  return true;
}

static bool network_holds(const network *n, const struct in6_addr *address) {
  uint32_t bytes = n->bits / 8, rest = n->bits % 8;
  if (memcmp(&n->prefix, address, bytes) != 0) { return false; }
  if (rest == 0) { return true; }
  unsigned mask = 0xffu << (8 - rest) & 0xffu;
  return ((n->prefix.s6_addr[bytes] ^ address->s6_addr[bytes]) & mask) == 0;
}

bool networks_hold(const networks *all, const struct in6_addr *address) {
  for (uint32_t i = 0; i < all->count; i++) {
    if (network_holds(&all->list[i], address)) { return true; }
  }
  return false;
}

/* Cuts the last element off a comma-separated list, blanks trimmed. False at its beginning. */
static bool last_element(span *list, span *element) {
  if (list->data == NULL) { return false; }
  size_t at = list->len;
  while (at > 0 && list->data[at - 1] != ',') { at--; }
  *element = ascii_trim(span_skip(*list, at));
  *list = at > 0 ? span_take(*list, at - 1) : (span){NULL, 0};
  return true;
}

/* Some proxies write `[address]:port` or `address:port`. */
static bool read_hop(span text, struct in6_addr *out) {
  if (text.len > 0 && text.data[0] == '[') {
    text = span_skip(text, 1);
    return address_read(span_take(text, span_find(text, ']')), out);
  }
  size_t colon = span_find(text, ':');
  bool one = colon < text.len && span_find(span_skip(text, colon + 1), ':') == text.len - colon - 1;
  return address_read(one ? span_take(text, colon) : text, out);
}

bool address_forwarded(const networks *trusted, span field, struct in6_addr *client) {
  span element;
  struct in6_addr hop;
  while (networks_hold(trusted, client)) {
    if (!last_element(&field, &element)) { return true; }
    if (!read_hop(element, &hop)) { return false; }
    *client = hop;
  }
  return false;
}

struct in6_addr address_client_key(const struct in6_addr *address) {
  struct in6_addr key = *address;
  if (!IN6_IS_ADDR_V4MAPPED(address)) { memset(&key.s6_addr[8], 0, 8); }
  return key;
}

bool address_is_loopback(const struct in6_addr *address) {
  return IN6_IS_ADDR_LOOPBACK(address) ||
         (IN6_IS_ADDR_V4MAPPED(address) && address->s6_addr[12] == 127);
}

static uint64_t mix(uint64_t value) {
  value ^= value >> 32;
  value *= 0xd6e8feb86659fd93u;
  value ^= value >> 32;
  value *= 0xd6e8feb86659fd93u;
  return value ^ value >> 32;
}

uint64_t address_hash(const struct in6_addr *address, const uint64_t key[2]) {
  uint64_t half[2];
  memcpy(half, address, sizeof half);
  return mix(mix(half[0] ^ key[0]) ^ half[1] ^ key[1]);
}
