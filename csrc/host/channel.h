/** @file
 * What master and worker tell each other: small messages over a socket pair, some with a
 * descriptor. The end of one side is seen by the other as the end of the channel.
 */
#ifndef SVC_HOST_CHANNEL_H
#define SVC_HOST_CHANNEL_H

#include <stdbool.h>
#include <stdint.h>

typedef enum channel_kind {
  CHANNEL_ROUTES,   /**< to a worker: load the routes anew */
  CHANNEL_SNAPSHOT, /**< to a worker: serve the publication behind the descriptor, or none */
  CHANNEL_REOPEN,   /**< to a worker: open the access log anew */
  CHANNEL_DRAIN,    /**< to a worker: finish what was accepted, then end */
  CHANNEL_READY,    /**< to the master: the worker serves */
  CHANNEL_DONE,     /**< to the master: the last order was carried out */
  CHANNEL_REFUSED   /**< to the master: it was not, for the reason in `text` */
} channel_kind;

typedef struct channel_message {
  channel_kind kind;
  uint32_t generation; /**< which order this is, or answers */
  int fd;              /**< -1: none; a received one is owned by the receiver */
  char text[384];      /**< NUL-terminated */
} channel_message;

/** Makes both ends, close-on-exec, not blocking. */
bool channel_pair(int ends[2]);

/** Sends; its descriptor stays the sender's. @return false when the other side is gone or full */
bool channel_send(int end, const channel_message *message);

/** Receives one message. @return 1, 0 when none waits, -1 when the other side has ended */
int channel_receive(int end, channel_message *message);

#endif
