#include "transfer/pack.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include "publication/file.h"

enum {
  LEVEL = 9,      /* .6 % of the demo for a lesson changed, in .4 s; 19: .3 % in 10 s */
  WINDOW = 27,    /* 128 MiB, which every zstd accepts without being asked to */
  FARTHEST = 31,  /* 2 GiB */
  BLOCK = 1 << 17 /* bytes written at once */
};

/** Puts the path of the file to blame before the reason. @return false */
static bool blame(const char *path, fault *why) {
  const fault reason = *why;
  return fault_set(why, "%.160s: %.200s", path, reason.text);
}

/** Maps a regular file. @param path NULL: nothing is mapped, and that is well. */
static bool map(const char *path, span *out, fault *why) {
  struct stat info;
  *out = (span){NULL, 0};
  if (path == NULL) { return true; }
  int fd = file_open(path, &info, why);
  if (fd < 0) { return blame(path, why); }
  void *at = info.st_size == 0
                 ? NULL
                 : mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, fd, 0);
  close(fd);
  if (at == NULL) { return fault_set(why, "%s: empty", path); }
  if (at == MAP_FAILED) { return fault_set(why, "%s: %s", path, strerror(errno)); }
  *out = (span){at, (size_t)info.st_size};
  return true;
}

static void unmap(span file) {
  if (file.data != NULL) { munmap((void *)(uintptr_t)file.data, file.len); }
}

/* Packing */

/** Bits of a window that reaches over `bytes`, up to `most`. */
static int window_of(uint64_t bytes, int most) {
  int bits = 17;
  while (bits < most && ((uint64_t)1 << bits) < bytes) { bits++; }
  return bits;
}

static bool set(ZSTD_CCtx *z, ZSTD_cParameter name, int value) {
  return !ZSTD_isError(ZSTD_CCtx_setParameter(z, name, value));
}

static bool prepare(ZSTD_CCtx *z, span file, span prefix) {
  int window = prefix.data == NULL ? window_of(file.len, WINDOW)
                                   : window_of((uint64_t)file.len + prefix.len, FARTHEST);
  return set(z, ZSTD_c_compressionLevel, LEVEL) && set(z, ZSTD_c_checksumFlag, 1) &&
         set(z, ZSTD_c_windowLog, window) && set(z, ZSTD_c_enableLongDistanceMatching, 1) &&
         !ZSTD_isError(ZSTD_CCtx_setPledgedSrcSize(z, file.len)) &&
         (prefix.data == NULL || !ZSTD_isError(ZSTD_CCtx_refPrefix(z, prefix.data, prefix.len)));
}

/** Writes `file` to `r` as one frame. */
static bool compress(ZSTD_CCtx *z, span file, replacement *r, uint64_t *size, fault *why) {
  static char block[BLOCK];
  ZSTD_inBuffer in = {file.data, file.len, 0};
  for (size_t left = 1; left > 0;) {
    ZSTD_outBuffer out = {block, sizeof block, 0};
    left = ZSTD_compressStream2(z, &out, &in, ZSTD_e_end);
    if (ZSTD_isError(left)) { return fault_set(why, "zstd: %s", ZSTD_getErrorName(left)); }
    if (!file_write(r->fd, (span){block, out.pos}, (off_t)*size)) {
      return file_write_failed(r->path, errno, why);
    }
    *size += out.pos;
  }
  return true;
}

bool pack_file(const char *path, const char *prefix, const char *out, uint64_t *size, fault *why) {
  span file, before = {NULL, 0};
  replacement r;
  bool done = false;
  ZSTD_CCtx *z = ZSTD_createCCtx();
  *size = 0;
  if (!map(path, &file, why) || !map(prefix, &before, why)) { goto done; }
  if (z == NULL || !prepare(z, file, before)) {
    fault_set(why, "out of memory");
    goto done;
  }
  if (!replacement_open(&r, out, 0644, why)) { goto done; }
  done = compress(z, file, &r, size, why) && replacement_commit(&r, why);
  replacement_close(&r);
done:
  ZSTD_freeCCtx(z);
  unmap(before);
  unmap(file);
  return done;
}

/* Unpacking */

bool packed_length(const char *path, uint64_t *length, fault *why) {
  span frame;
  if (!map(path, &frame, why)) { return false; }
  unsigned long long size = ZSTD_getFrameContentSize(frame.data, frame.len);
  unmap(frame);
  *length = size;
  return (size != ZSTD_CONTENTSIZE_UNKNOWN && size != ZSTD_CONTENTSIZE_ERROR) ||
         fault_set(why, "%s: not a zstd frame with its length", path);
}

/** Decompresses `frame` into the `length` bytes at `to`. */
static bool decompress(ZSTD_DCtx *z, span frame, span prefix, void *to, uint64_t length,
                       fault *why) {
  if (ZSTD_getFrameContentSize(frame.data, frame.len) != length) {
    return fault_set(why, "not a zstd frame of %llu bytes", (unsigned long long)length);
  }
  if (prefix.data != NULL && ZSTD_isError(ZSTD_DCtx_refPrefix(z, prefix.data, prefix.len))) {
    return fault_set(why, "out of memory");
  }
  size_t made = ZSTD_decompressDCtx(z, to, (size_t)length, frame.data, frame.len);
  if (ZSTD_isError(made)) { return fault_set(why, "zstd: %s", ZSTD_getErrorName(made)); }
  return made == length || fault_set(why, "zstd: %zu bytes came of it", made);
}

/** Takes room for the file before it is mapped: a full disk is then an error and no signal. */
static bool fill(replacement *r, span frame, span prefix, uint64_t length, fault *why) {
  int error = posix_fallocate(r->fd, 0, (off_t)length);
  if (error != 0) { return file_write_failed(r->path, error, why); }
  void *to = mmap(NULL, (size_t)length, PROT_READ | PROT_WRITE, MAP_SHARED, r->fd, 0);
  if (to == MAP_FAILED) { return file_write_failed(r->path, errno, why); }
  ZSTD_DCtx *z = ZSTD_createDCtx();
  bool done =
      z == NULL ? fault_set(why, "out of memory") : decompress(z, frame, prefix, to, length, why);
  ZSTD_freeDCtx(z);
  munmap(to, (size_t)length);
  return done;
}

bool unpack_file(const char *path, const char *prefix, const char *out, uint64_t length,
                 fault *why) {
  span frame, before = {NULL, 0};
  replacement r;
  bool done = false;
  if (!map(path, &frame, why) || !map(prefix, &before, why)) { goto done; }
  if (!replacement_open(&r, out, 0644, why)) { goto done; }
  done = fill(&r, frame, before, length, why) && replacement_commit(&r, why);
  replacement_close(&r);
done:
  unmap(before);
  unmap(frame);
  return done;
}
