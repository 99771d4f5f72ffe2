/** @file
 * The parts of the Lua module `svc`: one C file each, one opener each; and what they share to read
 * arguments and to build the tables they return. An opener adds its functions to the module table
 * at the top of the stack and leaves the stack as it was. `lua.h` is included only in binding/ and
 * host/.
 */
#pragma once

#include <lauxlib.h>
#include <lua.h>
#include <stdint.h>

#include "base/buffer.h"
#include "base/fault.h"
#include "base/span.h"

/** The openers: what each adds stands at the head of its file. Those of methods of the publication
 * handle run behind lua_open_publication (lua_svc.c). */
void lua_open_assets(lua_State *L);
void lua_open_builder(lua_State *L);
void lua_open_document(lua_State *L);
void lua_open_documents(lua_State *L);
void lua_open_html(lua_State *L);
void lua_open_json(lua_State *L);
void lua_open_json_read(lua_State *L);
void lua_open_paths(lua_State *L);
void lua_open_pointer(lua_State *L);
void lua_open_proof(lua_State *L);
void lua_open_publication(lua_State *L);
void lua_open_quran(lua_State *L);
void lua_open_quran_build(lua_State *L);
void lua_open_search(lua_State *L);
void lua_open_signature(lua_State *L);
void lua_open_template(lua_State *L);
void lua_open_trust(lua_State *L);
void lua_open_uri(lua_State *L);
void lua_open_verify(lua_State *L);
void lua_open_watcher(lua_State *L);

/** The type of `svc.render_cache`: a userdata that is a `render_cache *`. */
#define LUA_RENDER_CACHE_TYPE "svc.render_cache"

/** The functions `svc.json` and `svc.parse_json`, for other parts to call. */
int lua_json(lua_State *L);
int lua_parse_json(lua_State *L);

/** True when the value at `index` has the metatable that is registered as `type`. */
bool lua_has_type(lua_State *L, int index, const char *type);

/** An emptied buffer that belongs to the Lua state, for text that Lua receives at once. `svc.json`
 * uses the same one. */
buffer *lua_take_buffer(lua_State *L);

/** Pushes the bytes of the buffer that was taken; raises where it failed. @return 1 */
int lua_push_taken(lua_State *L, const buffer *out);

/** Replaces the JSON text at the top by what `svc.raw_json` makes of it. */
void lua_push_raw_json(lua_State *L);

/** Pushes the bytes of a buffer and frees it, also where that raises: a buffer that failed does.
 * @return 1 */
int lua_push_buffer(lua_State *L, buffer *out);

/** Name of the metatable that marks a table as a JSON array, an empty one too (`svc.array`). */
#define LUA_ARRAY_TYPE "svc.array"

/** Argument `index` as borrowed bytes; raises when it is not a string. Lives while the value
 * stays on the stack. */
static inline span lua_check_span(lua_State *L, int index) {
  span text;
  text.data = luaL_checklstring(L, index, &text.len);
  return text;
}

/** Lets the hook of `L`, where one counts its instructions, count a piece of work that is done in
 * C, about as long as a thousand of them. May raise: nothing may be held then. */
static inline void lua_count_work(lua_State *L) {
  lua_Hook hook = lua_gethook(L);
  lua_Debug event = {.event = LUA_HOOKCOUNT, .currentline = -1};
  if (hook != NULL) { hook(L, &event); }
}

/** Pushes the bytes of `text`, or nil when it is absent. */
static inline void lua_push_span(lua_State *L, span text) {
  if (text.data == NULL) {
    lua_pushnil(L);
  } else {
    lua_pushlstring(L, text.data, text.len);
  }
}

/** Sets field `name` of the table at the top; an absent text sets nothing. */
static inline void lua_set_span(lua_State *L, const char *name, span text) {
  if (text.data == NULL) { return; }
  lua_pushlstring(L, text.data, text.len);
  lua_setfield(L, -2, name);
}

static inline void lua_set_string(lua_State *L, const char *name, const char *text) {
  lua_set_span(L, name, span_of(text));
}

static inline void lua_set_integer(lua_State *L, const char *name, uint64_t value) {
  lua_pushinteger(L, (lua_Integer)value);
  lua_setfield(L, -2, name);
}

/** Member `name` of the table at `index`, an integer from `least` to `most`, which is at most
 * INT64_MAX. Raises on anything else and names it. */
static inline uint64_t lua_get_integer(lua_State *L, int index, const char *name, uint64_t least,
                                       uint64_t most) {
  int is_integer;
  lua_getfield(L, index, name);
  lua_Integer value = lua_tointegerx(L, -1, &is_integer);
  if (!is_integer || value < (lua_Integer)least || value > (lua_Integer)most) {
    luaL_error(L, "`%s` is an integer from %I to %I", name, (LUAI_UACINT)least, (LUAI_UACINT)most);
  }
  lua_pop(L, 1);
  return (uint64_t)value;
}

/** Pushes a new table marked as JSON array, with room for `count` entries. */
static inline void lua_push_array(lua_State *L, size_t count) {
  lua_createtable(L, (int)count, 0);
  luaL_setmetatable(L, LUA_ARRAY_TYPE);
}

/** Appends the value at the top to the list below it and removes it. */
static inline void lua_append(lua_State *L) {
  lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);
}

static inline void lua_append_string(lua_State *L, const char *text) {
  lua_pushstring(L, text);
  lua_append(L);
}

/** Pushes nil and the reason. @return 2, the number of results */
static inline int lua_refuse(lua_State *L, const char *reason) {
  lua_pushnil(L);
  lua_pushstring(L, reason);
  return 2;
}

/** Pushes nil and the reason, after the path of the file to blame. @return 2 */
static inline int lua_refuse_file(lua_State *L, const char *path, const fault *why) {
  lua_pushnil(L);
  lua_pushfstring(L, "%s: %s", path, why->text);
  return 2;
}

/** Pushes the results of a function that can only succeed or fail: true, or nil and the reason.
 * @return the number of results */
static inline int lua_push_outcome(lua_State *L, bool done, const fault *why) {
  if (!done) { return lua_refuse(L, why->text); }
  lua_pushboolean(L, true);
  return 1;
}

/** Makes the type `name` of userdata. @param close called by `__gc` and `__close`
 * @param methods of its values, or NULL */
static inline void lua_new_type(lua_State *L, const char *name, lua_CFunction close,
                                const luaL_Reg *methods) {
  luaL_newmetatable(L, name);
  lua_pushcfunction(L, close);
  lua_pushvalue(L, -1);
  lua_setfield(L, -3, "__gc");
  lua_setfield(L, -2, "__close");
  if (methods != NULL) {
    lua_newtable(L);
    luaL_setfuncs(L, methods, 0);
    lua_setfield(L, -2, "__index");
  }
  lua_pop(L, 1);
}

/** Pushes a value of type `name`: `size` zero bytes and `values` user values. */
static inline void *lua_new_value(lua_State *L, const char *name, size_t size, int values) {
  void *value = memset(lua_newuserdatauv(L, size, values), 0, size);
  luaL_setmetatable(L, name);
  return value;
}
