/** @file
 * The subset of SVG that a publication may carry: a drawing that neither runs, nor loads, nor leads
 * anywhere, in whatever way it is shown.
 *
 * It is UTF-8 without a document type and without processing instructions, and all in the SVG
 * namespace. Elements and attributes are those of the lists in svg.c: no scripts, no event
 * handlers, no foreign objects, no images, links or references but `url(#name)` where a value is a
 * paint, a marker or a clip, and `href="#name"`. A `use` stands in no element with an id, so what
 * it repeats repeats nothing. Its `style` has no functions, strings, escapes or rules but
 * `@media(prefers-color-scheme:dark)`, nor elements, so nothing in it loads. The root says
 * `viewBox`, and how wide and high the drawing is in whole pixels.
 */
#pragma once

#include "base/buffer.h"
#include "base/fault.h"
#include "base/span.h"

enum { SVG_DEPTH = 16, SVG_ELEMENTS = 8192 /**< most */ };

/** Checks a drawing. @param width, height receive what its root says, from 1 to `most`
 * @return false with `*why` filled, with the line, or when memory is out. O(bytes). */
bool svg_check(span text, unsigned most, unsigned *width, unsigned *height, fault *why);

struct XML_ParserStruct;

/** The line that a parser of expat is on. */
unsigned long svg_line(struct XML_ParserStruct *parser);

/** Makes the tables of a parser the same each time; they are small, so that chosen names cannot
 * slow them down. */
void svg_set_salt(struct XML_ParserStruct *parser);

/** True when the subset has an element. */
bool svg_has_element(const char *name);

/** True when the subset has an attribute. */
bool svg_has_attribute(const char *name);

/** True when an attribute of the subset may have a value. */
bool svg_value_fits(const char *attribute, span value);

/** True when the text of a `style` loads nothing: no functions, strings, escapes, or rules that
 * begin with an `@` but the one for dark pages. */
bool svg_style_is_safe(span css);

/** Appends a drawing of another program to `out` as one of the subset, as far as the subset draws
 * the same: without its document type, instructions, metadata, foreign elements and attributes, and
 * ids that nothing refers to, with the properties of `style` as attributes, and with a size.
 * Refuses, with element and line, anything that draws and has no place in the subset. The result
 * must still be checked. @return false with `*why` filled. O(bytes). */
bool svg_clean(span text, buffer *out, fault *why);
