/** The paths of the subjects for Lua: the handle's method `paths`, the bounds `svc.path`, and what
 * the builder takes them with. */
#include "binding/paths.h"

#include <stdlib.h>

#include "binding/publication.h"
#include "store/paths.h"

/** Prefix of a step's name in the learning object id of its lesson. */
#define LESSON "lo:material:"

/* Reading */

static void push_step(lua_State *L, const path_step *s) {
  lua_createtable(L, 0, 4);
  lua_pushliteral(L, LESSON);
  lua_push_span(L, s->name);
  lua_concat(L, 2);
  lua_setfield(L, -2, "lesson");
  if (s->level == PATH_UNSTATED) { return; }
  lua_set_string(L, "level", path_level_name(s->level));
  lua_set_integer(L, "minutes", s->minutes);
}

/** Sets `after` of a step in the list at the top: the lessons whose numbers it has. */
static void set_after(lua_State *L, lua_Integer number, const path_step *s) {
  lua_rawgeti(L, -1, number);
  lua_push_array(L, s->after_count);
  for (unsigned i = 0; i < s->after_count; i++) {
    lua_rawgeti(L, -3, s->after[i] + 1);
    lua_getfield(L, -1, "lesson");
    lua_rawseti(L, -3, (lua_Integer)i + 1);
    lua_pop(L, 1);
  }
  lua_setfield(L, -2, "after");
  lua_pop(L, 1);
}

static int list_paths(lua_State *L) {
  span section = lua_check_publication(L, 1)->paths;
  paths_reader r = paths_read(section);
  path_step s;
  lua_push_array(L, r.left);
  while (paths_next(&r, &s)) {
    push_step(L, &s);
    lua_append(L);
  }
  r = paths_read(section);
  for (lua_Integer number = 1; paths_next(&r, &s); number++) { set_after(L, number, &s); }
  return 1;
}

/* Building */

/** Reads the fields of the step at the top, and pushes its lesson, which its name is a part of. */
static void read_fields(lua_State *L, path_step *out) {
  span lesson = {NULL, 0};
  luaL_checktype(L, -1, LUA_TTABLE);
  const char *level = lua_getfield(L, -1, "level") == LUA_TSTRING ? lua_tostring(L, -1) : NULL;
  out->level = level == NULL ? PATH_UNSTATED : path_level_of(span_of(level));
  lua_getfield(L, -2, "minutes");
  lua_Integer minutes = lua_tointeger(L, -1);
  out->minutes = minutes < 0 || minutes > UINT16_MAX ? 0 : (unsigned)minutes;
  lua_pop(L, 2);
  if (lua_getfield(L, -1, "lesson") == LUA_TSTRING) {
    lesson.data = lua_tolstring(L, -1, &lesson.len);
  }
  if (!span_starts(lesson, SPAN(LESSON))) {
    luaL_error(
        L, "path step: a lesson is named by its learning object id, " LESSON "{subject}:{lesson}");
  }
  out->name = span_skip(lesson, sizeof LESSON - 1);
}

static int compare_numbers(const void *left, const void *right) {
  const uint16_t *a = left, *b = right;
  return *a - *b;
}

/** Reads what the step at the top leans on. @param numbers stack index of lesson -> number */
static void read_after(lua_State *L, int numbers, path_step *out) {
  lua_Integer count = lua_getfield(L, -1, "after") == LUA_TNIL ? 0 : luaL_len(L, -1);
  if (count > PATHS_AFTER) {
    luaL_error(L, "path step %s: it leans on %d lessons; %d are the most", out->name.data,
               (int)count, PATHS_AFTER);
  }
  for (lua_Integer i = 1; i <= count; i++) {
    bool named = lua_geti(L, -1, i) == LUA_TSTRING;
    const char *other = named ? lua_tostring(L, -1) : "what is no name";
    lua_pushvalue(L, -1);
    if (lua_rawget(L, numbers) == LUA_TNIL || !named) {
      luaL_error(L, "path step %s: it leans on %s, which stands in no path", out->name.data, other);
    }
    out->after[out->after_count++] = (uint16_t)lua_tointeger(L, -1);
    lua_pop(L, 2);
  }
  lua_pop(L, 1);
  qsort(out->after, out->after_count, sizeof *out->after, compare_numbers);
}

bool lua_paths_build(lua_State *L, int index, buffer *section, fault *why) {
  size_t count = lua_rawlen(L, index);
  if (count > PATHS_MOST) {
    return fault_set(why, "%zu path steps; %d are the most", count, PATHS_MOST);
  }
  path_step *steps = lua_newuserdatauv(L, (count + 1) * sizeof *steps, 0);
  memset(steps, 0, count * sizeof *steps);
  lua_createtable(L, 0, (int)count);
  int numbers = lua_gettop(L); /* lesson -> number, and a list of the lessons, so that they live */
  for (size_t i = 0; i < count; i++) {
    lua_rawgeti(L, index, (lua_Integer)i + 1);
    read_fields(L, &steps[i]);
    lua_pushvalue(L, -1);
    lua_rawseti(L, numbers, (lua_Integer)i + 1);
    lua_pushinteger(L, (lua_Integer)i);
    lua_rawset(L, numbers);
    lua_pop(L, 1);
  }
  for (size_t i = 0; i < count; i++) {
    lua_rawgeti(L, index, (lua_Integer)i + 1);
    read_after(L, numbers, &steps[i]);
    lua_pop(L, 1);
  }
  bool done = paths_write(steps, count, section, why);
  lua_pop(L, 2);
  return done;
}

/** The vocabulary of steps for importers and pages: `svc.path`. */
static void open_bounds(lua_State *L) {
  lua_createtable(L, 0, 5);
  lua_push_array(L, PATH_LEVELS);
  for (unsigned i = 0; i < PATH_LEVELS; i++) { lua_append_string(L, path_level_name(i)); }
  lua_setfield(L, -2, "levels");
  lua_set_integer(L, "least_minutes", PATHS_LEAST_MINUTES);
  lua_set_integer(L, "most_minutes", PATHS_MOST_MINUTES);
  lua_set_integer(L, "most_after", PATHS_AFTER);
  lua_set_integer(L, "most_steps", PATHS_MOST);
  lua_setfield(L, -2, "path");
}

static const luaL_Reg methods[] = {
    {"paths", list_paths},
    {NULL, NULL},
};

void lua_open_paths(lua_State *L) {
  lua_publication_methods(L, methods);
  open_bounds(L);
}
