/** JSON from Lua: `svc.json` writes canonical text; `svc.array` and `svc.raw_json` mark values
 * whose JSON cannot be told from their type. */
#include "base/buffer.h"
#include "base/list.h"
#include "binding/modules.h"
#include "json/write.h"

enum { WRITE_DEPTH = 100 };

static const char array_type[] = LUA_ARRAY_TYPE;
static const char raw_type[] = "svc.raw_json";

/** Where a write stands. A reason travels up and is raised by the caller, and so is what Lua raises
 * when its memory is out: once the buffer and the names are released. */
typedef struct writer {
  lua_State *L;
  buffer out;
  const char *reason; /**< static text */
  unsigned depth;
  span *names; /**< member names of the objects that are open, the innermost last */
  size_t name_count, name_room;
} writer;

static bool write_value(writer *w, int index);

static bool refuse(writer *w, const char *reason) {
  w->reason = reason;
  return false;
}

static bool has_type(lua_State *L, int index, const char *type) {
  if (!lua_getmetatable(L, index)) return false;
  luaL_getmetatable(L, type);
  bool same = lua_rawequal(L, -1, -2);
  lua_pop(L, 2);
  return same;
}

static bool write_array(writer *w, int index, lua_Unsigned count) {
  buffer_byte(&w->out, '[');
  for (lua_Unsigned i = 1; i <= count; i++) {
    if (i > 1) buffer_byte(&w->out, ',');
    lua_rawgeti(w->L, index, (lua_Integer)i);
    if (!write_value(w, lua_gettop(w->L))) return false;
    lua_pop(w->L, 1);
  }
  buffer_byte(&w->out, ']');
  return true;
}

static int compare_names(const void *a, const void *b) {
  return span_compare(*(const span *)a, *(const span *)b);
}

/** Appends the member names of the table at `index` to those of the writer, sorted; they live as
 * long as the table does. */
static bool collect_names(writer *w, int index) {
  size_t first = w->name_count;
  lua_pushnil(w->L);
  while (lua_next(w->L, index)) {
    lua_pop(w->L, 1);
    if (lua_type(w->L, -1) != LUA_TSTRING) {
      return refuse(w, "a table must be a list 1..n or have only string keys");
    }
    if (!list_grow(w->names, w->name_count, w->name_room)) return refuse(w, "out of memory");
    span *name = &w->names[w->name_count++];
    name->data = lua_tolstring(w->L, -1, &name->len);
  }
  size_t count = w->name_count - first;
  if (count > 1) qsort(w->names + first, count, sizeof *w->names, compare_names);
  return true;
}

static bool write_member(writer *w, int index, span name) {
  if (!json_write_string(&w->out, name)) return refuse(w, "a member name is not UTF-8");
  buffer_byte(&w->out, ':');
  lua_pushlstring(w->L, name.data, name.len);
  lua_rawget(w->L, index);
  if (!write_value(w, lua_gettop(w->L))) return false;
  lua_pop(w->L, 1);
  return true;
}

static bool write_object(writer *w, int index) {
  size_t first = w->name_count;
  if (!collect_names(w, index)) return false;
  buffer_byte(&w->out, '{');
  for (size_t i = first, end = w->name_count; i < end; i++) {
    if (i > first) buffer_byte(&w->out, ',');
    if (!write_member(w, index, w->names[i])) return false;
  }
  buffer_byte(&w->out, '}');
  w->name_count = first;
  return true;
}

/** True when the keys of the table are exactly 1..count. */
static bool is_list(lua_State *L, int index, lua_Unsigned count) {
  lua_Unsigned keys = 0;
  lua_pushnil(L);
  while (lua_next(L, index)) {
    lua_pop(L, 1);
    keys++;
    if (!lua_isinteger(L, -1) || lua_tointeger(L, -1) < 1 ||
        (lua_Unsigned)lua_tointeger(L, -1) > count) {
      lua_pop(L, 1);
      return false;
    }
  }
  return keys == count;
}

static bool write_table(writer *w, int index) {
  lua_Unsigned count = lua_rawlen(w->L, index);
  if (w->depth == WRITE_DEPTH) return refuse(w, "nested too deep, or a table holds itself");
  w->depth++;
  bool list = has_type(w->L, index, array_type);
  if (list && !is_list(w->L, index, count)) {
    return refuse(w, "a table marked as array has keys other than 1..n");
  }
  list = list || (count > 0 && is_list(w->L, index, count));
  bool good = list ? write_array(w, index, count) : write_object(w, index);
  w->depth--;
  return good;
}

static bool write_text(writer *w, int index) {
  span text;
  text.data = lua_tolstring(w->L, index, &text.len);
  return json_write_string(&w->out, text) || refuse(w, "a string is not UTF-8");
}

static bool write_raw(writer *w, int index) {
  if (!has_type(w->L, index, raw_type)) return refuse(w, "a value has no JSON form (userdata)");
  span text;
  lua_getiuservalue(w->L, index, 1);
  text.data = lua_tolstring(w->L, -1, &text.len);
  buffer_append(&w->out, text);
  lua_pop(w->L, 1);
  return true;
}

static bool write_value(writer *w, int index) {
  lua_State *L = w->L;
  if (!lua_checkstack(L, 8)) return refuse(w, "out of memory");
  switch (lua_type(L, index)) {
    case LUA_TBOOLEAN:
      buffer_text(&w->out, lua_toboolean(L, index) ? "true" : "false");
      return true;
    case LUA_TSTRING: return write_text(w, index);
    case LUA_TTABLE: return write_table(w, index);
    case LUA_TUSERDATA: return write_raw(w, index);
    case LUA_TLIGHTUSERDATA:
      if (lua_touserdata(L, index) != NULL) return refuse(w, "a value has no JSON form (pointer)");
      buffer_text(&w->out, "null");
      return true;
    case LUA_TNUMBER:
      if (lua_isinteger(L, index)) {
        json_write_integer(&w->out, lua_tointeger(L, index));
        return true;
      }
      return json_write_number(&w->out, lua_tonumber(L, index)) ||
             refuse(w, "a number is not finite");
    default: return refuse(w, "a value has no JSON form (nil, function or thread)");
  }
}

/** Pushes the string for the buffer at light userdata 1; called protected, as it may raise. */
static int push_text(lua_State *L) {
  const buffer *out = lua_touserdata(L, 1);
  span text = buffer_span(out);
  lua_pushlstring(L, text.data, text.len);
  return 1;
}

int lua_push_buffer(lua_State *L, buffer *out) {
  int status = LUA_ERRMEM;
  bool failed = out->failed;
  lua_pushcfunction(L, push_text);
  lua_pushlightuserdata(L, out);
  if (!failed) status = lua_pcall(L, 1, 1, 0);
  buffer_free(out);
  if (failed) return luaL_error(L, "out of memory");
  return status == LUA_OK ? 1 : lua_error(L);
}

/** The protected body: `lua_rawget` with a fresh key string may raise when memory is out. */
static int write_protected(lua_State *L) {
  writer *w = lua_touserdata(L, 2);
  lua_pushboolean(L, write_value(w, 1));
  return 1;
}

int lua_json(lua_State *L) {
  writer w = {.L = L};
  luaL_checkany(L, 1);
  lua_settop(L, 1);
  lua_pushcfunction(L, write_protected);
  lua_pushvalue(L, 1);
  lua_pushlightuserdata(L, &w);
  int status = lua_pcall(L, 2, 1, 0);
  bool good = status == LUA_OK && lua_toboolean(L, -1) && !w.out.failed;
  free(w.names);
  if (good) return lua_push_buffer(L, &w.out);
  buffer_free(&w.out);
  if (status != LUA_OK) return lua_error(L);
  return luaL_error(L, "svc.json: %s", w.reason != NULL ? w.reason : "out of memory");
}

static int array(lua_State *L) {
  if (lua_isnoneornil(L, 1)) {
    lua_settop(L, 0);
    lua_newtable(L);
  }
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_setmetatable(L, array_type);
  lua_settop(L, 1);
  return 1;
}

static int is_array(lua_State *L) {
  luaL_checkany(L, 1);
  lua_pushboolean(L, lua_istable(L, 1) && has_type(L, 1, array_type));
  return 1;
}

static int raw_json(lua_State *L) {
  luaL_checkstring(L, 1);
  lua_newuserdatauv(L, 0, 1);
  lua_pushvalue(L, 1);
  lua_setiuservalue(L, -2, 1);
  luaL_setmetatable(L, raw_type);
  return 1;
}

static const luaL_Reg functions[] = {
    {"array", array},       {"is_array", is_array}, {"json", lua_json},
    {"raw_json", raw_json}, {NULL, NULL},
};

void lua_open_json(lua_State *L) {
  luaL_newmetatable(L, array_type);
  luaL_newmetatable(L, raw_type);
  lua_pop(L, 2);
  luaL_setfuncs(L, functions, 0);
  lua_pushlightuserdata(L, NULL);
  lua_setfield(L, -2, "null");
}
