/** @file
 * Makes of a Markdown text what is published with it: its plain text, and the rendition of the
 * RENDITIONS section. Only who publishes links this, for it parses.
 */
#pragma once

#include "markup/html.h"
#include "markup/plain.h"
#include "store/renditions.h"

/** A text that was read, and the memory that the next one takes again. All zeros to begin with. */
typedef struct rendered {
  plain_text text;
  html_page page;
  buffer source; /**< the Markdown of a surah without its verses */
  buffer outline, links;
  bool framed;    /**< it frames verses, which are indexed each for itself */
  rendition made; /**< lives until the next call */
} rendered;

/** Reads the text of a document. @param framed it is a surah whose verses are indexed each for
 * itself: its plain text lacks them. @param options as html_render takes them.
 * @return false with `*why` filled when the text is too long or memory is out. O(bytes). */
bool render_text(rendered *r, const store_document *document, bool framed,
                 const html_options *options, fault *why);

/** Releases what it holds. */
void render_free(rendered *r);
