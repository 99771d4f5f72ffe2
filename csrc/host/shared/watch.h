/** @file
 * Notices (inotify) when the publication is replaced and, for development, when routes change: the
 * file or folder itself, and each symbolic link that leads to it.
 */
#pragma once

#include <stdbool.h>

typedef enum watch_kind {
  WATCH_PUBLICATION, /**< a file */
  WATCH_ROUTES,      /**< folders, with what they hold */
  WATCH_KINDS
} watch_kind;

/** Begins to watch. @param paths ended by NULL; they need not be there yet
 * @return a descriptor that becomes readable, or -1 when the kernel refuses */
int watch_open(watch_kind kind, const char *const *paths);

/** Watches other paths from here on. @return false when they are the same ones, or memory is out */
bool watch_move(watch_kind kind, const char *const *paths);

/** Why changes may go unnoticed since the paths were last looked at: errno, such as ENOSPC where
 * the system watches no more files; 0 where all is watched that is there. */
int watch_missed(watch_kind kind);

/** Reads what happened. A file that is written counts once it is closed; a publication that is
 * deleted does not count. @return true when the path may lead to something new */
bool watch_read(watch_kind kind);
