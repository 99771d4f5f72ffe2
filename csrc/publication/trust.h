/** @file
 * The trust root: which keys may sign a publication, and who may change that. A text file, the
 * whole history of the root as one block after another, oldest first:
 *
 *     svc-trust 1                         the format
 *     version 1                           1, 2, … without a gap
 *     expires 1798761600                  Unix seconds, 1 to TRUST_LATEST
 *     root-threshold 1                    root signatures that change the root
 *     root-key HEX                        one line a key, strictly ascending, 1..16
 *     publication-threshold 1             signatures that make a publication trusted
 *     publication-key HEX                 one line a key, strictly ascending, 1..16
 *     revoked HEX                         one line a key, strictly ascending, 0..64
 *     signature HEX HEX                   root key and signature, ascending by key, 1..32
 *
 * Every line ends in one newline, words are separated by one space, numbers are decimal without
 * leading zeros, keys are 64 and signatures 128 lower-case hexadecimal digits. A block is signed
 * over the DSSE encoding (format.h) of its lines before the first `signature` line, with type
 * TRUST_TYPE. The first block is signed by its own root keys; every later one has exactly the
 * next version and enough signatures both of the root keys before it and of its own. A signature
 * of any other key, or one that does not hold, refuses the file. A threshold is 1 to the number
 * of its keys. A revoked key stays revoked, and is neither a root nor a publication key. Only the
 * last block counts for publications; it must not have expired.
 */
#pragma once

#include <stdint.h>

#include "base/fault.h"
#include "base/span.h"
#include "publication/signature.h"

#define TRUST_TYPE "application/vnd.svc.trust.v1"

/** Latest expiry: twelve digits of Unix seconds. */
#define TRUST_LATEST 999999999999

enum { TRUST_KEYS = 16, TRUST_REVOKED = 64, TRUST_LONGEST = 1 << 20 };

typedef struct trust_keys {
  uint32_t threshold; /**< 1..count */
  uint32_t count;
  unsigned char key[TRUST_KEYS][KEY_BYTES]; /**< strictly ascending */
} trust_keys;

typedef struct trust {
  uint32_t version; /**< 0 when the keys were given without a root */
  uint64_t expires; /**< Unix seconds */
  trust_keys root, publication;
  uint32_t revoked_count;
  unsigned char revoked[TRUST_REVOKED][KEY_BYTES]; /**< strictly ascending */
  unsigned char digest[DIGEST_BYTES];              /**< SHA-256 of the block's signed lines */
} trust;

/** A version of a root that was accepted before: a later file must continue from it. */
typedef struct trust_pin {
  uint32_t version; /**< 0: none */
  unsigned char digest[DIGEST_BYTES];
} trust_pin;

/** Reads a trust file and checks its whole chain. @param pin NULL: none was accepted before.
 * @param now Unix seconds. @param out the last block. @return false with `*why` filled. */
bool trust_read(span text, const trust_pin *pin, uint64_t now, trust *out, fault *why);

/** Appends the next version to a trust file and signs it. @param text the file so far; empty for
 * version 1. @param next its version and digest are filled in. @param keys private root keys of
 * the version before and of the new one, as many as both thresholds need, in any order, each
 * once. @param out receives the whole new file, checked like trust_read does, but for its date.
 * @return false with `*why` filled. */
bool trust_extend(span text, trust *next, private_key *const *keys, size_t key_count, buffer *out,
                  fault *why);

/** True when `key` is among `keys`. */
bool trust_has(const trust_keys *keys, const unsigned char key[KEY_BYTES]);

/** Counts signers, whose signatures hold, against the threshold of publication keys.
 * @return false with `*why` filled when too few of them are trusted. */
bool trust_accepts(const trust *t, const unsigned char (*signer)[KEY_BYTES], uint32_t count,
                   fault *why);

/** True when `key` was revoked. */
bool trust_revoked(const trust *t, const unsigned char key[KEY_BYTES]);
