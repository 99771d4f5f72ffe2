/** Trust roots for Lua: `svc.check_trust`, `svc.extend_trust`; and `svc.replace_file`, which
 * saves them. The text of a root is described in publication/trust.h. */
#include <stdlib.h>
#include <time.h>

#include "base/escape.h"
#include "binding/keys.h"
#include "publication/file.h"
#include "publication/trust.h"

static const char keys_type[] = "svc.private_keys";

static int free_keys(lua_State *L) {
  key_ring *ring = luaL_checkudata(L, 1, keys_type);
  while (ring->count > 0) { private_key_free(ring->key[--ring->count]); }
  return 0;
}

/** Reads the text at the top into the ring and removes it. */
static bool take_key(lua_State *L, key_ring *ring, fault *why) {
  if (ring->count == KEY_RING_MOST) {
    return fault_set(why, "more than %d private keys", KEY_RING_MOST);
  }
  if (!private_key_read(lua_check_span(L, -1), &ring->key[ring->count], why)) { return false; }
  ring->count++;
  lua_pop(L, 1);
  return true;
}

bool lua_push_keys(lua_State *L, int index, key_ring **out, fault *why) {
  index = lua_absindex(L, index);
  key_ring *ring = *out = lua_new_value(L, keys_type, sizeof *ring, 0);
  bool list = lua_istable(L, index);
  lua_Integer count = list ? (lua_Integer)lua_rawlen(L, index) : 1;
  for (lua_Integer i = 1; i <= count; i++) {
    if (list) {
      lua_rawgeti(L, index, i);
    } else {
      lua_pushvalue(L, index);
    }
    if (!take_key(L, ring, why)) { return false; }
  }
  return true;
}

void lua_push_hex(lua_State *L, const unsigned char *bytes, size_t size) {
  char hex[2 * SIGNATURE_BYTES + 1];
  hex_write(bytes, size, hex);
  lua_pushstring(L, hex);
}

void lua_set_hex(lua_State *L, const char *name, const unsigned char bytes[DIGEST_BYTES]) {
  lua_push_hex(L, bytes, DIGEST_BYTES);
  lua_setfield(L, -2, name);
}

void lua_set_public_keys(lua_State *L, const char *name, const unsigned char (*keys)[KEY_BYTES],
                         uint32_t count) {
  lua_push_array(L, count);
  for (uint32_t i = 0; i < count; i++) {
    lua_push_hex(L, keys[i], KEY_BYTES);
    lua_append(L);
  }
  lua_setfield(L, -2, name);
}

static int by_bytes(const void *a, const void *b) { return memcmp(a, b, KEY_BYTES); }

uint32_t lua_take_public_keys(lua_State *L, unsigned char (*keys)[KEY_BYTES], uint32_t most) {
  lua_Unsigned count = 0;
  if (!lua_isnil(L, -1)) {
    if (!lua_istable(L, -1)) {
      luaL_error(L, "a list of public keys expected, got %s", luaL_typename(L, -1));
    }
    count = lua_rawlen(L, -1);
  }
  if (count > most) { luaL_error(L, "%d keys; at most %d are accepted", (int)count, (int)most); }
  for (lua_Unsigned i = 0; i < count; i++) {
    lua_rawgeti(L, -1, (lua_Integer)i + 1);
    if (lua_type(L, -1) != LUA_TSTRING || !hex_read(lua_check_span(L, -1), keys[i], KEY_BYTES)) {
      luaL_error(L, "a public key is 64 lower-case hexadecimal digits");
    }
    lua_pop(L, 1);
  }
  qsort(keys, count, KEY_BYTES, by_bytes);
  lua_pop(L, 1);
  return (uint32_t)count;
}

static void set_key_set(lua_State *L, const char *name, const trust_keys *keys) {
  lua_createtable(L, 0, 2);
  lua_set_integer(L, "threshold", keys->threshold);
  lua_set_public_keys(L, "keys", keys->key, keys->count);
  lua_setfield(L, -2, name);
}

static void push_trust(lua_State *L, const trust *t) {
  lua_createtable(L, 0, 6);
  lua_set_integer(L, "version", t->version);
  lua_set_integer(L, "expires", t->expires);
  set_key_set(L, "root", &t->root);
  set_key_set(L, "publication", &t->publication);
  lua_set_public_keys(L, "revoked", t->revoked, t->revoked_count);
  lua_set_hex(L, "digest", t->digest);
}

static int check_trust(lua_State *L) {
  span text = lua_check_span(L, 1);
  lua_Integer now = luaL_optinteger(L, 2, (lua_Integer)time(NULL));
  trust root;
  fault why;
  luaL_argcheck(L, now >= 0, 2, "a time is not negative");
  if (!trust_read(text, NULL, (uint64_t)now, &root, &why)) { return lua_refuse(L, why.text); }
  push_trust(L, &root);
  return 1;
}

static void take_key_set(lua_State *L, const char *name, trust_keys *out) {
  lua_getfield(L, 2, name);
  luaL_checktype(L, -1, LUA_TTABLE);
  out->threshold = (uint32_t)lua_get_integer(L, -1, "threshold", 0, TRUST_KEYS);
  lua_getfield(L, -1, "keys");
  out->count = lua_take_public_keys(L, out->key, TRUST_KEYS);
  lua_pop(L, 1);
}

static int extend_trust(lua_State *L) {
  span text = lua_isnoneornil(L, 1) ? SPAN("") : lua_check_span(L, 1);
  trust next = {0};
  buffer out = {0};
  key_ring *ring;
  fault why;
  luaL_checktype(L, 2, LUA_TTABLE);
  next.expires = lua_get_integer(L, 2, "expires", 0, TRUST_LATEST);
  take_key_set(L, "root", &next.root);
  take_key_set(L, "publication", &next.publication);
  lua_getfield(L, 2, "revoked");
  next.revoked_count = lua_take_public_keys(L, next.revoked, TRUST_REVOKED);
  bool done = lua_push_keys(L, 3, &ring, &why) &&
              trust_extend(text, &next, ring->key, ring->count, &out, &why);
  if (done) { return lua_push_buffer(L, &out); }
  buffer_free(&out);
  return lua_refuse(L, why.text);
}

static int replace_file(lua_State *L) {
  const char *path = luaL_checkstring(L, 1);
  struct stat old;
  fault why;
  mode_t mode = stat(path, &old) == 0 ? old.st_mode & 0777 : 0644;
  return lua_push_outcome(L, file_replace(path, lua_check_span(L, 2), mode, &why), &why);
}

static const luaL_Reg functions[] = {
    {"check_trust", check_trust},
    {"extend_trust", extend_trust},
    {"replace_file", replace_file},
    {NULL, NULL},
};

void lua_open_trust(lua_State *L) {
  lua_new_type(L, keys_type, free_keys, NULL);
  luaL_setfuncs(L, functions, 0);
}
