/** @file
 * What looks like a construct of another dialect.
 */
#pragma once

#include "markup/parser.h"

/** Tells what looks like constructs of other dialects. */
void remarks_add(parser *p);
