/** @file
 * Words within formulas: \text and its kin, with formulas in them.
 */
#pragma once

#include "markup/tex_parser.h"

/** Reads the words that `token` applies to, in braces or a single character, into `row`. */
bool words_read(tex_parser *p, span token, formula_font font, formula_node *row);
