#include "base/share.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buffer.h"

enum {
  SEALS = F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL,
  TRIES = 20,
};

int sealed_new(const char *name, fault *why) {
  int fd = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (fd < 0) { fault_set(why, "no memory for a copy: %s", strerror(errno)); }
  return fd;
}

/* EBUSY means that somebody (reclaim or migration of memory, say) holds a page of the copy. It
   passes by itself; the kernel has already waited some 150 ms before it reports it. */
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

static const char variable[] = "SVC_HANDOVER";

typedef struct entry {
  char *name; /* owned */
  int fd;
  bool taken; /* by this process; else it was handed to it and waits */
} entry;

static struct {
  entry *list;
  size_t count, size;
} handover;

static bool add(const char *name, int fd, bool taken) {
  if (!list_grow(handover.list, handover.count, handover.size)) { return false; }
  entry *added = &handover.list[handover.count];
  *added = (entry){strdup(name), fd, taken};
  if (added->name != NULL) { handover.count++; }
  return added->name != NULL;
}

void handover_open(void) {
  const char *given = getenv(variable);
  char *text = given == NULL ? NULL : strdup(given), *rest;
  for (char *line = text; line != NULL; line = rest) {
    rest = strchr(line, '\n');
    if (rest != NULL) { *rest++ = '\0'; }
    char *name;
    long fd = strtol(line, &name, 10);
    if (*name != ' ' || fd <= STDERR_FILENO || fcntl((int)fd, F_SETFD, FD_CLOEXEC) != 0) {
      continue;
    }
    add(name + 1, (int)fd, false);
  }
  free(text);
  unsetenv(variable);
}

int handover_take(const char *name) {
  for (size_t i = 0; i < handover.count; i++) {
    entry *e = &handover.list[i];
    if (e->taken || strcmp(e->name, name) != 0) { continue; }
    e->taken = true;
    return e->fd;
  }
  return -1;
}

bool handover_give(const char *name, int fd) { return add(name, fd, true); }

void handover_forget(int fd) {
  for (size_t i = handover.count; i-- > 0;) {
    if (handover.list[i].fd != fd) { continue; }
    free(handover.list[i].name);
    handover.list[i] = handover.list[--handover.count];
  }
}

unsigned handover_drop(bool (*unwanted)(int fd, const void *context), const void *context) {
  unsigned dropped = 0;
  size_t kept = 0;
  for (size_t i = 0; i < handover.count; i++) {
    entry e = handover.list[i];
    if (e.taken || (unwanted != NULL && !unwanted(e.fd, context))) {
      handover.list[kept++] = e;
      continue;
    }
    close(e.fd);
    free(e.name);
    dropped++;
  }
  handover.count = kept;
  return dropped;
}

bool handover_has(bool (*wanted)(int fd, const void *context), const void *context) {
  for (size_t i = 0; i < handover.count; i++) {
    if (wanted(handover.list[i].fd, context)) { return true; }
  }
  return false;
}

void handover_revoke(void) {
  for (size_t i = 0; i < handover.count; i++) { fcntl(handover.list[i].fd, F_SETFD, FD_CLOEXEC); }
}

bool handover_prepare(bool (*wanted)(int fd), buffer *out) {
  buffer_print(out, "%s=", variable);
  for (size_t i = 0; i < handover.count; i++) {
    const entry *e = &handover.list[i];
    if (wanted != NULL && !wanted(e->fd)) { continue; }
    buffer_print(out, "%d %s\n", e->fd, e->name);
    fcntl(e->fd, F_SETFD, 0);
  }
  buffer_byte(out, '\0');
  if (out->failed) { handover_revoke(); }
  return !out->failed;
}
