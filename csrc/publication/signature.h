/** @file
 * Digests and signatures: SHA-256, Ed25519, and DSSE's pre-authentication encoding, which keeps
 * bytes signed for one purpose from being taken for another. The only user of OpenSSL.
 */
#pragma once

#include <stdbool.h>

#include "base/buffer.h"
#include "base/fault.h"
#include "base/span.h"

enum { DIGEST_BYTES = 32, KEY_BYTES = 32, SIGNATURE_BYTES = 64, HEX_BYTES = 65 };

/** An Ed25519 private key. */
typedef struct private_key private_key;

/** SHA-256 of `bytes`. @return false when the library failed, as it does when memory is out. */
bool digest_of(span bytes, unsigned char out[DIGEST_BYTES]);

/** HMAC-SHA256 (RFC 2104) of `bytes`. @return false when the library failed. */
bool digest_keyed(span key, span bytes, unsigned char out[DIGEST_BYTES]);

/** Makes a key from the system's random source. @return false with `*why` filled. */
bool private_key_generate(private_key **out, fault *why);

/** Reads an unencrypted PEM private key (PKCS #8, as `openssl genpkey -algorithm ed25519` writes
 * it). @return false with `*why` filled; another algorithm is refused. */
bool private_key_read(span pem, private_key **out, fault *why);

/** Appends the key as PEM, PKCS #8. @return false when memory is out. */
bool private_key_write(const private_key *key, buffer *out);

/** The public key that belongs to it. */
void private_key_public(const private_key *key, unsigned char out[KEY_BYTES]);

/** Copies `count` keys to `out` in the order of their public keys. @return false with `*why` filled
 * when there are none, more than `most`, or one twice. */
bool private_keys_sort(private_key *const *keys, size_t count, size_t most, private_key **out,
                       fault *why);

/** Clears and frees a key. NULL is accepted. */
void private_key_free(private_key *key);

/** Signs PAE(type, head followed by rest). @return false when memory is out. */
bool signature_make(const private_key *key, span type, span head, span rest,
                    unsigned char out[SIGNATURE_BYTES]);

/** True when `signature` is the signature of `key` over PAE(type, head followed by rest).
 * @param verdict when not NULL, receives why not, as the end of a sentence about it. */
bool signature_holds(const unsigned char key[KEY_BYTES], span type, span head, span rest,
                     const unsigned char signature[SIGNATURE_BYTES], const char **verdict);

/** Tests the library: makes digests and a key, signs with the key and checks the signature,
 * once in a process. Ask before any other use: the library does not recover where memory runs out
 * while it is initialised. */
bool signature_ready(void);

/** Overwrites memory that held a secret, in a way the compiler keeps. */
void secret_clear(void *at, size_t size);
