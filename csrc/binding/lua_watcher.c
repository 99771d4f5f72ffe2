/** Waiting for changes of folders, for Lua: `svc.watcher`, which is inotify(7). Lua decides which
 * folders are watched, and what a change means. */
#include <errno.h>
#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "binding/modules.h"

static const char watcher_type[] = "svc.watcher";

/* The events of a folder's entries, and of the folder itself. */
enum {
  ENTRIES = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE,
  WATCHED = ENTRIES | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR | IN_DONT_FOLLOW | IN_EXCL_UNLINK,
};

typedef struct watcher {
  int fd; /**< -1 once it is closed */
} watcher;

static int close_watcher(lua_State *L) {
  watcher *w = luaL_checkudata(L, 1, watcher_type);
  if (w->fd >= 0) { close(w->fd); }
  w->fd = -1;
  return 0;
}

static watcher *check_watcher(lua_State *L) {
  watcher *w = luaL_checkudata(L, 1, watcher_type);
  luaL_argcheck(L, w->fd >= 0, 1, "the watcher is closed");
  return w;
}

static int new_watcher(lua_State *L) {
  watcher *w = lua_new_value(L, watcher_type, sizeof *w, 0);
  w->fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  return w->fd >= 0 ? 1 : lua_refuse(L, strerror(errno));
}

/* The number of a folder in events. */
static int add_folder(lua_State *L) {
  watcher *w = check_watcher(L);
  int number = inotify_add_watch(w->fd, luaL_checkstring(L, 2), WATCHED);
  if (number < 0 && errno == ENOSPC) {
    return lua_refuse(L, "the system watches no more folders; raise fs.inotify.max_user_watches");
  }
  if (number < 0) { return lua_refuse(L, strerror(errno)); }
  lua_pushinteger(L, number);
  return 1;
}

static int remove_folder(lua_State *L) {
  watcher *w = check_watcher(L);
  inotify_rm_watch(w->fd, (int)luaL_checkinteger(L, 2));
  return 0;
}

/* wait(seconds) → whether there are events; without a number it waits for them. */
static int wait_for_events(lua_State *L) {
  watcher *w = check_watcher(L);
  lua_Number seconds = luaL_optnumber(L, 2, -1);
  struct pollfd one = {.fd = w->fd, .events = POLLIN};
  int found = poll(&one, 1, seconds < 0 ? -1 : (int)(seconds * 1000));
  lua_pushboolean(L, found > 0);
  return 1;
}

static void push_event(lua_State *L, const struct inotify_event *event) {
  lua_createtable(L, 0, 4);
  lua_pushinteger(L, event->wd);
  lua_setfield(L, -2, "folder");
  if (event->len > 0) { lua_set_string(L, "name", event->name); }
  lua_pushboolean(L, (event->mask & IN_ISDIR) != 0);
  lua_setfield(L, -2, "is_folder");
  lua_pushboolean(L, (event->mask & (IN_Q_OVERFLOW | IN_DELETE_SELF | IN_MOVE_SELF)) != 0);
  lua_setfield(L, -2, "lost");
}

/* read() → a list of the events so far. */
static int read_events(lua_State *L) {
  _Alignas(struct inotify_event) char events[4096];
  watcher *w = check_watcher(L);
  ssize_t length;
  lua_newtable(L);
  while ((length = read(w->fd, events, sizeof events)) > 0) {
    for (ssize_t at = 0; at < length;) {
      const struct inotify_event *event = (const void *)(events + at);
      at += (ssize_t)(sizeof *event + event->len);
      if ((event->mask & IN_IGNORED) != 0) { continue; }
      push_event(L, event);
      lua_append(L);
    }
  }
  return 1;
}

static int descriptor(lua_State *L) {
  lua_pushinteger(L, check_watcher(L)->fd);
  return 1;
}

static const luaL_Reg methods[] = {
    {"add", add_folder},   {"close", close_watcher},  {"getfd", descriptor},
    {"read", read_events}, {"remove", remove_folder}, {"wait", wait_for_events},
    {NULL, NULL},
};

static const luaL_Reg functions[] = {
    {"watcher", new_watcher},
    {NULL, NULL},
};

void lua_open_watcher(lua_State *L) {
  lua_new_type(L, watcher_type, close_watcher, methods);
  luaL_setfuncs(L, functions, 0);
}
