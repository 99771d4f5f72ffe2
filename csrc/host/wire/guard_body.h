/** @file
 * The second half of the wire guard: what frames a body (RFC 9112 sections 6 and 7).
 * Used by guard_step.c alone.
 */
#pragma once

#include "host/wire/guard.h"

/** Decides from the complete header section whether a body follows and enters its phase. */
guard_result guard_body_begin(guard *g);

/** Reads on in one of the body's phases. */
guard_result guard_body_step(guard *g);
