/** @file
 * Commands with arguments: fractions, roots, accents, brackets that grow, words.
 */
#pragma once

#include "markup/tex.h"

/** Reads a command behind its name. @param token it @param node receives what it makes, NULL for
 * nothing @return false with the reason */
bool construct_read(tex_parser *p, span token, const command *c, formula_node **node);
