#include "base/date.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

void date_write(uint64_t seconds, char out[DATE_TEXT]) {
  time_t when = (time_t)seconds;
  struct tm parts;
  if (gmtime_r(&when, &parts) != NULL && strftime(out, DATE_TEXT, "%F %T UTC", &parts) > 0) return;
  snprintf(out, DATE_TEXT, "%" PRIu64 " s after 1970", seconds);
}
