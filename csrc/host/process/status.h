/** @file
 * What `GET /status` tells of the service.
 */
#ifndef SVC_HOST_PROCESS_STATUS_H
#define SVC_HOST_PROCESS_STATUS_H

#include "base/buffer.h"
#include "host/shared/metrics.h"
#include "host/wire/listen.h"

/** Appends release, workers, generation, figures, the addresses in use and the publication, as one
 * JSON object and a line end. */
void status_write(buffer *out, const metrics *m, const listen_set *public);

#endif
