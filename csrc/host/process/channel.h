/** @file
 * Messages between the master, its workers and the examiner of a reload, over a socket pair; some
 * carry descriptors. Each side sees the end of the other as the end of the channel.
 */
#pragma once

#include "host/shared/metrics.h"

typedef enum channel_kind {
  CHANNEL_PREPARE, /**< to a worker: make ready to serve this generation, and serve on */
  CHANNEL_COMMIT,  /**< to a worker: serve it; to the examiner: remember the publication */
  CHANNEL_ABORT,   /**< to a worker: forget what was prepared */
  CHANNEL_REOPEN,  /**< to a worker: go on in this file of the access log; not answered */
  CHANNEL_STORE,   /**< to a worker: a connection to the quota store of number `parts`; not answered
                    */
  CHANNEL_FETCH,   /**< to a worker and to the fetch process: the ends of a pair over
                    which they speak; not answered */
  CHANNEL_DRAIN,   /**< to a worker and to the fetch process: finish what was accepted,
                    then end; not answered */
  CHANNEL_PAGE,  /**< to the master: an admin page is asked for, its number in `parts`; from it: it
                      is written, with its status in `parts` and its length in `changed` */
  CHANNEL_READY, /**< to the master: the worker serves */
  CHANNEL_EXAMINED, /**< to the master: the generation is sound */
  CHANNEL_DONE,     /**< to the master: the last order was carried out */
  CHANNEL_REFUSED   /**< to the master: it was not, for the reason in `text` */
} channel_kind;

/** The descriptors of a message: sealed memory of a publication, and of the routes' files; both
 * ends of a pipe into which nothing is written: whoever has the publication's memory holds the one
 * as long, and what reads the other sees its end when nobody has it any more. Of CHANNEL_REOPEN a
 * file, of CHANNEL_STORE and CHANNEL_FETCH a socket. */
enum {
  CHANNEL_PUBLICATION,
  CHANNEL_ROUTES,
  CHANNEL_HELD,
  CHANNEL_FREED,
  CHANNEL_FDS,
  CHANNEL_LOG = CHANNEL_PUBLICATION,
  CHANNEL_SOCKET = CHANNEL_PUBLICATION
};

/** No descriptors. */
#define CHANNEL_NONE \
  { -1, -1, -1, -1 }

typedef struct channel_message {
  channel_kind kind;
  unsigned parts;      /**< generation_part, what was loaded, or what was refused */
  unsigned changed;    /**< generation_part, what differs from before */
  int fd[CHANNEL_FDS]; /**< -1: none; received ones are owned by the receiver */
  uint64_t number;     /**< of the generation; in what a trial and the examiner say, of its jobs */
  publication_info info; /**< of the publication */
  char text[4096];       /**< NUL-terminated: facts of the publication as JSON, or a reason */
} channel_message;

/** A message without descriptors. */
channel_message channel_note(channel_kind kind);

/** Forks a process with a channel between the two. @param[out] end this process's, not blocking
 * @return 0 in the new process; in the old its number, or -1 and errno */
pid_t channel_fork(int *end);

/** Sends; descriptors stay the sender's. @return false when the other side is gone or full */
bool channel_send(int end, const channel_message *message);

/** Receives one message. @return 1, 0 when none waits, -1 when the other side has ended */
int channel_receive(int end, channel_message *message);

/** Receives one message of a kind that has no descriptors: any that come are closed, so that what
 * was broken into cannot use up those of the receiver. @return as channel_receive */
int channel_hear(int end, channel_message *message);

/** Waits for a message, as channel_hear. @return false when the other side has ended */
bool channel_await(int end, channel_message *message);

/** Sends CHANNEL_REFUSED. @return as channel_send */
bool channel_refuse(int end, unsigned parts, const char *reason);
