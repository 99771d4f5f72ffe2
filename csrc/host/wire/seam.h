/** @file
 * The seam to libmicrohttpd: svcd's own recv, epoll_wait, epoll_ctl, accept4, shutdown and close,
 * through which the library reaches the kernel. Nobody calls them from here: the linker does.
 */
#pragma once

#include "base/fault.h"

/** Serves one hostile request over a unix socket of its own: each call of the library must come
 * through the seam, and the guard must refuse the request. Runs before anything is served: if the
 * library took another way, every request would bypass the guard, and nothing else would show it.
 * @return false with the reason when the library in use cannot be trusted */
bool seam_check(fault *why);

/** Forgets the calls of the parent's library, in a forked process. */
void seam_forget(void);
