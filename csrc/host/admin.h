/** @file
 * What the master answers on the control socket and on the admin listener:
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
#ifndef SVC_HOST_ADMIN_H
#define SVC_HOST_ADMIN_H

#include "host/exchange.h"
#include "host/metrics.h"

typedef struct admin_means {
  const metrics *metrics;
  bool (*ready)(void);           /**< true while requests are answered with content */
  void (*describe)(buffer *out); /**< appends the members of the status, as JSON */
  bool orders;                   /**< the control socket takes orders */
} admin_means;

/** Sets the means; borrowed. */
void admin_open(const admin_means *means);

/** Makes the answer to a request. */
void admin_answer(request *asked, reply *out);

#endif
