/** @file
 * Memory that nobody can change any more, to be handed to other processes.
 */
#pragma once

#include "base/fault.h"

/** New memory, empty and not sealed yet. @param name shown in /proc
 * @return a descriptor, close-on-exec, or -1 with the reason */
int sealed_new(const char *name, fault *why);

/** Forbids every change, for good. */
bool sealed_close(int fd, fault *why);

/** True when the descriptor is memory that nobody can change. */
bool sealed_is(int fd);
