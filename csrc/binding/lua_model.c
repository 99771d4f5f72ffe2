#include "binding/modules.h"
#include "quran/quran.h"
#include "search/search.h"
#include "store/model.h"

/** Sets field `name` of the module to the list of `count` names. */
static void set_names(lua_State *L, const char *name, const char *(*name_of)(unsigned),
                      unsigned count) {
  lua_createtable(L, (int)count, 0);
  for (unsigned i = 0; i < count; i++) {
    lua_pushstring(L, name_of(i));
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  lua_setfield(L, -2, name);
}

void lua_open_model(lua_State *L) {
  set_names(L, "locales", model_locale_name, LOCALE_COUNT);
  set_names(L, "sections", model_section_name, SECTION_COUNT);
  lua_pushinteger(L, QURAN_SURAHS);
  lua_setfield(L, -2, "surahs");
  lua_pushinteger(L, SEARCH_PHRASINGS);
  lua_setfield(L, -2, "phrasings");
  lua_pushinteger(L, SEARCH_QUERY_BYTES);
  lua_setfield(L, -2, "query_bytes");
  lua_pushliteral(L, SVC_VERSION);
  lua_setfield(L, -2, "version");
}
