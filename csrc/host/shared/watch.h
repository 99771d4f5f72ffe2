/** @file
 * Notices (inotify) when the publication is replaced and, for development, when routes change: the
 * file or folder itself, and each symbolic link that leads to it.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

/* Tells whether a file is still the one that was read, without reading it. */

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
