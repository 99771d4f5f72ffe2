#include "publication/trust.h"

#include "base/clock.h"
#include "base/escape.h"
#include "publication/file.h"

enum { MOST_SIGNATURES = 2 * TRUST_KEYS };

typedef struct signature_line {
  unsigned char key[KEY_BYTES], signature[SIGNATURE_BYTES];
} signature_line;

/** One block as it stands in the file. */
typedef struct block {
  trust content;
  span body; /**< what is signed */
  unsigned first_line;
  uint32_t signature_count;
  signature_line signature[MOST_SIGNATURES];
} block;

/** Reads the lines `name HEX` that follow, at most `most`. */
static bool take_keys(lines *r, span name, unsigned char (*keys)[KEY_BYTES], uint32_t most,
                      uint32_t *count, fault *why) {
  span value;
  for (*count = 0; lines_take(r, name, &value); ++*count) {
    if (*count == most) {
      return fault_set(why, "trust file line %u: more than %u `%.*s` lines", r->line, most,
                       (int)name.len, name.data);
    }
    if (!hex_read(value, keys[*count], KEY_BYTES)) {
      return fault_set(why, "trust file line %u: a key is 64 lower-case hexadecimal digits",
                       r->line);
    }
    if (*count > 0 && memcmp(keys[*count - 1], keys[*count], KEY_BYTES) >= 0) {
      return fault_set(why,
                       "trust file line %u: `%.*s` lines are in ascending order, each key once",
                       r->line, (int)name.len, name.data);
    }
  }
  return true;
}

static bool take_key_set(lines *r, span threshold, span name, trust_keys *out, fault *why) {
  uint64_t value;
  if (!lines_number(r, threshold, 1, TRUST_KEYS, &value, why)) { return false; }
  if (!take_keys(r, name, out->key, TRUST_KEYS, &out->count, why)) { return false; }
  out->threshold = (uint32_t)value;
  if (out->threshold <= out->count) { return true; }
  return fault_set(why, "trust file line %u: `%.*s` asks for %u keys, and only %u follow", r->line,
                   (int)threshold.len, threshold.data, out->threshold, out->count);
}

static bool take_signatures(lines *r, block *out, fault *why) {
  span value;
  for (out->signature_count = 0; lines_take(r, SPAN("signature"), &value); out->signature_count++) {
    if (out->signature_count == MOST_SIGNATURES) {
      return fault_set(why, "trust file line %u: more than %d signatures", r->line,
                       MOST_SIGNATURES);
    }
    signature_line *s = &out->signature[out->signature_count];
    if (!hex_read(lines_word(&value), s->key, KEY_BYTES) ||
        !hex_read(value, s->signature, SIGNATURE_BYTES)) {
      return fault_set(why,
                       "trust file line %u: `signature` takes a key of 64 and a signature of "
                       "128 lower-case hexadecimal digits",
                       r->line);
    }
    if (out->signature_count > 0 && memcmp(s[-1].key, s->key, KEY_BYTES) >= 0) {
      return fault_set(why, "trust file line %u: signatures are in ascending order, one of a key",
                       r->line);
    }
  }
  return true;
}

/** Refuses a block that both trusts and revokes a key. */
static bool check_revoked(const trust *t, unsigned line, fault *why) {
  for (uint32_t i = 0; i < t->revoked_count; i++) {
    if (trust_has(&t->root, t->revoked[i]) || trust_has(&t->publication, t->revoked[i])) {
      return fault_set(why, "trust file line %u: a revoked key is still listed as a key", line);
    }
  }
  return true;
}

static bool take_block(lines *r, block *out, fault *why) {
  trust *t = &out->content;
  span start = r->rest;
  uint64_t format, version;
  out->first_line = r->line + 1;
  if (!lines_number(r, SPAN("svc-trust"), 1, 1, &format, why) ||
      !lines_number(r, SPAN("version"), 1, UINT32_MAX, &version, why) ||
      !lines_number(r, SPAN("expires"), 1, TRUST_LATEST, &t->expires, why) ||
      !take_key_set(r, SPAN("root-threshold"), SPAN("root-key"), &t->root, why) ||
      !take_key_set(r, SPAN("publication-threshold"), SPAN("publication-key"), &t->publication,
                    why) ||
      !take_keys(r, SPAN("revoked"), t->revoked, TRUST_REVOKED, &t->revoked_count, why) ||
      !check_revoked(t, r->line, why)) {
    return false;
  }
  t->version = (uint32_t)version;
  out->body = span_take(start, start.len - r->rest.len);
  if (!digest_of(out->body, t->digest)) { return fault_set(why, "out of memory"); }
  return take_signatures(r, out, why);
}

/** Number of the block's signatures that are by keys of `keys`. */
static uint32_t count_signers(const block *b, const trust_keys *keys) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < b->signature_count; i++) {
    count += trust_has(keys, b->signature[i].key);
  }
  return count;
}

/** Checks a block's signatures; `before` is NULL for the first block. */
static bool check_signatures(const block *b, const trust *before, fault *why) {
  const trust *t = &b->content;
  for (uint32_t i = 0; i < b->signature_count; i++) {
    const signature_line *s = &b->signature[i];
    const char *verdict;
    char key[HEX_BYTES];
    hex_write(s->key, KEY_BYTES, key);
    if (!trust_has(&t->root, s->key) && (before == NULL || !trust_has(&before->root, s->key))) {
      return fault_set(why, "trust root version %u is signed by %s, which is no root key of it",
                       t->version, key);
    }
    if (!signature_holds(s->key, SPAN(TRUST_TYPE), b->body, SPAN(""), s->signature, &verdict)) {
      return fault_set(why, "trust root version %u: the signature of %s %s", t->version, key,
                       verdict);
    }
  }
  uint32_t own = count_signers(b, &t->root);
  if (own < t->root.threshold) {
    return fault_set(why, "trust root version %u has %u of the %u signatures its own root keys owe",
                     t->version, own, t->root.threshold);
  }
  uint32_t old = before == NULL ? 0 : count_signers(b, &before->root);
  if (before != NULL && old < before->root.threshold) {
    return fault_set(why,
                     "trust root version %u has %u of the %u signatures of the root keys of "
                     "version %u that its change needs",
                     t->version, old, before->root.threshold, before->version);
  }
  return true;
}

/** Checks that a block continues the one before it; `before` is NULL for the first block. */
static bool check_succession(const block *b, const trust *before, fault *why) {
  const trust *t = &b->content;
  uint32_t expected = before == NULL ? 1 : before->version + 1;
  if (t->version != expected) {
    return fault_set(why,
                     "trust file line %u: version %u where version %u is due; a trust file "
                     "begins with version 1 and skips none",
                     b->first_line + 1, t->version, expected);
  }
  if (before == NULL) { return true; }
  for (uint32_t i = 0; i < before->revoked_count; i++) {
    if (!trust_revoked(t, before->revoked[i])) {
      return fault_set(why, "trust root version %u no longer revokes a key that version %u revoked",
                       t->version, before->version);
    }
  }
  return true;
}

/** Checks that the block is the one accepted before, when it has that version. */
static bool check_pin(const trust *t, const trust_pin *pin, fault *why) {
  if (pin == NULL || t->version != pin->version) { return true; }
  if (memcmp(t->digest, pin->digest, DIGEST_BYTES) == 0) { return true; }
  return fault_set(why,
                   "trust root version %u is another one than the version %u accepted before; "
                   "get the trust file from the publisher again",
                   t->version, t->version);
}

static bool check_last(const trust *t, const trust_pin *pin, uint64_t now, fault *why) {
  if (pin != NULL && t->version < pin->version) {
    return fault_set(why,
                     "the trust file ends at root version %u, but version %u was accepted "
                     "before; get the current trust file",
                     t->version, pin->version);
  }
  if (t->expires > now) { return true; }
  char expired[DATE_TEXT], today[DATE_TEXT];
  date_write(t->expires, expired);
  date_write(now, today);
  return fault_set(why,
                   "trust root version %u expired at %s (now is %s); get the current trust file",
                   t->version, expired, today);
}

bool trust_read(span text, const trust_pin *pin, uint64_t now, trust *out, fault *why) {
  const span begin = SPAN("svc-trust ");
  lines r = {"trust file", text, 0};
  block b;
  if (text.len > TRUST_LONGEST) { return fault_set(why, "the trust file is longer than 1 MiB"); }
  if (!span_equal(span_take(text, begin.len), begin)) {
    return fault_set(why, "not a trust file; get the publisher's, or make one by svcd trust init");
  }
  for (bool first = true; first || r.rest.len > 0; first = false) {
    const trust *before = first ? NULL : out;
    if (!take_block(&r, &b, why) || !check_pin(&b.content, pin, why)) { return false; }
    if (!check_succession(&b, before, why) || !check_signatures(&b, before, why)) { return false; }
    *out = b.content;
  }
  return check_last(out, pin, now, why);
}

static void write_keys(buffer *out, const char *name, const unsigned char (*keys)[KEY_BYTES],
                       uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    char hex[HEX_BYTES];
    hex_write(keys[i], KEY_BYTES, hex);
    buffer_print(out, "%s %s\n", name, hex);
  }
}

static void write_lines(buffer *out, const trust *t) {
  buffer_print(out, "svc-trust 1\nversion %u\nexpires %llu\n", t->version,
               (unsigned long long)t->expires);
  buffer_print(out, "root-threshold %u\n", t->root.threshold);
  write_keys(out, "root-key", t->root.key, t->root.count);
  buffer_print(out, "publication-threshold %u\n", t->publication.threshold);
  write_keys(out, "publication-key", t->publication.key, t->publication.count);
  write_keys(out, "revoked", t->revoked, t->revoked_count);
}

static bool write_signature(buffer *out, span body, const private_key *key) {
  unsigned char made[SIGNATURE_BYTES], public_key[KEY_BYTES];
  char signer[HEX_BYTES], signature[2 * SIGNATURE_BYTES + 1];
  if (!signature_make(key, SPAN(TRUST_TYPE), body, SPAN(""), made)) { return false; }
  private_key_public(key, public_key);
  hex_write(public_key, sizeof public_key, signer);
  hex_write(made, sizeof made, signature);
  buffer_print(out, "signature %s %s\n", signer, signature);
  return true;
}

bool trust_extend(span text, trust *next, private_key *const *keys, size_t key_count, buffer *out,
                  fault *why) {
  private_key *sorted[MOST_SIGNATURES];
  buffer body = {0};
  trust last = {0};
  if (text.len > 0 && !trust_read(text, NULL, 0, &last, why)) { return false; }
  if (!private_keys_sort(keys, key_count, MOST_SIGNATURES, sorted, why)) { return false; }
  next->version = last.version + 1;
  write_lines(&body, next);
  buffer_append(out, text);
  buffer_append(out, buffer_span(&body));
  bool done = !body.failed;
  for (size_t i = 0; done && i < key_count; i++) {
    done = write_signature(out, buffer_span(&body), sorted[i]);
  }
  buffer_free(&body);
  if (!done || out->failed) { return fault_set(why, "out of memory"); }
  return trust_read(buffer_span(out), NULL, 0, next, why);
}

bool trust_has(const trust_keys *keys, const unsigned char key[KEY_BYTES]) {
  uint32_t i = 0;
  while (i < keys->count && memcmp(keys->key[i], key, KEY_BYTES) != 0) { i++; }
  return i < keys->count;
}

bool trust_revoked(const trust *t, const unsigned char key[KEY_BYTES]) {
  uint32_t i = 0;
  while (i < t->revoked_count && memcmp(t->revoked[i], key, KEY_BYTES) != 0) { i++; }
  return i < t->revoked_count;
}

bool trust_accepts(const trust *t, const unsigned char (*signer)[KEY_BYTES], uint32_t count,
                   fault *why) {
  uint32_t trusted = 0;
  char name[HEX_BYTES] = "";
  const char *status = "";
  for (uint32_t i = 0; i < count; i++) {
    if (trust_has(&t->publication, signer[i])) {
      trusted++;
      continue;
    }
    hex_write(signer[i], KEY_BYTES, name);
    status = trust_revoked(t, signer[i]) ? ", a revoked key" : ", an unknown key";
  }
  if (trusted >= t->publication.threshold) { return true; }
  return fault_set(why,
                   "trust: %u of the %u signatures by trusted keys it needs%s%s%s; sign it with a "
                   "trusted key or get the current trust file",
                   trusted, t->publication.threshold, name[0] == '\0' ? "" : "; it is signed by ",
                   name, status);
}
