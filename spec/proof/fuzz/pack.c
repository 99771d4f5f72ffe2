/** Fuzz target: packed files of a channel. The first byte says how long the file may be, in units
 * of 64 bytes, and whether the reader has one that it is a change of. Nothing longer is written,
 * what is refused says why, and what was unpacked is packed and unpacked again as it was. */
#include "transfer/pack.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static char packed[64], plain[64], again[64], before[64];

static void write_file(const char *path, const void *bytes, size_t size) {
  int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (fd < 0 || write(fd, bytes, size) != (ssize_t)size || close(fd) != 0) { abort(); }
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  (void)argc, (void)argv;
  snprintf(packed, sizeof packed, "/tmp/fuzz-pack-%d", (int)getpid());
  snprintf(plain, sizeof plain, "%s.plain", packed);
  snprintf(again, sizeof again, "%s.again", packed);
  snprintf(before, sizeof before, "%s.before", packed);
  write_file(before, "what the reader has already, word by word", 41);
  return 0;
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
  struct stat found;
  uint64_t length, held;
  fault why = {0};
  if (size == 0) { return 0; }
  const char *prefix = (data[0] & 1) != 0 ? before : NULL;
  write_file(packed, data + 1, size - 1);
  if (!packed_length(packed, &held, &why)) {
    if (why.text[0] == '\0') { abort(); }
    held = UINT64_MAX;
  }
  length = held < 65536 ? held : (uint64_t)(data[0] >> 1) * 64;
  unlink(plain);
  if (!unpack_file(packed, prefix, plain, length, &why)) {
    if (why.text[0] == '\0' || access(plain, F_OK) == 0) { abort(); }
    return 0;
  }
  if (stat(plain, &found) != 0 || (uint64_t)found.st_size != length) { abort(); }
  if (!pack_file(plain, prefix, packed, &held, &why)) { return 0; }
  if (!unpack_file(packed, prefix, again, length, &why)) { abort(); }
  return 0;
}
