#include "host/script/bundle.h"

#include <dirent.h>
#include <errno.h>
#include <lauxlib.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/share.h"
#include "host/shared/watch.h"

enum { DEPTH = 8 };

typedef enum entry_kind {
  ENTRY_CODE,   /* a Lua file, compiled */
  ENTRY_SOURCE, /* a Lua file that does not parse: loading it gives the reason */
  ENTRY_BYTES   /* any other file, or not a file */
} entry_kind;

/* In sealed memory: this, the path with its NUL, the content. */
typedef struct entry_head {
  entry_kind kind;
  file_stamp file; /* as it was when it was read; of zeros when it had just been changed */
  size_t path, code;
} entry_head;

typedef struct entry entry;
struct entry {
  entry *next;
  entry_kind kind;
  file_stamp file;
  const char *path;
  span code;
  char *owned; /* path and content, where they are not in sealed memory */
  bool added;  /* to a collection, or again; false: it was there in the generation before */
};

struct bundle {
  entry *first;
  void *memory;
  size_t size;
};

/* ---- collections ---- */

/* @return of the generation before, or of this one; NULL: there is none */
static entry *bundle_find(const bundle *from, const char *path, bool added) {
  entry *c = from->first;
  while (c != NULL && (c->added != added || strcmp(c->path, path) != 0)) { c = c->next; }
  return c;
}

static entry *bundle_add_entry(bundle *to) {
  entry *c = calloc(1, sizeof *c);
  if (c == NULL) { return NULL; }
  c->next = to->first;
  to->first = c;
  return c;
}

/* Lists what stands in the mapped memory. */
static bool list_entries(bundle *c, bool added) {
  const char *at = c->memory, *end = at + c->size;
  while (at < end) {
    entry_head head;
    entry *fresh = bundle_add_entry(c);
    if (fresh == NULL) { return false; }
    memcpy(&head, at, sizeof head);
    fresh->kind = head.kind;
    fresh->file = head.file;
    fresh->added = added;
    fresh->path = at + sizeof head;
    fresh->code = (span){fresh->path + head.path, head.code};
    at = fresh->code.data + head.code;
  }
  return true;
}

static bundle *open_sealed(int fd, bool added, fault *why) {
  struct stat memory;
  bundle *c = calloc(1, sizeof *c);
  if (c == NULL || fstat(fd, &memory) != 0) {
    free(c);
    fault_set(why, "the files of the routes: %s", strerror(errno));
    return NULL;
  }
  c->size = (size_t)memory.st_size;
  c->memory = mmap(NULL, c->size, PROT_READ, MAP_SHARED, fd, 0);
  if (c->memory != MAP_FAILED && list_entries(c, added)) { return c; }
  if (c->memory == MAP_FAILED) { c->memory = NULL; }
  bundle_close(c);
  fault_set(why, "memory ran out for the files of the routes");
  return NULL;
}

bundle *bundle_open(int fd, fault *why) { return open_sealed(fd, true, why); }

bundle *bundle_collect(int former) {
  fault why;
  return former < 0 ? calloc(1, sizeof(bundle)) : open_sealed(former, false, &why);
}

void bundle_close(bundle *from) {
  if (from == NULL) { return; }
  for (entry *c = from->first, *next; c != NULL; c = next) {
    next = c->next;
    free(c->owned);
    free(c);
  }
  if (from->memory != NULL) { munmap(from->memory, from->size); }
  free(from);
}

/* ---- sealing ---- */

static void write_entry(const entry *c, buffer *out) {
  entry_head head = {.file = c->file, .path = strlen(c->path) + 1, .code = c->code.len};
  head.kind = c->kind;
  buffer_append(out, (span){(const char *)&head, sizeof head});
  buffer_append(out, (span){c->path, head.path});
  buffer_append(out, c->code);
}

static bool bundle_write(int fd, span bytes, fault *why) {
  while (bytes.len > 0) {
    ssize_t count = write(fd, bytes.data, bytes.len);
    if (count < 0 && errno == EINTR) { continue; }
    if (count <= 0) { return fault_set(why, "the routes cannot be kept: %s", strerror(errno)); }
    bytes = span_skip(bytes, (size_t)count);
  }
  return true;
}

/* True when the file was added now as it was before; always of entries that are not files. */
static bool is_same(const bundle *from, const entry *c) {
  if (c->path[0] == '=') { return true; }
  if (c->added && c->owned == NULL) { return true; }
  const entry *other = bundle_find(from, c->path, !c->added);
  return other != NULL && span_equal(other->code, c->code);
}

int bundle_seal(const bundle *from, bool *same, fault *why) {
  buffer out = {0};
  *same = true;
  for (const entry *c = from->first; c != NULL; c = c->next) {
    if (c->added) { write_entry(c, &out); }
    *same = *same && is_same(from, c);
  }
  int fd = out.failed ? fault_set(why, "memory ran out for the files of the routes"),
      -1              : sealed_new("routes", why);
  if (fd >= 0 && !(bundle_write(fd, buffer_span(&out), why) && sealed_close(fd, why))) {
    close(fd);
    fd = -1;
  }
  buffer_free(&out);
  return fd;
}

/* ---- adding ---- */

/* Adds path and content, which are in one buffer, path first with its NUL. The buffer is taken.
   @return NULL when memory is out */
static entry *bundle_take(bundle *to, buffer *bytes, entry_kind kind) {
  entry *c = bytes->failed ? NULL : bundle_add_entry(to);
  if (c == NULL) {
    buffer_free(bytes);
    return NULL;
  }
  size_t length = strlen(bytes->data) + 1;
  c->kind = kind;
  c->owned = bytes->data;
  c->path = bytes->data;
  c->code = (span){bytes->data + length, bytes->len - length};
  c->added = true;
  return c;
}

bool bundle_put(bundle *to, const char *name, span bytes) {
  buffer both = {0};
  buffer_append(&both, (span){name, strlen(name) + 1});
  buffer_append(&both, bytes);
  return bundle_take(to, &both, ENTRY_BYTES) != NULL;
}

span bundle_get(const bundle *from, const char *name) {
  const entry *c = bundle_find(from, name, true);
  if (c == NULL) { c = bundle_find(from, name, false); }
  return c == NULL ? (span){NULL, 0} : c->code;
}

static int bundle_append(lua_State *L, const void *bytes, size_t count, void *code) {
  (void)L;
  buffer_append(code, (span){bytes, count});
  return 0;
}

/* @return false when there is no such file, or it cannot be read */
static bool read_file(const char *path, buffer *out) {
  FILE *file = fopen(path, "rbe");
  size_t count = 1;
  if (file == NULL) { return false; }
  while (count > 0 && !out->failed) {
    char *at = buffer_reserve(out, BUFSIZ);
    count = at == NULL ? 0 : fread(at, 1, BUFSIZ, file);
    out->len += count;
  }
  bool good = ferror(file) == 0;
  fclose(file);
  return good;
}

/* Reads the file into `out`, a Lua file compiled. */
static entry_kind read_as(lua_State *L, const char *path, bool lua, buffer *out) {
  bool parsed = lua && luaL_loadfilex(L, path, "t") == LUA_OK;
  if (parsed) {
    lua_dump(L, bundle_append, out, 0);
  } else if (!read_file(path, out)) {
    out->failed = true;
  }
  return parsed ? ENTRY_CODE : lua ? ENTRY_SOURCE : ENTRY_BYTES;
}

/* Adds a file; an unchanged one is taken from the generation before, an unreadable one left out. */
static void add_file(lua_State *L, bundle *to, const char *path, bool lua) {
  file_stamp file = {0};
  buffer both = {0};
  bool sure = file_stamp_take(path, &file);
  entry *former = bundle_find(to, path, false);
  if (former != NULL && sure && file_stamp_same(&former->file, &file)) {
    former->added = true;
    return;
  }
  buffer_append(&both, (span){path, strlen(path) + 1});
  entry_kind kind = read_as(L, path, lua, &both);
  entry *c = bundle_take(to, &both, kind);
  if (c != NULL && sure) { c->file = file; }
}

/* True when `types`, which are separated by spaces, have this one. */
static bool bundle_have_type(const char *types, const char *type) {
  size_t length = strlen(type);
  for (const char *at = types; (at = strstr(at, type)) != NULL; at += length) {
    bool begins = at == types || at[-1] == ' ';
    if (begins && (at[length] == ' ' || at[length] == '\0')) { return true; }
  }
  return false;
}

static void add_folder(lua_State *L, bundle *to, const char *path, const char *types, int depth) {
  DIR *folder = opendir(path);
  int top = lua_gettop(L);
  if (folder == NULL) { return; }
  for (struct dirent *found; (found = readdir(folder)) != NULL; lua_settop(L, top)) {
    const char *name = lua_pushfstring(L, "%s/%s", path, found->d_name);
    const char *end = strrchr(found->d_name, '.');
    if (found->d_name[0] == '.') { continue; }
    if (end != NULL && bundle_have_type(types, end + 1)) {
      add_file(L, to, name, strcmp(end, ".lua") == 0);
    }
    if (end == NULL && depth > 1) { add_folder(L, to, name, types, depth - 1); }
  }
  closedir(folder);
}

typedef struct adding {
  bundle *to;
  const char *path, *types;
  bool below;
} adding;

static int add_all(lua_State *L) {
  const adding *a = lua_touserdata(L, 1);
  add_folder(L, a->to, a->path, a->types, a->below ? DEPTH : 1);
  return 0;
}

bool bundle_add_folder(bundle *to, const char *path, const char *types, bool below) {
  adding a = {to, path, types, below};
  lua_State *L = luaL_newstate();
  if (L == NULL) { return false; }
  lua_pushcfunction(L, add_all);
  lua_pushlightuserdata(L, &a);
  bool good = lua_pcall(L, 1, 0, 0) == LUA_OK;
  lua_close(L);
  return good;
}

/* ---- loading ---- */

static bundle *bundle_of(lua_State *L) { return lua_touserdata(L, lua_upvalueindex(1)); }

/* Leaves a function, or the reason, as luaL_loadfilex does. */
static int bundle_load(lua_State *L, const entry *c) {
  const char *name = lua_pushfstring(L, "@%s", c->path);
  int status =
      luaL_loadbufferx(L, c->code.data, c->code.len, name, c->kind == ENTRY_CODE ? "b" : "t");
  lua_remove(L, -2);
  return status;
}

static const entry *find_lua(const bundle *from, const char *path) {
  const entry *c = bundle_find(from, path, true);
  return c == NULL || c->kind == ENTRY_BYTES ? NULL : c;
}

static int push_missing(lua_State *L, const char *path) {
  lua_pushnil(L);
  lua_pushfstring(L, "%s: No such file or directory", path);
  return 2;
}

/* loadfile(path, mode, env) -> function, or nil and the reason */
static int bundle_loadfile(lua_State *L) {
  const char *path = luaL_checkstring(L, 1);
  const entry *c = find_lua(bundle_of(L), path);
  if (c == NULL) { return push_missing(L, path); }
  if (bundle_load(L, c) != LUA_OK) {
    lua_pushnil(L);
    lua_insert(L, -2);
    return 2;
  }
  if (!lua_isnoneornil(L, 3)) {
    lua_pushvalue(L, 3);
    lua_setupvalue(L, -2, 1);
  }
  return 1;
}

/* readfile(path) -> bytes, or nil and the reason */
static int readfile(lua_State *L) {
  const char *path = luaL_checkstring(L, 1);
  const entry *c = bundle_find(bundle_of(L), path, true);
  if (c == NULL || c->kind != ENTRY_BYTES) { return push_missing(L, path); }
  lua_pushlstring(L, c->code.data, c->code.len);
  return 1;
}

/* searchpath(name, templates) -> path, or nil and what was looked for, as Lua's own tells it */
static int searchpath(lua_State *L) {
  const bundle *from = bundle_of(L);
  const char *part = luaL_gsub(L, luaL_checkstring(L, 1), ".", "/");
  const char *path = luaL_gsub(L, luaL_checkstring(L, 2), "?", part);
  for (const char *at = path, *end; *at != '\0'; at = *end == '\0' ? end : end + 1) {
    end = strchrnul(at, ';');
    if (find_lua(from, lua_pushlstring(L, at, (size_t)(end - at))) != NULL) { return 1; }
    lua_pop(L, 1);
  }
  const char *looked = luaL_gsub(L, path, ";", "'\n\tno file '");
  lua_pushnil(L);
  lua_pushfstring(L, "no file '%s'", looked);
  return 2;
}

/* The searcher of package.path: name -> loader and path, or what was looked for. */
static int bundle_search(lua_State *L) {
  const char *name = luaL_checkstring(L, 1);
  lua_getfield(L, lua_upvalueindex(2), "searchpath");
  lua_pushvalue(L, 1);
  lua_getfield(L, lua_upvalueindex(2), "path");
  lua_call(L, 2, 2);
  if (lua_isnil(L, -2)) { return 1; }
  lua_pop(L, 1);
  const char *path = luaL_checkstring(L, -1);
  const entry *c = find_lua(bundle_of(L), path);
  if (c == NULL) { return luaL_error(L, "package.searchpath gives %s, which is not there", path); }
  if (bundle_load(L, c) != LUA_OK) {
    return luaL_error(L, "error loading module '%s' from file '%s':\n\t%s", name, path,
                      lua_tostring(L, -1));
  }
  lua_insert(L, -2);
  return 2;
}

static void push_function(lua_State *L, bundle *from, lua_CFunction function) {
  lua_pushlightuserdata(L, from);
  lua_pushcclosure(L, function, 1);
}

/* Keeps the searcher of package.preload and drops those that look on the disk. The table is changed
 * in place, because `require` holds it. */
static void put_searchers(lua_State *L, bundle *from) {
  lua_getfield(L, -1, "searchers");
  for (lua_Integer i = (lua_Integer)lua_rawlen(L, -1); i > 1; i--) {
    lua_pushnil(L);
    lua_rawseti(L, -2, i);
  }
  lua_pushlightuserdata(L, from);
  lua_pushvalue(L, -3);
  lua_pushcclosure(L, bundle_search, 2);
  lua_rawseti(L, -2, 2);
  lua_pop(L, 1);
}

void bundle_install(lua_State *L, bundle *from) {
  push_function(L, from, bundle_loadfile);
  lua_setglobal(L, "loadfile");
  lua_getglobal(L, "package");
  push_function(L, from, searchpath);
  lua_setfield(L, -2, "searchpath");
  push_function(L, from, readfile);
  lua_setfield(L, -2, "readfile");
  put_searchers(L, from);
  lua_pop(L, 1);
}
