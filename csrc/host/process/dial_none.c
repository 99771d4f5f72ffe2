#include "host/process/dial.h"

/* Replaces dial_prove.c where svcd is built without hiredis. */

bool dial_prove(const quota_stores *stores, fault *why) {
  return stores->count == 0 ||
         fault_set(why, "this svcd was built without hiredis; build it with -Dhiredis=enabled");
}
