/** @file
 * Private keys given from Lua as PEM texts.
 */
#ifndef SVC_BINDING_KEYS_H
#define SVC_BINDING_KEYS_H

#include "binding/modules.h"
#include "publication/signature.h"

enum { KEY_RING_MOST = 32 };

/** Keys that Lua clears and releases with the userdata they are in. */
typedef struct key_ring {
  size_t count;
  private_key *key[KEY_RING_MOST];
} key_ring;

/** Pushes a ring of the keys at `index`: one PEM text, or a list of them. Raises on another type.
 * @return false with `*why` filled when one is no key; something is pushed in any case. */
bool lua_push_keys(lua_State *L, int index, key_ring **out, fault *why);

/** Pushes the 64 hexadecimal digits of a digest or key. */
void lua_push_hex(lua_State *L, const unsigned char bytes[DIGEST_BYTES]);

#endif
