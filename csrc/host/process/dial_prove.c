#include <hiredis/hiredis.h>
#include <stdlib.h>

#include "host/process/dial.h"
#include "host/shared/quota_script.h"

enum { PROOF_SECONDS = 1 };

static redisContext *connect_to(const quota_store_spec *spec) {
  const struct timeval patience = {PROOF_SECONDS, 0};
  redisContext *c = spec->path != NULL
                        ? redisConnectUnixWithTimeout(spec->path, patience)
                        : redisConnectWithTimeout(spec->host, atoi(spec->port), patience);
  if (c != NULL && c->err == 0) {
    redisSetTimeout(c, patience);
  }
  return c;
}

/* @return false with the reason, one line, where the answer is missing or another */
static bool expect(redisContext *c, redisReply *answer, int type, const char *what, fault *why) {
  bool good = answer != NULL && answer->type == type;
  if (!good && answer == NULL) {
    fault_set(why, "%s: %.200s", what, c->errstr);
  } else if (!good) {
    bool told = answer->type == REDIS_REPLY_ERROR;
    fault_set(why, "%s: %.200s", what, told ? answer->str : "it answers something else");
  }
  if (answer != NULL) {
    freeReplyObject(answer);
  }
  return good;
}

static bool prove_password(redisContext *c, const char *password, fault *why) {
  return password == NULL || expect(c, redisCommand(c, "AUTH %s", password), REDIS_REPLY_STATUS,
                                    "it refuses the password", why);
}

/* What is counted for the proof expires in a second. */
static bool prove_count(redisContext *c, fault *why) {
  return expect(c, redisCommand(c, "SCRIPT LOAD %s", quota_script), REDIS_REPLY_STRING,
                "it does not take the script", why) &&
         expect(c,
                redisCommand(c, "EVALSHA %s 1 %s %d %d", QUOTA_SCRIPT_SHA, QUOTA_PREFIX "proof",
                             1000000, 1),
                REDIS_REPLY_INTEGER, "it does not count", why);
}

static bool prove(const quota_store_spec *spec, const char *password, fault *why) {
  redisContext *c = connect_to(spec);
  if (c == NULL) {
    return fault_set(why, "memory ran out");
  }
  bool good = c->err == 0 || fault_set(why, "%.200s; start it, or correct the address", c->errstr);
  good = good && prove_password(c, password, why) && prove_count(c, why);
  redisFree(c);
  return good;
}

bool dial_prove(const quota_stores *stores, fault *why) {
  fault reason;
  for (uint32_t i = 0; i < stores->count; i++) {
    if (prove(&stores->list[i], stores->password, &reason)) {
      continue;
    }
    return fault_set(why, "%.100s: %.260s", stores->list[i].name, reason.text);
  }
  return true;
}
