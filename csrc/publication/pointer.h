/** @file
 * The pointer of a channel, a text file that says which publication is to be served now and where
 * its bytes are. It is small, signed by the keys that sign publications, and expires soon, so that
 * a mirror can neither bring old news back nor keep new ones away for long:
 *
 *     svc-pointer 1               the format
 *     sequence 12                 of the publication, 1 to 2^53
 *     created 1798761600          of the pointer, Unix seconds
 *     expires 1799366400          of the pointer; later than created
 *     digest HEX                  of the publication (format.h)
 *     length 1234567              of the publication, in bytes
 *     whole LENGTH HEX            the publication as one zstd frame: its length and its SHA-256
 *     patch HEX LENGTH HEX        the same as a change of the publication with that digest: a zstd
 *                                 frame with the other as prefix; strictly ascending, 0..16 lines
 *     signature HEX HEX           key and signature, strictly ascending by key, 0..16 lines
 *
 * Lines are as strict as those of a trust file (trust.h). A signature is over the DSSE encoding
 * (format.h) of all lines before the first `signature` line, with type POINTER_TYPE; every one must
 * hold. Beside the pointer, the whole is `publication-DIGEST.svp.zst` and a patch `OLD-NEW.zst`.
 */
#pragma once

#include <stdint.h>

#include "publication/format.h"
#include "publication/trust.h"

#define POINTER_TYPE "application/vnd.svc.pointer.v1"

enum { POINTER_PATCHES = 16, POINTER_LONGEST = 16384 };

/** A file of the channel. */
typedef struct pointer_file {
  unsigned char from[DIGEST_BYTES]; /**< of a patch: the publication that it changes */
  uint64_t length;                  /**< at least 1 */
  unsigned char sha256[DIGEST_BYTES];
} pointer_file;

typedef struct pointer {
  uint64_t sequence, created, expires, length;
  unsigned char digest[DIGEST_BYTES];
  pointer_file whole;
  uint32_t patch_count;
  pointer_file patch[POINTER_PATCHES]; /**< strictly ascending by `from` */
  uint32_t signer_count;
  unsigned char signer[FORMAT_SIGNERS][KEY_BYTES]; /**< strictly ascending */
} pointer;

/** Reads a pointer and checks that each of its signatures holds; whose they are, and whether it
 * expired, is for the caller to judge. @return false with `*why` filled. */
bool pointer_read(span text, pointer *out, fault *why);

/** Refuses a pointer that expired by `now`, Unix seconds. @return false with `*why` filled. */
bool pointer_check_date(const pointer *p, uint64_t now, fault *why);

/** Appends the text of a pointer without signatures. Its signers are ignored. */
void pointer_write(const pointer *p, buffer *out);

/** Appends the text with the signatures of `keys` added. @param text may be signed by others; a
 * signature of the same key is made anew. @param out checked as pointer_read does.
 * @return false with `*why` filled. */
bool pointer_sign(span text, private_key *const *keys, size_t key_count, buffer *out, fault *why);
