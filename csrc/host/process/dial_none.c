#include "host/process/dial.h"

/* In the place of dial_prove.c where svcd is built without hiredis. */

bool dial_prove(const quota_stores *stores, fault *why) {
  return stores->count == 0 ||
         fault_set(why, "this svcd was built without hiredis; build it with -Dhiredis=enabled");
}
