/** @file
 * Images that a publication may carry: SVG (store/svg.h), PNG, WebP and JPEG. Of the latter the
 * structure is checked, not the pixels: they end where they say, stand still, and hold only what
 * shows them, so neither the place nor the time of a photograph is published by mistake. Drawings
 * are read when they are published, and by nobody who serves them: pages show them as images, in
 * which browsers neither run nor load anything, and their answers say so as well.
 */
#pragma once

#include "base/buffer.h"
#include "base/fault.h"
#include "base/span.h"

enum { IMAGE_SVG, IMAGE_PNG, IMAGE_WEBP, IMAGE_JPEG, IMAGE_TYPES };

enum { IMAGE_WIDEST = 4096 /**< pixels, and highest */ };

/** Longest image in bytes. */
#define IMAGE_LONGEST ((size_t)1 << 20)

typedef struct image {
  unsigned type, width, height; /**< 1..IMAGE_WIDEST */
} image;

/** The type by the extension of a file's name; IMAGE_TYPES when it is none of an image. */
unsigned image_type_of(span name);

/** The extension, with its dot. @param type below IMAGE_TYPES */
const char *image_extension(unsigned type);

/** The media type. @param type below IMAGE_TYPES */
const char *image_media_type(unsigned type);

/** Reads how wide and high a drawing is, at most `most`: svg_check. */
typedef bool image_drawing(span text, unsigned most, unsigned *width, unsigned *height, fault *why);

/** Checks an image of 1 to IMAGE_LONGEST bytes. @param drawing reads SVG; NULL: a drawing is
 * believed to be as wide and high as `*out` says, and only has to be text
 * @return false with `*why` filled. O(bytes). */
bool image_read(unsigned type, span bytes, image_drawing *drawing, image *out, fault *why);

/** Appends an image to `out` without anything beside its picture: no metadata, no comments, nothing
 * behind its end. @param drawing reads SVG @param removed receives the names of the parts left out,
 * with commas between
 * @return false with `*why` filled when it is no image, would show another picture without those
 * parts, or memory is out; `out` then holds a part. O(bytes). */
bool image_clean(unsigned type, span bytes, image_drawing *drawing, buffer *out, buffer *removed,
                 fault *why);
