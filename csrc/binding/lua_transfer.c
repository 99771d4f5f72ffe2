/** The Lua module `svc_transfer`: what `svcd release` and `svcd follow` need beside `svc`. It is a
 * module of its own, so that what serves loads neither libcurl nor a decompressor. */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "binding/modules.h"
#include "publication/file.h"
#include "transfer/download.h"
#include "transfer/pack.h"

static const char client_type[] = "svc_transfer.client";

typedef struct client {
  downloader *handle; /**< NULL once closed */
} client;

static int close_client(lua_State *L) {
  client *c = luaL_checkudata(L, 1, client_type);
  downloader_free(c->handle);
  c->handle = NULL;
  return 0;
}

static int new_client(lua_State *L) {
  const char *authorities = luaL_optstring(L, 1, NULL);
  int seconds = (int)luaL_checkinteger(L, 2);
  client *c = lua_new_value(L, client_type, sizeof *c, 0);
  c->handle = downloader_new(authorities, seconds);
  return c->handle == NULL ? luaL_error(L, "libcurl could not be set up") : 1;
}

static downloader *check_client(lua_State *L) {
  client *c = luaL_checkudata(L, 1, client_type);
  luaL_argcheck(L, c->handle != NULL, 1, "the client is closed");
  return c->handle;
}

static uint64_t check_length(lua_State *L, int index) {
  lua_Integer length = luaL_checkinteger(L, index);
  luaL_argcheck(L, length > 0, index, "a length is positive");
  return (uint64_t)length;
}

/* client:text(url, longest, tag) -> text or false, tag; or nil and the reason */
static int get_text(lua_State *L) {
  downloader *d = check_client(L);
  buffer text = {0};
  download_order order = {.url = luaL_checkstring(L, 2),
                          .longest = check_length(L, 3),
                          .tag = luaL_optstring(L, 4, NULL),
                          .fd = -1,
                          .text = &text};
  download_result result;
  fault why;
  bool done = download(d, &order, &result, &why);
  if (done && result.changed) {
    lua_pushlstring(L, text.len == 0 ? "" : text.data, text.len);
  } else if (done) {
    lua_pushboolean(L, false);
  }
  buffer_free(&text);
  if (!done) { return lua_refuse(L, why.text); }
  lua_pushstring(L, result.tag);
  return 2;
}

/* client:file(url, length, path) -> bytes received; or nil and the reason. A file at the path is
   taken as the beginning of the answer. */
static int get_file(lua_State *L) {
  downloader *d = check_client(L);
  download_order order = {.url = luaL_checkstring(L, 2), .longest = check_length(L, 3)};
  const char *path = luaL_checkstring(L, 4);
  struct stat info;
  download_result result = {0};
  fault why;
  order.fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
  bool opened = order.fd >= 0 && fstat(order.fd, &info) == 0;
  if (!opened) { file_write_failed(path, errno, &why); }
  order.had = opened && (uint64_t)info.st_size <= order.longest ? (uint64_t)info.st_size : 0;
  bool done = opened && (order.had == order.longest || download(d, &order, &result, &why));
  if (order.fd >= 0) { close(order.fd); }
  if (!done) { return lua_refuse(L, why.text); }
  lua_pushinteger(L, (lua_Integer)result.received);
  return 1;
}

/* pack(path, prefix or nil, out) -> bytes; or nil and the reason */
static int pack(lua_State *L) {
  uint64_t size;
  fault why;
  if (!pack_file(luaL_checkstring(L, 1), luaL_optstring(L, 2, NULL), luaL_checkstring(L, 3), &size,
                 &why)) {
    return lua_refuse(L, why.text);
  }
  lua_pushinteger(L, (lua_Integer)size);
  return 1;
}

/* length(path) -> bytes that are packed in it; or nil and the reason */
static int length(lua_State *L) {
  uint64_t size;
  fault why;
  if (!packed_length(luaL_checkstring(L, 1), &size, &why)) { return lua_refuse(L, why.text); }
  lua_pushinteger(L, (lua_Integer)size);
  return 1;
}

/* unpack(path, prefix or nil, out, length) -> true; or nil and the reason */
static int unpack(lua_State *L) {
  fault why;
  bool done = unpack_file(luaL_checkstring(L, 1), luaL_optstring(L, 2, NULL),
                          luaL_checkstring(L, 3), check_length(L, 4), &why);
  return lua_push_outcome(L, done, &why);
}

/* rename(from, to) -> true; or nil and the reason */
static int rename_file(lua_State *L) {
  fault why;
  bool done = file_rename(luaL_checkstring(L, 1), luaL_checkstring(L, 2), &why);
  return lua_push_outcome(L, done, &why);
}

static const luaL_Reg methods[] = {
    {"close", close_client},
    {"file", get_file},
    {"text", get_text},
    {NULL, NULL},
};

static const luaL_Reg functions[] = {
    {"client", new_client},  {"length", length}, {"pack", pack},
    {"rename", rename_file}, {"unpack", unpack}, {NULL, NULL},
};

__attribute__((visibility("default"))) int luaopen_svc_transfer(lua_State *L);

int luaopen_svc_transfer(lua_State *L) {
  luaL_checkversion(L);
  lua_new_type(L, client_type, close_client, methods);
  luaL_newlib(L, functions);
  lua_pushinteger(L, (lua_Integer)PACK_LONGEST);
  lua_setfield(L, -2, "longest");
  return 1;
}
