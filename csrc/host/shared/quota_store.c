#include "host/shared/quota_store.h"

#include <errno.h>
#include <hiredis/hiredis.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/bytes.h"
#include "base/clock.h"
#include "base/escape.h"
#include "base/fault.h"
#include "base/hash.h"
#include "base/log.h"
#include "host/shared/metrics.h"
#include "host/shared/quota.h"
#include "host/shared/quota_script.h"
#include "host/wire/exchange.h"
#include "host/wire/http.h"
#include "host/wire/loop.h"

/* Bytes of an answer at most: a store that sends more is cut. Few, as hiredis reads a line anew
   with each piece of it that comes. */
enum { QUOTA_ANSWER_LIMIT = 4 * 1024 };

/* The kinds of question. */
typedef enum quota_kind { QUOTA_PASSWORD, QUOTA_SCRIPT, QUOTA_COUNT } quota_kind;

/* A question. It lives as long as it is in a link or somebody waits for its verdict. */
typedef struct quota_question quota_question;
struct quota_question {
  quota_question *next; /**< in the link */
  quota_kind kind;
  bool linked;    /**< it is in a link, whose end or answer lets it go */
  bool settled;   /**< the verdict is there */
  request *asked; /**< who waits; NULL: nobody does */
  struct in6_addr client;
  quota local; /**< decides where the store does not */
  uint64_t at; /**< monotonic microseconds: when it was asked */
  quota_verdict verdict;
};

typedef struct quota_link {
  int fd;     /**< owned; -1: there is no connection */
  bool ready; /**< the store has taken the password and knows the script */
  struct redisReader *reader;
  buffer out;
  quota_question *first, **end; /**< those not answered, in the order of their sending */
} quota_link;

enum { QUOTA_PATIENCE = 50 /* ms */ };

enum { KEY_BYTES = 16, KEY_SIZE = sizeof QUOTA_PREFIX + 2 * KEY_BYTES };

/* ---- answers of a bounded size ---- */

#if HIREDIS_MAJOR < 1
typedef int list_length;
#else
typedef size_t list_length;
#endif

/* No answer to what is asked here is a list. hiredis would take memory for as many elements as one
   claims to have, and for each that comes. */
static void *refuse_list(const redisReadTask *task, list_length length) {
  (void)task, (void)length;
  return NULL;
}

void quota_answer_bound(struct redisReader *reader) {
  static redisReplyObjectFunctions scalars;
  scalars = *reader->fn;
  scalars.createArray = refuse_list;
  reader->fn = &scalars;
}

bool quota_answer_next(struct redisReader *reader, struct redisReply **answer, fault *why) {
  void *found = NULL;
  *answer = NULL;
  if (redisReaderGetReply(reader, &found) != REDIS_OK) {
    return reader->err == REDIS_ERR_OOM
               ? fault_set(why, "its answer is a list, or memory ran out")
               : fault_set(why, "it does not speak as Redis does: %.200s", reader->errstr);
  }
  *answer = found;
  return found != NULL || reader->len <= QUOTA_ANSWER_LIMIT ||
         fault_set(why, "its answer does not end");
}

/* ---- questions ---- */

/* Lets a question go once it is neither linked nor waited for. */
static void quota_question_free(quota_question *q) {
  if (!q->linked && q->asked == NULL) { free(q); }
}

static void link_append(quota_link *l, quota_question *q) {
  q->next = NULL;
  q->linked = true;
  *l->end = q;
  l->end = &q->next;
}

static quota_question *link_take(quota_link *l) {
  quota_question *q = l->first;
  l->first = q->next;
  if (l->first == NULL) { l->end = &l->first; }
  q->linked = false;
  return q;
}

/* Adds a command of `count` texts. @return false when memory is out */
static bool link_write(quota_link *l, const char **texts, int count) {
  char *command = NULL;
  long long length = redisFormatCommandArgv(&command, count, texts, NULL);
  if (length < 0) { return false; }
  buffer_append(&l->out, (span){command, (size_t)length});
  redisFreeCommand(command);
  return !l->out.failed;
}

static bool link_prepare(quota_link *l, quota_kind kind, const char **texts, int count,
                         uint64_t now) {
  quota_question *q = calloc(1, sizeof *q);
  if (q == NULL || !link_write(l, texts, count)) {
    free(q);
    return false;
  }
  q->kind = kind;
  q->at = now;
  link_append(l, q);
  return true;
}

static bool load_script(quota_link *l, uint64_t now) {
  return link_prepare(l, QUOTA_SCRIPT, (const char *[]){"SCRIPT", "LOAD", quota_script}, 3, now);
}

/* Begins to use a connection: gives the password and loads the script. Questions that are asked at
 * once go out behind them.
 * @param fd not blocking, owned from here on; it may still be connecting
 * @param password NULL: none @return false when memory is out */
static bool quota_link_open(quota_link *l, int fd, const char *password, uint64_t now) {
  *l = (quota_link){.fd = fd, .reader = redisReaderCreate(), .end = &l->first};
  if (l->reader == NULL) { return false; }
  quota_answer_bound(l->reader);
  return (password == NULL ||
          link_prepare(l, QUOTA_PASSWORD, (const char *[]){"AUTH", password}, 2, now)) &&
         load_script(l, now);
}

static void write_key(const uint64_t key[2], char out[KEY_SIZE]) {
  unsigned char bytes[KEY_BYTES];
  store_u64le(bytes, key[0]);
  store_u64le(bytes + KEY_BYTES / 2, key[1]);
  memcpy(out, QUOTA_PREFIX, sizeof QUOTA_PREFIX);
  hex_write(bytes, KEY_BYTES, out + sizeof QUOTA_PREFIX - 1);
}

/* Puts a question about a client to be sent. @param key its keyed hash
 * @return false when memory is out: the question is not linked */
static bool quota_link_ask(quota_link *l, quota_question *q, const uint64_t key[2], uint32_t limit,
                           uint32_t window) {
  char name[KEY_SIZE], most[12], seconds[12];
  write_key(key, name);
  snprintf(most, sizeof most, "%u", limit);
  snprintf(seconds, sizeof seconds, "%u", window);
  const char *texts[] = {"EVALSHA", QUOTA_SCRIPT_SHA, "1", name, most, seconds};
  if (!link_write(l, texts, sizeof texts / sizeof *texts)) { return false; }
  q->kind = QUOTA_COUNT;
  link_append(l, q);
  return true;
}

/* ---- bytes ---- */

/* Sends what waits, as far as there is room. @return false when the connection is lost */
static bool quota_link_send(quota_link *l, fault *why) {
  size_t sent = 0;
  if (l->out.failed) { return fault_set(why, "memory ran out"); }
  while (sent < l->out.len) {
    ssize_t count = send(l->fd, l->out.data + sent, l->out.len - sent, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) { continue; }
    if (count < 0 && errno != EAGAIN) { return fault_set(why, "%s", strerror(errno)); }
    if (count < 0) { break; }
    sent += (size_t)count;
  }
  if (sent > 0) { memmove(l->out.data, l->out.data + sent, l->out.len - sent); }
  l->out.len -= sent;
  return true;
}

/* A text of the store as one line. */
static bool link_refuse(fault *why, const char *what, const redisReply *answer) {
  bool has_text = answer->type == REDIS_REPLY_ERROR || answer->type == REDIS_REPLY_STATUS;
  fault_set(why, "%s: %.200s", what, has_text ? answer->str : "it answers something else");
  for (char *at = why->text; (at = strpbrk(at, "\r\n\t")) != NULL;) { *at = ' '; }
  return false;
}

/* Takes a verdict, unless one was made without the store meanwhile. @return false: it is none */
static bool read_verdict(quota_question *q, const redisReply *answer) {
  if (answer->type != REDIS_REPLY_INTEGER || answer->integer <= 0) { return false; }
  uint64_t left = (uint64_t)answer->integer / QUOTA_RESETS;
  if (left > q->local.limit) { return false; }
  if (q->settled) { return true; }
  q->verdict = (quota_verdict){.admitted = left > 0,
                               .remaining = left > 0 ? (uint32_t)left - 1 : 0,
                               .reset = (uint32_t)answer->integer % QUOTA_RESETS};
  q->settled = true;
  return true;
}

/* A store that was emptied has forgotten the script. */
static bool take_count(quota_link *l, quota_question *q, const redisReply *answer,
                       void (*answered)(quota_question *q), fault *why) {
  bool forgotten = answer->type == REDIS_REPLY_ERROR && strncmp(answer->str, "NOSCRIPT", 8) == 0;
  bool good = read_verdict(q, answer);
  uint64_t now = q->at;
  answered(q);
  if (!good && !forgotten) { return link_refuse(why, "it does not count", answer); }
  return !forgotten || load_script(l, now) || fault_set(why, "memory ran out");
}

static bool take_setup(quota_link *l, const quota_question *q, const redisReply *answer,
                       fault *why) {
  if (q->kind == QUOTA_PASSWORD) {
    return answer->type == REDIS_REPLY_STATUS ||
           link_refuse(why, "it refuses the password", answer);
  }
  l->ready = answer->type == REDIS_REPLY_STRING && strcmp(answer->str, QUOTA_SCRIPT_SHA) == 0;
  return l->ready || link_refuse(why, "it does not take the script", answer);
}

static bool link_hear(quota_link *l, const redisReply *answer, void (*answered)(quota_question *q),
                      fault *why) {
  if (l->first == NULL) { return link_refuse(why, "it speaks without having been asked", answer); }
  quota_question *q = link_take(l);
  if (q->kind == QUOTA_COUNT) { return take_count(l, q, answer, answered, why); }
  bool good = take_setup(l, q, answer, why);
  free(q);
  return good;
}

/* Reads what has come. @param answered hears of each question of a client that was answered, which
 * is linked no more @return false when the connection is lost, or the store refuses to count */
static bool quota_link_receive(quota_link *l, void (*answered)(quota_question *q), fault *why) {
  static char bytes[16 * 1024];
  redisReply *answer;
  ssize_t count;
  do {
    count = recv(l->fd, bytes, sizeof bytes, 0);
    if (count == 0) { return fault_set(why, "it ended the connection"); }
    if (count < 0) {
      return errno == EAGAIN || errno == EINTR || fault_set(why, "%s", strerror(errno));
    }
    if (redisReaderFeed(l->reader, bytes, (size_t)count) != REDIS_OK) {
      return fault_set(why, "memory ran out");
    }
    do {
      if (!quota_answer_next(l->reader, &answer, why)) { return false; }
      bool good = answer == NULL || link_hear(l, answer, answered, why);
      if (answer != NULL) { freeReplyObject(answer); }
      if (!good) { return false; }
    } while (answer != NULL);
  } while ((size_t)count == sizeof bytes);
  return true;
}

/* Ends it. @param dropped hears of each question of a client that was not answered */
static void quota_link_close(quota_link *l, void (*dropped)(quota_question *q)) {
  if (l->fd < 0) { return; }
  close(l->fd);
  l->fd = -1;
  l->ready = false;
  if (l->reader != NULL) { redisReaderFree(l->reader); }
  l->reader = NULL;
  buffer_free(&l->out);
  while (l->first != NULL) {
    quota_question *q = link_take(l);
    if (q->kind == QUOTA_COUNT) {
      dropped(q);
    } else {
      free(q);
    }
  }
}

/* Microseconds. A store that owes an answer for SILENCE has its connection replaced: a machine that
   lost its power does not close its connections. A store is well again after CALM without a request
   that was decided without it. */
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
