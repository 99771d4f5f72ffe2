/** @file
 * Parts of a text that a search treats apart, found by their headings: the answers of an exam,
 * which no excerpt shows, and the notices at the end, which are not content.
 */
#pragma once

#include <stdbool.h>

#include "base/span.h"

/** True for a heading that has a word such as "Answers", "Pembahasan" or "Lösung": one word tells
 * them. */
bool parts_begins_answers(span heading);

/** True for a heading that is a word such as "Sources", "Daftar pustaka" or "Lizenz", or several
 * joined by "and": all words must tell them, since a lesson may be about sources. */
bool parts_begins_notices(span heading);
