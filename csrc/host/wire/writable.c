#include "host/wire/writable.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool may(const char *path, int mode) {
  return faccessat(AT_FDCWD, path, mode, AT_EACCESS) == 0;
}

/* The file system itself may refuse, as that of /proc does to root: a folder is made, and removed
   again. */
static bool may_make_in(const char *folder) {
  char path[PATH_MAX];
  int length = snprintf(path, sizeof path, "%s/.svcd-XXXXXX", folder);
  if (length < 0 || (size_t)length >= sizeof path) {
    errno = ENAMETOOLONG;
    return false;
  }
  return may(folder, W_OK | X_OK) && mkdtemp(path) != NULL && rmdir(path) == 0;
}

/* The folder that holds `path`: cut off in place. */
static const char *parent_of(char *path) {
  size_t end = strlen(path);
  while (end > 1 && path[end - 1] == '/') { end--; }
  while (end > 0 && path[end - 1] != '/') { end--; }
  if (end == 0) { return "."; }
  path[end] = '\0';
  return path;
}

static bool may_make(const char *path) {
  char copy[PATH_MAX];
  if (strlen(path) >= sizeof copy) {
    errno = ENAMETOOLONG;
    return false;
  }
  memcpy(copy, path, strlen(path) + 1);
  return may_make_in(parent_of(copy));
}

/* `folder`: what is looked for; the other kind of file is an error. */
static bool may_write(const char *path, bool folder) {
  struct stat found;
  if (stat(path, &found) != 0) { return errno == ENOENT && may_make(path); }
  if (S_ISDIR(found.st_mode) == folder) { return folder ? may_make_in(path) : may(path, W_OK); }
  errno = folder ? ENOTDIR : EISDIR;
  return false;
}

bool writable_file(const char *path, fault *why) {
  if (may_write(path, false)) { return true; }
  return fault_set(why,
                   "%.200s: %s; name a file that the user of svcd may write, in a folder that is "
                   "there",
                   path, strerror(errno));
}

bool writable_folder(const char *path, fault *why) {
  if (may_write(path, true)) { return true; }
  return fault_set(why, "%.200s: %s; name a folder that the user of svcd may write", path,
                   strerror(errno));
}
