/** @file
 * One connection of a worker to a store of the quota. Questions wait in a buffer for the end of the
 * loop's turn, go out together, and are answered in their order. hiredis writes the commands and
 * reads the answers.
 */
#pragma once

#include "base/buffer.h"
#include "base/fault.h"
#include "host/shared/quota.h"
#include "host/wire/exchange.h"

struct redisReader;
struct redisReply;

/** Bytes of an answer at most: a store that sends more is cut. */
enum { QUOTA_ANSWER_LIMIT = 64 * 1024 };

/** Has a reader of hiredis refuse lists, whatever they claim to hold: nothing is asked that is
 * answered by one. */
void quota_answer_bound(struct redisReader *reader);

/** Takes the next answer out of a bounded reader. @param[out] answer owned; NULL: it is not whole
 * @return false when it can be none: the store is to be cut */
bool quota_answer_next(struct redisReader *reader, struct redisReply **answer, fault *why);

/** The kinds of question. */
typedef enum quota_kind { QUOTA_PASSWORD, QUOTA_SCRIPT, QUOTA_COUNT } quota_kind;

/** A question. It lives as long as it is in a link or somebody waits for its verdict. */
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

/** Begins to use a connection: gives the password and loads the script. What is asked at once goes
 * out behind them.
 * @param fd not blocking, owned from here on; it may still be connecting
 * @param password NULL: none @return false when memory is out */
bool quota_link_open(quota_link *l, int fd, const char *password, uint64_t now);

/** Puts a question about a client to be sent. @param key its keyed hash
 * @return false when memory is out: the question is not linked */
bool quota_link_ask(quota_link *l, quota_question *q, const uint64_t key[2], uint32_t limit,
                    uint32_t window);

/** Sends what waits, as far as there is room. @return false when the connection is lost */
bool quota_link_send(quota_link *l, fault *why);

/** Reads what has come. @param answered hears of each question of a client that was answered, which
 * is linked no more @return false when the connection is lost, or the store refuses to count */
bool quota_link_receive(quota_link *l, void (*answered)(quota_question *q), fault *why);

/** Ends it. @param dropped hears of each question of a client that was not answered */
void quota_link_close(quota_link *l, void (*dropped)(quota_question *q));

/** Lets a question go once it is neither linked nor waited for. */
void quota_question_free(quota_question *q);
