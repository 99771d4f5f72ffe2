#include "host/release.h"

#include <errno.h>
#include <lauxlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/log.h"
#include "host/mark.h"
#include "host/script.h"

/* A state of its own each time: nothing of a refused file stays behind. */
static const char sealing[] =
    "local keep, path, trust, folder, rollback, dry = ...\n"
    "local svc = require('svc')\n"
    "local state = folder and folder .. '/publication.state'\n"
    "local options = { trust = trust, state = state, allow_rollback = rollback, dry = dry }\n"
    "local fd, info = svc.seal(path, options)\n"
    "if not fd then error(info, 0) end\n"
    "keep(fd)\n"
    "return svc.json(info), info.expires, info.rolled_back_from\n";

typedef struct marks {
  mark publication, trust;
} marks;

static struct {
  bool known;
  marks marks;
} accepted;

static bool take_marks(const settings *options, marks *out) {
  return options->publication != NULL && options->trust != NULL &&
         mark_take(options->publication, &out->publication) &&
         mark_take(options->trust, &out->trust);
}

bool release_unchanged(const settings *options) {
  marks found;
  return accepted.known && take_marks(options, &found) &&
         mark_same(&found.publication, &accepted.marks.publication) &&
         mark_same(&found.trust, &accepted.marks.trust);
}

/* keep(fd): the release has it before anything else can fail. */
static int keep(lua_State *L) {
  release *out = lua_touserdata(L, lua_upvalueindex(1));
  out->fd = (int)lua_tointeger(L, 1);
  return 0;
}

/* Runs the program in `sealing` with the options, for the release. */
static int seal(lua_State *L) {
  const settings *options = lua_touserdata(L, 1);
  if (luaL_loadbufferx(L, sealing, sizeof sealing - 1, "=release", "t") != LUA_OK) {
    return lua_error(L);
  }
  lua_pushvalue(L, 2);
  lua_pushcclosure(L, keep, 1);
  lua_pushstring(L, options->publication);
  lua_pushstring(L, options->trust);
  lua_pushstring(L, options->state_dir);
  lua_pushinteger(L, (lua_Integer)options->allow_rollback);
  lua_pushboolean(L, options->check != NULL);
  lua_call(L, 6, 3);
  return 3;
}

/* Takes what the program in `sealing` returned. */
static void take(lua_State *L, const settings *options, release *out) {
  snprintf(out->about, sizeof out->about, "%s", lua_tostring(L, -3));
  out->expires = (uint64_t)lua_tointeger(L, -2);
  if (lua_isnil(L, -1)) return;
  log_write(LOG_WARN, "rolled back to sequence %lld, as allowed; %lld was accepted before",
            (long long)options->allow_rollback, (long long)lua_tointeger(L, -1));
}

/* What reads the files knows no options, which the cures name. */
static bool check_readable(const char *path, const char *what, const char *cure, fault *why) {
  if (path == NULL) return fault_set(why, "no %s is configured; %s", what, cure);
  return access(path, R_OK) == 0 ||
         fault_set(why, "%s %.160s: %s; %s", what, path, strerror(errno), cure);
}

bool release_open(const settings *options, release *out, fault *why) {
  marks found;
  *out = (release){.fd = -1};
  if (!check_readable(options->publication, "file",
                      "make one by svcd publish, or name it by --publication", why) ||
      !check_readable(options->trust, "trust file",
                      "get it from the publisher, or name it by --trust", why)) {
    return false;
  }
  if (options->state_dir != NULL && options->check == NULL &&
      mkdir(options->state_dir, 0700) != 0 && errno != EEXIST) {
    return fault_set(why,
                     "%.200s cannot be made: %s; give --state-dir a folder that can be written",
                     options->state_dir, strerror(errno));
  }
  lua_State *L = script_plain(options->place);
  if (L == NULL) return fault_set(why, "memory ran out");
  bool sure = take_marks(options, &found);
  lua_pushcfunction(L, seal);
  lua_pushlightuserdata(L, (void *)(uintptr_t)options);
  lua_pushlightuserdata(L, out);
  if (script_protect(L, 2, 3, why)) {
    take(L, options, out);
  } else if (out->fd >= 0) {
    close(out->fd);
    out->fd = -1;
  }
  accepted.known = out->fd >= 0 && sure;
  if (accepted.known) accepted.marks = found;
  lua_close(L);
  return out->fd >= 0;
}
