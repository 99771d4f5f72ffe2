#include "publication/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/ascii.h"

bool lines_take(lines *l, span name, span *value) {
  size_t end = span_find(l->rest, '\n');
  if (end == l->rest.len || end <= name.len || !span_starts(l->rest, name)) { return false; }
  if (l->rest.data[name.len] != ' ') { return false; }
  *value = (span){l->rest.data + name.len + 1, end - name.len - 1};
  l->rest = span_skip(l->rest, end + 1);
  l->line++;
  return true;
}

bool lines_number(lines *l, span name, uint64_t least, uint64_t most, uint64_t *out, fault *why) {
  span value;
  unsigned line = l->line + 1;
  if (lines_take(l, name, &value) && lines_digits(value, out) && *out >= least && *out <= most) {
    return true;
  }
  return fault_set(why, "%s line %u: `%.*s N` is expected, N from %llu to %llu", l->file, line,
                   (int)name.len, name.data, (unsigned long long)least, (unsigned long long)most);
}

span lines_word(span *value) {
  size_t end = span_find(*value, ' ');
  span word = span_take(*value, end);
  *value = span_skip(*value, end + 1);
  return word;
}

bool lines_digits(span digits, uint64_t *out) {
  *out = 0;
  if (digits.len == 0 || digits.len > 18 || (digits.len > 1 && digits.data[0] == '0')) {
    return false;
  }
  for (size_t i = 0; i < digits.len; i++) {
    if (!ascii_digit(digits.data[i])) { return false; }
    *out = *out * 10 + (uint64_t)(digits.data[i] - '0');
  }
  return true;
}

const char *write_cure(int error) {
  switch (error) {
    case ENOSPC: return "; free space on its disk";
    case EDQUOT: return "; free space, or raise the quota of its disk";
    case EFBIG: return "; raise the limit of a file's size (ulimit -f)";
    case EROFS:
    case EACCES: return "; name a folder that can be written";
    default: return "";
  }
}

/** Length of the folder part of `path`, with its slash; 0 when there is none. */
static size_t folder_length(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash == NULL ? 0 : (size_t)(slash - path) + 1;
}

bool replacement_open(replacement *r, const char *path, mode_t mode, fault *why) {
  size_t folder = folder_length(path), size = strlen(path) + sizeof "..XXXXXX";
  *r = (replacement){-1, strdup(path), malloc(size)};
  if (r->path == NULL || r->temporary == NULL) {
    replacement_close(r);
    return fault_set(why, "out of memory");
  }
  snprintf(r->temporary, size, "%.*s.%s.XXXXXX", (int)folder, path, path + folder);
  r->fd = mkostemp(r->temporary, O_CLOEXEC);
  if (r->fd >= 0 && fchmod(r->fd, mode) == 0) { return true; }
  fault_set(why, "%s: no file can be made beside it: %s%s", path, strerror(errno),
            write_cure(errno));
  replacement_close(r);
  return false;
}

bool file_write(int fd, span bytes, off_t offset) {
  while (bytes.len > 0) {
    ssize_t count = pwrite(fd, bytes.data, bytes.len, offset);
    if (count < 0 && errno == EINTR) { continue; }
    if (count < 0) { return false; }
    bytes = span_skip(bytes, (size_t)count);
    offset += count;
  }
  return true;
}

/** Flushes the folder that holds `path`, so that a rename in it survives a crash. */
static bool flush_folder(const char *path) {
  size_t length = folder_length(path);
  char *folder = length == 0 ? strdup(".") : strndup(path, length);
  int fd = folder == NULL ? -1 : open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  bool done = fd >= 0 && fsync(fd) == 0;
  if (fd >= 0) { close(fd); }
  free(folder);
  return done;
}

bool file_write_failed(const char *path, int error, fault *why) {
  return fault_set(why, "%s: it cannot be written: %s%s", path, strerror(error), write_cure(error));
}

/** Flushes the folder of a file that has its name now. */
static bool flush_name(const char *path, fault *why) {
  if (flush_folder(path)) { return true; }
  return fault_set(why, "%s: its folder cannot be flushed: %s", path, strerror(errno));
}

bool replacement_commit(replacement *r, fault *why) {
  if (fsync(r->fd) != 0 || rename(r->temporary, r->path) != 0) {
    return file_write_failed(r->path, errno, why);
  }
  free(r->temporary);
  r->temporary = NULL;
  return flush_name(r->path, why);
}

bool file_rename(const char *from, const char *to, fault *why) {
  if (rename(from, to) != 0) { return file_write_failed(to, errno, why); }
  return flush_name(to, why);
}

void replacement_close(replacement *r) {
  if (r->fd >= 0) {
    close(r->fd);
    if (r->temporary != NULL) { unlink(r->temporary); }
  }
  free(r->path);
  free(r->temporary);
  *r = (replacement){-1, NULL, NULL};
}

int file_unnamed(const char *path, fault *why) {
  replacement r;
  if (!replacement_open(&r, path, 0600, why)) { return -1; }
  int fd = r.fd;
  if (unlink(r.temporary) != 0) {
    fault_set(why, "%s: a temporary file beside it stays: %s", path, strerror(errno));
    close(fd);
    fd = -1;
  }
  r.fd = -1;
  replacement_close(&r);
  return fd;
}

bool file_replace(const char *path, span bytes, mode_t mode, fault *why) {
  replacement r;
  if (!replacement_open(&r, path, mode, why)) { return false; }
  bool done = file_write(r.fd, bytes, 0) || file_write_failed(path, errno, why);
  done = done && replacement_commit(&r, why);
  replacement_close(&r);
  return done;
}

bool file_create(const char *path, span bytes, mode_t mode, fault *why) {
  replacement r = {open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode), NULL, NULL};
  if (r.fd < 0 && errno == EEXIST) {
    return fault_set(why, "%s: it exists already and is not overwritten", path);
  }
  bool done = r.fd >= 0 && file_write(r.fd, bytes, 0) && fsync(r.fd) == 0 && flush_folder(path);
  if (!done) {
    file_write_failed(path, errno, why);
    if (r.fd >= 0) { unlink(path); }
  }
  replacement_close(&r);
  return done;
}

/** Reads a descriptor to its end, at most `most` bytes. */
static bool read_all(int fd, size_t most, buffer *out, fault *why) {
  enum { STEP = 4096 };
  for (size_t start = out->len;;) {
    char *at = buffer_reserve(out, STEP);
    if (at == NULL) { return fault_set(why, "out of memory"); }
    ssize_t count = read(fd, at, STEP);
    if (count < 0 && errno == EINTR) { continue; }
    if (count < 0) { return fault_set(why, "%s", strerror(errno)); }
    if (count == 0) { return true; }
    out->len += (size_t)count;
    if (out->len - start > most) {
      return fault_set(why, "longer than the %zu bytes accepted", most);
    }
  }
}

int file_open(const char *path, struct stat *info, fault *why) {
  int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  bool opened = fd >= 0 && fstat(fd, info) == 0;
  int reason = opened ? EINVAL : errno;
  if (opened && S_ISREG(info->st_mode)) { return fd; }
  if (opened) {
    fault_set(why, "%s; a regular file is needed",
              S_ISDIR(info->st_mode) ? "a directory" : "not a regular file");
  } else {
    fault_set(why, "%s", strerror(reason));
  }
  if (fd >= 0) { close(fd); }
  errno = reason;
  return -1;
}

bool file_read(const char *path, size_t most, mode_t forbidden, buffer *out, bool *missing,
               fault *why) {
  struct stat info;
  int fd = file_open(path, &info, why);
  if (missing != NULL) { *missing = fd < 0 && errno == ENOENT; }
  if (fd < 0) { return false; }
  bool done = (info.st_mode & forbidden) != 0
                  ? fault_set(why, "others may read it (mode %04o); run `chmod 600` on it",
                              info.st_mode & 07777u)
                  : read_all(fd, most, out, why);
  close(fd);
  return done;
}
