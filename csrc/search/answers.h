/** @file
 * Finds the answers of an exam, of which nothing is shown beside a search result.
 */
#pragma once

#include "base/span.h"

/** Offset of the first heading of a Markdown text that has a word such as "Answers", "Pembahasan"
 * or "Lösung"; the length of the text when it has none. O(its bytes). */
size_t answers_begin(span text);
