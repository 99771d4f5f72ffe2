/** @file
 * The metrics as Prometheus reads them (its text format 0.0.4).
 */
#pragma once

#include "base/buffer.h"
#include "host/shared/metrics.h"

/** Appends every metric. Only the process whose children the workers are can tell which of them
 * run. */
void exposition_write(const metrics *m, buffer *out);
