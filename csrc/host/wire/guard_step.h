/** @file
 * Reads a request in the wire guard: its request line and header section, then its body.
 */
#pragma once

#include "host/wire/guard.h"

/** Reads on as far as the bytes allow. After COMPLETE or REFUSED it returns the same until
 * `guard_next`. Cost: linear in the bytes, however they arrive. */
guard_result guard_step(guard *g);
