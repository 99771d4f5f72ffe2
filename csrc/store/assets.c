#include "store/assets.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/ascii.h"
#include "base/bytes.h"
#include "base/escape.h"

static int order(const void *left, const void *right) {
  const asset *a = left, *b = right;
  return span_compare(a->name, b->name);
}

static bool is_stem(span stem) {
  for (size_t i = 0; i < stem.len; i++) {
    char c = stem.data[i];
    if (!ascii_digit(c) && !ascii_small(c) && c != '-') { return false; }
  }
  return stem.len > 0 && stem.len <= ASSET_STEM;
}

/** True when the name has the digits of this digest in the middle. */
static bool name_fits(span name, const unsigned char digest[DIGEST_BYTES]) {
  char digits[HEX_BYTES];
  hex_write(digest, DIGEST_BYTES, digits);
  size_t dot = span_find(name, '.');
  span rest = span_skip(name, dot + 1);
  return is_stem(span_take(name, dot)) && span_starts(rest, (span){digits, ASSET_DIGITS}) &&
         span_find(rest, '.') == ASSET_DIGITS &&
         span_find(span_skip(rest, ASSET_DIGITS + 1), '.') == rest.len - ASSET_DIGITS - 1;
}

bool asset_make(span name, span bytes, image_drawing *drawing, asset *out, fault *why) {
  fault reason;
  int shown = name.len < 128 ? (int)name.len : 128;
  *out = (asset){.name = name, .bytes = bytes, .image = out->image};
  if (!digest_of(bytes, out->digest)) { return fault_set(why, "out of memory"); }
  if (!name_fits(name, out->digest)) {
    return fault_set(why,
                     "asset %.*s: its name is not of lower-case letters, digits and hyphens, the "
                     "first %d digits of its SHA-256, and the type",
                     shown, name.data, ASSET_DIGITS);
  }
  if (image_read(image_type_of(name), bytes, drawing, &out->image, &reason)) { return true; }
  return fault_set(why, "asset %.*s: %.200s", shown, name.data, reason.text);
}

assets_reader assets_read(span section) {
  if (section.data == NULL) { return (assets_reader){0}; }
  uint32_t count = load_u32le(section.data);
  const char *records = section.data + ASSETS_HEAD,
             *names = records + (size_t)ASSETS_RECORD * count;
  const char *bytes = names;
  for (uint32_t i = 0; i < count; i++) {
    bytes += (uint8_t)records[(size_t)ASSETS_RECORD * i + ASSET_NAME_LENGTH];
  }
  return (assets_reader){records, names, bytes, count};
}

bool assets_next(assets_reader *r, asset *out) {
  if (r->left == 0) { return false; }
  out->name = (span){r->name, (uint8_t)r->record[ASSET_NAME_LENGTH]};
  out->bytes = (span){r->bytes, load_u32le(r->record + ASSET_LENGTH)};
  out->image = (image){image_type_of(out->name), load_u16le(r->record + ASSET_WIDTH),
                       load_u16le(r->record + ASSET_HEIGHT)};
  memcpy(out->digest, r->record + ASSET_DIGEST, DIGEST_BYTES);
  r->record += ASSETS_RECORD;
  r->name += out->name.len;
  r->bytes += out->bytes.len;
  r->left--;
  return true;
}

/** Checks that the head and the records describe exactly the section. */
static bool check_bounds(span section, fault *why) {
  static const char zeros[ASSETS_RECORD - ASSET_ZERO];
  if (section.len < ASSETS_HEAD || load_u32le(section.data + 4) != 0) {
    return fault_set(why, "assets: the head is malformed");
  }
  uint32_t count = load_u32le(section.data);
  uint64_t names = 0, bytes = 0, head = ASSETS_HEAD + (uint64_t)ASSETS_RECORD * count;
  if (count < 1 || count > ASSETS_MOST || head > section.len) {
    return fault_set(why, "assets: %u of them do not fit the section", count);
  }
  for (uint32_t i = 0; i < count; i++) {
    const char *record = section.data + ASSETS_HEAD + (size_t)ASSETS_RECORD * i;
    if (memcmp(record + ASSET_ZERO, zeros, sizeof zeros) != 0) {
      return fault_set(why, "assets: record %u is malformed", i);
    }
    names += (uint8_t)record[ASSET_NAME_LENGTH];
    bytes += load_u32le(record + ASSET_LENGTH);
  }
  if (bytes > ASSETS_LONGEST) {
    return fault_set(why, "assets: %" PRIu64 " bytes; %" PRIu64 " are the most", bytes,
                     ASSETS_LONGEST);
  }
  return head + names + bytes == section.len ||
         fault_set(why, "assets: the section does not end with its last asset");
}

bool assets_check(span section, fault *why) {
  if (!check_bounds(section, why)) { return false; }
  assets_reader r = assets_read(section);
  asset before = {0}, a, real;
  for (bool first = true; assets_next(&r, &a); first = false, before = a) {
    real.image = a.image;
    if (!asset_make(a.name, a.bytes, NULL, &real, why)) { return false; }
    if (memcmp(real.digest, a.digest, DIGEST_BYTES) != 0 || real.image.width != a.image.width ||
        real.image.height != a.image.height) {
      return fault_set(why, "assets: the record of %.*s is not that of its bytes", (int)a.name.len,
                       a.name.data);
    }
    if (!first && order(&before, &a) >= 0) {
      return fault_set(why, "assets: they are out of order");
    }
  }
  return true;
}

bool assets_find(span section, span name, asset *out) {
  assets_reader r = assets_read(section);
  while (assets_next(&r, out)) {
    if (span_equal(out->name, name)) { return true; }
  }
  return false;
}

static bool check_all(const asset *assets, size_t count, fault *why) {
  uint64_t bytes = 0;
  for (size_t i = 0; i < count; i++) {
    bytes += assets[i].bytes.len;
    if (i > 0 && order(&assets[i - 1], &assets[i]) == 0) {
      return fault_set(why, "asset %.*s is given twice", (int)assets[i].name.len,
                       assets[i].name.data);
    }
  }
  return (count <= ASSETS_MOST && bytes <= ASSETS_LONGEST) ||
         fault_set(why, "%zu assets of %" PRIu64 " bytes; %d of %" PRIu64 " are the most", count,
                   bytes, ASSETS_MOST, ASSETS_LONGEST);
}

static void append_record(buffer *out, const asset *a) {
  buffer_append(out, (span){(const char *)a->digest, DIGEST_BYTES});
  buffer_u32(out, (uint32_t)a->bytes.len);
  buffer_u16(out, (uint16_t)a->image.width);
  buffer_u16(out, (uint16_t)a->image.height);
  buffer_u8(out, (uint8_t)a->name.len);
  buffer_zeros(out, ASSETS_RECORD - ASSET_ZERO);
}

bool assets_write(asset *assets, size_t count, store_sink sink, void *to, fault *why) {
  buffer head = {0};
  qsort(assets, count, sizeof *assets, order);
  if (!check_all(assets, count, why)) { return false; }
  buffer_u32(&head, (uint32_t)count);
  buffer_u32(&head, 0);
  for (size_t i = 0; i < count; i++) { append_record(&head, &assets[i]); }
  for (size_t i = 0; i < count; i++) { buffer_append(&head, assets[i].name); }
  bool done = !head.failed && sink(to, buffer_span(&head));
  for (size_t i = 0; done && i < count; i++) { done = sink(to, assets[i].bytes); }
  buffer_free(&head);
  return done || fault_set(why, "the assets cannot be written");
}
