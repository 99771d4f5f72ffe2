/** The Lua module `svc`: its constants, and what the other files of this folder add. */
#include "binding/modules.h"
#include "quran/quran.h"
#include "search/request.h"
#include "store/document.h"

static void open_locales(lua_State *L) {
  lua_createtable(L, LOCALE_COUNT, 0);
  for (unsigned i = 0; i < LOCALE_COUNT; i++) { lua_append_string(L, locale_rows[i].code); }
  lua_setfield(L, -2, "locales");
  lua_createtable(L, 0, LOCALE_COUNT);
  for (unsigned i = 0; i < LOCALE_COUNT; i++) {
    lua_set_string(L, locale_rows[i].code, locale_rows[i].language);
  }
  lua_setfield(L, -2, "languages");
  lua_createtable(L, QURAN_LOCALES, 0);
  for (unsigned i = 0; i < QURAN_LOCALES; i++) { lua_append_string(L, locale_rows[i].code); }
  lua_setfield(L, -2, "quran_locales");
  lua_createtable(L, 0, QURAN_LOCALES);
  for (unsigned i = 0; i < QURAN_LOCALES; i++) {
    lua_pushboolean(L, locale_rows[i].quran == HOLDS_TAFSIR);
    lua_setfield(L, -2, locale_rows[i].code);
  }
  lua_setfield(L, -2, "tafsirs");
}

static void open_constants(lua_State *L) {
  open_locales(L);
  lua_createtable(L, SECTION_COUNT, 0);
  for (unsigned i = 0; i < SECTION_COUNT; i++) { lua_append_string(L, model_section_name(i)); }
  lua_setfield(L, -2, "sections");
  lua_set_integer(L, "surahs", QURAN_SURAHS);
  lua_set_integer(L, "juz", QURAN_JUZ);
  lua_set_integer(L, "phrasings", SEARCH_PHRASINGS);
  lua_set_integer(L, "query_bytes", SEARCH_QUERY_BYTES);
  lua_set_string(L, "version", SVC_VERSION);
}

static void (*const openers[])(lua_State *L) = {
    open_constants,     lua_open_json,   lua_open_json_read,   lua_open_uri,
    lua_open_signature, lua_open_trust,  lua_open_publication, lua_open_pointer,
    lua_open_documents, lua_open_quran,  lua_open_search,      lua_open_proof,
    lua_open_verify,    lua_open_assets, lua_open_paths,       lua_open_template,
};

/* Functions that read Markdown, TeX or SVG, or write publications, are in a module of their own
   (lua_publish.c), which no serving process loads. */
static const char *const publishing[] = {
    "begins_answers",   "builder", "check_image", "clean_image", "document",     "formula",
    "formula_commands", "html",    "map_links",   "opening",     "render_cache", "watcher"};

/* svc[name], where `svc` has no such member: loads the module with those of publishing. */
static int load_publishing(lua_State *L) {
  const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
  size_t i = 0;
  while (i < sizeof publishing / sizeof *publishing && strcmp(publishing[i], name) != 0) { i++; }
  if (i == sizeof publishing / sizeof *publishing) { return 0; }
  lua_getglobal(L, "require");
  lua_pushliteral(L, "svc_publish");
  lua_call(L, 1, 1);
  for (i = 0; i < sizeof publishing / sizeof *publishing; i++) {
    lua_getfield(L, -1, publishing[i]);
    lua_setfield(L, 1, publishing[i]);
  }
  lua_getfield(L, 1, name);
  return 1;
}

__attribute__((visibility("default"))) int luaopen_svc(lua_State *L);

int luaopen_svc(lua_State *L) {
  luaL_checkversion(L);
  lua_newtable(L);
  for (size_t i = 0; i < sizeof openers / sizeof *openers; i++) { openers[i](L); }
  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, load_publishing);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
  return 1;
}
