/** @file
 * The pages of the master, on the control socket and, through the front (front.h), on the admin
 * listener:
 *
 *   GET /metrics   figures in the text format of Prometheus
 *   GET /live      200 while the master runs
 *   GET /ready     200 while a worker serves a publication, else 503
 *   GET /status    JSON: release, publication and whether it has expired, workers, figures
 *   POST /reload   loads options, publication and routes anew; on the control socket only. Answered
 *                  when the reload has ended, with what happened to each part; 409 when one was
 *                  refused
 *   POST /reload/publication, /reload/routes   one of them
 *   POST /rollback/DIGEST   the publication alone, which may be older if it is the one of this
 * digest
 */
#pragma once

#include "host/shared/metrics.h"
#include "host/wire/exchange.h"

typedef struct admin_deps {
  const metrics *metrics;
  bool (*ready)(void);           /**< true while requests are answered with content */
  void (*describe)(buffer *out); /**< appends the members of the status, as JSON */
  bool orders;                   /**< the control socket takes orders */
} admin_deps;

/** Sets what the pages depend on; borrowed. */
void admin_open(const admin_deps *deps);

/** Makes the answer to a request on the control socket. */
void admin_answer(request *asked, reply *out);

/** The number of the page that is asked for, or -1 when there is none. Works before admin_open. */
int admin_find(const request *asked);

/** Appends a page of its number, but for orders. @return the status */
int admin_show(int number, buffer *out);

/** Answers with a page. @param body borrowed until the next answer @param number -1: there is none
 */
void admin_reply(int number, int status, const buffer *body, reply *out);
