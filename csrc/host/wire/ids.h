/** @file
 * Random identifiers.
 */
#pragma once

#include "base/span.h"

enum { ID_LENGTH = 36, ID_LIMIT = 64 };

/** Writes a random UUID (RFC 9562 version 4) and a NUL. */
void id_new(char out[ID_LENGTH + 1]);

/** Forgets the random bytes that the parent has too, in a forked process. */
void id_forget(void);

/** True when a caller's request id may be kept: `[A-Za-z0-9._-]{1,64}`. */
bool id_acceptable(span text);
