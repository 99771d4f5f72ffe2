#include <unistd.h>

#include "base/clock.h"
#include "host/shared/quota_store.h"

/* Replaces quota_store.c where svcd is built without hiredis. */

const bool quota_store_built = false;

bool quota_store_used(void) { return false; }

bool quota_store_ask(request *asked, const struct in6_addr *client, const quota *local,
                     quota_verdict *out) {
  (void)asked;
  *out = quota_ask(local, client, clock_microseconds());
  return true;
}

void quota_store_take(uint32_t store, int fd, bool at_once) {
  (void)store, (void)at_once;
  if (fd >= 0) { close(fd); }
}

void quota_store_use(const quota_stores *fresh, metrics_worker *counts) {
  (void)fresh, (void)counts;
}

void quota_store_forget(request *asked) { (void)asked; }
int quota_store_wait(int timeout) { return timeout; }
void quota_store_turn(void) {}
void quota_store_close(void) {}
