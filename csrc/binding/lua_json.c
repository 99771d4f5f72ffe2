#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "base/buffer.h"
#include "base/bytes.h"
#include "binding/modules.h"
#include "json/scan.h"
#include "json/write.h"

/** JSON to Lua, strictly: `svc.check_json` checks text from outside, `svc.json_member` and
 * `svc.json_members` cut the bytes of members out of it, `svc.parse_json` makes values of it. */

/* What is told of a value that JSON does not have. */
#define NO_FORM(of) \
  "a value has no JSON form (" of "); texts, numbers, booleans, tables and svc.null have one"

enum { PARSE_STEP = 500, SCANNED_BYTES = 2048, MEMBERS = 8, REFUSAL = 3 };

/** nil, the reason, the offset. */
static int push_refusal(lua_State *L, const json_fault *refusal) {
  if (refusal->exhausted) { return luaL_error(L, "JSON: %s", refusal->why.text); }
  lua_pushnil(L);
  lua_pushstring(L, refusal->why.text);
  lua_pushinteger(L, (lua_Integer)refusal->offset);
  return REFUSAL;
}

/** The state of a parse. The text has passed json_check and ends with a NUL, being a Lua string;
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

/** Members that an object has room for at once: most have no more, and each growth of a table costs
 * as much as many members. */
enum { ROOM = 4 };

static void parse_object(parser *p) {
  lua_createtable(p->L, 0, p->at[1] == '}' ? 0 : ROOM);
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
  lua_createtable(p->L, p->at[1] != ']', 0);
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

/** Argument `index` as JSON that is about to be scanned. Its bytes count as work before that, as
 * the scan holds memory and cannot be ended by what Lua raises. */
static span check_scanned(lua_State *L, int index) {
  span text = lua_check_span(L, index);
  for (size_t at = SCANNED_BYTES; at < text.len; at += SCANNED_BYTES) { lua_count_work(L); }
  return text;
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
  if (!sound(L, check_scanned(L, 1))) { return REFUSAL; }
  lua_pushboolean(L, true);
  return 1;
}

/** Its address is the key in the registry of the longest member that `json_members` found last. Who
 * takes a text apart often parses it next, and need not have it checked twice. */
static const char sound_key = 0;

/** True when argument 1 is that text, which is then forgotten: it would not be collected. */
static bool known_sound(lua_State *L) {
  if (!lua_isnoneornil(L, 2)) { return false; } /* its depth may be another */
  lua_rawgetp(L, LUA_REGISTRYINDEX, &sound_key);
  bool same = lua_rawequal(L, -1, 1);
  lua_pop(L, 1);
  if (same) {
    lua_pushnil(L);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &sound_key);
  }
  return same;
}

int lua_parse_json(lua_State *L) {
  span text = check_scanned(L, 1);
  if (!known_sound(L) && !sound(L, text)) { return REFUSAL; }
  parser p = {L, text.data};
  parse_value(&p);
  return 1;
}

static int members(lua_State *L) {
  span text = check_scanned(L, 1), names[MEMBERS], found[MEMBERS];
  int count = lua_gettop(L) - 1;
  json_fault refusal;
  luaL_argcheck(L, count <= MEMBERS, MEMBERS + 2, lua_pushfstring(L, "at most %d names", MEMBERS));
  for (int i = 0; i < count; i++) { names[i] = lua_check_span(L, i + 2); }
  if (!json_members(text, names, (size_t)count, found, &refusal)) {
    return push_refusal(L, &refusal);
  }
  lua_pushboolean(L, true);
  int longest = 0;
  for (int i = 0; i < count; i++) {
    lua_push_span(L, found[i]);
    if (found[i].len > found[longest].len) { longest = i; }
  }
  lua_pushvalue(L, count > 0 ? longest - count : -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &sound_key);
  return count + 1;
}

static int member(lua_State *L) {
  lua_push_span(L, json_member(check_scanned(L, 1), lua_check_span(L, 2)));
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

/** JSON from Lua: `svc.json` writes canonical text; `svc.array` and `svc.raw_json` mark values
 * whose type does not decide their JSON. */

enum {
  WRITE_DEPTH = 100,
  FEW_MEMBERS = 32,
  KEPT_BYTES = 1 << 18,
  WRITE_STEP = 1000,
  WRITE_BYTES = 64 << 20
};

static const char array_type[] = LUA_ARRAY_TYPE;
static const char raw_type[] = "svc.raw_json";
static const char writer_type[] = "svc.json.writer";

/** A member of an object that is open. */
typedef struct open_member {
  uint64_t order; /**< the first bytes of its name, as a number that sorts as they do */
  span name;
  int value; /**< where it is on the stack */
} open_member;

/** A member that is written: its name, or its place from 1 where that is absent. */
typedef struct json_step {
  span name;
  lua_Unsigned index;
} json_step;

/** The state of a write. Each Lua state has one, which keeps its memory from write to write; an
 * error of Lua may leave it half-done. */
typedef struct writer {
  lua_State *L;
  buffer out;
  const char *reason; /**< static text */
  unsigned depth;
  json_step path[WRITE_DEPTH + 1]; /**< from the value to what is written, `depth` of them */
  open_member *members;            /**< of the objects that are open, the innermost last */
  size_t member_count, member_capacity;
  unsigned values; /**< that were written */
} writer;

/** Appends the way to what is written, such as `.items[3].score`. */
static void write_path(const writer *w, luaL_Buffer *out) {
  for (unsigned i = 0; i < w->depth && i <= WRITE_DEPTH; i++) {
    const json_step *step = &w->path[i];
    if (step->name.data != NULL) {
      lua_pushfstring(w->L, ".%s", step->name.data);
    } else if (step->index > 0) {
      lua_pushfstring(w->L, "[%I]", (LUAI_UACINT)step->index);
    } else {
      continue; /* the table itself is at fault */
    }
    luaL_addvalue(out);
  }
}

static int free_writer(lua_State *L) {
  writer *w = luaL_checkudata(L, 1, writer_type);
  buffer_free(&w->out);
  free(w->members);
  w->members = NULL;
  return 0;
}

/** The writer of the state, at its start. */
static writer *take_writer(lua_State *L) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, writer_type) != LUA_TUSERDATA) {
    lua_pop(L, 1);
    lua_new_value(L, writer_type, sizeof(writer), 0);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, writer_type);
  }
  writer *w = lua_touserdata(L, -1);
  lua_pop(L, 1);
  if (w->out.size > KEPT_BYTES || w->out.failed) { buffer_free(&w->out); }
  buffer_clear(&w->out);
  w->L = L;
  w->reason = NULL;
  w->depth = 0;
  w->member_count = 0;
  return w;
}

buffer *lua_take_buffer(lua_State *L) { return &take_writer(L)->out; }

static bool write_value(writer *w, int index);

static bool refuse(writer *w, const char *reason) {
  w->reason = reason;
  return false;
}

bool lua_has_type(lua_State *L, int index, const char *type) {
  if (!lua_getmetatable(L, index)) { return false; }
  luaL_getmetatable(L, type);
  bool same = lua_rawequal(L, -1, -2);
  lua_pop(L, 2);
  return same;
}

static bool write_array(writer *w, int index, lua_Unsigned count) {
  buffer_byte(&w->out, '[');
  for (lua_Unsigned i = 1; i <= count; i++) {
    if (i > 1) { buffer_byte(&w->out, ','); }
    lua_rawgeti(w->L, index, (lua_Integer)i);
    w->path[w->depth - 1] = (json_step){{NULL, 0}, i};
    if (!write_value(w, lua_gettop(w->L))) { return false; }
    lua_pop(w->L, 1);
  }
  buffer_byte(&w->out, ']');
  return true;
}

static int compare_members(const void *a, const void *b) {
  const open_member *left = a, *right = b;
  if (left->order != right->order) { return left->order < right->order ? -1 : 1; }
  return span_compare(left->name, right->name);
}

static void sort_members(open_member *list, size_t count) {
  if (count > FEW_MEMBERS) {
    qsort(list, count, sizeof *list, compare_members);
    return;
  }
  for (size_t i = 1; i < count; i++) {
    open_member moved = list[i];
    size_t at = i;
    for (; at > 0 && compare_members(&moved, &list[at - 1]) < 0; at--) { list[at] = list[at - 1]; }
    list[at] = moved;
  }
}

static uint64_t order_of(span name) {
  unsigned char first[8] = {0};
  memcpy(first, name.data, name.len < sizeof first ? name.len : sizeof first);
  return __builtin_bswap64(load_u64le(first));
}

/** Appends the members of the table at `index` to those of the writer, sorted, and leaves their
 * values on the stack. Names live as long as the table does. */
static bool collect_members(writer *w, int index) {
  lua_State *L = w->L;
  size_t first = w->member_count;
  lua_pushnil(L);
  while (lua_next(L, index)) {
    if (lua_type(L, -2) != LUA_TSTRING) {
      return refuse(w, "a table must be a list 1..n or have only string keys");
    }
    if (!lua_checkstack(L, 8)) {
      return refuse(w, "an object has more members than fit on the stack");
    }
    if (!list_grow(w->members, w->member_count, w->member_capacity)) {
      return refuse(w, "out of memory");
    }
    lua_insert(L, -2);
    open_member *m = &w->members[w->member_count++];
    m->name.data = lua_tolstring(L, -1, &m->name.len);
    m->order = order_of(m->name);
    m->value = lua_gettop(L) - 1;
  }
  size_t count = w->member_count - first;
  if (count > 1) { sort_members(w->members + first, count); }
  return true;
}

static bool write_object(writer *w, int index) {
  size_t first = w->member_count;
  int top = lua_gettop(w->L);
  if (!collect_members(w, index)) { return false; }
  buffer_byte(&w->out, '{');
  for (size_t i = first, end = w->member_count; i < end; i++) {
    open_member m = w->members[i];
    if (i > first) { buffer_byte(&w->out, ','); }
    w->path[w->depth - 1] = (json_step){m.name, 0};
    if (!json_write_string(&w->out, m.name)) { return refuse(w, "a member name is not UTF-8"); }
    buffer_byte(&w->out, ':');
    if (!write_value(w, m.value)) { return false; }
  }
  buffer_byte(&w->out, '}');
  w->member_count = first;
  lua_settop(w->L, top);
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

/** The table that a view shows (lua/base/view.lua) in the place of the view, at `index`, where it
 * is one. Its metatable has the field `__view`. */
static void enter_view(lua_State *L, int index) {
  if (!lua_getmetatable(L, index)) { return; }
  lua_pushliteral(L, "__view");
  if (lua_rawget(L, -2) == LUA_TTABLE) { lua_copy(L, -1, index); }
  lua_pop(L, 2);
}

static bool write_table(writer *w, int index) {
  enter_view(w->L, index);
  lua_Unsigned count = lua_rawlen(w->L, index);
  if (w->depth == WRITE_DEPTH) { return refuse(w, "nested too deep, or a table holds itself"); }
  w->path[w->depth++] = (json_step){{NULL, 0}, 0};
  bool list = lua_has_type(w->L, index, array_type);
  if (list && !is_list(w->L, index, count)) {
    return refuse(w, "a table marked as array has keys other than 1..n");
  }
  list = list || (count > 0 && is_list(w->L, index, count));
  bool good = list ? write_array(w, index, count) : write_object(w, index);
  w->depth -= good; /* else the path leads to the fault */
  return good;
}

static bool write_text(writer *w, int index) {
  span text;
  text.data = lua_tolstring(w->L, index, &text.len);
  return json_write_string(&w->out, text) || refuse(w, "a string is not UTF-8");
}

static bool write_raw(writer *w, int index) {
  if (!lua_has_type(w->L, index, raw_type)) { return refuse(w, NO_FORM("userdata")); }
  span text;
  lua_getiuservalue(w->L, index, 1);
  text.data = lua_tolstring(w->L, -1, &text.len);
  buffer_append(&w->out, text);
  lua_pop(w->L, 1);
  return true;
}

static bool write_value(writer *w, int index) {
  lua_State *L = w->L;
  if (!lua_checkstack(L, 8)) { return refuse(w, "out of memory"); }
  if (++w->values % WRITE_STEP == 0) { lua_count_work(L); }
  if (w->out.len > WRITE_BYTES) { return refuse(w, "the text would be longer than 64 MiB"); }
  switch (lua_type(L, index)) {
    case LUA_TBOOLEAN:
      buffer_text(&w->out, lua_toboolean(L, index) ? "true" : "false");
      return true;
    case LUA_TSTRING: return write_text(w, index);
    case LUA_TTABLE: return write_table(w, index);
    case LUA_TUSERDATA: return write_raw(w, index);
    case LUA_TLIGHTUSERDATA:
      if (lua_touserdata(L, index) != NULL) { return refuse(w, NO_FORM("pointer")); }
      buffer_text(&w->out, "null");
      return true;
    case LUA_TNUMBER:
      if (lua_isinteger(L, index)) {
        json_write_integer(&w->out, lua_tointeger(L, index));
        return true;
      }
      return json_write_number(&w->out, lua_tonumber(L, index)) ||
             refuse(w, isnan(lua_tonumber(L, index)) ? "NaN" : "an infinite number");
    default: return refuse(w, NO_FORM("nil, function or thread"));
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
  if (!failed) { status = lua_pcall(L, 1, 1, 0); }
  buffer_free(out);
  if (failed) { return luaL_error(L, "out of memory"); }
  return status == LUA_OK ? 1 : lua_error(L);
}

int lua_json(lua_State *L) {
  luaL_checkany(L, 1);
  const char *name = luaL_optstring(L, 2, "value");
  lua_settop(L, 2);
  if (lua_type(L, 1) == LUA_TUSERDATA && lua_has_type(L, 1, raw_type)) {
    lua_getiuservalue(L, 1, 1); /* the whole value: its text need not be copied */
    return 1;
  }
  writer *w = take_writer(L);
  if (!write_value(w, 1)) {
    luaL_Buffer path;
    luaL_buffinit(L, &path);
    luaL_addstring(&path, name);
    write_path(w, &path);
    luaL_pushresult(&path);
    return luaL_error(L, "svc.json: %s: %s", lua_tostring(L, -1), w->reason);
  }
  return lua_push_taken(L, &w->out);
}

int lua_push_taken(lua_State *L, const buffer *out) {
  if (out->failed) { return luaL_error(L, "out of memory"); }
  lua_pushlstring(L, buffer_span(out).data, out->len);
  return 1;
}

static int array(lua_State *L) {
  if (lua_isnoneornil(L, 1)) {
    lua_settop(L, 0);
    lua_newtable(L);
  }
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  bool free = !lua_getmetatable(L, 1) || lua_has_type(L, 1, array_type);
  luaL_argcheck(L, free, 1, "the table has a metatable of its own");
  lua_settop(L, 1);
  luaL_setmetatable(L, array_type);
  return 1;
}

static int is_array(lua_State *L) {
  luaL_checkany(L, 1);
  lua_settop(L, 1);
  if (lua_istable(L, 1)) { enter_view(L, 1); }
  lua_pushboolean(L, lua_istable(L, 1) && lua_has_type(L, 1, array_type));
  return 1;
}

void lua_push_raw_json(lua_State *L) {
  lua_newuserdatauv(L, 0, 2);
  lua_insert(L, -2);
  lua_setiuservalue(L, -2, 1);
  luaL_setmetatable(L, raw_type);
}

static int raw_json(lua_State *L) {
  luaL_checkstring(L, 1);
  bool known = !lua_isnoneornil(L, 2);
  if (known) { luaL_checktype(L, 2, LUA_TTABLE); }
  lua_settop(L, 2);
  lua_insert(L, 1);
  lua_push_raw_json(L);
  lua_insert(L, 1);
  lua_setiuservalue(L, 1, 2);
  return 1;
}

/* raw[name]: a member that was given beside the text */
static int raw_member(lua_State *L) {
  if (lua_getiuservalue(L, 1, 2) != LUA_TTABLE) { return 0; }
  lua_pushvalue(L, 2);
  lua_rawget(L, -2);
  return 1;
}

static const luaL_Reg json_functions[] = {
    {"array", array},       {"is_array", is_array}, {"json", lua_json},
    {"raw_json", raw_json}, {NULL, NULL},
};

void lua_open_json(lua_State *L) {
  luaL_newmetatable(L, array_type);
  lua_pushboolean(L, false); /* one for all arrays of the state: nobody may reach it */
  lua_setfield(L, -2, "__metatable");
  luaL_newmetatable(L, raw_type);
  lua_pushcfunction(L, raw_member);
  lua_setfield(L, -2, "__index");
  lua_pop(L, 2);
  lua_new_type(L, writer_type, free_writer, NULL);
  luaL_setfuncs(L, json_functions, 0);
  lua_pushlightuserdata(L, NULL);
  lua_setfield(L, -2, "null");
}
