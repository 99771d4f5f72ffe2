/** @file
 * Remarks on constructs of other dialects.
 */
#pragma once

#include "markup/parser.h"

/** Tells what looks like constructs of other dialects. */
void remarks_add(parser *p);
