#include <hiredis/hiredis.h>
#include <stdlib.h>

#include "base/clock.h"
#include "host/process/dial.h"
#include "host/shared/quota_script.h"
#include "host/shared/quota_store.h"

enum { PROOF_SECONDS = 1 };

static redisContext *connect_to(const quota_store_spec *spec) {
  const struct timeval patience = {PROOF_SECONDS, 0};
  redisContext *c = spec->path != NULL
                        ? redisConnectUnixWithTimeout(spec->path, patience)
                        : redisConnectWithTimeout(spec->host, atoi(spec->port), patience);
  if (c != NULL && c->err == 0) { redisSetTimeout(c, patience); }
  return c;
}

/* Sends a command that was appended, and waits for its answer: for PROOF_SECONDS in all, and for
   QUOTA_ANSWER_LIMIT bytes. @return NULL with the reason */
static redisReply *await_answer(redisContext *c, fault *why) {
  uint64_t last = clock_milliseconds() + PROOF_SECONDS * 1000;
  redisReply *answer = NULL;
  int sent = 0;
  while (!sent) {
    if (redisBufferWrite(c, &sent) != REDIS_OK) {
      fault_set(why, "%.200s", c->errstr);
      return NULL;
    }
  }
  while (quota_answer_next(c->reader, &answer, why) && answer == NULL) {
    if (clock_milliseconds() >= last) {
      fault_set(why, "no answer in time");
      break;
    }
    if (redisBufferRead(c) != REDIS_OK) {
      fault_set(why, "%.200s", c->errstr);
      break;
    }
  }
  return answer;
}

/* @return false with the reason, one line, where the answer is missing or another */
static bool expect(redisContext *c, int type, const char *what, fault *why) {
  fault reason;
  redisReply *answer = await_answer(c, &reason);
  bool good = answer != NULL && answer->type == type;
  if (answer == NULL) {
    fault_set(why, "%s: %.200s", what, reason.text);
  } else if (!good) {
    bool error = answer->type == REDIS_REPLY_ERROR;
    fault_set(why, "%s: %.200s", what, error ? answer->str : "it answers something else");
  }
  if (answer != NULL) { freeReplyObject(answer); }
  return good;
}

/* The proof counts under a key that expires in a second. */
static bool prove_commands(redisContext *c, const char *password, fault *why) {
  if (password != NULL && (redisAppendCommand(c, "AUTH %s", password) != REDIS_OK ||
                           !expect(c, REDIS_REPLY_STATUS, "it refuses the password", why))) {
    return false;
  }
  return redisAppendCommand(c, "SCRIPT LOAD %s", quota_script) == REDIS_OK &&
         expect(c, REDIS_REPLY_STRING, "it does not take the script", why) &&
         redisAppendCommand(c, "EVALSHA %s 1 %s %d %d", QUOTA_SCRIPT_SHA, QUOTA_PREFIX "proof",
                            1000000, 1) == REDIS_OK &&
         expect(c, REDIS_REPLY_INTEGER, "it does not count", why);
}

static bool prove(const quota_store_spec *spec, const char *password, fault *why) {
  redisContext *c = connect_to(spec);
  if (c == NULL) { return fault_set(why, "memory ran out"); }
  fault_set(why, "memory ran out");
  quota_answer_bound(c->reader);
  bool good = c->err == 0 ? prove_commands(c, password, why)
                          : fault_set(why, "%.200s; start it, or correct the address", c->errstr);
  redisFree(c);
  return good;
}

bool dial_prove(const quota_stores *stores, fault *why) {
  fault reason;
  for (uint32_t i = 0; i < stores->count; i++) {
    if (prove(&stores->list[i], stores->password, &reason)) { continue; }
    return fault_set(why, "%.100s: %.260s", stores->list[i].name, reason.text);
  }
  return true;
}
