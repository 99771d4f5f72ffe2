/** @file
 * Markdown that needs no reading, because it is plain text.
 */
#pragma once

#include <stdbool.h>

#include "base/span.h"

/** True when the bytes of a Markdown text mean themselves but for the ends of its lines: nothing in
 * them could be Markdown. @param block they begin a block. O(bytes). */
bool verbatim_is(span text, bool block);
