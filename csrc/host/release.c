#include "host/release.h"

#include <lauxlib.h>
#include <sys/stat.h>

#include "host/script.h"

/* A state of its own each time: nothing of a refused file stays behind. */
static const char sealing[] =
    "local path, trust, folder = ...\n"
    "local svc = require('svc')\n"
    "local state = folder and folder .. '/publication.state'\n"
    "local fd, reason = svc.seal(path, { trust = trust, state = state })\n"
    "if not fd then error(reason, 0) end\n"
    "local publication <close> = assert(svc.attach(fd))\n"
    "return fd, svc.json(publication:info())\n";

int release_open(const settings *options, char *about, size_t size, fault *why) {
  int fd = -1;
  about[0] = '\0';
  if (options->publication == NULL) {
    fault_set(why, "no publication is configured (--publication)");
    return -1;
  }
  /* Where it cannot be made, saving the state says why. */
  if (options->state_dir != NULL) mkdir(options->state_dir, 0700);
  lua_State *L = script_plain(options->place);
  if (L == NULL) {
    fault_set(why, "memory ran out");
    return -1;
  }
  bool loaded = luaL_loadbufferx(L, sealing, sizeof sealing - 1, "=release", "t") == LUA_OK;
  lua_pushstring(L, options->publication);
  lua_pushstring(L, options->trust);
  lua_pushstring(L, options->state_dir);
  if (loaded && lua_pcall(L, 3, 2, 0) == LUA_OK) {
    fd = (int)lua_tointeger(L, -2);
    snprintf(about, size, "%s", lua_tostring(L, -1));
  } else {
    fault_set(why, "%s", luaL_tolstring(L, -1, NULL));
  }
  lua_close(L);
  return fd;
}
