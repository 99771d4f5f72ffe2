/** @file
 * The master process: it verifies the publication, holds the listening sockets, starts the
 * workers and starts them again when they fall, and carries out reloads.
 */
#pragma once

#include "host/script/settings.h"

/** Serves until it is told to stop; where the options say `check`, tries every part of the start
 * instead and reports on each.
 * @param invocation the state in which config.load was called, the table of options at its top
 * @return the exit status: 0 after a clean end, 1 when it could not start, with the reason on
 * standard error
 */
int master_run(const home *place, lua_State *invocation);
