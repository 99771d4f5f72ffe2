#include "base/lock.h"

#include <errno.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/handover.h"

void *lock_memory(size_t size) {
  int flags = MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE;
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, flags, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

/* The descriptor of the memory, of the process before or new; -1: none. */
static int open_kept(const char *name, size_t size, bool *again) {
  struct stat info;
  int fd = handover_take(name);
  *again = fd >= 0 && fstat(fd, &info) == 0 && info.st_size == (off_t)size;
  if (*again) { return fd; }
  if (fd >= 0) { /* of another size */
    handover_forget(fd);
    close(fd);
  }
  fd = memfd_create("svcd-shared", MFD_CLOEXEC);
  if (fd >= 0 && ftruncate(fd, (off_t)size) == 0 && handover_give(name, fd)) { return fd; }
  int error = errno;
  if (fd >= 0) { close(fd); }
  errno = error;
  return -1;
}

void *lock_memory_kept(const char *name, size_t size, bool *again) {
  int fd = open_kept(name, size, again);
  if (fd < 0) { return NULL; }
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, fd, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

bool lock_make(pthread_mutex_t *locks, size_t count) {
  pthread_mutexattr_t shared;
  if (pthread_mutexattr_init(&shared) != 0) { return false; }
  pthread_mutexattr_setpshared(&shared, PTHREAD_PROCESS_SHARED);
  pthread_mutexattr_setrobust(&shared, PTHREAD_MUTEX_ROBUST);
  bool made = true;
  for (size_t i = 0; i < count; i++) { made &= pthread_mutex_init(&locks[i], &shared) == 0; }
  pthread_mutexattr_destroy(&shared);
  return made;
}

void lock_take(pthread_mutex_t *lock) {
  if (pthread_mutex_lock(lock) == EOWNERDEAD) { pthread_mutex_consistent(lock); }
}

void lock_give(pthread_mutex_t *lock) { pthread_mutex_unlock(lock); }
