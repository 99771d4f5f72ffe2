/** @file
 * Tells whether a file is still the one that was read, without reading it.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

/** What a change of a file's content changes as well. */
typedef struct mark {
  dev_t device;
  ino_t inode;
  off_t size;
  struct timespec modified, changed;
} mark;

/** Takes the mark of a file, before it is read. @return false when there is none, or when it was
 * changed so recently that a further change could leave the mark as it is */
bool mark_take(const char *path, mark *out);

/** True when both are of the same file with the same content. */
bool mark_same(const mark *a, const mark *b);
