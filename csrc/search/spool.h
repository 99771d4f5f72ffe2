/** @file
 * Bytes on their way to a file, too many to wait in memory: the latest are kept there, the others
 * in a file without a name, which the system removes when it is closed.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/buffer.h"
#include "base/fault.h"
#include "base/span.h"
#include "store/build.h"

typedef struct spool {
  const char *beside; /**< borrowed: the file is made in the folder of this path, when needed */
  buffer recent;
  uint64_t written; /**< to the file */
  int fd;           /**< -1 when there is no file */
  bool failed;
  fault why; /**< filled when it failed */
} spool;

/** An empty one. It allocates nothing. */
spool spool_new(const char *beside);

/** Appends bytes. @param s a spool, as a store_sink has it. @return false once it failed. */
bool spool_put(void *s, span bytes);

/** Bytes that were put. */
static inline uint64_t spool_length(const spool *s) { return s->written + s->recent.len; }

/** Hands all bytes to `sink` in their order, in pieces, until it stops. @return false when the
 * spool had failed, or fails. */
bool spool_drain(spool *s, store_sink sink, void *to);

/** Releases its memory and its file. May be called twice. */
void spool_free(spool *s);
