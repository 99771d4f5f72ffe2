/** @file
 * Keys and digests between Lua and C: private keys as PEM texts, all else as hexadecimal digits.
 */
#pragma once

#include "binding/modules.h"
#include "publication/signature.h"

enum { KEY_RING_MOST = 32 };

/** Keys that Lua clears and frees with the userdata they are in. */
typedef struct key_ring {
  size_t count;
  private_key *key[KEY_RING_MOST];
} key_ring;

/** Pushes a ring of the keys at `index`: one PEM text, or a list of them. Raises on another type.
 * @return false with `*why` filled when one is no key; something is pushed in any case. */
bool lua_push_keys(lua_State *L, int index, key_ring **out, fault *why);

/** Reads the list at the top, of at most `most` public keys in hexadecimal digits, puts them into
 * ascending order and removes the list; nil is an empty list. Raises on anything else.
 * @return their number */
uint32_t lua_take_public_keys(lua_State *L, unsigned char (*keys)[KEY_BYTES], uint32_t most);

/** Pushes bytes as hexadecimal digits. @param size up to SIGNATURE_BYTES */
void lua_push_hex(lua_State *L, const unsigned char *bytes, size_t size);

/** Sets field `name` of the table at the top to a digest's. */
void lua_set_hex(lua_State *L, const char *name, const unsigned char bytes[DIGEST_BYTES]);

/** Sets field `name` of the table at the top to the list of such keys. */
void lua_set_public_keys(lua_State *L, const char *name, const unsigned char (*keys)[KEY_BYTES],
                         uint32_t count);
