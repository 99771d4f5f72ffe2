#include "store/image.h"

#include "base/bytes.h"
#include "store/svg.h"

/* ---- PNG: signature, then chunks of length, name, data and checksum ------------------------- */

static uint32_t load_u32be(const char *at) { return __builtin_bswap32(load_u32le(at)); }

static bool refuse_png(fault *why, const char *reason) {
  return fault_set(why, "PNG: %s; save it again without metadata", reason);
}

/* True for a chunk that only shows the picture. */
static bool png_shows(const char *name) {
  static const char *const shown[] = {"IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA",
                                      "cHRM", "sRGB", "sBIT", "bKGD", "pHYs"};
  for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
    if (memcmp(shown[i], name, 4) == 0) { return true; }
  }
  return false;
}

static bool read_png(span bytes, image *out, fault *why) {
  static const span signature = {"\x89PNG\r\n\x1a\n", 8};
  enum { AROUND = 12, HEADER = 13 };
  span rest = span_skip(bytes, signature.len);
  const char *first = rest.data;
  if (!span_starts(bytes, signature) || rest.len < AROUND + HEADER || load_u32be(first) != HEADER ||
      memcmp(first + 4, "IHDR", 4) != 0) {
    return refuse_png(why, "it does not begin as one");
  }
  out->width = load_u32be(first + 8);
  out->height = load_u32be(first + 12);
  const char *name = first + 4, *before = name; /* of the last chunk, and of the one before it */
  while (rest.len >= AROUND && memcmp(name, "IEND", 4) != 0) {
    uint32_t length = load_u32be(rest.data);
    if (length > rest.len - AROUND) { break; }
    before = name;
    name = rest.data + 4;
    if (!png_shows(name)) { return refuse_png(why, "it holds more than a picture"); }
    rest = span_skip(rest, AROUND + (size_t)length);
  }
  return (rest.len == 0 && memcmp(name, "IEND", 4) == 0 && memcmp(before, "IDAT", 4) == 0) ||
         refuse_png(why, "it does not end with its last chunk");
}

/* ---- WebP: RIFF, then chunks of name, length and data, padded to an even length -------------- */

static bool refuse_webp(fault *why, const char *reason) {
  return fault_set(why, "WebP: %s; save it again, still and without metadata", reason);
}

static uint32_t load_u24le(const char *at) {
  return load_u16le(at) | (uint32_t)(unsigned char)at[2] << 16;
}

/* Reads the size in the chunk of the picture. @return false when that is none */
static bool read_webp_size(const char *name, span data, image *out) {
  if (memcmp(name, "VP8 ", 4) == 0 && data.len >= 10 &&
      memcmp(data.data + 3, "\x9d\x01\x2a", 3) == 0) {
    out->width = load_u16le(data.data + 6) & 0x3fff;
    out->height = load_u16le(data.data + 8) & 0x3fff;
    return true;
  }
  if (memcmp(name, "VP8L", 4) != 0 || data.len < 5 || data.data[0] != 0x2f) { return false; }
  uint32_t bits = load_u32le(data.data + 1);
  out->width = (bits & 0x3fff) + 1;
  out->height = (bits >> 14 & 0x3fff) + 1;
  return true;
}

/* Whether the extended header says nothing but the size of the picture, and that it has alpha. */
static bool webp_header_fits(span data, const image *picture) {
  enum { ALPHA = 0x10 };
  return data.len == 10 && (data.data[0] & ~ALPHA) == 0 &&
         load_u24le(data.data + 4) + 1 == picture->width &&
         load_u24le(data.data + 7) + 1 == picture->height;
}

/* Cuts a chunk off. @return false when there is none left that is whole */
static bool next_chunk(span *rest, const char **name, span *data) {
  if (rest->len < 8) { return false; }
  uint32_t length = load_u32le(rest->data + 4);
  size_t padded = (size_t)length + length % 2;
  if (padded > rest->len - 8) { return false; }
  *name = rest->data;
  *data = span_take(span_skip(*rest, 8), length);
  *rest = span_skip(*rest, 8 + padded);
  return true;
}

static bool read_webp(span bytes, image *out, fault *why) {
  span rest = span_skip(bytes, 12), data, header = {NULL, 0};
  const char *name;
  bool seen = false;
  if (rest.len == 0 || memcmp(bytes.data, "RIFF", 4) != 0 ||
      memcmp(bytes.data + 8, "WEBP", 4) != 0 || load_u32le(bytes.data + 4) != bytes.len - 8) {
    return refuse_webp(why, "it does not begin as one, or is cut");
  }
  while (!seen && next_chunk(&rest, &name, &data)) {
    if (memcmp(name, "VP8X", 4) == 0 && header.data == NULL) {
      header = data;
    } else if (memcmp(name, "ALPH", 4) != 0 || header.data == NULL) {
      seen = read_webp_size(name, data, out);
      if (!seen) { break; }
    }
  }
  if (!seen || rest.len > 0) { return refuse_webp(why, "it holds more, or less, than a picture"); }
  return header.data == NULL || webp_header_fits(header, out) ||
         refuse_webp(why, "its header is not that of its picture");
}

/* ---- all ------------------------------------------------------------------------------------ */

static bool read_svg(span bytes, image *out, fault *why) {
  return svg_check(bytes, IMAGE_WIDEST, &out->width, &out->height, why);
}

static const struct {
  const char *extension, *media_type;
  bool (*read)(span bytes, image *out, fault *why);
} types[IMAGE_TYPES] = {
    [IMAGE_SVG] = {".svg", "image/svg+xml", read_svg},
    [IMAGE_PNG] = {".png", "image/png", read_png},
    [IMAGE_WEBP] = {".webp", "image/webp", read_webp},
};

unsigned image_type_of(span name) {
  unsigned type = 0;
  for (; type < IMAGE_TYPES; type++) {
    span end = span_of(types[type].extension);
    if (name.len > end.len && span_equal(span_skip(name, name.len - end.len), end)) { break; }
  }
  return type;
}

const char *image_extension(unsigned type) { return types[type].extension; }

const char *image_media_type(unsigned type) { return types[type].media_type; }

bool image_read(unsigned type, span bytes, image *out, fault *why) {
  *out = (image){.type = type};
  if (type >= IMAGE_TYPES) { return fault_set(why, "it is neither .svg, .png nor .webp"); }
  if (bytes.len == 0 || bytes.len > IMAGE_LONGEST) {
    return fault_set(why, "it has %zu bytes; 1 to %zu are accepted", bytes.len, IMAGE_LONGEST);
  }
  if (!types[type].read(bytes, out, why)) { return false; }
  if (out->width - 1 < IMAGE_WIDEST && out->height - 1 < IMAGE_WIDEST) { return true; }
  return fault_set(why, "it is %u x %u pixels; 1 to %d each are accepted", out->width, out->height,
                   IMAGE_WIDEST);
}
