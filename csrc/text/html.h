/** @file
 * Markdown as HTML that is safe whatever the Markdown holds: raw HTML is text, links lead to https,
 * http, mailto or to relative addresses, images are their alternative text, formulas are MathML.
 */
#ifndef SVC_TEXT_HTML_H
#define SVC_TEXT_HTML_H

#include <stdbool.h>

#include "base/buffer.h"

typedef struct html_page {
  buffer out;      /**< the fragment: blocks, headings with an `id` each */
  buffer headings; /**< a line each: level, tab, id, tab, plain text */
  buffer faults;   /**< a line each: a link that was dropped, a formula that was left as it is */
} html_page;

/** Appends `text` with `&`, `<`, `>` and both quotes as references, safe between tags and in quoted
 * attributes; NUL becomes U+FFFD. */
void html_escape(buffer *out, span text);

/** Fills an empty page from Markdown in the dialect of text/markdown.h (valid UTF-8). The id of a
 * heading is its text in lower case, with hyphens for spaces and without ASCII punctuation; a
 * number is appended where it stood before.
 * @return false when memory is out */
bool html_render(html_page *page, span markdown);

/** Releases what a page holds; a page of zeros may be freed. */
void html_free(html_page *page);

#endif
