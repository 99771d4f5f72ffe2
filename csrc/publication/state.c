#include "publication/state.h"

#include "base/escape.h"
#include "publication/file.h"

static bool malformed(unsigned line, const char *expected, fault *why) {
  return fault_set(why, "state file line %u: %s; restore the file, or remove it to begin anew",
                   line, expected);
}

static bool read_root(lines *l, trust_pin *out, fault *why) {
  span value;
  uint64_t version;
  if (!lines_take(l, SPAN("root"), &value)) { return malformed(l->line + 1, "no root", why); }
  if (!lines_digits(lines_word(&value), &version) || version > UINT32_MAX ||
      !hex_read(value, out->digest, DIGEST_BYTES)) {
    return malformed(l->line, "`root VERSION DIGEST` expected", why);
  }
  out->version = (uint32_t)version;
  return true;
}

static bool read_entry(unsigned line, span value, state_entry *out, fault *why) {
  if (hex_read(lines_word(&value), out->key, KEY_BYTES) &&
      lines_digits(lines_word(&value), &out->sequence) &&
      hex_read(value, out->digest, DIGEST_BYTES)) {
    return true;
  }
  return malformed(line, "`key KEY SEQUENCE DIGEST` expected", why);
}

bool state_read(span text, state *out, fault *why) {
  lines l = {"state file", text, 0};
  uint64_t format;
  span value;
  *out = (state){0};
  if (!lines_number(&l, SPAN("svc-state"), 1, 1, &format, why)) {
    return malformed(1, "`svc-state 1` expected", why);
  }
  if (!read_root(&l, &out->root, why)) { return false; }
  for (; lines_take(&l, SPAN("key"), &value); out->count++) {
    state_entry *e = &out->entry[out->count];
    if (out->count == STATE_KEYS) { return malformed(l.line, "too many keys", why); }
    if (!read_entry(l.line, value, e, why)) { return false; }
    if (out->count > 0 && memcmp(e[-1].key, e->key, KEY_BYTES) >= 0) {
      return malformed(l.line, "the keys are not in ascending order", why);
    }
  }
  return l.rest.len == 0 || malformed(l.line + 1, "something else follows", why);
}

bool state_load(const char *path, state *out, fault *why) {
  buffer text = {0};
  bool missing;
  *out = (state){0};
  bool done = file_read(path, STATE_LONGEST, 0, &text, &missing, why);
  done = missing || (done && state_read(buffer_span(&text), out, why));
  buffer_free(&text);
  return done;
}

uint64_t state_floor(const state *s, const trust *root) {
  uint64_t floor = 0;
  for (uint32_t i = 0; i < s->count; i++) {
    const state_entry *e = &s->entry[i];
    if (e->sequence > floor && !trust_revoked(root, e->key)) { floor = e->sequence; }
  }
  return floor;
}

bool state_check(const state *s, const trust *root, const publication_facts *f, fault *why) {
  for (uint32_t i = 0; i < s->count; i++) {
    const state_entry *e = &s->entry[i];
    if (e->sequence != f->sequence || trust_revoked(root, e->key)) { continue; }
    if (memcmp(e->digest, f->digest, DIGEST_BYTES) == 0) { continue; }
    return fault_set(why, "rollback: another publication with sequence %llu was accepted before",
                     (unsigned long long)f->sequence);
  }
  return true;
}

bool state_refuse(const publication_facts *facts, uint64_t floor, fault *why) {
  return fault_set(why, "rollback: sequence %llu, but %llu was accepted before",
                   (unsigned long long)facts->sequence, (unsigned long long)floor);
}

static void remove_at(state *s, uint32_t at) {
  memmove(&s->entry[at], &s->entry[at + 1], (s->count - at - 1) * sizeof *s->entry);
  s->count--;
}

/** Removes what no longer counts: revoked keys, and sequences that the accepted one replaces. */
static void forget(state *s, const trust *root, uint64_t sequence) {
  for (uint32_t i = s->count; i-- > 0;) {
    const state_entry *e = &s->entry[i];
    if (trust_revoked(root, e->key) || e->sequence >= sequence) { remove_at(s, i); }
  }
}

/** Makes room by removing the lowest sequence. */
static void remove_lowest(state *s) {
  uint32_t lowest = 0;
  for (uint32_t i = 1; i < s->count; i++) {
    if (s->entry[i].sequence < s->entry[lowest].sequence) { lowest = i; }
  }
  remove_at(s, lowest);
}

/** The place of the line of `key`, or the place to insert it. */
static uint32_t place_of(const state *s, const unsigned char key[KEY_BYTES]) {
  uint32_t at = 0;
  while (at < s->count && memcmp(s->entry[at].key, key, KEY_BYTES) < 0) { at++; }
  return at;
}

/** Puts a line in place of the one of its key; where there is none, another may make room. */
static void put(state *s, const state_entry *e) {
  uint32_t at = place_of(s, e->key);
  if (at == s->count || memcmp(s->entry[at].key, e->key, KEY_BYTES) != 0) {
    if (s->count == STATE_KEYS) { remove_lowest(s); }
    at = place_of(s, e->key);
    memmove(&s->entry[at + 1], &s->entry[at], (s->count - at) * sizeof *s->entry);
    s->count++;
  }
  s->entry[at] = *e;
}

bool state_accept(state *s, const trust *root, const publication_facts *facts) {
  const state before = *s;
  if (root->version > 0) {
    s->root.version = root->version;
    memcpy(s->root.digest, root->digest, DIGEST_BYTES);
  }
  forget(s, root, facts->sequence);
  for (uint32_t i = 0; i < facts->signer_count; i++) {
    state_entry e = {.sequence = facts->sequence};
    memcpy(e.key, facts->signer[i], KEY_BYTES);
    memcpy(e.digest, facts->digest, DIGEST_BYTES);
    if (trust_has(&root->publication, e.key)) { put(s, &e); }
  }
  return before.count != s->count || memcmp(&before.root, &s->root, sizeof s->root) != 0 ||
         memcmp(before.entry, s->entry, s->count * sizeof *s->entry) != 0;
}

bool state_save(const state *s, const char *path, fault *why) {
  buffer text = {0};
  char key[HEX_BYTES], digest[HEX_BYTES];
  hex_write(s->root.digest, DIGEST_BYTES, digest);
  buffer_print(&text, "svc-state 1\nroot %u %s\n", s->root.version, digest);
  for (uint32_t i = 0; i < s->count; i++) {
    const state_entry *e = &s->entry[i];
    hex_write(e->key, KEY_BYTES, key);
    hex_write(e->digest, DIGEST_BYTES, digest);
    buffer_print(&text, "key %s %llu %s\n", key, (unsigned long long)e->sequence, digest);
  }
  bool done = text.failed ? fault_set(why, "out of memory")
                          : file_replace(path, buffer_span(&text), 0600, why);
  buffer_free(&text);
  return done;
}
