/** Preloaded, makes allocations fail on command: `getenv("FAIL_ALLOCATION_n")` (os.getenv in Lua)
 * makes the n-th allocation from then on fail, `FAIL_ALLOCATIONS_n` every one from the n-th on;
 * `getenv("FAIL_NONE")` ends that and is set when one failed in between. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *at, size_t size);

static long countdown; /* 0: nothing fails */
static int all, failed;

static int fails(void) {
  if (countdown == 0) return 0;
  if (countdown > 1) {
    countdown--;
    return 0;
  }
  if (!all) countdown = 0;
  failed = 1;
  errno = ENOMEM;
  return 1;
}

void *malloc(size_t size) { return fails() ? NULL : __libc_malloc(size); }

void *calloc(size_t count, size_t size) { return fails() ? NULL : __libc_calloc(count, size); }

void *realloc(void *at, size_t size) {
  return size > 0 && fails() ? NULL : __libc_realloc(at, size);
}

static int arm(const char *name, const char *prefix, int every) {
  size_t length = strlen(prefix);
  if (strncmp(name, prefix, length) != 0) return 0;
  all = every;
  failed = 0;
  countdown = atol(name + length);
  return 1;
}

char *getenv(const char *name) {
  static char yes[] = "yes";
  if (arm(name, "FAIL_ALLOCATION_", 0) || arm(name, "FAIL_ALLOCATIONS_", 1)) return NULL;
  if (strcmp(name, "FAIL_NONE") == 0) {
    countdown = 0;
    return failed ? yes : NULL;
  }
  size_t length = strlen(name);
  for (char **entry = environ; entry != NULL && *entry != NULL; entry++) {
    if (strncmp(*entry, name, length) == 0 && (*entry)[length] == '=') return *entry + length + 1;
  }
  return NULL;
}
