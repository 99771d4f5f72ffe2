/** @file
 * Parts of a Markdown text that a search treats apart, told by their headings: the answers of an
 * exam, of which nothing is shown beside a result, and the notices at the end, which are no
 * content.
 */
#pragma once

#include "base/span.h"

/** Offset of the first heading of a Markdown text that has a word such as "Answers", "Pembahasan"
 * or "Lösung"; the length of the text when it has none. O(its bytes). */
size_t parts_answers(span text);

/** Offset of the notices that end a Markdown text: sections whose whole heading is a word such as
 * "Sources", "Daftar pustaka" or "Lizenz", or several joined by "and"; the length of the text when
 * no such sections end it. O(its bytes). */
size_t parts_notice(span text);
