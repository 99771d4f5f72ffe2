/** Fuzz target: pointers of a channel. The input is a byte and the text of one. What is read is
 * written again as it was, and says the same when it is signed; a bit of a signed one that is
 * turned, where the byte says, refuses it. */
#include <stdlib.h>

#include "publication/pointer.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static const char pem[] =
    "-----BEGIN PRIVATE "
    "KEY-----\nMC4CAQAwBQYDK2VwBCIEIAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEB\n-----END PRIVATE "
    "KEY-----\n";

static void expect(bool condition) {
  if (!condition) abort();
}

static private_key *signer(void) {
  static private_key *key;
  fault why;
  expect(key != NULL || private_key_read(span_of(pem), &key, &why));
  return key;
}

/** A pointer is written as the beginning of the text it was read from. */
static void check_writing(span text, const pointer *p) {
  buffer again = {0};
  pointer_write(p, &again);
  expect(span_starts(text, buffer_span(&again)));
  buffer_free(&again);
}

/** Signed, it says the same; any damage to it is refused, or it is no longer that text. */
static void check_signing(span text, const pointer *p, unsigned char at) {
  private_key *key = signer();
  buffer out = {0};
  pointer signed_one;
  fault why;
  if (!pointer_sign(text, &key, 1, &out, &why)) {
    expect(p->signer_count == FORMAT_SIGNERS || text.len > POINTER_LONGEST / 2);
    buffer_free(&out);
    return;
  }
  expect(pointer_read(buffer_span(&out), &signed_one, &why));
  expect(signed_one.sequence == p->sequence && signed_one.patch_count == p->patch_count);
  expect(signed_one.signer_count >= 1);
  out.data[out.len * at / 256] ^= 1;
  expect(!pointer_read(buffer_span(&out), &signed_one, &why));
  buffer_free(&out);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
  pointer p;
  fault why;
  if (size < 1) return 0;
  span text = {(const char *)data + 1, size - 1};
  if (!pointer_read(text, &p, &why)) {
    expect(why.text[0] != '\0');
    return 0;
  }
  (void)pointer_check_date(&p, p.expires - 1, &why);
  expect(!pointer_check_date(&p, p.expires, &why));
  check_writing(text, &p);
  check_signing(text, &p, data[0]);
  return 0;
}
