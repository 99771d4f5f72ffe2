/** @file
 * Inlines: what stands in the leaves of a text.
 */
#pragma once

#include "markup/parser.h"

/** Reads the inlines of every leaf. */
bool inlines_read(parser *p);
