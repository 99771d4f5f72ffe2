/** @file
 * Descriptors that a process hands to the program it becomes: listening sockets and memory that
 * processes share. They are named in the environment, in SVC_HANDOVER, a line `FD NAME` each. Only
 * `exec` keeps them; a forked process has them as it has others.
 */
#pragma once

#include <stdbool.h>

#include "base/buffer.h"

/** Reads what was handed to this process, and removes the variable. Once, before it is asked for.
 */
void handover_open(void);

/** Takes the descriptor of that name, close-on-exec, and goes on handing it on.
 * @return it, or -1 where there is none */
int handover_take(const char *name);

/** Will hand on `fd`, which stays open as long as the process lives. @return false when memory is
 * out */
bool handover_give(const char *name, int fd);

/** Hands `fd` on no longer; it stays open, the caller's. One that is not handed on is accepted. */
void handover_forget(int fd);

/** Closes what was handed to this process and is not taken.
 * @param unwanted which of it; NULL: all  @return how many those were */
unsigned handover_drop(bool (*unwanted)(int fd, const void *context), const void *context);

/** True when something is handed on that came to this process, or that it made.
 * @param wanted what is looked for */
bool handover_has(bool (*wanted)(int fd, const void *context), const void *context);

/** Lets `exec` keep the descriptors.
 * @param wanted which of them; NULL: all
 * @param[out] variable is given `SVC_HANDOVER=...`, for the environment of the program
 * @return false when memory is out: then nothing is handed on */
bool handover_prepare(bool (*wanted)(int fd), buffer *variable);

/** Takes back what handover_prepare did, where `exec` failed. */
void handover_revoke(void);
