/** @file
 * The parts of the Lua module `svc`: one C file each, one opener each. An opener adds its
 * functions to the module table at the top of the stack and leaves the stack as it was.
 * `lua.h` is included only in binding/ and host/.
 */
#ifndef SVC_BINDING_MODULES_H
#define SVC_BINDING_MODULES_H

#include <lauxlib.h>
#include <lua.h>

#include "base/span.h"

/** The openers, in the order in which they run. */
void lua_open_model(lua_State *L);       /**< locales, sections, version */
void lua_open_json(lua_State *L);        /**< json, array, is_array, raw_json */
void lua_open_json_read(lua_State *L);   /**< check_json, json_member, json_members, parse_json */
void lua_open_html(lua_State *L);        /**< html, escape_html */
void lua_open_signature(lua_State *L);   /**< sha256, keygen, sign, verify */
void lua_open_trust(lua_State *L);       /**< check_trust, extend_trust, replace_file */
void lua_open_publication(lua_State *L); /**< open, seal, attach; the publication handle */
void lua_open_builder(lua_State *L);     /**< builder */
void lua_open_quran(lua_State *L);       /**< quran methods of the handle, reference */
void lua_open_search(lua_State *L);      /**< search method of the handle */

/** Name of the metatable that marks a table as a JSON array, an empty one too (`svc.array`). */
#define LUA_ARRAY_TYPE "svc.array"

/** Argument `index` as borrowed bytes; raises when it is not a string. Lives while the value
 * stays on the stack. */
static inline span lua_check_span(lua_State *L, int index) {
  span text;
  text.data = luaL_checklstring(L, index, &text.len);
  return text;
}

/** Pushes the bytes of `text`, or nil when it is absent. */
static inline void lua_push_span(lua_State *L, span text) {
  if (text.data == NULL) {
    lua_pushnil(L);
  } else {
    lua_pushlstring(L, text.data, text.len);
  }
}

/** Sets field `name` of the table at the top to `text`; an absent text sets nothing. */
static inline void lua_set_span(lua_State *L, const char *name, span text) {
  if (text.data == NULL) return;
  lua_pushlstring(L, text.data, text.len);
  lua_setfield(L, -2, name);
}

#endif
