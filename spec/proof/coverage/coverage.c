/** Notes which Lua lines run, for `make coverage`: preloaded (LD_PRELOAD), it puts a line hook into
 * every Lua state that opens the standard libraries, and passes on the hook that the program sets
 * itself. The counters are a file mapped and shared by all processes, so that a worker that is
 * killed, or may open no file, is counted as well:
 *
 *     slots of SLOT bytes: u64 hash of the source's name | one byte a line, 1 when it ran
 *
 * A source stands in the first slot from `hash % SLOTS` on that is its own or free. The name is
 * without a leading "@" and "./". spec/proof/coverage/coverage.lua reads the file back. */
#include <dlfcn.h>
#include <fcntl.h>
#include <lauxlib.h>
#include <lualib.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Programs without Lua, which are preloaded too, may bind all symbols at their start. */
#pragma weak lua_getinfo
#pragma weak lua_gethookmask

enum { SLOTS = 1024, SLOT = 1024, LINES = SLOT - 8 };

static char *slots;     /* NULL: nothing is to be noted */
static lua_Hook theirs; /* the program's own hook */
static int their_mask;

__attribute__((constructor)) static void map_slots(void) {
  const char *path = getenv("SVC_LUA_COVERAGE");
  int fd = path == NULL ? -1 : open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (fd < 0) return;
  if (ftruncate(fd, SLOTS * SLOT) == 0) {
    void *at = mmap(NULL, SLOTS * SLOT, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (at != MAP_FAILED) slots = at;
  }
  close(fd);
}

/** FNV-1a, and never 0. */
static uint64_t hash_of(const char *name) {
  uint64_t hash = 0xcbf29ce484222325;
  for (; *name != '\0'; name++) hash = (hash ^ (unsigned char)*name) * 0x100000001b3;
  return hash | 1;
}

static char *slot_of(uint64_t hash) {
  for (unsigned i = 0; i < SLOTS; i++) {
    uint64_t *at = (uint64_t *)(void *)(slots + (hash + i) % SLOTS * SLOT);
    uint64_t free_mark = 0;
    if (__atomic_load_n(at, __ATOMIC_RELAXED) == hash) return (char *)at;
    if (__atomic_compare_exchange_n(at, &free_mark, hash, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED) ||
        free_mark == hash) {
      return (char *)at;
    }
  }
  return NULL;
}

static void note_line(lua_State *L, lua_Debug *at) {
  static const char *last;
  static char *slot;
  lua_getinfo(L, "Sl", at);
  if (at->source[0] != '@' || at->currentline < 1 || at->currentline > LINES) return;
  if (at->source != last) {
    const char *name = at->source + 1;
    while (strncmp(name, "./", 2) == 0) name += 2;
    slot = slot_of(hash_of(name));
    last = at->source;
  }
  if (slot != NULL) slot[8 + at->currentline - 1] = 1;
}

static void watch(lua_State *L, lua_Debug *at) {
  bool line = at->event == LUA_HOOKLINE;
  if (line) note_line(L, at);
  if (theirs != NULL && (!line || (their_mask & LUA_MASKLINE) != 0)) theirs(L, at);
}

void lua_sethook(lua_State *L, lua_Hook hook, int mask, int count) {
  static void (*real)(lua_State *, lua_Hook, int, int);
  if (real == NULL) *(void **)&real = dlsym(RTLD_NEXT, "lua_sethook");
  if (slots == NULL) {
    real(L, hook, mask, count);
    return;
  }
  if (hook != NULL) {
    theirs = hook;
    their_mask = mask;
  }
  real(L, watch, mask | LUA_MASKLINE, count);
}

lua_Hook lua_gethook(lua_State *L) {
  static lua_Hook (*real)(lua_State *);
  if (real == NULL) *(void **)&real = dlsym(RTLD_NEXT, "lua_gethook");
  lua_Hook hook = real(L);
  if (hook != watch) return hook;
  return lua_gethookmask(L) == LUA_MASKLINE ? NULL : theirs;
}

void luaL_openlibs(lua_State *L) {
  static void (*real)(lua_State *);
  if (real == NULL) *(void **)&real = dlsym(RTLD_NEXT, "luaL_openlibs");
  real(L);
  if (slots != NULL) lua_sethook(L, NULL, 0, 0);
}
