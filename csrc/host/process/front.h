/** @file
 * The admin pages over the network: a process of its own, in the cage that workers have, reads what
 * clients send, and asks the master for a page by its number alone.
 */
#pragma once

#include "host/script/settings.h"
#include "host/wire/account.h"

typedef struct front_deps {
  const settings *options;
  const account *account;
  const listen_set *listening;
} front_deps;

/** Starts it where there is an address for it. Means are borrowed as long as the service runs. */
bool front_open(const front_deps *deps, fault *why);

/** Gives it the pages that it asks for, and starts it again where it has ended. To be called after
 * each turn of the loop. */
void front_serve(void);

/** Ends it. */
void front_close(void);
