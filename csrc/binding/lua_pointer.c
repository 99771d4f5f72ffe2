/** Pointers of a channel for Lua: `svc.check_pointer`, `svc.make_pointer`, `svc.sign_pointer`.
 * Their text is described in publication/pointer.h. */
#include <stdlib.h>

#include "base/escape.h"
#include "binding/keys.h"
#include "binding/open_options.h"

static void set_file(lua_State *L, const pointer_file *f) {
  lua_set_integer(L, "length", f->length);
  lua_set_hex(L, "sha256", f->sha256);
}

static void push_pointer(lua_State *L, const pointer *p) {
  lua_createtable(L, 0, 8);
  lua_set_integer(L, "sequence", p->sequence);
  lua_set_integer(L, "created", p->created);
  lua_set_integer(L, "expires", p->expires);
  lua_set_hex(L, "digest", p->digest);
  lua_set_integer(L, "length", p->length);
  lua_createtable(L, 0, 2);
  set_file(L, &p->whole);
  lua_setfield(L, -2, "whole");
  lua_push_array(L, p->patch_count);
  for (uint32_t i = 0; i < p->patch_count; i++) {
    lua_createtable(L, 0, 3);
    lua_set_hex(L, "from", p->patch[i].from);
    set_file(L, &p->patch[i]);
    lua_append(L);
  }
  lua_setfield(L, -2, "patches");
  lua_set_public_keys(L, "signers", p->signer, p->signer_count);
}

static int check_pointer(lua_State *L) {
  span text = lua_check_span(L, 1);
  pointer p;
  open_options o;
  fault why;
  open_options_read(L, 2, &o);
  if (!pointer_read(text, &p, &why) || !open_options_accept(&p, &o, &why)) {
    return lua_refuse(L, why.text);
  }
  push_pointer(L, &p);
  return 1;
}

static void take_hex(lua_State *L, const char *name, unsigned char out[DIGEST_BYTES]) {
  lua_getfield(L, -1, name);
  if (!hex_read(lua_check_span(L, -1), out, DIGEST_BYTES)) {
    luaL_error(L, "%s of a pointer is 64 lower-case hexadecimal digits", name);
  }
  lua_pop(L, 1);
}

static void take_file(lua_State *L, pointer_file *out) {
  luaL_checktype(L, -1, LUA_TTABLE);
  out->length = lua_get_integer(L, -1, "length", 1, FORMAT_MOST);
  take_hex(L, "sha256", out->sha256);
}

static int by_from(const void *a, const void *b) {
  return memcmp(((const pointer_file *)a)->from, ((const pointer_file *)b)->from, DIGEST_BYTES);
}

static void take_patches(lua_State *L, pointer *out) {
  lua_getfield(L, -1, "patches");
  luaL_checktype(L, -1, LUA_TTABLE);
  lua_Unsigned count = lua_rawlen(L, -1);
  if (count > POINTER_PATCHES) { luaL_error(L, "at most %d patches", POINTER_PATCHES); }
  for (; out->patch_count < count; out->patch_count++) {
    pointer_file *patch = &out->patch[out->patch_count];
    lua_rawgeti(L, -1, (lua_Integer)out->patch_count + 1);
    take_file(L, patch);
    take_hex(L, "from", patch->from);
    lua_pop(L, 1);
  }
  qsort(out->patch, out->patch_count, sizeof *out->patch, by_from);
  lua_pop(L, 1);
}

static int make_pointer(lua_State *L) {
  pointer p = {0};
  buffer out = {0};
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  p.sequence = lua_get_integer(L, 1, "sequence", 1, FORMAT_MOST);
  p.created = lua_get_integer(L, 1, "created", 1, TRUST_LATEST);
  p.expires = lua_get_integer(L, 1, "expires", p.created + 1, TRUST_LATEST);
  p.length = lua_get_integer(L, 1, "length", FORMAT_HEADER, FORMAT_LONGEST);
  take_hex(L, "digest", p.digest);
  lua_getfield(L, 1, "whole");
  take_file(L, &p.whole);
  lua_settop(L, 1);
  take_patches(L, &p);
  pointer_write(&p, &out);
  return lua_push_buffer(L, &out);
}

static int sign_pointer(lua_State *L) {
  span text = lua_check_span(L, 1);
  key_ring *ring;
  buffer out = {0};
  fault why;
  bool done =
      lua_push_keys(L, 2, &ring, &why) && pointer_sign(text, ring->key, ring->count, &out, &why);
  if (done) { return lua_push_buffer(L, &out); }
  buffer_free(&out);
  return lua_refuse(L, why.text);
}

static const luaL_Reg functions[] = {
    {"check_pointer", check_pointer},
    {"make_pointer", make_pointer},
    {"sign_pointer", sign_pointer},
    {NULL, NULL},
};

void lua_open_pointer(lua_State *L) { luaL_setfuncs(L, functions, 0); }
