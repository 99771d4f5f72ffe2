/** @file
 * Images within a page: one that the page knows is shown, and one that is a paragraph of its own
 * becomes a figure with its title as caption.
 */
#pragma once

#include <md4c.h>
#include <stdbool.h>

#include "base/buffer.h"

/** Finds the image that an address names. @param width, height receive its size in pixels
 * @return false when the page knows none. */
typedef bool figure_find(void *context, span target, unsigned *width, unsigned *height);

typedef struct figure_images {
  figure_find *find; /**< NULL: the page has no images */
  void *context;
} figure_images;

/** The image that is open, or was written last. Zeros to begin with. */
typedef struct figure {
  unsigned depth; /**< of images within each other; 0: none is open */
  buffer target, alternative, caption;
  unsigned width, height;
  buffer element; /**< what was written last */
  size_t end;     /**< of it in the output */
} figure;

/** Begins an image. @return false when it is not known, so that its text is to be shown. Within an
 * open one, true. */
bool figure_enter(figure *f, const figure_images *images, const MD_SPAN_IMG_DETAIL *image);

/** Ends an image that figure_enter took, and writes the outermost one. */
void figure_leave(figure *f, buffer *out);

/** Makes the paragraph that ends a figure, when it holds nothing but an image. @param start of the
 * paragraph's element in the output @param inside of its content
 * @return false when it is something else: nothing was changed. */
bool figure_close(figure *f, buffer *out, size_t start, size_t inside);

/** Releases what a figure holds. @return false when memory was out. */
bool figure_free(figure *f);
