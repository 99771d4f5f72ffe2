#include "publication/sign.h"

#include <errno.h>

#include "base/bytes.h"
#include "base/hex.h"
#include "publication/file.h"

/** Puts the signature of `key` into its place among `signatures`. */
static bool add_signature(span file, const private_key *key, publication_facts *facts,
                          unsigned char *signatures, fault *why) {
  size_t manifest = (size_t)load_u64le(file.data + HEADER_MANIFEST);
  size_t length = (size_t)load_u64le(file.data + HEADER_MANIFEST_LENGTH);
  unsigned char name[KEY_BYTES];
  char hex[HEX_BYTES];
  uint32_t i = 0;
  private_key_public(key, name);
  hex_write(name, KEY_BYTES, hex);
  while (i < facts->signer_count && memcmp(facts->signer[i], name, KEY_BYTES) != 0) { i++; }
  if (i == facts->signer_count) {
    return fault_set(why, "%s is no signer of it; publish again with --signer %s", hex, hex);
  }
  if (!facts->missing[i]) { return fault_set(why, "%s has signed it already", hex); }
  if (!signature_make(key, SPAN(FORMAT_TYPE), span_take(file, FORMAT_HEADER),
                      span_take(span_skip(file, manifest), length),
                      signatures + i * SIGNATURE_BYTES)) {
    return fault_set(why, "out of memory");
  }
  facts->missing[i] = false;
  return true;
}

bool publication_sign(span file, const char *path, private_key *const *keys, size_t key_count,
                      publication_facts *facts, fault *why) {
  unsigned char signatures[FORMAT_SIGNERS * SIGNATURE_BYTES];
  size_t size = facts->signer_count * SIGNATURE_BYTES, start = file.len - size;
  replacement r;
  memcpy(signatures, file.data + start, size);
  for (size_t i = 0; i < key_count; i++) {
    if (!add_signature(file, keys[i], facts, signatures, why)) { return false; }
  }
  if (!replacement_open(&r, path, 0644, why)) { return false; }
  bool written = file_write(r.fd, span_take(file, start), 0) &&
                 file_write(r.fd, (span){(const char *)signatures, size}, (off_t)start);
  bool done = written ? replacement_commit(&r, why) : file_write_failed(path, errno, why);
  replacement_close(&r);
  return done;
}
