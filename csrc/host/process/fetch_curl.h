/** @file
 * HTTP as a client, by libcurl: a module of its own, svc_fetch.so, which only the fetch process
 * loads (fetcher.h). Transfers run side by side.
 */
#pragma once

#include <poll.h>

#include "host/shared/fetch_packet.h"

/** A transfer under way. */
typedef struct transfer transfer;

/** Borrowed until the transfer has ended. */
typedef struct transfer_order {
  const char *url, *method;
  const char *authorities; /**< a file of certificates; NULL: those of the system */
  span fields;             /**< header fields, each with a NUL behind it */
  const char *secret;      /**< one more; NULL: none */
  span body;
  bool has_body;
  uint32_t timeout; /**< ms */
  uint32_t max_bytes;
} transfer_order;

/** The outcome of a transfer. Borrowed during the call of `ended`. */
typedef struct transfer_result {
  fetch_code code;
  int status;
  span head, body; /**< header fields as in fetch_packet.h, names in lower case */
  const char *detail;
} transfer_result;

/** The functions of the module, under the name svc_fetch. */
typedef struct fetch_module {
  /** To be called once. @param ended hears of each transfer that was begun and not cancelled
   * @return false when memory is out, or libcurl was built without a feature that is needed */
  bool (*open)(void (*ended)(void *context, const transfer_result *result));
  /** @return NULL when memory is out */
  transfer *(*begin)(const transfer_order *order, void *context);
  void (*cancel)(transfer *t);
  /** Waits at most `timeout` ms for the transfers and for `others`, and goes on with what there
   * is: then `ended` is called. */
  void (*turn)(struct pollfd *others, unsigned count, int timeout);
} fetch_module;

/** Its name, for dlsym. */
#define FETCH_MODULE "svc_fetch"
