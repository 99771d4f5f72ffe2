#include "host/shared/quota_link.h"

#include <errno.h>
#include <hiredis/hiredis.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/hex.h"
#include "host/shared/quota_script.h"

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

void quota_question_free(quota_question *q) {
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

bool quota_link_open(quota_link *l, int fd, const char *password, uint64_t now) {
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

bool quota_link_ask(quota_link *l, quota_question *q, const uint64_t key[2], uint32_t limit,
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

bool quota_link_send(quota_link *l, fault *why) {
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

bool quota_link_receive(quota_link *l, void (*answered)(quota_question *q), fault *why) {
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

void quota_link_close(quota_link *l, void (*dropped)(quota_question *q)) {
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
