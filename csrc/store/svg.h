/** @file
 * The subset of SVG that a publication may carry: a drawing that neither runs, nor loads, nor leads
 * anywhere, in whatever way it is shown.
 *
 * It is UTF-8 without a document type and without processing instructions, and all in the SVG
 * namespace. Elements and attributes are those of the lists in svg.c: no scripts, no event
 * handlers, no foreign objects, no images, links or references but `url(#name)` where a value is a
 * paint, a marker or a clip. Its `style` has no functions, strings, escapes or rules but
 * `@media(prefers-color-scheme:dark)`, nor elements, so nothing in it loads. The root says
 * `viewBox`, and how wide and high the drawing is in whole pixels.
 */
#pragma once

#include "base/fault.h"
#include "base/span.h"

enum { SVG_DEPTH = 16, SVG_ELEMENTS = 8192 /**< most */ };

/** Checks a drawing. @param width, height receive what its root says, from 1 to `most`
 * @return false with `*why` filled, with the line, or when memory is out. O(bytes). */
bool svg_check(span text, unsigned most, unsigned *width, unsigned *height, fault *why);
