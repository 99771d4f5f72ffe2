#include "search/render_cache.h"

#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "publication/file.h"
#include "publication/signature.h"

enum {
  MAGIC_BYTES = 4,
  HEAD_BYTES = MAGIC_BYTES + DIGEST_BYTES,
  ENTRY_HEAD = DIGEST_BYTES + 4, /* before the bytes of each in a file */
  NUMBERS = RENDITION_PARTS + 6, /* of a rendition: lengths, offsets and counts */
  BLOCK_BYTES = 8,
  TURN_BYTES = 4,
  ASKED_BYTES = 13, /* of an image, before its address */
  FILE_MOST = 1 << 28,
  FILES = 16,
};

static const char magic[MAGIC_BYTES + 1] = "SVCR";

typedef struct entry {
  unsigned char key[DIGEST_BYTES];
  char *bytes; /* NULL: the place is free */
  size_t len;
  bool used; /* it was asked for since the last turn */
} entry;

struct render_cache {
  bool changed[FILES]; /* the file with this number is to be written */
  entry *places;
  size_t count, size; /* `size` is a power of two, more than twice the count, or 0 */
};

static unsigned file_of(const unsigned char *key) { return key[0] >> 4; }

/* ---- the table ------------------------------------------------------------------------------ */

/* The place of a key, or the free one where it belongs. The table has places. */
static entry *place_of(const render_cache *c, const unsigned char *key) {
  size_t at = (size_t)load_u64le((const char *)key) & (c->size - 1);
  while (c->places[at].bytes != NULL && memcmp(c->places[at].key, key, DIGEST_BYTES) != 0) {
    at = (at + 1) & (c->size - 1);
  }
  return &c->places[at];
}

/* Enters the entries of a table, those that were used or all, in one of `size` places. */
static bool rebuild(render_cache *c, size_t size, bool all) {
  render_cache built = {.places = calloc(size, sizeof(entry)), .size = size};
  if (built.places == NULL) { return false; }
  memcpy(built.changed, c->changed, sizeof built.changed);
  for (size_t i = 0; i < c->size; i++) {
    entry *old = &c->places[i];
    if (old->bytes == NULL) { continue; }
    if (!all && !old->used) {
      built.changed[file_of(old->key)] = true;
      free(old->bytes);
      continue;
    }
    entry *at = place_of(&built, old->key);
    *at = *old;
    at->used = all && old->used;
    built.count++;
  }
  free(c->places);
  *c = built;
  return true;
}

/* Enters bytes, which the table owns from then on. Without memory they are not kept. */
static void enter(render_cache *c, const unsigned char *key, char *bytes, size_t len, bool used) {
  bool grown = c->size > 2 * (c->count + 1) || rebuild(c, c->size == 0 ? 64 : 2 * c->size, true);
  entry *at = bytes != NULL && grown ? place_of(c, key) : NULL;
  if (at == NULL || at->len > 0) {
    free(bytes);
    return;
  }
  c->count += at->bytes == NULL;
  free(at->bytes);
  *at = (entry){.bytes = bytes, .len = len, .used = used};
  memcpy(at->key, key, DIGEST_BYTES);
  c->changed[file_of(key)] |= used;
}

render_cache *render_cache_new(void) { return calloc(1, sizeof(render_cache)); }

void render_cache_free(render_cache *c) {
  if (c == NULL) { return; }
  for (size_t i = 0; i < c->size; i++) { free(c->places[i].bytes); }
  free(c->places);
  free(c);
}

void render_cache_turn(render_cache *c) {
  if (c->size > 0) { rebuild(c, c->size, false); }
}

/* ---- a rendition as bytes ------------------------------------------------------------------- */

/* Images that a text asks for, as they are found now: for each the length of its address, whether
 * there is one, width and height, then the address. */
typedef struct asking {
  figure_images inner;
  buffer asked;
} asking;

static bool ask(void *context, span target, unsigned *width, unsigned *height) {
  asking *a = context;
  unsigned w = 0, h = 0;
  bool found = a->inner.find(a->inner.context, target, &w, &h);
  buffer_u32(&a->asked, (uint32_t)target.len);
  buffer_byte(&a->asked, found ? '1' : '0');
  buffer_u32(&a->asked, w);
  buffer_u32(&a->asked, h);
  buffer_append(&a->asked, target);
  if (found) {
    *width = w;
    *height = h;
  }
  return found;
}

/* True when the images that were asked for are what they were. */
static bool is_same(const figure_images *images, span asked) {
  while (asked.len > 0) {
    if (asked.len < ASKED_BYTES) { return false; }
    const char *at = asked.data;
    unsigned width = 0, height = 0;
    span target = span_take(span_skip(asked, ASKED_BYTES), load_u32le(at));
    bool found = images->find(images->context, target, &width, &height);
    if (found != (at[4] == '1') || width != load_u32le(at + 5) || height != load_u32le(at + 9)) {
      return false;
    }
    asked = span_skip(asked, ASKED_BYTES + target.len);
  }
  return true;
}

static void append_places(buffer *out, const plain_text *t) {
  for (size_t i = 0; i < t->block_count; i++) {
    const plain_block *b = &t->blocks[i];
    buffer_u32(out, b->plain);
    buffer_u32(out, (uint32_t)(b->level | b->sentence << 8 | b->paragraph << 9));
  }
  for (size_t i = 0; i < t->turn_count; i++) { buffer_u32(out, t->turns[i]); }
}

static void keep(render_cache *c, const unsigned char *key, const rendered *r, span asked) {
  const rendition *made = &r->made;
  buffer out = {0};
  for (unsigned i = 0; i < RENDITION_PARTS; i++) { buffer_u32(&out, (uint32_t)made->part[i].len); }
  buffer_u32(&out, made->lead);
  buffer_u32(&out, made->answers);
  buffer_u32(&out, made->notices);
  buffer_u32(&out, (uint32_t)r->text.block_count);
  buffer_u32(&out, (uint32_t)r->text.turn_count);
  buffer_u32(&out, (uint32_t)asked.len);
  for (unsigned i = 0; i < RENDITION_PARTS; i++) { buffer_append(&out, made->part[i]); }
  append_places(&out, &r->text);
  buffer_append(&out, asked);
  if (out.failed) {
    buffer_free(&out);
    return;
  }
  enter(c, key, out.data, out.len, true);
}

static void take_places(plain_text *t, const char *at, uint32_t blocks, uint32_t turns) {
  while (t->block_count < blocks && list_grow(t->blocks, t->block_count, t->block_size)) {
    uint32_t bits = load_u32le(at + 4);
    t->blocks[t->block_count++] = (plain_block){.plain = load_u32le(at),
                                                .level = (uint8_t)bits,
                                                .sentence = (bits >> 8 & 1) != 0,
                                                .paragraph = (bits >> 9 & 1) != 0};
    at += BLOCK_BYTES;
  }
  while (t->turn_count < turns && list_grow(t->turns, t->turn_count, t->turn_size)) {
    t->turns[t->turn_count++] = load_u32le(at);
    at += TURN_BYTES;
  }
}

/* Fills `r` from what `keep` made. @return false when that is not whole, images have changed, or
 * memory is out */
static bool take(rendered *r, span kept, bool framed, const html_options *options) {
  buffer *const parts[] = {&r->text.plain, &r->page.out, &r->outline, &r->links};
  uint32_t number[NUMBERS];
  uint64_t size = sizeof number;
  if (kept.len < size) { return false; }
  for (unsigned i = 0; i < NUMBERS; i++) { number[i] = load_u32le(kept.data + (size_t)4 * i); }
  const uint32_t *rest = number + RENDITION_PARTS;
  uint32_t blocks = rest[3], turns = rest[4], asked = rest[5];
  for (unsigned i = 0; i < RENDITION_PARTS; i++) { size += number[i]; }
  size += (uint64_t)blocks * BLOCK_BYTES + (uint64_t)turns * TURN_BYTES + asked;
  span images = span_skip(kept, kept.len - asked);
  if (size != kept.len || !is_same(&options->images, images)) { return false; }
  r->framed = framed;
  r->text.block_count = r->text.turn_count = 0;
  r->made = (rendition){.lead = rest[0], .answers = rest[1], .notices = rest[2]};
  span bytes = span_skip(kept, sizeof number);
  bool whole = true;
  for (unsigned i = 0; i < RENDITION_PARTS; i++) {
    buffer_clear(parts[i]);
    buffer_append(parts[i], span_take(bytes, number[i]));
    r->made.part[i] = buffer_span(parts[i]);
    whole = whole && !parts[i]->failed;
    bytes = span_skip(bytes, number[i]);
  }
  take_places(&r->text, bytes.data, blocks, turns);
  return whole && r->text.block_count == blocks && r->text.turn_count == turns;
}

/* ---- by document ---------------------------------------------------------------------------- */

static void append_member(buffer *out, span member) {
  buffer_u32(out, (uint32_t)member.len);
  buffer_append(out, member);
}

/* The digest of all that a rendition is made of but its images. */
static bool key_of(const store_document *d, bool framed, const html_options *options,
                   unsigned char key[DIGEST_BYTES]) {
  buffer all = {0};
  buffer_u32(&all, (uint32_t)(framed | d->section << 1 | d->locale << 8));
  append_member(&all, d->route);
  for (unsigned i = 0; i < DOCUMENT_ALERTS; i++) { append_member(&all, options->alerts[i]); }
  append_member(&all, d->text);
  bool made = !all.failed && digest_of(buffer_span(&all), key);
  buffer_free(&all);
  return made;
}

bool render_cache_text(render_cache *c, rendered *r, const store_document *d, bool framed,
                       const html_options *options, fault *why) {
  unsigned char key[DIGEST_BYTES];
  bool kept = c != NULL && d->text.data != NULL && options->images.find != NULL;
  if (!kept || !key_of(d, framed, options, key)) { return render_text(r, d, framed, options, why); }
  entry *at = c->size == 0 ? NULL : place_of(c, key);
  if (at != NULL && at->bytes != NULL) {
    if (take(r, (span){at->bytes, at->len}, framed, options)) {
      at->used = true;
      return true;
    }
    at->len = 0; /* what is made anew takes its place */
  }
  asking a = {.inner = options->images};
  html_options listening = *options;
  listening.images = (figure_images){ask, &a};
  bool made = render_text(r, d, framed, &listening, why);
  if (made && !a.asked.failed) { keep(c, key, r, buffer_span(&a.asked)); }
  buffer_free(&a.asked);
  return made;
}

/* ---- the file ------------------------------------------------------------------------------- */

static void load_file(render_cache *c, const char *path, const unsigned char *stamp) {
  unsigned char digest[DIGEST_BYTES];
  buffer file = {0};
  fault why;
  bool read = file_read(path, FILE_MOST, S_IWGRP | S_IWOTH, &file, NULL, &why);
  span all = buffer_span(&file);
  bool whole = read && all.len >= HEAD_BYTES + DIGEST_BYTES &&
               span_starts(all, (span){magic, MAGIC_BYTES}) &&
               memcmp(all.data + MAGIC_BYTES, stamp, DIGEST_BYTES) == 0;
  if (whole) {
    all.len -= DIGEST_BYTES;
    whole = digest_of(all, digest) && memcmp(digest, all.data + all.len, DIGEST_BYTES) == 0;
  }
  for (all = span_skip(all, HEAD_BYTES); whole && all.len >= ENTRY_HEAD;) {
    size_t len = load_u32le(all.data + DIGEST_BYTES);
    if (len > all.len - ENTRY_HEAD) { break; }
    char *bytes = malloc(len + 1);
    if (bytes != NULL) { memcpy(bytes, all.data + ENTRY_HEAD, len); }
    enter(c, (const unsigned char *)all.data, bytes, len, false);
    all = span_skip(all, ENTRY_HEAD + len);
  }
  buffer_free(&file);
}

/* Appends the path of a file with its number. @return false when memory is out */
static bool name_file(buffer *out, const char *path, unsigned number) {
  buffer_clear(out);
  buffer_print(out, "%s-%x", path, number);
  buffer_byte(out, '\0');
  return !out->failed;
}

void render_cache_load(render_cache *c, const char *path, const unsigned char stamp[DIGEST_BYTES]) {
  buffer name = {0};
  for (unsigned i = 0; i < FILES && name_file(&name, path, i); i++) {
    load_file(c, name.data, stamp);
  }
  buffer_free(&name);
}

static bool save_file(const render_cache *c, const char *path, unsigned number,
                      const unsigned char *stamp, fault *why) {
  unsigned char digest[DIGEST_BYTES];
  buffer out = {0};
  buffer_append(&out, (span){magic, MAGIC_BYTES});
  buffer_append(&out, (span){(const char *)stamp, DIGEST_BYTES});
  for (size_t i = 0; i < c->size; i++) {
    const entry *e = &c->places[i];
    if (e->bytes == NULL || e->len == 0 || file_of(e->key) != number) { continue; }
    buffer_append(&out, (span){(const char *)e->key, DIGEST_BYTES});
    append_member(&out, (span){e->bytes, e->len});
  }
  bool done = !out.failed && digest_of(buffer_span(&out), digest);
  buffer_append(&out, (span){(const char *)digest, DIGEST_BYTES});
  done = done && !out.failed ? file_replace(path, buffer_span(&out), 0600, why)
                             : fault_set(why, "out of memory");
  buffer_free(&out);
  return done;
}

bool render_cache_save(render_cache *c, const char *path, const unsigned char stamp[DIGEST_BYTES],
                       fault *why) {
  buffer name = {0};
  bool done = true;
  for (unsigned i = 0; done && i < FILES; i++) {
    if (!c->changed[i]) { continue; }
    done = name_file(&name, path, i) || fault_set(why, "out of memory");
    done = done && save_file(c, name.data, i, stamp, why);
    c->changed[i] = !done;
  }
  buffer_free(&name);
  return done;
}
