#include "publication/pointer.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/escape.h"
#include "publication/file.h"

/** A signature as it stands in the file. */
typedef struct signature_line {
  unsigned char key[KEY_BYTES], signature[SIGNATURE_BYTES];
} signature_line;

/** A pointer's text in its two parts. */
typedef struct parts {
  span body; /**< what is signed */
  uint32_t signature_count;
  signature_line signature[FORMAT_SIGNERS];
} parts;

static bool malformed(unsigned line, const char *expected, fault *why) {
  return fault_set(why, "pointer line %u: %s is expected; svcd release makes such a file", line,
                   expected);
}

/** Reads `LENGTH HEX`. */
static bool read_file(span value, pointer_file *out) {
  return lines_digits(lines_word(&value), &out->length) && out->length > 0 &&
         hex_read(value, out->sha256, DIGEST_BYTES);
}

static bool take_numbers(lines *l, pointer *out, fault *why) {
  uint64_t format;
  if (!lines_number(l, SPAN("svc-pointer"), 1, 1, &format, why) ||
      !lines_number(l, SPAN("sequence"), 1, FORMAT_MOST, &out->sequence, why) ||
      !lines_number(l, SPAN("created"), 1, TRUST_LATEST, &out->created, why) ||
      !lines_number(l, SPAN("expires"), out->created + 1, TRUST_LATEST, &out->expires, why)) {
    return false;
  }
  return true;
}

static bool take_files(lines *l, pointer *out, fault *why) {
  span value;
  unsigned line = l->line + 1;
  if (!lines_take(l, SPAN("digest"), &value) || !hex_read(value, out->digest, DIGEST_BYTES)) {
    return malformed(line, "`digest DIGEST`", why);
  }
  if (!lines_number(l, SPAN("length"), FORMAT_HEADER, FORMAT_LONGEST, &out->length, why)) {
    return false;
  }
  line = l->line + 1;
  if (!lines_take(l, SPAN("whole"), &value) || !read_file(value, &out->whole)) {
    return malformed(line, "`whole LENGTH SHA-256`", why);
  }
  for (out->patch_count = 0; lines_take(l, SPAN("patch"), &value); out->patch_count++) {
    pointer_file *p = &out->patch[out->patch_count];
    if (out->patch_count == POINTER_PATCHES) { return malformed(l->line, "no further patch", why); }
    if (!hex_read(lines_word(&value), p->from, DIGEST_BYTES) || !read_file(value, p)) {
      return malformed(l->line, "`patch DIGEST LENGTH SHA-256`", why);
    }
    if (out->patch_count > 0 && memcmp(p[-1].from, p->from, DIGEST_BYTES) >= 0) {
      return malformed(l->line, "a greater digest than that of the patch before", why);
    }
  }
  return true;
}

static bool take_signatures(lines *l, parts *out, fault *why) {
  span value;
  for (out->signature_count = 0; lines_take(l, SPAN("signature"), &value); out->signature_count++) {
    signature_line *s = &out->signature[out->signature_count];
    if (out->signature_count == FORMAT_SIGNERS) {
      return malformed(l->line, "no further signature", why);
    }
    if (!hex_read(lines_word(&value), s->key, KEY_BYTES) ||
        !hex_read(value, s->signature, SIGNATURE_BYTES)) {
      return malformed(l->line, "`signature KEY SIGNATURE`", why);
    }
    if (out->signature_count > 0 && memcmp(s[-1].key, s->key, KEY_BYTES) >= 0) {
      return malformed(l->line, "a greater key than that of the signature before", why);
    }
  }
  return l->rest.len == 0 || malformed(l->line + 1, "the end", why);
}

static bool check_signature(span body, const signature_line *s, fault *why) {
  const char *verdict;
  char name[HEX_BYTES];
  if (signature_holds(s->key, SPAN(POINTER_TYPE), body, SPAN(""), s->signature, &verdict)) {
    return true;
  }
  hex_write(s->key, KEY_BYTES, name);
  return fault_set(why, "pointer: the signature of %s %s", name, verdict);
}

static bool split(span text, parts *out, pointer *content, fault *why) {
  const span begin = SPAN("svc-pointer ");
  lines l = {"pointer", text, 0};
  *content = (pointer){0};
  if (text.len > POINTER_LONGEST) {
    return fault_set(why, "a pointer has at most %d bytes", POINTER_LONGEST);
  }
  if (!span_equal(span_take(text, begin.len), begin)) {
    return fault_set(why, "not a pointer of svcd release");
  }
  if (!take_numbers(&l, content, why) || !take_files(&l, content, why)) { return false; }
  out->body = span_take(text, text.len - l.rest.len);
  return take_signatures(&l, out, why);
}

bool pointer_read(span text, pointer *out, fault *why) {
  parts p;
  if (!split(text, &p, out, why)) { return false; }
  for (uint32_t i = 0; i < p.signature_count; i++) {
    if (!check_signature(p.body, &p.signature[i], why)) { return false; }
    memcpy(out->signer[i], p.signature[i].key, KEY_BYTES);
  }
  out->signer_count = p.signature_count;
  return true;
}

bool pointer_check_date(const pointer *p, uint64_t now, fault *why) {
  char expired[DATE_TEXT], today[DATE_TEXT];
  if (p->expires > now) { return true; }
  date_write(p->expires, expired);
  date_write(now, today);
  return fault_set(why,
                   "freeze: the pointer expired at %s (now is %s); its publisher has to run svcd "
                   "release again, or somebody keeps the new one away",
                   expired, today);
}

static void write_hex(buffer *out, const unsigned char *bytes, size_t size, char after) {
  char hex[2 * SIGNATURE_BYTES + 1];
  hex_write(bytes, size, hex);
  buffer_text(out, hex);
  buffer_byte(out, after);
}

static void write_file(buffer *out, const pointer_file *f) {
  buffer_print(out, "%llu ", (unsigned long long)f->length);
  write_hex(out, f->sha256, DIGEST_BYTES, '\n');
}

void pointer_write(const pointer *p, buffer *out) {
  buffer_print(out, "svc-pointer 1\nsequence %llu\ncreated %llu\nexpires %llu\ndigest ",
               (unsigned long long)p->sequence, (unsigned long long)p->created,
               (unsigned long long)p->expires);
  write_hex(out, p->digest, DIGEST_BYTES, '\n');
  buffer_print(out, "length %llu\nwhole ", (unsigned long long)p->length);
  write_file(out, &p->whole);
  for (uint32_t i = 0; i < p->patch_count; i++) {
    buffer_text(out, "patch ");
    write_hex(out, p->patch[i].from, DIGEST_BYTES, ' ');
    write_file(out, &p->patch[i]);
  }
}

static int by_key(const void *a, const void *b) {
  return memcmp(((const signature_line *)a)->key, ((const signature_line *)b)->key, KEY_BYTES);
}

/** Adds the signature of `key`, or makes it anew. */
static bool add_signature(parts *p, const private_key *key, fault *why) {
  unsigned char name[KEY_BYTES];
  uint32_t i = 0;
  private_key_public(key, name);
  while (i < p->signature_count && memcmp(p->signature[i].key, name, KEY_BYTES) != 0) { i++; }
  if (i == FORMAT_SIGNERS) {
    return fault_set(why, "it has %d signatures, the most there may be", FORMAT_SIGNERS);
  }
  memcpy(p->signature[i].key, name, KEY_BYTES);
  if (i == p->signature_count) { p->signature_count++; }
  return signature_make(key, SPAN(POINTER_TYPE), p->body, SPAN(""), p->signature[i].signature) ||
         fault_set(why, "out of memory");
}

bool pointer_sign(span text, private_key *const *keys, size_t key_count, buffer *out, fault *why) {
  pointer content;
  parts p;
  if (!pointer_read(text, &content, why) || !split(text, &p, &content, why)) { return false; }
  for (size_t i = 0; i < key_count; i++) {
    if (!add_signature(&p, keys[i], why)) { return false; }
  }
  qsort(p.signature, p.signature_count, sizeof *p.signature, by_key);
  buffer_append(out, p.body);
  for (uint32_t i = 0; i < p.signature_count; i++) {
    buffer_text(out, "signature ");
    write_hex(out, p.signature[i].key, KEY_BYTES, ' ');
    write_hex(out, p.signature[i].signature, SIGNATURE_BYTES, '\n');
  }
  if (out->failed) { return fault_set(why, "out of memory"); }
  return pointer_read(buffer_span(out), &content, why);
}
