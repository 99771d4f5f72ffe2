/** JSON to Lua, strictly: `svc.check_json` checks text from outside, `svc.json_member` and
 * `svc.json_members` cut the bytes of members out of it, `svc.parse_json` makes values of it. */
#include <errno.h>
#include <stdlib.h>

#include "binding/modules.h"
#include "json/scan.h"

enum { PARSE_STEP = 500, MEMBERS = 8, REFUSAL = 3 };

/** nil, the reason, the offset. */
static int push_refusal(lua_State *L, const json_fault *refusal) {
  if (refusal->exhausted) { return luaL_error(L, "JSON: %s", refusal->why.text); }
  lua_pushnil(L);
  lua_pushstring(L, refusal->why.text);
  lua_pushinteger(L, (lua_Integer)refusal->offset);
  return REFUSAL;
}

/** Where a parse stands. The text has passed json_check and ends with a NUL, being a Lua string;
 * whatever is made of it belongs to Lua at every moment, because Lua may raise when memory is
 * out. */
typedef struct parser {
  lua_State *L;
  const char *at;
  unsigned values; /**< that were made */
} parser;

static void parse_value(parser *p);

static void skip_space(parser *p) { p->at += strspn(p->at, " \t\n\r"); }

static void parse_string(parser *p) {
  span inner = {++p->at, 0};
  bool plain = true;
  for (; *p->at != '"'; p->at++) {
    if (*p->at != '\\') { continue; }
    plain = false;
    p->at++;
  }
  inner.len = (size_t)(p->at++ - inner.data);
  if (plain) {
    lua_pushlstring(p->L, inner.data, inner.len);
  } else {
    luaL_Buffer value;
    char *out = luaL_buffinitsize(p->L, &value, inner.len);
    luaL_pushresultsize(&value, json_unescape(inner, out));
  }
}

/** Digits alone that fit are an integer; all other numbers are floats. */
static void parse_number(parser *p) {
  char *end;
  errno = 0;
  long long integer = strtoll(p->at, &end, 10);
  if (errno == 0 && *end != '.' && *end != 'e' && *end != 'E') {
    lua_pushinteger(p->L, integer);
  } else {
    lua_pushnumber(p->L, strtod(p->at, &end));
  }
  p->at = end;
}

static void parse_object(parser *p) {
  lua_newtable(p->L);
  do {
    p->at++;
    skip_space(p);
    if (*p->at == '}') { break; }
    parse_string(p);
    skip_space(p);
    p->at++;
    parse_value(p);
    lua_rawset(p->L, -3);
  } while (*p->at == ',');
  p->at++;
}

static void parse_array(parser *p) {
  lua_newtable(p->L);
  luaL_setmetatable(p->L, LUA_ARRAY_TYPE);
  lua_Integer count = 0;
  do {
    p->at++;
    skip_space(p);
    if (*p->at == ']') { break; }
    parse_value(p);
    lua_rawseti(p->L, -2, ++count);
  } while (*p->at == ',');
  p->at++;
}

static void parse_word(parser *p) {
  switch (*p->at) {
    case 't': lua_pushboolean(p->L, true); break;
    case 'f': lua_pushboolean(p->L, false); break;
    default: lua_pushlightuserdata(p->L, NULL);
  }
  p->at += *p->at == 'f' ? strlen("false") : strlen("true");
}

/** A value with the white space around it. */
static void parse_value(parser *p) {
  if (++p->values % PARSE_STEP == 0) { lua_count_work(p->L); }
  luaL_checkstack(p->L, 4, "JSON");
  skip_space(p);
  switch (*p->at) {
    case '{': parse_object(p); break;
    case '[': parse_array(p); break;
    case '"': parse_string(p); break;
    case 't':
    case 'f':
    case 'n': parse_word(p); break;
    default: parse_number(p);
  }
  skip_space(p);
}

/** Checks the text at 1 to the depth that the options at 2 ask for.
 * @return false with the refusal pushed */
static bool sound(lua_State *L, span text) {
  lua_Integer depth = JSON_DEPTH;
  if (lua_istable(L, 2)) {
    lua_getfield(L, 2, "depth");
    depth = luaL_optinteger(L, -1, JSON_DEPTH);
    luaL_argcheck(L, depth >= 1 && depth <= JSON_DEPTH_MAX, 2,
                  lua_pushfstring(L, "depth must be 1..%d", JSON_DEPTH_MAX));
  }
  json_fault refusal;
  if (json_check(text, (unsigned)depth, &refusal)) { return true; }
  push_refusal(L, &refusal);
  return false;
}

static int check_json(lua_State *L) {
  if (!sound(L, lua_check_span(L, 1))) { return REFUSAL; }
  lua_pushboolean(L, true);
  return 1;
}

int lua_parse_json(lua_State *L) {
  span text = lua_check_span(L, 1);
  if (!sound(L, text)) { return REFUSAL; }
  parser p = {L, text.data};
  parse_value(&p);
  return 1;
}

static int members(lua_State *L) {
  span text = lua_check_span(L, 1), names[MEMBERS], found[MEMBERS];
  int count = lua_gettop(L) - 1;
  json_fault refusal;
  luaL_argcheck(L, count <= MEMBERS, MEMBERS + 2, lua_pushfstring(L, "at most %d names", MEMBERS));
  for (int i = 0; i < count; i++) { names[i] = lua_check_span(L, i + 2); }
  if (!json_members(text, names, (size_t)count, found, &refusal)) {
    return push_refusal(L, &refusal);
  }
  lua_pushboolean(L, true);
  for (int i = 0; i < count; i++) { lua_push_span(L, found[i]); }
  return count + 1;
}

static int member(lua_State *L) {
  lua_push_span(L, json_member(lua_check_span(L, 1), lua_check_span(L, 2)));
  return 1;
}

static const luaL_Reg functions[] = {
    {"check_json", check_json},
    {"json_member", member},
    {"json_members", members},
    {"parse_json", lua_parse_json},
    {NULL, NULL},
};

void lua_open_json_read(lua_State *L) { luaL_setfuncs(L, functions, 0); }
