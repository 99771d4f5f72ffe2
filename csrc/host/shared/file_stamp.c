#include "host/shared/file_stamp.h"

#include <sys/stat.h>

/* Seconds, more than the tick of any clock of a file system. */
enum { RESTED = 2 };

bool file_stamp_take(const char *path, file_stamp *out) {
  struct stat file;
  struct timespec now;
  if (stat(path, &file) != 0) { return false; }
  *out = (file_stamp){file.st_dev, file.st_ino, file.st_size, file.st_mtim, file.st_ctim};
  clock_gettime(CLOCK_REALTIME, &now);
  return now.tv_sec - file.st_ctim.tv_sec > RESTED;
}

static bool same_time(const struct timespec *a, const struct timespec *b) {
  return a->tv_sec == b->tv_sec && a->tv_nsec == b->tv_nsec;
}

bool file_stamp_same(const file_stamp *a, const file_stamp *b) {
  return a->device == b->device && a->inode == b->inode && a->size == b->size &&
         same_time(&a->modified, &b->modified) && same_time(&a->changed, &b->changed);
}
