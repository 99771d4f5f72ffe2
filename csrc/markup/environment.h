/** @file
 * Tables: what stands between \begin and \end, \substack, and lines of a formula.
 */
#pragma once

#include "markup/tex.h"

/** Reads an environment behind its \begin. @param token that */
bool environment_read(tex_parser *p, span token, formula_node **node);

/** Reads the lines of \substack. @param token that */
bool environment_substack(tex_parser *p, span token, formula_node **node);

/** Reads the other lines of a formula whose first ended with a `\\` outside of any environment.
 * @param first that line @param node receives the table of them */
bool environment_lines(tex_parser *p, formula_node *first, formula_node **node);
