/** @file
 * Notices (inotify) when the publication is replaced and, for development, when routes change: the
 * file or folder itself, and each symbolic link that leads to it.
 */
#pragma once

#include <stdbool.h>

typedef enum watch_kind {
  WATCH_PUBLICATION, /**< a file */
  WATCH_ROUTES,      /**< a folder, with what it holds */
  WATCH_KINDS
} watch_kind;

/** Begins to watch. @param path need not be there yet; borrowed until another takes its place.
 * NULL: there is nothing to watch
 * @return a descriptor that becomes readable, or -1 when the kernel refuses */
int watch_open(watch_kind kind, const char *path);

/** Watches another path from here on. @return false when it is the same one */
bool watch_move(watch_kind kind, const char *path);

/** Reads what happened. A file that is written counts once it is closed; a publication that is
 * deleted does not count. @return true when the path may lead to something new */
bool watch_read(watch_kind kind);
