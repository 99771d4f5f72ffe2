/** Digests and keys for Lua: `svc.sha256`, `svc.sha256_file`, `svc.hmac`, `svc.keygen`,
 * `svc.public_key`, `svc.save_key`, `svc.load_key`, `svc.sign`, `svc.verify`. A private key is its
 * PEM text. */
#include <sys/mman.h>
#include <unistd.h>

#include "base/escape.h"
#include "binding/keys.h"
#include "publication/file.h"

enum { LONGEST_KEY = 16384, OTHERS = 077 };

static int sha256(lua_State *L) {
  unsigned char digest[DIGEST_BYTES];
  if (!digest_of(lua_check_span(L, 1), digest)) { return luaL_error(L, "out of memory"); }
  lua_push_hex(L, digest, sizeof digest);
  return 1;
}

static int sha256_file(lua_State *L) {
  const char *path = luaL_checkstring(L, 1);
  unsigned char digest[DIGEST_BYTES];
  struct stat info;
  fault why;
  int fd = file_open(path, &info, &why);
  if (fd < 0) { return lua_refuse_file(L, path, &why); }
  size_t size = (size_t)info.st_size;
  void *at = size == 0 ? NULL : mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
  close(fd);
  bool done = at != MAP_FAILED && digest_of((span){at == NULL ? "" : at, size}, digest);
  if (at != NULL && at != MAP_FAILED) { munmap(at, size); }
  if (!done) { return luaL_error(L, "out of memory"); }
  lua_push_hex(L, digest, sizeof digest);
  return 1;
}

static int hmac(lua_State *L) {
  unsigned char digest[DIGEST_BYTES];
  if (!digest_keyed(lua_check_span(L, 1), lua_check_span(L, 2), digest)) {
    return luaL_error(L, "out of memory");
  }
  lua_push_hex(L, digest, sizeof digest);
  return 1;
}

/** Pushes the text of `out`, then clears and frees it. */
static int push_secret(lua_State *L, buffer *out) {
  char text[LONGEST_KEY];
  size_t length = out->len < sizeof text ? out->len : sizeof text;
  memcpy(text, out->data, length);
  secret_clear(out->data, out->len);
  buffer_free(out);
  lua_pushlstring(L, text, length);
  secret_clear(text, sizeof text);
  return 1;
}

static int keygen(lua_State *L) {
  unsigned char public_key[KEY_BYTES];
  private_key *key;
  buffer pem = {0};
  fault why;
  if (!private_key_generate(&key, &why)) { return lua_refuse(L, why.text); }
  private_key_public(key, public_key);
  bool written = private_key_write(key, &pem);
  private_key_free(key);
  if (!written) {
    buffer_free(&pem);
    return luaL_error(L, "out of memory");
  }
  push_secret(L, &pem);
  lua_push_hex(L, public_key, sizeof public_key);
  return 2;
}

static int public_key(lua_State *L) {
  unsigned char bytes[KEY_BYTES];
  private_key *key;
  fault why;
  if (!private_key_read(lua_check_span(L, 1), &key, &why)) { return lua_refuse(L, why.text); }
  private_key_public(key, bytes);
  private_key_free(key);
  lua_push_hex(L, bytes, sizeof bytes);
  return 1;
}

static int save_key(lua_State *L) {
  const char *path = luaL_checkstring(L, 1);
  fault why;
  return lua_push_outcome(L, file_create(path, lua_check_span(L, 2), 0600, &why), &why);
}

static int load_key(lua_State *L) {
  const char *path = luaL_checkstring(L, 1);
  buffer pem = {0};
  private_key *key = NULL;
  fault why;
  bool missing, good = file_read(path, LONGEST_KEY, OTHERS, &pem, &missing, &why) &&
                       private_key_read(buffer_span(&pem), &key, &why);
  private_key_free(key);
  if (good) { return push_secret(L, &pem); }
  if (missing) { fault_set(&why, "there is no such file; make a key with `svcd keygen`"); }
  if (pem.data != NULL) { secret_clear(pem.data, pem.len); }
  buffer_free(&pem);
  return lua_refuse_file(L, path, &why);
}

static int sign(lua_State *L) {
  span pem = lua_check_span(L, 1), type = lua_check_span(L, 2), body = lua_check_span(L, 3);
  unsigned char made[SIGNATURE_BYTES];
  private_key *key;
  fault why;
  if (!private_key_read(pem, &key, &why)) { return lua_refuse(L, why.text); }
  bool done = signature_make(key, type, body, SPAN(""), made);
  private_key_free(key);
  if (!done) { return luaL_error(L, "out of memory"); }
  lua_push_hex(L, made, sizeof made);
  return 1;
}

static int verify(lua_State *L) {
  unsigned char key[KEY_BYTES], made[SIGNATURE_BYTES];
  span type = lua_check_span(L, 2), body = lua_check_span(L, 3);
  luaL_argcheck(L, hex_read(lua_check_span(L, 1), key, sizeof key), 1,
                "a public key of 64 lower-case hexadecimal digits expected");
  bool read = hex_read(lua_check_span(L, 4), made, sizeof made);
  lua_pushboolean(L, read && signature_holds(key, type, body, SPAN(""), made, NULL));
  return 1;
}

static const luaL_Reg functions[] = {
    {"hmac", hmac},
    {"keygen", keygen},
    {"load_key", load_key},
    {"public_key", public_key},
    {"save_key", save_key},
    {"sha256", sha256},
    {"sha256_file", sha256_file},
    {"sign", sign},
    {"verify", verify},
    {NULL, NULL},
};

void lua_open_signature(lua_State *L) {
  if (!signature_ready()) {
    luaL_error(L,
               "svc: OpenSSL could not be set up: not enough memory or no randomness; start the "
               "program again");
  }
  luaL_setfuncs(L, functions, 0);
}
