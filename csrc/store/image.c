#include "store/image.h"

#include <stdio.h>

#include "base/ascii.h"
#include "base/bytes.h"
#include "store/document.h"

/* The cleaned bytes so far, and the names of the parts taken out; without a list of names, nothing
   may be taken out. */
typedef struct cleaner {
  buffer *out, *removed;
} cleaner;

static void keep(cleaner *c, span bytes) {
  if (c != NULL) { buffer_append(c->out, bytes); }
}

/* Notes what is taken out, each name once. */
static void leave_out(cleaner *c, span name) {
  span names = buffer_span(c->removed);
  for (span rest = names; rest.len > 0; rest = span_skip(rest, span_find(rest, ',') + 2)) {
    if (span_equal(span_take(rest, span_find(rest, ',')), name)) { return; }
  }
  buffer_text(c->removed, names.len > 0 ? ", " : "");
  buffer_append(c->removed, name);
}

/* ---- PNG: signature, then chunks of length, name, data and checksum ------------------------- */

static uint16_t load_u16be(const char *at) { return __builtin_bswap16(load_u16le(at)); }
static uint32_t load_u32be(const char *at) { return __builtin_bswap32(load_u32le(at)); }

static bool refuse_png(fault *why, const char *reason, const char *name) {
  return fault_set(why, "PNG: %s%.4s; save it again, still and without metadata", reason, name);
}

/* True for a chunk of such a name among a list that ends with NULL. */
static bool is_among(const char *const *names, const char *name) {
  while (*names != NULL && memcmp(*names, name, 4) != 0) { names++; }
  return *names != NULL;
}

/* Chunks that only show the picture, and those that do not make it another one when they go. */
static const char *const shown[] = {"IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA",
                                    "cHRM", "sRGB", "sBIT", "bKGD", "pHYs", NULL};
static const char *const moving[] = {"acTL", "fcTL", "fdAT", NULL};

static bool take_png_chunk(cleaner *c, span chunk, fault *why) {
  const char *name = chunk.data + 4;
  if (is_among(shown, name)) {
    keep(c, chunk);
    return true;
  }
  if (c == NULL || is_among(moving, name) || !ascii_small(name[0])) {
    return refuse_png(why, "it holds more than a picture, the chunk ", name);
  }
  leave_out(c, (span){name, 4});
  return true;
}

static bool read_png(span bytes, image *out, cleaner *c, fault *why) {
  static const span signature = {"\x89PNG\r\n\x1a\n", 8};
  enum { AROUND = 12, HEADER = 13 };
  span rest = span_skip(bytes, signature.len);
  const char *first = rest.data;
  if (!span_starts(bytes, signature) || rest.len < AROUND + HEADER || load_u32be(first) != HEADER ||
      memcmp(first + 4, "IHDR", 4) != 0) {
    return refuse_png(why, "it does not begin as one", "");
  }
  out->width = load_u32be(first + 8);
  out->height = load_u32be(first + 12);
  const char *name = first + 4, *before = name; /* of the last chunk kept, and of that before it */
  keep(c, signature);
  while (rest.len >= AROUND && memcmp(name, "IEND", 4) != 0) {
    uint32_t length = load_u32be(rest.data);
    if (length > rest.len - AROUND) { break; }
    span chunk = span_take(rest, AROUND + (size_t)length);
    if (!take_png_chunk(c, chunk, why)) { return false; }
    rest = span_skip(rest, chunk.len);
    if (!is_among(shown, chunk.data + 4)) { continue; }
    before = name;
    name = chunk.data + 4;
  }
  if (rest.len > 0 && c != NULL && memcmp(name, "IEND", 4) == 0) {
    leave_out(c, SPAN("what follows its end"));
    rest.len = 0;
  }
  return (rest.len == 0 && memcmp(name, "IEND", 4) == 0 && memcmp(before, "IDAT", 4) == 0) ||
         refuse_png(why, "it does not end with its last chunk", "");
}

/* ---- JPEG: segments of a marker, a length and data; behind the start of a scan its bits --------
 */

enum {
  JPEG_SOI = 0xd8,
  JPEG_EOI = 0xd9,
  JPEG_SOS = 0xda,
  JPEG_APP = 0xe0,
  JPEG_COM = 0xfe,
};

static bool refuse_jpeg(fault *why, const char *reason) {
  return fault_set(why, "JPEG: %s; save it again, upright and without metadata", reason);
}

/* True for a start of frame of a baseline, extended or progressive picture. */
static bool is_frame(unsigned marker) { return marker >= 0xc0 && marker <= 0xc2; }

/* True for a segment that shows the picture: its tables, frame, scans, and what says how its
 * colours are written. */
static bool jpeg_shows(unsigned marker, span data) {
  bool jfif = marker == JPEG_APP && span_starts(data, SPAN("JFIF\0"));
  bool adobe = marker == JPEG_APP + 14 && span_starts(data, SPAN("Adobe"));
  return is_frame(marker) || marker == 0xc4 || (marker >= JPEG_SOS && marker <= 0xdd) || jfif ||
         adobe;
}

/* True when the EXIF of a picture says that it is to be turned when it is shown. */
static bool is_turned(span data) {
  enum { ENTRY = 12, ORIENTATION = 0x0112 };
  if (!span_starts(data, SPAN("Exif\0\0"))) { return false; }
  span tiff = span_skip(data, 6);
  if (tiff.len < 8) { return false; }
  bool little = tiff.data[0] == 'I';
  uint32_t at = little ? load_u32le(tiff.data + 4) : load_u32be(tiff.data + 4);
  if (at > tiff.len - 2) { return false; }
  span entries = span_skip(tiff, at);
  unsigned count = little ? load_u16le(entries.data) : load_u16be(entries.data);
  entries = span_skip(entries, 2);
  for (; count > 0 && entries.len >= ENTRY; count--, entries = span_skip(entries, ENTRY)) {
    unsigned tag = little ? load_u16le(entries.data) : load_u16be(entries.data);
    unsigned value = little ? load_u16le(entries.data + 8) : load_u16be(entries.data + 8);
    if (tag == ORIENTATION) { return value > 1; }
  }
  return false;
}

/* Takes a segment, `whole` with its marker. */
static bool take_segment(cleaner *c, unsigned marker, span whole, image *out, fault *why) {
  span data = span_skip(whole, 4);
  if (is_frame(marker)) {
    if (data.len < 6 || out->width != 0) { return refuse_jpeg(why, "its frame is not one"); }
    out->height = load_u16be(data.data + 1);
    out->width = load_u16be(data.data + 3);
  }
  if (jpeg_shows(marker, data)) {
    keep(c, whole);
    return true;
  }
  bool extra = marker == JPEG_COM || (marker >= JPEG_APP && marker < JPEG_APP + 16);
  if (!extra) { return refuse_jpeg(why, "it has a segment of another kind of JPEG"); }
  if (c == NULL) { return refuse_jpeg(why, "it holds more than a picture"); }
  if (is_turned(data)) { return refuse_jpeg(why, "its metadata turns it"); }
  char name[8];
  int length = marker == JPEG_COM ? snprintf(name, sizeof name, "COM")
                                  : snprintf(name, sizeof name, "APP%u", marker - JPEG_APP);
  leave_out(c, (span){name, (size_t)length});
  return true;
}

/* Length of the bits of a scan: up to a marker that does not restart it. */
static size_t scan_length(span rest) {
  size_t at = 0;
  while (at + 1 < rest.len) {
    unsigned next = (unsigned char)rest.data[at + 1];
    if ((unsigned char)rest.data[at] == 0xff && next != 0 && next != 0xff &&
        !(next >= 0xd0 && next <= 0xd7)) {
      return at;
    }
    at++;
  }
  return rest.len;
}

static bool read_jpeg(span bytes, image *out, cleaner *c, fault *why) {
  if (!span_starts(bytes, SPAN("\xff\xd8\xff"))) {
    return refuse_jpeg(why, "it does not begin as one");
  }
  keep(c, span_take(bytes, 2));
  out->width = out->height = 0; /* until a frame says them */
  bool scanned = false;
  for (span rest = span_skip(bytes, 2); rest.len >= 2;) {
    unsigned marker = (unsigned char)rest.data[1];
    if ((unsigned char)rest.data[0] != 0xff) { break; }
    if (marker == JPEG_EOI) {
      keep(c, span_take(rest, 2));
      if (rest.len > 2 && c == NULL) { break; }
      if (rest.len > 2) { leave_out(c, SPAN("what follows its end")); }
      return (scanned && out->width > 0) || refuse_jpeg(why, "it has no picture");
    }
    size_t length = rest.len < 4 ? 0 : load_u16be(rest.data + 2);
    if (length < 2 || length > rest.len - 2) { break; }
    if (!take_segment(c, marker, span_take(rest, length + 2), out, why)) { return false; }
    rest = span_skip(rest, length + 2);
    if (marker != JPEG_SOS) { continue; }
    scanned = true;
    size_t bits = scan_length(rest);
    keep(c, span_take(rest, bits));
    rest = span_skip(rest, bits);
  }
  return refuse_jpeg(why, "it is cut, or more follows its end");
}

/* ---- WebP: RIFF, then chunks of name, length and data, padded to an even length -------------- */

static bool refuse_webp(fault *why, const char *reason) {
  return fault_set(why, "WebP: %s; save it again, still and without metadata", reason);
}

static uint32_t load_u24le(const char *at) {
  return load_u16le(at) | (uint32_t)(unsigned char)at[2] << 16;
}

/* Reads the size in the chunk of the picture. @return false when the chunk holds no picture */
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

/* True when the extended header says nothing but the size of the picture, and that it has alpha. */
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

static bool read_webp(span bytes, image *out, cleaner *c, fault *why) {
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
  keep(c, bytes);
  return header.data == NULL || webp_header_fits(header, out) ||
         refuse_webp(why, "its header is not that of its picture");
}

/* ---- all ------------------------------------------------------------------------------------ */

static const struct {
  const char *extension, *media_type;
  bool (*read)(span bytes, image *out, cleaner *c, fault *why);
} types[IMAGE_TYPES] = {
    [IMAGE_SVG] = {".svg", "image/svg+xml", NULL},
    [IMAGE_PNG] = {".png", "image/png", read_png},
    [IMAGE_WEBP] = {".webp", "image/webp", read_webp},
    [IMAGE_JPEG] = {".jpg", "image/jpeg", read_jpeg},
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

static bool read_svg(span bytes, image_drawing *drawing, image *out, cleaner *c, fault *why) {
  keep(c, bytes);
  if (drawing != NULL) { return drawing(bytes, IMAGE_WIDEST, &out->width, &out->height, why); }
  return store_is_text(bytes, true) || fault_set(why, "SVG: it is not UTF-8");
}

static bool read_image(unsigned type, span bytes, image_drawing *drawing, image *out, cleaner *c,
                       fault *why) {
  out->type = type;
  if (type >= IMAGE_TYPES) { return fault_set(why, "it is neither .svg, .png, .webp nor .jpg"); }
  if (bytes.len == 0 || bytes.len > IMAGE_LONGEST) {
    return fault_set(why, "it has %zu bytes; 1 to %zu are accepted", bytes.len, IMAGE_LONGEST);
  }
  if (type == IMAGE_SVG ? !read_svg(bytes, drawing, out, c, why)
                        : !types[type].read(bytes, out, c, why)) {
    return false;
  }
  if (out->width - 1 < IMAGE_WIDEST && out->height - 1 < IMAGE_WIDEST) { return true; }
  return fault_set(why, "it is %u x %u pixels; 1 to %d each are accepted", out->width, out->height,
                   IMAGE_WIDEST);
}

bool image_read(unsigned type, span bytes, image_drawing *drawing, image *out, fault *why) {
  return read_image(type, bytes, drawing, out, NULL, why);
}

bool image_clean(unsigned type, span bytes, image_drawing *drawing, buffer *out, buffer *removed,
                 fault *why) {
  cleaner c = {out, removed};
  image read = {0};
  if (!read_image(type, bytes, drawing, &read, &c, why)) { return false; }
  return !(out->failed || removed->failed) || fault_set(why, "memory ran out");
}
