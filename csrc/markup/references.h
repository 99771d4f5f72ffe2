/** @file
 * Definitions of links and footnotes.
 */
#pragma once

#include "markup/inline_reader.h"

/** Takes definitions off the beginning of a paragraph. @return the bytes they take */
size_t references_take(parser *p, const prose *from);
/** Enters a footnote. */
void references_add_footnote(parser *p, node *footnote, span label);
/** Finds the definition of a label as it is written. */
reference *references_find(parser *p, span label);
