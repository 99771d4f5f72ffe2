/** @file
 * The ASSETS section: the images that texts show. A publication without images has none. Its
 * layout, little-endian, offsets from the section's start:
 *
 *     offset size
 *          0    4  asset count n, 1..4096
 *          4    4  zero
 *          8  48n  one record an asset, by strictly ascending bytes of the name:
 *                    0 32  digest: SHA-256 of its bytes
 *                   32  4  length of its bytes, 1..2^20
 *                   36  2  width in pixels, 1..4096
 *                   38  2  height in pixels, 1..4096
 *                   40  1  length of the name
 *                   41  7  zero
 *          .       the names, in the order of the records
 *          .       the bytes of each, in the order of the records, to the end: 2^26 at most
 *
 * A name is `{stem}.{first 16 digits of the digest}.{svg, png or webp}`, the stem of lower-case
 * letters, digits and hyphens, 100 bytes at most; so what a name stands for never changes. Width
 * and height are what the image itself says (store/image.h).
 */
#pragma once

#include <stdint.h>

#include "publication/signature.h"
#include "store/build.h"
#include "store/image.h"

enum {
  ASSETS_HEAD = 8,
  ASSETS_RECORD = 48,
  ASSETS_MOST = 4096,
  ASSET_STEM = 100,  /**< longest */
  ASSET_DIGITS = 16, /**< of the digest in a name */
};

/** The path below which a site has them, from its root. */
#define ASSETS_PATH "assets/"

/** Most bytes of all assets together. */
#define ASSETS_LONGEST ((uint64_t)1 << 26)

/** Offsets of a record's fields. */
enum {
  ASSET_DIGEST = 0,
  ASSET_LENGTH = 32,
  ASSET_WIDTH = 36,
  ASSET_HEIGHT = 38,
  ASSET_NAME_LENGTH = 40,
  ASSET_ZERO = 41,
};

typedef struct asset {
  span name, bytes;
  image image;
  unsigned char digest[DIGEST_BYTES];
} asset;

/** Walks over an ASSETS section that assets_check accepted. */
typedef struct assets_reader {
  const char *record, *name, *bytes;
  uint32_t left;
} assets_reader;

/** Fills an asset from its name and bytes. @param drawing as image_read takes it; without one
 * `out->image` says how wide and high a drawing is
 * @return false with `*why` filled when the name is not that of these bytes, or they are no image
 * that is accepted. */
bool asset_make(span name, span bytes, image_drawing *drawing, asset *out, fault *why);

/** Validates all of a section, image by image; drawings are not read (store/image.h). O(bytes).
 * @return false with `*why` filled. */
bool assets_check(span section, fault *why);

/** A reader at the first asset. @param section absent: there is none */
assets_reader assets_read(span section);

/** Takes the next asset. @return false at the end. */
bool assets_next(assets_reader *r, asset *out);

/** Finds an asset by its name. @return false when there is none. O(assets). */
bool assets_find(span section, span name, asset *out);

/** Writes the section of `count` assets, at least one, in any order; they are sorted in place.
 * @return false with `*why` filled when there are too many or one is given twice, memory is out or
 * the sink stops. */
bool assets_write(asset *assets, size_t count, store_sink sink, void *to, fault *why);
