/** @file
 * The publication that the master has verified: sealed memory, and what is known of it.
 */
#ifndef SVC_HOST_RELEASE_H
#define SVC_HOST_RELEASE_H

#include "host/settings.h"

/** Verifies the publication file through Lua's `svc` and seals it in memory.
 * @param[out] about facts of it as JSON, up to `size` bytes, NUL-terminated
 * @return a descriptor, owned by the caller, or -1 and the reason */
int release_open(const settings *options, char *about, size_t size, fault *why);

/** True when the file, and the trust in it, are those that release_open accepted last. */
bool release_unchanged(const settings *options);

#endif
