#include "base/handover.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/list.h"

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
  for (entry *e = handover.list; e < handover.list + handover.count; e++) {
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
