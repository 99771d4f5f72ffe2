/** @file
 * The cage: what a process that runs routes or reads what clients send gives up, for good. It has
 * everything it needs by then: its sockets, the log, the memory of its generation. So it may open
 * no file at all, make no socket and no process, and reach no process but itself:
 *
 *   no_new_privs   always
 *   capabilities   none, root's neither
 *   Landlock       every right that the kernel knows, and no exception: files, TCP, signals and
 *                  abstract unix sockets of others
 *   seccomp        the system calls listed in sandbox.c and no other; memory that can be run, and
 *                  calls through another architecture's numbers, neither
 *
 * Each holds by itself: on a kernel without Landlock a file is refused by seccomp.
 */
#pragma once

#include "base/fault.h"

/** Enters the cage. What the kernel does not know is left out, and logged.
 * @return false when the kernel refuses what it knows */
bool sandbox_enter(fault *why);
