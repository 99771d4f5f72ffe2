/** The Lua module `svc`: its constants, and what the other files of this folder add. */
#include "binding/modules.h"
#include "quran/quran.h"
#include "search/request.h"
#include "store/model.h"

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
    open_constants,   lua_open_json,      lua_open_json_read, lua_open_html,
    lua_open_uri,     lua_open_signature, lua_open_trust,     lua_open_publication,
    lua_open_pointer, lua_open_document,  lua_open_documents, lua_open_quran_build,
    lua_open_builder, lua_open_quran,     lua_open_search,    lua_open_proof,
    lua_open_verify,  lua_open_assets,    lua_open_paths,
};

__attribute__((visibility("default"))) int luaopen_svc(lua_State *L);

int luaopen_svc(lua_State *L) {
  luaL_checkversion(L);
  lua_newtable(L);
  for (size_t i = 0; i < sizeof openers / sizeof *openers; i++) { openers[i](L); }
  return 1;
}
