/** Sends the log nowhere, for the fuzz targets of what logs a refusal: their own findings are told
 * on standard error. */
#pragma once

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/log.h"

static inline void quiet_log(void) {
  int kept = dup(STDERR_FILENO), nowhere = open("/dev/null", O_WRONLY);
  if (kept < 0 || nowhere < 0 || dup2(nowhere, STDERR_FILENO) < 0) { abort(); }
  log_open(LOG_ERROR, "fuzz");
  if (dup2(kept, STDERR_FILENO) < 0) { abort(); }
  close(kept);
  close(nowhere);
}
