#include "base/sealed.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>

enum {
  SEALS = F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL,
  TRIES = 20,
};

int sealed_new(const char *name, fault *why) {
  int fd = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (fd < 0) { fault_set(why, "no memory for a copy: %s", strerror(errno)); }
  return fd;
}

/* EBUSY means that somebody (reclaim or migration of memory, say) holds a page of the copy. That
 * passes; the kernel has waited some 150 ms itself before it reports it. */
bool sealed_close(int fd, fault *why) {
  for (int left = TRIES; fcntl(fd, F_ADD_SEALS, SEALS) != 0;) {
    if (errno == EBUSY && --left > 0) { continue; }
    return fault_set(why, "the copy cannot be sealed: %s", strerror(errno));
  }
  return true;
}

bool sealed_is(int fd) {
  int seals = fcntl(fd, F_GET_SEALS);
  return seals >= 0 && (seals & SEALS) == SEALS;
}
