/** @file
 * A document as HTML that is safe whatever its Markdown holds: raw HTML beyond the list is text,
 * links lead to https, http, mailto or to relative addresses, images that the page does not know
 * are their alternative text, formulas are MathML.
 */
#pragma once

#include <stdbool.h>

#include "base/buffer.h"
#include "markup/document.h"

/** Finds the image that an address names. @param width, height receive its size in pixels
 * @return false when the page knows none. */
typedef bool figure_find(void *context, span target, unsigned *width, unsigned *height);

typedef struct figure_images {
  figure_find *find; /**< NULL: the page has no images */
  void *context;
} figure_images;

typedef struct html_options {
  figure_images images;         /**< those the page knows */
  span alerts[DOCUMENT_ALERTS]; /**< their titles; absent: the words of document_alerts */
} html_options;

typedef struct html_page {
  buffer out;      /**< the fragment: blocks, headings with an `id` each */
  buffer headings; /**< a line each: level, offset in the source, id, plain text, tabs between */
  buffer faults;   /**< a line each: rule, start and end in the source, what is not shown as it was
                      meant, such as a dropped link, tabs between */
} html_page;

/** Fills an empty page. The ids of headings are those of markup/anchors.h. @param options NULL:
 * none
 * @return false when memory is out. O(bytes). */
bool html_render(html_page *page, const markup_tree *d, const html_options *options);

/** Releases what a page holds; a page of zeros may be freed. */
void html_free(html_page *page);
