/** Search for Lua: `publication:search{…}`. */
#include "base/utf8.h"
#include "binding/publication.h"
#include "search/search.h"
#include "store/document.h"

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

/** Leaves member `name` of the options on the stack. @return false where it is nil; raises where
 * it is of another type. */
static bool get_member(lua_State *L, const char *name, int type) {
  int given = lua_getfield(L, 2, name);
  if (given == type || given == LUA_TNIL) { return given == type; }
  return luaL_argerror(L, 2,
                       lua_pushfstring(L, "`%s` is a %s, not a %s", name, lua_typename(L, type),
                                       lua_typename(L, given)));
}

static uint32_t read_count(lua_State *L, const char *name, lua_Integer missing) {
  int is_integer = 1;
  lua_Integer value =
      get_member(L, name, LUA_TNUMBER) ? lua_tointegerx(L, -1, &is_integer) : missing;
  luaL_argcheck(L, is_integer && value >= 0 && value <= UINT32_MAX, 2,
                "limit and offset are integers from 0 to 2^32 - 1");
  lua_pop(L, 1);
  return (uint32_t)value;
}

/** Member `name` of the options, left on the stack so that it lives; `missing` where it is nil. */
static span read_text(lua_State *L, const char *name, span missing) {
  return get_member(L, name, LUA_TSTRING) ? lua_check_span(L, lua_gettop(L)) : missing;
}

/** The phrasing at the top, which stays there. */
static span read_phrasing(lua_State *L) {
  luaL_argcheck(L, lua_type(L, -1) == LUA_TSTRING, 2, "`queries` is a string or a list of strings");
  span text = lua_check_span(L, lua_gettop(L));
  luaL_argcheck(L, text.len <= SEARCH_PHRASING_BYTES, 2,
                lua_pushfstring(L, "a query has at most %d bytes", SEARCH_PHRASING_BYTES));
  luaL_argcheck(L, utf8_valid(text), 2, "a query is not UTF-8");
  return text;
}

/** Raises where the options have an unknown member: a misspelled one would be passed over. */
static void check_members(lua_State *L) {
  static const char *const members[] = {"below",   "evidence", "excerpts", "json",
                                        "limit",   "locale",   "marks",    "offset",
                                        "queries", "section",  "site"};
  for (lua_pushnil(L); lua_next(L, 2) != 0; lua_pop(L, 1)) {
    const char *name = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "[…]";
    bool known = false;
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
      known = known || (*name == *members[i] && strcmp(name, members[i]) == 0);
    }
    if (known) { continue; }
    luaL_argerror(
        L, 2,
        lua_pushfstring(L,
                        "there is no member `%s`; a search takes `queries`, `locale`, "
                        "`section`, `below`, `limit`, `offset`, `site`, `marks`, `evidence`, "
                        "`excerpts` and `json`",
                        name));
  }
}

static void read_query(lua_State *L, search_query *q) {
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_settop(L, 2);
  check_members(L);
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
  q->below = read_text(L, "below", (span){NULL, 0});
  luaL_argcheck(L, q->below.data == NULL || q->section < SECTION_COUNT, 2,
                "`below` is a path of a `section`, which is not given");
  q->site = read_text(L, "site", (span){NULL, 0});
  lua_getfield(L, 2, "marks");
  q->marks = lua_toboolean(L, -1);
  lua_getfield(L, 2, "evidence");
  q->evidence = lua_toboolean(L, -1);
  q->bare = lua_getfield(L, 2, "excerpts") == LUA_TBOOLEAN && !lua_toboolean(L, -1);
  /* phrasings stay on the stack, so that they live as long as the query */
  int type = lua_getfield(L, 2, "queries"), list = lua_gettop(L);
  if (type == LUA_TNIL) { return; }
  if (type != LUA_TTABLE) {
    q->phrasings[q->count++] = read_phrasing(L);
    return;
  }
  lua_Unsigned count = lua_rawlen(L, list);
  luaL_argcheck(L, count <= SEARCH_PHRASINGS, 2,
                lua_pushfstring(L, "at most %d queries", SEARCH_PHRASINGS));
  for (lua_Unsigned i = 0; i < count; i++) {
    lua_rawgeti(L, list, (lua_Integer)i + 1);
    q->phrasings[i] = read_phrasing(L);
  }
  q->count = count;
}

/** Leaves what a hit's score is made of on the stack. */
static void push_evidence(lua_State *L, const search_evidence *e, uint32_t score) {
  lua_createtable(L, 0, 9);
  lua_set_integer(L, "score", score);
  lua_set_integer(L, "form", e->form);
  lua_set_integer(L, "pairs", e->pairs);
  lua_set_integer(L, "held", e->held);
  lua_set_integer(L, "together", e->together);
  lua_set_integer(L, "titled", e->titled);
  lua_set_integer(L, "typed", e->typed);
  lua_set_integer(L, "scale", e->scale);
  lua_push_array(L, e->term_count);
  for (size_t i = 0; i < e->term_count; i++) {
    const search_term *t = &e->terms[i];
    lua_createtable(L, 0, 6);
    lua_set_span(L, "typed", t->typed);
    lua_set_span(L, "group", t->group);
    lua_set_string(L, "evidence", t->evidence);
    lua_set_integer(L, "units", t->units);
    lua_set_integer(L, "weight", t->weight);
    lua_set_integer(L, "points", t->points);
    lua_append(L);
  }
  lua_setfield(L, -2, "terms");
}

static void push_hit(lua_State *L, const publication_view *view, const search_hit *hit,
                     const search_query *q) {
  store_document d = store_at(&view->documents, hit->document);
  lua_push_document(L, &d);
  if (!q->bare) { lua_set_span(L, "excerpt", hit->excerpt); }
  if (hit->verse > 0) { lua_set_integer(L, "verse", hit->verse); }
  if (hit->evidence != NULL) {
    push_evidence(L, hit->evidence, hit->score);
    lua_setfield(L, -2, "evidence");
  }
  if (!q->marks) { return; }
  lua_createtable(L, (int)(2 * hit->mark_count), 0); /* first and last byte of each, from 1 */
  for (size_t i = 0; i < hit->mark_count; i++) {
    lua_pushinteger(L, (lua_Integer)hit->marks[i].first + 1);
    lua_append(L);
    lua_pushinteger(L, hit->marks[i].end);
    lua_append(L);
  }
  lua_setfield(L, -2, "marks");
}

/** Pushes the items of a page as one JSON array. */
static void push_json(lua_State *L, const publication_view *view, const search_page *page,
                      const search_query *q) {
  buffer *out = lua_take_buffer(L);
  buffer_byte(out, '[');
  for (size_t i = 0; i < page->count; i++) {
    const search_hit *hit = &page->hits[i];
    store_document d = store_at(&view->documents, hit->document);
    leaf_answer answer = {q->site, q->bare ? (span){NULL, 0} : hit->excerpt, hit->verse, true};
    if (i > 0) { buffer_byte(out, ','); }
    store_leaf_answer(&d, &answer, out);
  }
  buffer_byte(out, ']');
  lua_push_taken(L, out);
  lua_push_raw_json(L);
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
  bool json = lua_getfield(L, 2, "json") == LUA_TBOOLEAN && lua_toboolean(L, -1);
  lua_createtable(L, 0, 8); /* an answer gets as many members more */
  if (json) {
    push_json(L, view, &page, &query);
  } else {
    lua_push_array(L, page.count);
    for (size_t i = 0; i < page.count; i++) {
      push_hit(L, view, &page.hits[i], &query);
      lua_append(L);
    }
  }
  lua_setfield(L, -2, "items");
  lua_set_integer(L, "count", page.count);
  lua_pushboolean(L, page.more);
  lua_setfield(L, -2, "has_more");
  lua_pushboolean(L, page.known);
  lua_setfield(L, -2, "known");
  return 1;
}

static int advise(lua_State *L) {
  const publication_view *view = lua_check_publication(L, 1);
  search_query query;
  search_advice advice = {0};
  fault why;
  read_query(L, &query);
  arena *memory = take_memory(L);
  if (view->index != NULL && !search_advise(view->index, &query, memory, &advice, &why)) {
    return luaL_error(L, "%s", why.text);
  }
  lua_createtable(L, 0, 3);
  lua_push_array(L, advice.missing_count);
  for (size_t i = 0; i < advice.missing_count; i++) {
    lua_push_span(L, advice.missing[i]);
    lua_append(L);
  }
  lua_setfield(L, -2, "missing");
  if (advice.suggestion.len > 0) { lua_set_span(L, "meant", advice.suggestion); }
  lua_push_array(L, LOCALE_COUNT);
  for (unsigned i = 0; i < LOCALE_COUNT; i++) {
    if (!advice.elsewhere[i]) { continue; }
    lua_pushstring(L, locale_rows[i].code);
    lua_append(L);
  }
  lua_setfield(L, -2, "elsewhere");
  return 1;
}

static const luaL_Reg methods[] = {
    {"advise", advise},
    {"search", search},
    {NULL, NULL},
};

void lua_open_search(lua_State *L) {
  lua_new_type(L, memory_type, free_memory, NULL);
  lua_publication_methods(L, methods);
}
