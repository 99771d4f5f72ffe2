/** @file
 * What the master answers on the control socket and on the admin listener:
 *
 *   GET /metrics   figures in the text format of Prometheus
 *   GET /live      200 while the master runs
 *   GET /ready     200 while a worker serves a publication, else 503
 *   GET /status    JSON: release, publication and whether it has expired, workers, figures
 *   POST /reload   loads publication and routes anew; on the control socket only
 *   POST /reload/publication, /reload/routes   one of them
 */
#ifndef SVC_HOST_ADMIN_H
#define SVC_HOST_ADMIN_H

#include "host/exchange.h"
#include "host/metrics.h"

typedef enum admin_part { ADMIN_PUBLICATION = 1, ADMIN_ROUTES = 2 } admin_part;

typedef struct admin_means {
  const metrics *metrics;
  bool (*ready)(void);           /**< true while requests are answered with content */
  void (*describe)(buffer *out); /**< appends the members of the status, as JSON */
  /** Reloads parts, a sum of admin_part, and appends the outcome as JSON; or NULL. */
  void (*reload)(unsigned parts, buffer *out);
} admin_means;

/** Sets the means; borrowed. */
void admin_open(const admin_means *means);

/** Makes the answer to a request. */
void admin_answer(request *asked, reply *out);

#endif
