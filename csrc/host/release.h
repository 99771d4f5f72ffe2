/** @file
 * The publication that the master has verified: sealed memory, and what is known of it.
 */
#ifndef SVC_HOST_RELEASE_H
#define SVC_HOST_RELEASE_H

#include "host/settings.h"

enum { RELEASE_ABOUT = 4096 };

typedef struct release {
  int fd;                    /**< sealed memory, owned; -1: there is none */
  uint64_t expires;          /**< Unix seconds */
  char about[RELEASE_ABOUT]; /**< facts of it as JSON, NUL-terminated */
} release;

/** Verifies the publication file through Lua's `svc` and seals it in memory.
 * @param[out] out without a descriptor where it fails */
bool release_open(const settings *options, release *out, fault *why);

/** True when the file, and the trust in it, are those that release_open accepted last. */
bool release_unchanged(const settings *options);

#endif
