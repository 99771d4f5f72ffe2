#include "publication/signature.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <stdint.h>
#include <stdlib.h>

struct private_key {
  EVP_PKEY *pkey;
  unsigned char public_key[KEY_BYTES];
};

bool digest_of(span bytes, unsigned char out[DIGEST_BYTES]) {
  return EVP_Digest(bytes.data, bytes.len, out, NULL, EVP_sha256(), NULL) == 1;
}

bool digest_keyed(span key, span bytes, unsigned char out[DIGEST_BYTES]) {
  if (key.len > INT32_MAX) { return false; }
  const unsigned char *message = (const unsigned char *)bytes.data;
  return HMAC(EVP_sha256(), key.data, (int)key.len, message, bytes.len, out, NULL) != NULL;
}

/** Takes `pkey` (NULL is accepted) into a new private key. */
static bool adopt(EVP_PKEY *pkey, private_key **out) {
  size_t size = KEY_BYTES;
  private_key *key = pkey == NULL ? NULL : malloc(sizeof *key);
  if (key != NULL && EVP_PKEY_get_raw_public_key(pkey, key->public_key, &size) == 1) {
    key->pkey = pkey;
    *out = key;
    return true;
  }
  free(key);
  EVP_PKEY_free(pkey);
  *out = NULL;
  return false;
}

bool private_key_generate(private_key **out, fault *why) {
  if (adopt(EVP_PKEY_Q_keygen(NULL, NULL, "ED25519"), out)) { return true; }
  return fault_set(why, "no key could be made: the system gave no randomness or no memory");
}

/** The key of a PKCS #8 structure; NULL when it is of another kind, then named in `*why`. */
static EVP_PKEY *read_structure(const PKCS8_PRIV_KEY_INFO *info, fault *why) {
  enum { WRAPPED = 2 + KEY_BYTES }; /* an OCTET STRING of the 32 bytes of the seed */
  const ASN1_OBJECT *kind;
  const unsigned char *bytes;
  int length;
  if (PKCS8_pkey_get0(&kind, &bytes, &length, NULL, info) != 1) { return NULL; }
  if (OBJ_obj2nid(kind) != NID_ED25519 || length != WRAPPED) {
    fault_set(why, "the private key is of kind %s; an Ed25519 key is needed",
              OBJ_nid2sn(OBJ_obj2nid(kind)));
    return NULL;
  }
  return EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, NULL, bytes + 2, KEY_BYTES);
}

bool private_key_read(span pem, private_key **out, fault *why) {
  const span start = SPAN("-----BEGIN PRIVATE KEY-----");
  char *name = NULL, *header = NULL;
  unsigned char *data = NULL;
  long length = 0;
  EVP_PKEY *pkey = NULL;
  *out = NULL;
  fault_set(why,
            "no private key found; an unencrypted PEM file (PKCS #8) is needed, as "
            "`svcd keygen` writes it");
  if (memmem(pem.data, pem.len, start.data, start.len) != NULL) {
    fault_set(why, "the private key is damaged, or memory ran out");
  }
  BIO *bio = pem.len > INT32_MAX ? NULL : BIO_new_mem_buf(pem.data, (int)pem.len);
  if (bio != NULL && PEM_read_bio(bio, &name, &header, &data, &length) == 1 &&
      strcmp(name, PEM_STRING_PKCS8INF) == 0) {
    const unsigned char *at = data;
    PKCS8_PRIV_KEY_INFO *info = d2i_PKCS8_PRIV_KEY_INFO(NULL, &at, length);
    if (info != NULL) { pkey = read_structure(info, why); }
    PKCS8_PRIV_KEY_INFO_free(info);
  }
  BIO_free(bio);
  OPENSSL_free(name);
  OPENSSL_free(header);
  OPENSSL_clear_free(data, (size_t)length);
  return adopt(pkey, out);
}

bool private_key_write(const private_key *key, buffer *out) {
  BIO *bio = BIO_new(BIO_s_secmem());
  char *data = NULL;
  bool done =
      bio != NULL && PEM_write_bio_PKCS8PrivateKey(bio, key->pkey, NULL, NULL, 0, NULL, NULL) == 1;
  long size = done ? BIO_get_mem_data(bio, &data) : 0;
  if (size > 0) { buffer_append(out, (span){data, (size_t)size}); }
  BIO_free(bio);
  return size > 0 && !out->failed;
}

void private_key_public(const private_key *key, unsigned char out[KEY_BYTES]) {
  memcpy(out, key->public_key, KEY_BYTES);
}

static int by_public(const void *a, const void *b) {
  const private_key *left = *(private_key *const *)a, *right = *(private_key *const *)b;
  return memcmp(left->public_key, right->public_key, KEY_BYTES);
}

bool private_keys_sort(private_key *const *keys, size_t count, size_t most, private_key **out,
                       fault *why) {
  if (count < 1 || count > most) {
    return fault_set(why, "%zu private keys to sign with; 1 to %zu are accepted", count, most);
  }
  memcpy(out, keys, count * sizeof *out);
  qsort(out, count, sizeof *out, by_public);
  for (size_t i = 1; i < count; i++) {
    if (by_public(&out[i - 1], &out[i]) == 0) {
      return fault_set(why, "the same private key is given twice");
    }
  }
  return true;
}

void private_key_free(private_key *key) {
  if (key == NULL) { return; }
  EVP_PKEY_free(key->pkey);
  free(key);
}

/** Appends the DSSE pre-authentication encoding of a body in two parts. */
static void encode(buffer *out, span type, span head, span rest) {
  buffer_print(out, "DSSEv1 %zu ", type.len);
  buffer_append(out, type);
  buffer_print(out, " %zu ", head.len + rest.len);
  buffer_append(out, head);
  buffer_append(out, rest);
}

bool signature_make(const private_key *key, span type, span head, span rest,
                    unsigned char out[SIGNATURE_BYTES]) {
  buffer body = {0};
  encode(&body, type, head, rest);
  size_t size = SIGNATURE_BYTES;
  EVP_MD_CTX *context = body.failed ? NULL : EVP_MD_CTX_new();
  bool done = context != NULL && EVP_DigestSignInit(context, NULL, NULL, NULL, key->pkey) == 1 &&
              EVP_DigestSign(context, out, &size, (const unsigned char *)body.data, body.len) == 1;
  EVP_MD_CTX_free(context);
  buffer_free(&body);
  return done && size == SIGNATURE_BYTES;
}

bool signature_holds(const unsigned char key[KEY_BYTES], span type, span head, span rest,
                     const unsigned char signature[SIGNATURE_BYTES], const char **verdict) {
  int result = -1;
  buffer body = {0};
  encode(&body, type, head, rest);
  EVP_PKEY *pkey = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, NULL, key, KEY_BYTES);
  EVP_MD_CTX *context = body.failed || pkey == NULL ? NULL : EVP_MD_CTX_new();
  if (context != NULL && EVP_DigestVerifyInit(context, NULL, NULL, NULL, pkey) == 1) {
    result = EVP_DigestVerify(context, signature, SIGNATURE_BYTES, (const unsigned char *)body.data,
                              body.len);
  }
  EVP_MD_CTX_free(context);
  EVP_PKEY_free(pkey);
  buffer_free(&body);
  if (verdict != NULL) {
    *verdict = result < 0 ? "cannot be checked: out of memory" : "does not hold";
  }
  return result == 1;
}

/** Memory set aside for the initialisation of OpenSSL, which takes 2 blocks in 3.5. */
enum { SPARE_BLOCKS = 16, SPARE_BYTES = 256 };
static void *spare[SPARE_BLOCKS];
static int spares;

static void *take_spare(size_t size, const char *file, int line) {
  (void)file, (void)line;
  return spares > 0 && size <= SPARE_BYTES ? spare[--spares] : malloc(size);
}

/** Initialises OpenSSL. From 3.2 on, an allocation that fails meanwhile never returns: to report
 * the failure, the library waits for the end of the initialisation. So all the memory is set aside
 * before. Error texts are not loaded, because nobody reads them. The machine's configuration of
 * OpenSSL is not loaded either: what a signature means depends on no file, and 3.5 aborts where
 * reading it fails.
 * @return false when memory ran out. */
static bool start_library(void) {
  enum { SETTINGS = OPENSSL_INIT_NO_LOAD_CRYPTO_STRINGS | OPENSSL_INIT_NO_LOAD_CONFIG };
  CRYPTO_malloc_fn allocate;
  CRYPTO_realloc_fn resize;
  CRYPTO_free_fn dispose;
  spares = 0;
  while (spares < SPARE_BLOCKS && (spare[spares] = malloc(SPARE_BYTES)) != NULL) { spares++; }
  bool enough = spares == SPARE_BLOCKS;
  if (enough) {
    CRYPTO_get_mem_functions(&allocate, &resize, &dispose);
    /* Refused where another part of the process has used OpenSSL before: it is initialised then. */
    CRYPTO_set_mem_functions(take_spare, resize, dispose);
    enough = OPENSSL_init_crypto(SETTINGS, NULL) == 1;
    CRYPTO_set_mem_functions(allocate, resize, dispose);
  }
  while (spares > 0) { free(spare[--spares]); }
  return enough;
}

bool signature_ready(void) {
  static bool ready;
  const span nothing = SPAN("");
  unsigned char made[SIGNATURE_BYTES];
  private_key *key;
  fault why;
  if (ready) { return true; }
  if (!start_library()) { return false; }
  /* Without the default context the library's own functions go on, and crash. */
  if (OSSL_LIB_CTX_get0_global_default() == NULL) { return false; }
  if (!private_key_generate(&key, &why)) { return false; }
  ready = digest_of(nothing, made) && digest_keyed(nothing, nothing, made) &&
          signature_make(key, nothing, nothing, nothing, made) &&
          signature_holds(key->public_key, nothing, nothing, nothing, made, NULL);
  private_key_free(key);
  return ready;
}

void secret_clear(void *at, size_t size) { OPENSSL_cleanse(at, size); }
