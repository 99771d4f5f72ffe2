/** HTML for Lua: `svc.escape_html`, and templates: `svc.template`, `svc.fill_html`. A place of a
 * template is `{name}`, where the value stands escaped, or `{!name}`, where it stands as it is. */
#include "base/ascii.h"
#include "base/escape.h"
#include "binding/modules.h"

/* Bytes of a text that are escaped in one piece, each of which may become five. */
enum { ESCAPED = 4 * 1024 * 1024 };

/* svc.escape_html(text) -> text */
static int escape_html(lua_State *L) {
  span text = lua_check_span(L, 1);
  luaL_argcheck(L, text.len <= ESCAPED, 1, "longer than 4 MiB");
  buffer *out = lua_take_buffer(L);
  quote_html(out, text);
  return lua_push_taken(L, out);
}

static const char template_type[] = "svc.template";

/* User values of a template: its text, and the list of the names of its places. */
enum { TEXT = 1, NAMES };

/* A place of a template: what it stands for in the text. */
typedef struct place {
  size_t start, end;
  bool raw; /* with an exclamation mark */
} place;

typedef struct template {
  span text; /* which a user value keeps */
  size_t count;
  place places[];
}
template;

/* Finds the next place of a text from `from` on. @return false where there is none */
static bool find_place(span text, size_t from, place *out, span *name) {
  for (; from < text.len; from++) {
    from += span_find(span_skip(text, from), '{');
    size_t first = from + 1;
    out->raw = first < text.len && text.data[first] == '!';
    first += out->raw;
    size_t end = first;
    while (end < text.len && (ascii_letter(text.data[end]) || text.data[end] == '_')) { end++; }
    if (end == first || end >= text.len || text.data[end] != '}') { continue; }
    *name = (span){text.data + first, end - first};
    out->start = from;
    out->end = end + 1;
    return true;
  }
  return false;
}

/* Pushes a template with room for `most` places, and no text yet, and the list of its names. */
static template *push_template(lua_State *L, size_t most) {
  template *t = lua_newuserdatauv(L, sizeof *t + most * sizeof(place), NAMES);
  t->count = 0;
  luaL_setmetatable(L, template_type);
  lua_createtable(L, (int)most, 0);
  lua_pushvalue(L, -1);
  lua_setiuservalue(L, -3, NAMES);
  return t;
}

/* Adds a place whose name is at the top, which is taken off, to the template below its names. */
static void add_place(lua_State *L, template *t, place at) {
  t->places[t->count++] = at;
  lua_rawseti(L, -2, (lua_Integer)t->count);
}

/* Takes the text at the top, and then the names below it, off, and leaves the template. */
static void set_text(lua_State *L, template *t) {
  t->text = lua_check_span(L, -1);
  lua_setiuservalue(L, -3, TEXT);
  lua_pop(L, 1);
}

/* Pushes the template that the text at `index` is. */
static template *read_template(lua_State *L, int index) {
  span text = lua_check_span(L, index), name;
  place at = {0};
  size_t count = 0;
  while (find_place(text, at.end, &at, &name)) { count++; }
  template *t = push_template(L, count);
  for (at.end = 0; find_place(text, at.end, &at, &name);) {
    lua_push_span(L, name);
    add_place(L, t, at);
  }
  lua_pushvalue(L, index);
  set_text(L, t);
  return t;
}

/* The argument that is a template, or a text that is read as one and replaced by it. */
static const template *check_template(lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TSTRING) { return luaL_checkudata(L, index, template_type); }
  const template *t = read_template(L, index);
  lua_replace(L, index);
  return t;
}

/* The place on the stack of a template's values: behind it, the table that has them, and its
   names. */
enum { FIRST_VALUE = 4 };

/* Pushes the value of each place of the template at 1, before anything is written, as to read one
 * may run Lua, which uses the buffer as well. */
static void push_values(lua_State *L, const template *t) {
  luaL_checkstack(L, (int)t->count + 8, "a template has too many places");
  lua_getiuservalue(L, 1, NAMES);
  for (size_t i = 0; i < t->count; i++) {
    lua_rawgeti(L, FIRST_VALUE - 1, (lua_Integer)i + 1);
    int type = lua_gettable(L, 2);
    if (type == LUA_TSTRING || type == LUA_TNIL || type == LUA_TUSERDATA) { continue; }
    luaL_tolstring(L, -1, NULL);
    lua_replace(L, -2);
  }
}

static void append_value(lua_State *L, buffer *out, int index, bool raw) {
  span text = lua_check_span(L, index);
  if (raw) {
    buffer_append(out, text);
  } else {
    quote_html(out, text);
  }
}

/* Bytes of the text of a template in front of a place, behind the place before it. */
static span text_before(const template *t, size_t at) {
  size_t from = at == 0 ? 0 : t->places[at - 1].end;
  size_t end = at == t->count ? t->text.len : t->places[at].start;
  return (span){t->text.data + from, end - from};
}

/* svc.template(template, values) -> a template in which the places that have a value are filled. A
 * value that is a template itself leaves its own places there. */
static int fill_template(lua_State *L) {
  const template *t = check_template(L, 1), *inner;
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_settop(L, 2);
  push_values(L, t);
  size_t most = t->count;
  for (size_t i = 0; i < t->count; i++) {
    inner = lua_touserdata(L, FIRST_VALUE + (int)i);
    if (inner == NULL) { continue; }
    luaL_checkudata(L, FIRST_VALUE + (int)i, template_type);
    if (!t->places[i].raw) { return luaL_error(L, "a template stands where text does"); }
    most += inner->count;
  }
  template *filled = push_template(L, most);
  buffer *out = lua_take_buffer(L);
  for (size_t i = 0; i < t->count; i++) {
    int index = FIRST_VALUE + (int)i;
    buffer_append(out, text_before(t, i));
    inner = lua_touserdata(L, index);
    if (lua_isnil(L, index)) {
      lua_rawgeti(L, FIRST_VALUE - 1, (lua_Integer)i + 1);
      add_place(L, filled, (place){out->len, out->len, t->places[i].raw});
    } else if (inner == NULL) {
      append_value(L, out, index, t->places[i].raw);
    }
    for (size_t each = 0; inner != NULL && each < inner->count; each++) {
      buffer_append(out, text_before(inner, each));
      lua_getiuservalue(L, index, NAMES);
      lua_rawgeti(L, -1, (lua_Integer)each + 1);
      lua_remove(L, -2);
      add_place(L, filled, (place){out->len, out->len, inner->places[each].raw});
    }
    if (inner != NULL) { buffer_append(out, text_before(inner, inner->count)); }
  }
  buffer_append(out, text_before(t, t->count));
  lua_push_taken(L, out);
  set_text(L, filled);
  return 1;
}

/* Templates at most that are kept of the texts that were filled in: more than the site has. */
enum { KEPT = 1024 };

/* Replaces a text at 1 by its template, which is kept with the function. */
static const template *kept_template(lua_State *L) {
  lua_pushvalue(L, 1);
  if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) {
    lua_replace(L, 1);
    return lua_touserdata(L, 1);
  }
  lua_pop(L, 1);
  lua_pushvalue(L, 1);
  const template *t = check_template(L, 1);
  lua_Integer count = lua_tointeger(L, lua_upvalueindex(2)) + 1;
  if (count <= KEPT) {
    lua_pushvalue(L, 1);
    lua_rawset(L, lua_upvalueindex(1));
    lua_pushinteger(L, count);
    lua_replace(L, lua_upvalueindex(2));
  }
  return t;
}

/* svc.fill_html(template, values) -> HTML */
static int fill_html(lua_State *L) {
  lua_settop(L, 2);
  const template *t = lua_type(L, 1) == LUA_TSTRING ? kept_template(L) : check_template(L, 1);
  lua_settop(L, 2);
  push_values(L, t);
  for (size_t i = 0; i < t->count; i++) {
    if (lua_type(L, FIRST_VALUE + (int)i) == LUA_TSTRING) { continue; }
    lua_rawgeti(L, FIRST_VALUE - 1, (lua_Integer)i + 1);
    return luaL_error(L, "the template has no value for \"%s\"", lua_tostring(L, -1));
  }
  buffer *out = lua_take_buffer(L);
  for (size_t i = 0; i < t->count; i++) {
    buffer_append(out, text_before(t, i));
    append_value(L, out, FIRST_VALUE + (int)i, t->places[i].raw);
  }
  buffer_append(out, text_before(t, t->count));
  return lua_push_taken(L, out);
}

void lua_open_template(lua_State *L) {
  luaL_newmetatable(L, template_type);
  lua_pop(L, 1);
  lua_pushcfunction(L, escape_html);
  lua_setfield(L, -2, "escape_html");
  lua_pushcfunction(L, fill_template);
  lua_setfield(L, -2, "template");
  lua_newtable(L);
  lua_pushinteger(L, 0);
  lua_pushcclosure(L, fill_html, 2);
  lua_setfield(L, -2, "fill_html");
}
