/** @file
 * Files as zstd frames (RFC 8878) for a channel: whole, or as the change of a file that the reader
 * has already, which stands before the frame as prefix (`zstd --patch-from`). One frame a file,
 * with the length of its content and a checksum.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/fault.h"

/** Longest file that is packed with a prefix, and longest prefix: a frame reaches back 2 GiB. */
#define PACK_LONGEST ((uint64_t)1 << 30)

/** Packs the file `path`, into a file at `out` that takes its place when it is complete.
 * @param prefix the file that the reader has; NULL: none. @param size receives the bytes of `out`.
 * @return false with `*why` filled; what was at `out` is then untouched. */
bool pack_file(const char *path, const char *prefix, const char *out, uint64_t *size, fault *why);

/** The unpacked length of the file `path`, as its frame states it. @return false with `*why` filled
 * when it is no such file. */
bool packed_length(const char *path, uint64_t *length, fault *why);

/** Unpacks the file `path` into a file at `out`, likewise. Nothing longer than `length` is written,
 * whatever the frame says. @return false with `*why` filled when it is not `length` bytes. */
bool unpack_file(const char *path, const char *prefix, const char *out, uint64_t length,
                 fault *why);
