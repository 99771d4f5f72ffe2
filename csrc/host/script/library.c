/* Parts are derived from lstrlib.c and ltablib.c of Lua 5.4, Copyright (C) 1994-2023 Lua.org,
   PUC-Rio (see LICENSE). */
#include "host/script/library.h"

#include <ctype.h>
#include <lauxlib.h>
#include <stdbool.h>
#include <string.h>

#include "host/script/script_work.h"

enum {
  DIRECTIVES = 1000, /* of a format: each number that is written may take some microseconds */
  QUOTED = 1 << 18,  /* bytes of texts that a format takes where it quotes: some 100 ns for each */
  PACKING = 1 << 16  /* bytes of a format of string.pack */
};

static int library_original(lua_State *L) { return lua_tocfunction(L, lua_upvalueindex(1))(L); }

/* ---- string ---- */

/* string.rep(text, count [, separator]) */
static int library_rep(lua_State *L) {
  size_t length, between;
  const char *text = luaL_checklstring(L, 1, &length);
  lua_Integer count = luaL_checkinteger(L, 2);
  const char *separator = luaL_optlstring(L, 3, "", &between);
  if (count <= 0 || length + between == 0) {
    lua_pushliteral(L, "");
    return 1;
  }
  if (length + between > LIBRARY_STRING / (size_t)count) {
    return luaL_error(L, "resulting string too large (at most %d bytes)", LIBRARY_STRING);
  }
  luaL_Buffer out;
  work w = work_begin(L);
  work_ask(&w); /* to fill memory takes about as long as a step */
  size_t total = (size_t)count * (length + between), filled = length + between;
  char *to = luaL_buffinitsize(L, &out, total);
  memcpy(to, text, length);
  memcpy(to + length, separator, between);
  for (; filled < total; filled *= 2) {
    memcpy(to + filled, to, filled < total - filled ? filled : total - filled);
  }
  luaL_pushresultsize(&out, total - between);
  return 1;
}

/* string.format(format, ...) */
static int library_format(lua_State *L) {
  size_t length, count = 0, bytes = 0;
  bool quotes = false;
  const char *text = luaL_checklstring(L, 1, &length), *end = text + length;
  while ((text = memchr(text, '%', (size_t)(end - text))) != NULL) {
    text++;
    count++;
    quotes |= *text == 'q';
  }
  luaL_argcheck(L, count <= DIRECTIVES, 1, "more than 1000 directives");
  for (int i = quotes ? lua_gettop(L) : 1; i > 1; i--) { bytes += lua_rawlen(L, i); }
  luaL_argcheck(L, bytes <= QUOTED, 1, "more than 256 KiB of texts, of which %q quotes some");
  return library_original(L);
}

/* string.pack, string.packsize, string.unpack: (format, ...) */
static int library_pack(lua_State *L) {
  size_t length, padded = 0;
  const char *text = luaL_checklstring(L, 1, &length);
  luaL_argcheck(L, length <= PACKING, 1, "format longer than 64 KiB");
  for (const char *at = text; *at != '\0'; at++) {
    if (*at != 'c') { continue; }
    size_t size = 0;
    for (; isdigit((unsigned char)at[1]) && size <= LIBRARY_STRING; at++) {
      size = size * 10 + (size_t)(at[1] - '0');
    }
    padded += size;
    luaL_argcheck(L, padded <= LIBRARY_STRING, 1, "the result would be too large");
  }
  return library_original(L);
}

/* ---- table ---- */

enum { READS = 1, WRITES = 2, MEASURES = 4 };

static bool library_has_field(lua_State *L, const char *name, int metatable) {
  lua_pushstring(L, name);
  bool found = lua_rawget(L, metatable) != LUA_TNIL;
  lua_pop(L, 1);
  return found;
}

/* Argument `index` is a table, or has metamethods in its place. */
static void library_check_table(lua_State *L, int index, int use) {
  if (lua_istable(L, index)) { return; }
  int metatable = lua_gettop(L) + 1;
  bool good = lua_getmetatable(L, index) &&
              (!(use & READS) || library_has_field(L, "__index", metatable)) &&
              (!(use & WRITES) || library_has_field(L, "__newindex", metatable)) &&
              (!(use & MEASURES) || library_has_field(L, "__len", metatable));
  if (!good) { luaL_checktype(L, index, LUA_TTABLE); }
  lua_settop(L, metatable - 1);
}

static lua_Integer library_check_length(lua_State *L, int use) {
  library_check_table(L, 1, use | MEASURES);
  return luaL_len(L, 1);
}

/* table.insert(list, [position,] value) */
static int library_insert(lua_State *L) {
  lua_Integer end = library_check_length(L, READS | WRITES);
  end = (lua_Integer)((lua_Unsigned)end + 1); /* as Lua's own, which may wrap */
  lua_Integer position = end;
  int given = lua_gettop(L);
  if (given != 2 && given != 3) { return luaL_error(L, "wrong number of arguments to 'insert'"); }
  if (given == 3) {
    work w = work_begin(L);
    position = luaL_checkinteger(L, 2);
    luaL_argcheck(L, (lua_Unsigned)position - 1U < (lua_Unsigned)end, 2, "position out of bounds");
    for (lua_Integer i = end; i > position; i--) {
      work_turn(&w);
      lua_geti(L, 1, i - 1);
      lua_seti(L, 1, i);
    }
  }
  lua_seti(L, 1, position);
  return 0;
}

/* table.remove(list [, position]) */
static int library_remove(lua_State *L) {
  work w = work_begin(L);
  lua_Integer size = library_check_length(L, READS | WRITES);
  lua_Integer position = luaL_optinteger(L, 2, size);
  if (position != size) {
    luaL_argcheck(L, (lua_Unsigned)position - 1U <= (lua_Unsigned)size, 2,
                  "position out of bounds");
  }
  lua_geti(L, 1, position);
  for (; position < size; position++) {
    work_turn(&w);
    lua_geti(L, 1, position + 1);
    lua_seti(L, 1, position);
  }
  lua_pushnil(L);
  lua_seti(L, 1, position);
  return 1;
}

/* table.move(from, first, last, place [, to]) */
static int library_move(lua_State *L) {
  work w = work_begin(L);
  lua_Integer first = luaL_checkinteger(L, 2), last = luaL_checkinteger(L, 3);
  lua_Integer place = luaL_checkinteger(L, 4);
  int to = lua_isnoneornil(L, 5) ? 1 : 5;
  library_check_table(L, 1, READS);
  library_check_table(L, to, WRITES);
  if (last >= first) {
    luaL_argcheck(L, first > 0 || last < LUA_MAXINTEGER + first, 3, "too many elements to move");
    lua_Integer count = last - first + 1;
    luaL_argcheck(L, place <= LUA_MAXINTEGER - count + 1, 4, "destination wrap around");
    bool upward = place > last || place <= first || (to != 1 && !lua_compare(L, 1, to, LUA_OPEQ));
    for (lua_Integer turn = 0; turn < count; turn++) {
      lua_Integer i = upward ? turn : count - 1 - turn;
      work_turn(&w);
      lua_geti(L, 1, first + i);
      lua_seti(L, to, place + i);
    }
  }
  lua_pushvalue(L, to);
  return 1;
}

/* Adds the element `i` of argument 1, which is a text or a number. @return its length */
static size_t library_add_element(lua_State *L, luaL_Buffer *out, lua_Integer i) {
  size_t length;
  lua_geti(L, 1, i);
  if (!lua_isstring(L, -1)) {
    luaL_error(L, "invalid value (%s) at index %I in table for 'concat'", luaL_typename(L, -1),
               (LUAI_UACINT)i);
  }
  lua_tolstring(L, -1, &length);
  luaL_addvalue(out);
  return length;
}

/* table.concat(list [, separator [, first [, last]]]) */
static int library_concat(lua_State *L) {
  work w = work_begin(L);
  luaL_Buffer out;
  size_t between, total = 0;
  lua_Integer last = library_check_length(L, READS);
  const char *separator = luaL_optlstring(L, 2, "", &between);
  lua_Integer i = luaL_optinteger(L, 3, 1);
  last = luaL_optinteger(L, 4, last);
  luaL_buffinit(L, &out);
  for (bool more = i <= last; more; i++) {
    size_t length = library_add_element(L, &out, i);
    more = i < last; /* which may be the greatest integer */
    if (more) { luaL_addlstring(&out, separator, between); }
    total += length + between;
    work_turns(&w, 1 + (length + between) / 64);
    if (total > LIBRARY_STRING + between) {
      return luaL_error(L, "resulting string too large (at most %d bytes)", LIBRARY_STRING);
    }
  }
  luaL_pushresult(&out);
  return 1;
}

/* The order that table.sort asks: upvalues are the function of the script, or nil, and the work. */
static int library_compare(lua_State *L) {
  work_turn(lua_touserdata(L, lua_upvalueindex(2)));
  lua_settop(L, 2);
  if (lua_isnil(L, lua_upvalueindex(1))) {
    lua_pushboolean(L, lua_compare(L, 1, 2, LUA_OPLT));
    return 1;
  }
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, 2, 1);
  return 1;
}

/* table.sort(list [, before]) */
static int library_sort(lua_State *L) {
  if (!lua_isnoneornil(L, 2)) { luaL_checktype(L, 2, LUA_TFUNCTION); }
  lua_settop(L, 2);
  work *w = lua_newuserdatauv(L, sizeof *w, 0);
  *w = work_begin(L);
  lua_pushcclosure(L, library_compare, 2);
  return library_original(L);
}

/* Puts functions in the place of those of a table, which are the upvalue of each. */
static void library_put(lua_State *L, const char *library, const luaL_Reg *functions) {
  lua_getglobal(L, library);
  for (; functions->name != NULL; functions++) {
    lua_getfield(L, -1, functions->name);
    lua_pushcclosure(L, functions->func, 1);
    lua_setfield(L, -2, functions->name);
  }
  lua_pop(L, 1);
}

void library_bind(lua_State *L) {
  static const luaL_Reg strings[] = {{"find", library_find},     {"format", library_format},
                                     {"gmatch", library_gmatch}, {"gsub", library_gsub},
                                     {"match", library_match},   {"pack", library_pack},
                                     {"packsize", library_pack}, {"rep", library_rep},
                                     {"unpack", library_pack},   {NULL, NULL}};
  static const luaL_Reg tables[] = {{"concat", library_concat}, {"insert", library_insert},
                                    {"move", library_move},     {"remove", library_remove},
                                    {"sort", library_sort},     {NULL, NULL}};
  library_put(L, "string", strings);
  library_put(L, "table", tables);
}
