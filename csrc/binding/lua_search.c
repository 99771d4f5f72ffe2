/** Search for Lua: `publication:search{…}`. */
#include "base/utf8.h"
#include "binding/publication.h"

static const char memory_type[] = "svc.search.memory";

static int free_memory(lua_State *L) {
  arena_free(luaL_checkudata(L, 1, memory_type));
  return 0;
}

/** The state's arena for results, emptied. It is kept between searches, so that a worker that
 * answers thousands of them allocates nothing. */
static arena *take_memory(lua_State *L) {
  arena *memory;
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, memory_type) == LUA_TUSERDATA) {
    memory = lua_touserdata(L, -1);
    arena_reset(memory);
  } else {
    lua_pop(L, 1);
    memory = lua_new_value(L, memory_type, sizeof *memory, 0);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, memory_type);
  }
  lua_pop(L, 1);
  return memory;
}

static uint32_t read_count(lua_State *L, const char *name, lua_Integer missing) {
  lua_Integer value = missing;
  if (lua_getfield(L, 2, name) != LUA_TNIL) value = luaL_checkinteger(L, -1);
  luaL_argcheck(L, value >= 0 && value <= UINT32_MAX, 2, "limit and offset are 0 to 2^32 - 1");
  lua_pop(L, 1);
  return (uint32_t)value;
}

/** Member `name` of the options, left on the stack so that it lives; `missing` where it is nil. */
static span read_text(lua_State *L, const char *name, span missing) {
  if (lua_getfield(L, 2, name) == LUA_TNIL) return missing;
  return lua_check_span(L, -1);
}

/** Phrasings stay on the stack as long as the options table does not change. */
static void read_phrasings(lua_State *L, search_query *q) {
  if (lua_getfield(L, 2, "queries") == LUA_TNIL) return;
  luaL_checktype(L, -1, LUA_TTABLE);
  lua_Unsigned count = lua_rawlen(L, -1);
  luaL_argcheck(L, count <= SEARCH_PHRASINGS, 2, "at most 4 queries");
  int list = lua_gettop(L);
  for (lua_Unsigned i = 0; i < count; i++) {
    lua_rawgeti(L, list, (lua_Integer)i + 1);
    q->phrasings[i] = lua_check_span(L, -1);
    luaL_argcheck(L, q->phrasings[i].len <= SEARCH_PHRASING_BYTES, 2, "a query is too long");
    luaL_argcheck(L, utf8_valid(q->phrasings[i]), 2, "a query is not UTF-8");
  }
  q->count = count;
}

static void read_query(lua_State *L, search_query *q) {
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_settop(L, 2);
  *q = (search_query){.section = SECTION_COUNT};
  q->limit = read_count(L, "limit", 10);
  q->offset = read_count(L, "offset", 0);
  q->locale = locale_of(read_text(L, "locale", SPAN("en")));
  luaL_argcheck(L, q->locale < LOCALE_COUNT, 2, "unknown locale");
  span section = read_text(L, "section", (span){NULL, 0});
  if (section.data != NULL) {
    q->section = model_section_of(section);
    luaL_argcheck(L, q->section < SECTION_COUNT, 2, "unknown section");
  }
  lua_getfield(L, 2, "marks");
  q->marks = lua_toboolean(L, -1);
  read_phrasings(L, q);
}

/** Sets `marks` of the hit at the top: first and last byte of each, counted from 1. */
static void set_marks(lua_State *L, const search_hit *hit) {
  lua_createtable(L, (int)(2 * hit->mark_count), 0);
  for (size_t i = 0; i < hit->mark_count; i++) {
    lua_pushinteger(L, (lua_Integer)hit->marks[i].first + 1);
    lua_append(L);
    lua_pushinteger(L, hit->marks[i].end);
    lua_append(L);
  }
  lua_setfield(L, -2, "marks");
}

static void push_hit(lua_State *L, const publication_view *view, const search_hit *hit,
                     bool marks) {
  store_document d = store_at(&view->documents, hit->document);
  lua_push_document(L, &d);
  lua_set_span(L, "excerpt", hit->excerpt);
  if (hit->verse > 0) lua_set_integer(L, "verse", hit->verse);
  if (marks) set_marks(L, hit);
}

static int search(lua_State *L) {
  const publication_view *view = lua_check_publication(L, 1);
  search_query query;
  search_page page = {0};
  fault why;
  read_query(L, &query);
  arena *memory = take_memory(L);
  if (view->index != NULL && !search_run(view->index, &query, memory, &page, &why)) {
    return luaL_error(L, "%s", why.text);
  }
  lua_createtable(L, 0, 2);
  lua_push_array(L, page.count);
  for (size_t i = 0; i < page.count; i++) {
    push_hit(L, view, &page.hits[i], query.marks);
    lua_append(L);
  }
  lua_setfield(L, -2, "items");
  lua_pushboolean(L, page.more);
  lua_setfield(L, -2, "has_more");
  return 1;
}

static const luaL_Reg methods[] = {
    {"search", search},
    {NULL, NULL},
};

void lua_open_search(lua_State *L) {
  lua_new_type(L, memory_type, free_memory, NULL);
  lua_publication_methods(L, methods);
}
