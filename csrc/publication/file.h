/** @file
 * Small files read whole, and files that are replaced in one step: written beside their place,
 * flushed to the disk, renamed, and the folder flushed. A crash at any moment leaves the old
 * file or the new one, and at worst a temporary file `.NAME.XXXXXX` beside it.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>

#include "base/buffer.h"
#include "base/fault.h"
#include "base/span.h"

/* The strict text lines of trust and state files: words separated by one space, each line ended
 * by one newline, numbers decimal without leading zeros. */

/** The lines that are still to be read. */
typedef struct lines {
  const char *file; /**< what to call the file in a refusal */
  span rest;
  unsigned line; /**< number of the line read last */
} lines;

/** Takes the next line when it begins with `name SP`. @param value receives the rest of the
 * line. */
bool lines_take(lines *l, span name, span *value);

/** Takes `name N`, N from `least` to `most`. @return false with `*why` filled. */
bool lines_number(lines *l, span name, uint64_t least, uint64_t most, uint64_t *out, fault *why);

/** Takes the next word of `*value` off it, up to a space or the end. */
span lines_word(span *value);

/** Reads a decimal number of at most 18 digits. @return false when `digits` is none. */
bool lines_digits(span digits, uint64_t *out);

/** A file on its way to its place. */
typedef struct replacement {
  int fd; /**< of the temporary file; -1 when there is none */
  char *path, *temporary;
} replacement;

/** Makes the temporary file for `path`. @return false, and nothing to release, on failure. */
bool replacement_open(replacement *r, const char *path, mode_t mode, fault *why);

/** Flushes the file and gives it its name. @return false with `*why` filled. */
bool replacement_commit(replacement *r, fault *why);

/** Releases it; a file that was not committed is removed. May be called twice. */
void replacement_close(replacement *r);

/** Writes all of `bytes` at `offset`. @return false with errno set. */
bool file_write(int fd, span bytes, off_t offset);

/** Fills `*why`: nothing can be written at `path`. @param error errno. @return false */
bool file_write_failed(const char *path, int error, fault *why);

/** Gives a file that was flushed another name, in place of what has it, and flushes the folder.
 * @return false with `*why` filled. */
bool file_rename(const char *from, const char *to, fault *why);

/** A file without a name, for reading and writing, in the folder of `path`: it is gone when it is
 * closed. @return its descriptor, or -1 with `*why` filled. */
int file_unnamed(const char *path, fault *why);

/** Replaces or creates the file at `path` by `bytes`. @return false with `*why` filled. */
bool file_replace(const char *path, span bytes, mode_t mode, fault *why);

/** Creates a file that must not exist yet. @return false with `*why` filled. */
bool file_create(const char *path, span bytes, mode_t mode, fault *why);

/** Opens a regular file for reading, through symbolic links too; a FIFO or a device is refused
 * without waiting for it. @param info of the file that is open, wherever its name leads later.
 * @return its descriptor, or -1 with errno set and `*why` filled, the path left out. */
int file_open(const char *path, struct stat *info, fault *why);

/** Appends the whole of a regular file to `out`. @param most refused when it is longer.
 * @param forbidden permission bits it may not have, 0 for any. @param missing when not NULL,
 * receives whether the file does not exist. @return false with `*why` filled, the path left out. */
bool file_read(const char *path, size_t most, mode_t forbidden, buffer *out, bool *missing,
               fault *why);

/** The advice about an error of writing, as the end of a sentence about it; "" where there is none.
 * @param error errno. */
const char *write_cure(int error);
