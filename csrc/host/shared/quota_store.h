/** @file
 * One quota over all replicas: a client's requests are counted in a store, Valkey or Redis, that
 * they share. Several stores share the clients by rendezvous hashing. A store learns no address:
 * the key of a client is a keyed hash. Where a store gives no answer in QUOTA_PATIENCE, or there is
 * no connection to it, the local quota decides, and where it owes an older answer at once; it is
 * asked again as soon as it answers. This is the side of a worker, which is given connections, and
 * makes none itself.
 */
#pragma once

#include "base/buffer.h"
#include "base/fault.h"
#include "host/shared/metrics.h"
#include "host/shared/quota.h"
#include "host/wire/exchange.h"

struct redisReader;
struct redisReply;

/* One connection of a worker to a store of the quota. Questions wait in a buffer for the end of the
 * loop's turn, go out together, and are answered in their order. hiredis writes the commands and
 * reads the answers. */

/** Has a reader of hiredis refuse lists, whatever they claim to hold: nothing is asked that is
 * answered by one. */
void quota_answer_bound(struct redisReader *reader);

/** Takes the next answer out of a bounded reader. @param[out] answer owned; NULL: it is not whole
 * @return false when it can be none: the store is to be cut */
bool quota_answer_next(struct redisReader *reader, struct redisReply **answer, fault *why);

/** A store. Texts are borrowed from the options. */
typedef struct quota_store_spec {
  const char *name;        /**< as it was given; it is the same in every replica */
  const char *host, *port; /**< NULL of a unix socket */
  const char *path;        /**< NULL of TCP */
} quota_store_spec;

typedef struct quota_stores {
  uint32_t count; /**< 0: the local quota decides */
  quota_store_spec list[METRICS_STORES];
  const char *key;      /**< 32 hexadecimal digits, the same in every replica */
  const char *password; /**< NULL: none */
} quota_stores;

/** False where svcd was built without hiredis: then no store can be used. */
extern const bool quota_store_built;

/** True when both are the same stores with the same key and password. */
static inline bool quota_stores_same(const quota_stores *a, const quota_stores *b) {
  bool same = a->count == b->count && span_equal(span_of(a->key), span_of(b->key)) &&
              span_equal(span_of(a->password), span_of(b->password));
  for (uint32_t i = 0; same && i < a->count; i++) {
    same = span_equal(span_of(a->list[i].name), span_of(b->list[i].name));
  }
  return same;
}

/** Takes stores into use, in the place of others. Connections stay where nothing changed; else the
 * requests that wait are decided by the local quota.
 * @param counts where the state of each store is shown, and the asking is counted */
void quota_store_use(const quota_stores *stores, metrics_worker *counts);

/** Takes a connection to a store.
 * @param store 0..METRICS_STORES - 1
 * @param fd not blocking, owned from here on; negative: there is nobody
 * @param at_once it may be asked before it has answered: the process has just begun */
void quota_store_take(uint32_t store, int fd, bool at_once);

/** True where stores are in use. */
bool quota_store_used(void);

/** Asks for one request of a client, or looks for the verdict of the one that was asked for.
 * @param asked its request; NULL: it cannot wait, the local quota decides
 * @param client see address_client_key  @param local decides where no store does
 * @return false when the verdict comes later: the request is then woken by http_wake_one. When it
 * has come, it stays until `quota_store_forget`. */
bool quota_store_ask(request *asked, const struct in6_addr *client, const quota *local,
                     quota_verdict *out);

/** Lets the verdict of a request go, come or not: the next asking is for one more. */
void quota_store_forget(request *asked);

/** @return ms until something is to be done, at most `timeout` */
int quota_store_wait(int timeout);

/** Sends what was asked in this turn of the loop, and decides what was asked too long ago. */
void quota_store_turn(void);

/** Ends the connections. The local quota decides the requests that wait. */
void quota_store_close(void);
