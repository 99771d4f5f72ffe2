/** @file
 * Tells whether a file is still the one that was read, without reading it.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

/** Properties of a file that change with its content. */
typedef struct file_stamp {
  dev_t device;
  ino_t inode;
  off_t size;
  struct timespec modified, changed;
} file_stamp;

/** Takes the stamp of a file, before it is read. @return false when there is none, or when it was
 * changed so recently that a further change could leave the stamp as it is */
bool file_stamp_take(const char *path, file_stamp *out);

/** True when both are of the same file with the same content. */
bool file_stamp_same(const file_stamp *a, const file_stamp *b);
