/** The Lua module `svc_publish`: what publishing needs beside `svc`, whose members its functions
 * become when one of them is used first (lua_svc.c). It reads Markdown, TeX and SVG, and notices
 * when files change. */
#include "binding/modules.h"

static void (*const openers[])(lua_State *L) = {lua_open_document, lua_open_html, lua_open_builder,
                                                lua_open_quran_build, lua_open_watcher};

__attribute__((visibility("default"))) int luaopen_svc_publish(lua_State *L);

int luaopen_svc_publish(lua_State *L) {
  luaL_checkversion(L);
  lua_newtable(L);
  for (size_t i = 0; i < sizeof openers / sizeof *openers; i++) { openers[i](L); }
  return 1;
}
