#include "host/shared/quota_store.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/hex.h"
#include "base/log.h"
#include "base/siphash.h"
#include "host/shared/quota_link.h"
#include "host/wire/http.h"
#include "host/wire/loop.h"

/* Microseconds. A store that owes an answer for SILENCE has its connection replaced: nothing tells
   of the end of a machine that has lost its power. A store is well again after CALM without a
   request that was decided without it. */
enum { PATIENCE = QUOTA_PATIENCE * 1000, SILENCE = 2000000, CALM = 1000000 };

/* Bytes that did not fit into the socket are sent again after RETRY ms. */
enum { RETRY = 5 };

const bool quota_store_built = true;

typedef struct shard {
  const char *name;
  uint64_t hash;
  quota_link link;
  bool at_once;         /* it is asked before it has answered */
  bool troubled;        /* the operator was warned that it does not answer */
  uint64_t troubled_at; /* when it last did not */
} shard;

static struct {
  quota_stores used;
  shard shards[METRICS_STORES];
  uint64_t key[2];
  metrics_worker *counts;
} stores;

static uint64_t shard_number(const shard *s) { return (uint64_t)(s - stores.shards); }

static void show_state(const shard *s) {
  uint64_t *state = &stores.counts->store_state[shard_number(s)];
  if (s->link.fd < 0) {
    *state = METRICS_STORE_LOST;
  } else {
    *state = s->link.ready && !s->troubled ? METRICS_STORE_ANSWERS : METRICS_STORE_OPENED;
  }
}

/* ---- verdicts ---- */

static void wake(quota_question *q) {
  if (q->asked != NULL) { http_wake_one(q->asked); }
  quota_question_free(q);
}

static void decide_locally(quota_question *q) {
  if (q->settled || q->asked == NULL) { return; }
  stores.counts->store_fallbacks++;
  q->verdict = quota_ask(&q->local, &q->client, clock_microseconds());
  q->settled = true;
}

static void drop_question(quota_question *q) {
  decide_locally(q);
  wake(q);
}

static void count_answer(const quota_question *q) {
  uint64_t took = clock_microseconds() - q->at;
  stores.counts->store_microseconds += took;
  stores.counts->store_bucket[metrics_bucket(took)]++;
}

/* An answer that came too late changes nothing: the local quota has decided, and the request was
 * woken. */
static void take_answer(quota_question *q) {
  count_answer(q);
  decide_locally(q);
  wake(q);
}

/* ---- the state of a store ---- */

static void trouble(shard *s, const char *reason) {
  s->troubled_at = clock_microseconds();
  if (s->troubled) { return; }
  s->troubled = true;
  show_state(s);
  log_write(LOG_WARN,
            "quota store %s: %s; until it answers, this replica counts alone, by its own quota",
            s->name, reason);
}

static void calm(shard *s, uint64_t now) {
  if (!s->troubled || !s->link.ready || now < s->troubled_at + CALM) { return; }
  s->troubled = false;
  show_state(s);
  log_write(LOG_INFO, "quota store %s answers again: requests are counted there", s->name);
}

static void lose(shard *s, const char *reason) {
  if (s->link.fd < 0) { return; }
  trouble(s, reason);
  loop_unwatch(s->link.fd);
  quota_link_close(&s->link, drop_question);
  show_state(s);
}

static void shard_hear(void *context) {
  shard *s = context;
  fault why;
  if (!quota_link_receive(&s->link, take_answer, &why)) {
    lose(s, why.text);
    return;
  }
  show_state(s);
}

void quota_store_take(uint32_t store, int fd, bool at_once) {
  shard *s = &stores.shards[store];
  if (store >= stores.used.count || s->link.fd >= 0 || fd < 0) {
    if (store < stores.used.count && fd < 0) { trouble(s, "nobody is there"); }
    if (fd >= 0) { close(fd); }
    return;
  }
  s->at_once = at_once;
  if (!quota_link_open(&s->link, fd, stores.used.password, clock_microseconds()) ||
      !loop_watch(fd, shard_hear, s)) {
    lose(s, "memory ran out");
  }
  show_state(s);
}

/* ---- asking ---- */

/* Rendezvous hashing: the store whose hash with the client's is the greatest. Without a store, the
   clients of the others stay where they are. */
static shard *shard_of(const uint64_t key[2]) {
  shard *best = stores.shards;
  uint64_t most = 0, value[2];
  for (uint32_t i = 0; i < stores.used.count; i++) {
    shard *s = &stores.shards[i];
    uint64_t pair[2] = {key[0], s->hash};
    siphash((span){(const char *)pair, sizeof pair}, stores.key, value);
    if (i > 0 && value[0] <= most) { continue; }
    best = s;
    most = value[0];
  }
  return best;
}

/* A store that owes an answer for too long is not asked: nobody waits for it twice. */
static bool is_late(const shard *s, uint64_t now) {
  return s->link.first != NULL && now > s->link.first->at + PATIENCE;
}

static bool can_be_asked(const shard *s, uint64_t now) {
  return s->link.fd >= 0 && (s->link.ready || s->at_once) && !is_late(s, now);
}

static quota_question *new_question(request *asked, const struct in6_addr *client,
                                    const quota *local, uint64_t now) {
  quota_question *q = calloc(1, sizeof *q);
  if (q == NULL) { return NULL; }
  *q = (quota_question){.asked = asked, .client = *client, .local = *local, .at = now};
  asked->question = q;
  return q;
}

static void put_question(quota_question *q) {
  uint64_t key[2];
  siphash((span){(const char *)&q->client, sizeof q->client}, stores.key, key);
  shard *s = shard_of(key);
  stores.counts->store_asked++;
  if (can_be_asked(s, q->at) && quota_link_ask(&s->link, q, key, q->local.limit, q->local.window)) {
    return;
  }
  decide_locally(q);
}

bool quota_store_used(void) { return stores.used.count > 0; }

bool quota_store_ask(request *asked, const struct in6_addr *client, const quota *local,
                     quota_verdict *out) {
  quota_question *q = asked == NULL ? NULL : asked->question;
  if (q == NULL && asked != NULL && quota_store_used()) {
    q = new_question(asked, client, local, clock_microseconds());
    if (q != NULL) { put_question(q); }
  }
  bool settled = q == NULL || q->settled;
  if (settled) { *out = q == NULL ? quota_ask(local, client, clock_microseconds()) : q->verdict; }
  return settled;
}

void quota_store_forget(request *asked) {
  quota_question *q = asked->question;
  if (q == NULL) { return; }
  asked->question = NULL;
  q->asked = NULL;
  quota_question_free(q);
}

/* ---- the loop ---- */

/* Decides the requests that have waited long enough; the answers that are owed are not forgotten.
 */
static void expire(shard *s, uint64_t now) {
  bool any = false;
  for (quota_question *q = s->link.first; q != NULL && now >= q->at + PATIENCE; q = q->next) {
    if (q->settled || q->asked == NULL) { continue; }
    decide_locally(q);
    http_wake_one(q->asked);
    any = true;
  }
  if (any) { trouble(s, "no answer in time"); }
  if (s->link.first != NULL && now >= s->link.first->at + SILENCE) { lose(s, "no answer at all"); }
}

static void turn(shard *s, uint64_t now) {
  fault why;
  if (s->link.fd < 0) { return; }
  if (s->link.out.len > 0 && !quota_link_send(&s->link, &why)) {
    lose(s, why.text);
    return;
  }
  expire(s, now);
  calm(s, now);
}

void quota_store_turn(void) {
  if (!quota_store_used()) { return; }
  uint64_t now = clock_microseconds();
  for (uint32_t i = 0; i < stores.used.count; i++) { turn(&stores.shards[i], now); }
}

static int sooner(int timeout, uint64_t then, uint64_t now) {
  int left = then > now ? (int)((then - now) / 1000) + 1 : 0;
  return left < timeout ? left : timeout;
}

/* When a link that owes an answer is due: the first request that waits is decided then, or else the
 * link is lost. */
static uint64_t due(const quota_link *l) {
  for (const quota_question *q = l->first; q != NULL; q = q->next) {
    if (!q->settled && q->asked != NULL) { return q->at + PATIENCE; }
  }
  return l->first->at + SILENCE;
}

int quota_store_wait(int timeout) {
  if (!quota_store_used()) { return timeout; }
  uint64_t now = clock_microseconds();
  for (uint32_t i = 0; i < stores.used.count; i++) {
    const quota_link *l = &stores.shards[i].link;
    if (l->fd < 0 || l->first == NULL) { continue; }
    if (l->out.len > 0 && timeout > RETRY) { timeout = RETRY; }
    timeout = sooner(timeout, due(l), now);
  }
  return timeout;
}

/* ---- the stores in use ---- */

void quota_store_close(void) {
  for (uint32_t i = 0; i < stores.used.count; i++) {
    shard *s = &stores.shards[i];
    if (s->link.fd < 0) { continue; }
    loop_unwatch(s->link.fd);
    quota_link_close(&s->link, drop_question);
    show_state(s);
  }
}

static void begin_stores(const quota_stores *fresh) {
  unsigned char key[16] = {0};
  if (fresh->key != NULL) { hex_read(span_of(fresh->key), key, sizeof key); }
  for (int i = 0; i < 2; i++) { stores.key[i] = load_u64le(key + 8 * i); }
  for (uint32_t i = 0; i < fresh->count; i++) {
    stores.shards[i] = (shard){.name = fresh->list[i].name,
                               .hash = hash_of(span_of(fresh->list[i].name)),
                               .link = {.fd = -1}};
  }
}

void quota_store_use(const quota_stores *fresh, metrics_worker *counts) {
  bool same = stores.counts != NULL && quota_stores_same(&stores.used, fresh);
  stores.counts = counts;
  if (!same) {
    quota_store_close();
    begin_stores(fresh);
  }
  stores.used = *fresh;
  for (uint32_t i = 0; i < METRICS_STORES; i++) {
    stores.shards[i].name = fresh->list[i].name;
    if (i >= fresh->count) { stores.counts->store_state[i] = METRICS_STORE_LOST; }
  }
  for (uint32_t i = 0; i < fresh->count; i++) { show_state(&stores.shards[i]); }
}
