/** @file
 * The block structure of a text.
 */
#pragma once

#include "markup/parser.h"

/** Reads all lines. */
bool blocks_read(parser *p);
