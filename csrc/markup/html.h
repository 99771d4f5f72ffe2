/** @file
 * Markdown as HTML that is safe whatever the Markdown holds: raw HTML is text, links lead to https,
 * http, mailto or to relative addresses, images that the page does not know are their alternative
 * text, formulas are MathML.
 */
#pragma once

#include <stdbool.h>

#include "base/buffer.h"
#include "markup/figure.h"

typedef struct html_page {
  buffer out;      /**< the fragment: blocks, headings with an `id` each */
  buffer headings; /**< a line each: level, tab, id, tab, plain text */
  buffer faults;   /**< a line each: what is not shown as it was meant, such as a dropped link */
} html_page;

/** Fills an empty page from Markdown in the dialect of markup/dialect.h (valid UTF-8). The ids of
 * headings are those of markup/anchors.h. A text whose surplus is too much is shown as it is
 * written. @param images those the page knows; NULL: none
 * @return false when memory is out. O(bytes). */
bool html_render(html_page *page, span markdown, const figure_images *images);

/** Releases what a page holds; a page of zeros may be freed. */
void html_free(html_page *page);
