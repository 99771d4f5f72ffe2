/** @file
 * The terms that a typed word may mean: itself, its stem, its relatives, other spellings, what it
 * begins, parts of a compound, mistyped words.
 */
#pragma once

#include "search/terms.h"
#include "text/token.h"

/** Adds the terms that a word may mean.
 * @param last the word is the last of its phrasing, and may be unfinished
 * @return the likeliest, TERM_NONE when nothing is found */
uint16_t meaning_add(query_reader *r, const token *t, bool last);
